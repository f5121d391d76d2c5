import { driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let ann: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
  bob = await app.someone('ROLE_FREE')
})
afterAll(() => app.close())

/** A file in a folder of its own, so that names may repeat. */
const file = async (name: string, content: string | Buffer = name, mimeType = 'text/plain') => {
  const folder = await driveFixture(app, ann).folder(randomUUID())
  return driveFixture(app, ann).file(name, { folder, content, mimeType })
}
const get = ({ uniqueId }: Pick<Item, 'uniqueId'>, headers: Record<string, string> = {}, who = ann) =>
  app.as(who).send(driveDownloadApi.download, { uniqueId }, headers)
const share = (item: Item, who: TestUser) =>
  app.as(ann).call(driveShareApi.share, { uniqueIds: [item.uniqueId], shareWith: [who.emailAddress] })
const ticketFor = ({ uniqueId }: Item, { who = ann, preview = false } = {}) =>
  app.as(who).call(driveDownloadApi.ticket, { uniqueId, preview })
const fetched = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ method: 'GET', url, headers })
/** Reads a file in parts, as a player does. */
const readParts = async (url: string) => {
  const ranges = ['bytes=0-3', 'bytes=8-', 'bytes=4-7']
  for (const range of ranges) expect((await fetched(url, { range })).statusCode).toBe(206)
}
const preview = async (item: Item, who = ann) => fetched((await ticketFor(item, { who, preview: true })).url)
const actions = async ({ uniqueId }: Item) =>
  (await app.as(ann).call(driveShareApi.activity, { uniqueId })).map(({ action, byName }) => `${action} ${byName}`)

describe('a preview', () => {
  test('of a picture is at most 1600 pixels a side', async () => {
    const large = await sharp({ create: { width: 5000, height: 2500, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer()
    const shown = await preview(await file('Large.jpg', large, 'image/jpeg'))
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
  })

  test('of a text is its beginning, as plain text only', async () => {
    const shown = await preview(await file('Long.csv', `a${'ä'.repeat(60_000)}`, 'text/csv'))
    expect(shown.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(shown.body).toBe(`a${'ä'.repeat(51_199)}`)
  })

  test('does not exist for any other file', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 4_001, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const others: [string, string | Buffer, string][] = [
      ['Bomb.png', bomb, 'image/png'],
      ['Broken.png', '\u0089PNG\r\n\u001a\n', 'image/png'],
      ['Offer.pdf', '%PDF-1.7', 'application/pdf'],
      ['Binary.txt', Buffer.from([65, 0, 66]), 'text/plain'],
      ['Empty.png', '', 'image/png'],
    ]
    for (const [name, content, type] of others)
      expect([name, (await preview(await file(name, content, type))).statusCode]).toEqual([name, 404])
  })
})

describe('a ticket', () => {
  test('lets a browser fetch the file, or a range of it, without our header', async () => {
    const { url } = await ticketFor(await file('Ticket.txt', 'with a ticket'))
    expect((await fetched(url)).body).toBe('with a ticket')
    const part = await fetched(url, { range: 'bytes=5-' })
    expect([part.statusCode, part.body]).toEqual([206, 'a ticket'])
  })

  test('is valid for one minute, only for what it was issued for, and not as any other ticket', async () => {
    const item = await file('Minute.txt')
    const { url } = await ticketFor(item)
    for (const bad of [`${url}x`, '/api/files/ticket/x', url.replace('files/ticket', 'company/export')])
      expect((await fetched(bad)).statusCode).toBe(404)
    await app.asOwner(`update link_token set expires_at = now() where user_id = $1`, [ann.uniqueId])
    expect((await fetched(url)).statusCode).toBe(404)
  })

  test('lets a download that has begun resume after an interruption, for a day at most', async () => {
    const [begun, shown] = [
      await ticketFor(await file('Long.txt', 'a long one')),
      await ticketFor(await file('Long.txt'), { preview: true }),
    ]
    expect([(await fetched(begun.url)).statusCode, (await fetched(shown.url)).statusCode]).toEqual([200, 200])
    const passes = (time: string) =>
      app.asOwner(
        `update link_token set created_at = created_at - interval '${time}', expires_at = expires_at - interval '${time}' where user_id = $1`,
        [ann.uniqueId],
      )
    await passes('55 minutes')
    expect((await fetched(begun.url, { range: 'bytes=2-' })).body).toBe('long one')
    expect((await fetched(shown.url)).statusCode).toBe(404)
    await passes('55 minutes')
    expect((await fetched(begun.url, { range: 'bytes=7-' })).body).toBe('one')
    await app.asOwner(`update link_token set created_at = now() - interval '1 day' where user_id = $1`, [ann.uniqueId])
    expect((await fetched(begun.url)).statusCode).toBe(200) // valid until the hour by which it was extended is over
    await passes('61 minutes')
    expect((await fetched(begun.url)).statusCode).toBe(404)
  })

  test('expires with the share, with the item and with the session in which it was issued', async () => {
    const item = await file('Shared.txt')
    await share(item, bob)
    for (const shown of [false, true]) {
      const { url } = await ticketFor(item, { who: bob, preview: shown })
      expect((await fetched(url)).statusCode).toBe(200)
      await app.as(ann).call(driveShareApi.unshare, { uniqueId: item.uniqueId, email: bob.emailAddress })
      expect((await fetched(url)).statusCode).toBe(404)
      await share(item, bob)
      const carl = await app.someone('ROLE_FREE')
      await share(item, carl)
      const other = await ticketFor(item, { who: carl, preview: shown })
      await app.asOwner('delete from session where user_id = $1', [carl.uniqueId])
      expect((await fetched(other.url)).statusCode).toBe(404)
    }
  })
})

describe('the owner is notified', () => {
  test('that somebody else downloaded or opened the file, once for all of its ranges, and never of their own downloads', async () => {
    const item = await file('Told.txt', '0123456789')
    await share(item, bob)
    await get(item)
    await preview(item)
    expect(await actions(item)).toEqual([`SHARED ${ann.fullName}`])
    await get(item, { range: 'bytes=0-4' }, bob)
    await get(item, { range: 'bytes=5-' }, bob)
    await get(item, { 'if-none-match': '*' }, bob)
    await preview(item, bob)
    expect(await actions(item)).toEqual([`OPENED ${bob.fullName}`, `DOWNLOADED ${bob.fullName}`, `SHARED ${ann.fullName}`])
  })

  test('of any range of it, once in ten minutes, however many are requested', async () => {
    const parts = ['bytes=1-', 'bytes=0-0', 'bytes=-1', 'bytes=2-3']
    for (const first of parts) {
      const item = await file('Parts.txt', '0123456789')
      await share(item, bob)
      const taken = await Promise.all([first, ...parts].map((range) => get(item, { range }, bob)))
      expect(taken.map(({ statusCode }) => statusCode)).toEqual(taken.map(() => 206))
      expect(await actions(item)).toEqual([`DOWNLOADED ${bob.fullName}`, `SHARED ${ann.fullName}`])
    }
  })

  test('again when they come back later', async () => {
    const item = await file('Later.txt', '0123456789')
    await share(item, bob)
    await get(item, { range: 'bytes=1-' }, bob)
    expect(await actions(item)).toEqual([`DOWNLOADED ${bob.fullName}`, `SHARED ${ann.fullName}`])
    await app.asOwner(`update drive_activity set created_at = created_at - interval '11 minutes' where item_id = $1`, [
      item.uniqueId,
    ])
    await get(item, {}, bob)
    expect(await actions(item)).toHaveLength(3)
  })

  test('that a recording was played, not downloaded, however many of its parts are read and for however long', async () => {
    const item = await file('Talk.mp4', '0123456789', 'video/mp4')
    await share(item, bob)
    const own = await app.as(ann).call(driveDownloadApi.ticket, { uniqueId: item.uniqueId, play: true })
    const { url } = await app.as(bob).call(driveDownloadApi.ticket, { uniqueId: item.uniqueId, play: true })
    await readParts(own.url)
    await readParts(url)
    await app.asOwner(`update drive_activity set created_at = created_at - interval '2 hours' where item_id = $1`, [
      item.uniqueId,
    ])
    await readParts(url)
    expect(await actions(item)).toEqual([`OPENED ${bob.fullName}`, `SHARED ${ann.fullName}`])
  })

  test('that a file was downloaded which is not a recording, although a ticket was to play it', async () => {
    const item = await file('Plan.pdf', '0123456789', 'application/pdf')
    await share(item, bob)
    const { url } = await app.as(bob).call(driveDownloadApi.ticket, { uniqueId: item.uniqueId, play: true })
    await fetched(url)
    expect(await actions(item)).toEqual([`DOWNLOADED ${bob.fullName}`, `SHARED ${ann.fullName}`])
  })

  test('when a share is first opened, also through a parent folder', async () => {
    const opened = (at: Item) =>
      app.asOwner<{ opened: boolean; at: string }>(
        'select opened_at is not null as opened, opened_at::text as at from drive_share where item_id = $1',
        [at.uniqueId],
      )
    const folder = await driveFixture(app, ann).folder('Opened')
    const item = await driveFixture(app, ann).file('In.txt', { folder })
    await share(folder, bob)
    expect(await opened(folder)).toMatchObject([{ opened: false }])
    await get(item, { range: 'bytes=1-' }, bob)
    const [first] = await opened(folder)
    expect(first).toMatchObject({ opened: true })
    await get(item, {}, bob)
    expect(await opened(folder)).toEqual([first])
  })
})
