import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

/** More than the buffers between two ends of a connection hold. */
const SIZE = 64 * 1024 * 1024
let app: TestApp
let node: Awaited<ReturnType<TestApp['open']>>
let origins: string[]
let ann: TestUser
let file: Item
beforeAll(async () => {
  app = await testApp()
  node = await app.open()
  origins = await Promise.all([app, node].map(({ fastify }) => fastify.listen({ port: 0, host: '127.0.0.1' })))
  ann = await app.someone('ROLE_PRO')
  file = await large()
})
afterAll(() => app.close())

const large = async () => {
  const item = await driveFixture(app, ann).file('Large.bin', { content: 'small' })
  const bytes = randomBytes(SIZE)
  const { hash } = await app.appContext.files.store(ann.tenantId, Readable.from([bytes]))
  await app.asOwner('update document set hash = $2, size = $3 where id = $1', [item.documentId, hash, SIZE])
  return item
}
const share = (who: TestUser) =>
  app.as(ann).call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [who.emailAddress] })
const reader = async () => {
  const who = await app.someone('ROLE_FREE')
  await share(who)
  return who
}

/** Begins a download and stops reading after its first bytes. */
const begin = async (url: string, headers: Record<string, string> = {}) => {
  const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  const first = (await once(answer, 'data')) as [Buffer]
  answer.pause()
  let size = first[0].length
  return {
    answer,
    /** Reads the rest: how many bytes there were, and whether it was complete. */
    rest: async () => {
      answer.on('data', (chunk: Buffer) => (size += chunk.length))
      const end = new Promise<void>((done) => answer.once('close', done))
      answer.on('error', () => {}) // detected by the missing bytes
      answer.resume()
      await end
      return { size, isWhole: answer.complete }
    },
  }
}
const download = (who: TestUser, at = 0) =>
  begin(`${origins[at]}/api/files/download/${file.uniqueId}`, { authorization: `Bearer ${who.token}` })
const byTicket = async (who: TestUser, at = 0) => {
  const { url } = await app.as(who).call(driveDownloadApi.ticket, { uniqueId: file.uniqueId })
  return begin(origins[at] + url)
}
const connections = ({ server }: TestApp['fastify']) =>
  new Promise<number>((told, failed) => server.getConnections((error, count) => (error ? failed(error) : told(count))))
/** The node has no open connections left. */
const isAlone = (at: number) => expect.poll(() => connections([app, node][at]!.fastify)).toBe(0)

const expectEnded = async (running: Awaited<ReturnType<typeof begin>>) => {
  const { size, isWhole } = await running.rest()
  expect(isWhole).toBe(false)
  expect(size).toBeLessThan(SIZE)
}

test('a permitted download completes, however slowly it is read', async () => {
  const running = await download(await reader())
  const hash = createHash('sha256')
  await app.as(ann).call(driveApi.createFolder, { name: 'News of something else' })
  running.answer.on('data', (chunk: Buffer) => hash.update(chunk))
  expect(await running.rest()).toEqual({ size: SIZE, isWhole: true })
})

describe.each([
  ['on the same node', 0],
  ['on another node', 1],
])('%s, a download ends immediately', (_, at) => {
  test.each([
    ['by our header', download],
    ['by a ticket', byTicket],
  ])('when its share ends: %s', async (__, by) => {
    const who = await reader()
    const running = await by(who, at)
    await app.as(ann).call(driveShareApi.unshare, { uniqueId: file.uniqueId, email: who.emailAddress })
    await isAlone(at)
    await expectEnded(running)
    const again = await app.as(who).send(driveDownloadApi.download, { uniqueId: file.uniqueId }, { range: 'bytes=1000-' })
    expect(again.statusCode).toBe(404)
  })

  test.each([
    ['by our header', download],
    ['by a ticket', byTicket],
  ])('when its session ends: %s', async (__, by) => {
    const who = await reader()
    const running = await by(who, at)
    await app.as(who).call(identityApi.logout, {})
    await isAlone(at)
    await expectEnded(running)
  })

  test('when the file is deleted, even the owner’s', async () => {
    const running = await Promise.all([download(await reader(), at), download(ann, at)])
    await app.as(ann).call(driveApi.remove, { uniqueId: file.uniqueId })
    await isAlone(at)
    for (const one of running) await expectEnded(one)
    await app.as(ann).call(driveApi.restore, { uniqueIds: [file.uniqueId] })
  })
})

test('a download ends when the share by which it runs has expired', async () => {
  const who = await reader()
  const running = await Promise.all([download(who), byTicket(who, 1)])
  await app.asOwner('update drive_share set last_day = current_date - 1, ends_at = now() where user_id = $1', [who.uniqueId])
  await app.clock('drive.expired')
  await Promise.all([isAlone(0), isAlone(1)])
  for (const one of running) await expectEnded(one)
})

test('ending one download does not affect others', async () => {
  const [one, other] = [await reader(), await reader()]
  const [first, second] = [await download(one), await download(other, 1)]
  await app.as(ann).call(driveShareApi.unshare, { uniqueId: file.uniqueId, email: one.emailAddress })
  await isAlone(0)
  await expectEnded(first)
  expect(await second.rest()).toEqual({ size: SIZE, isWhole: true })
})

test('a download whose node missed the news ends some megabytes later', async () => {
  const who = await reader()
  const running = await download(who)
  await app.asOwner('delete from drive_share where user_id = $1', [who.uniqueId])
  await expectEnded(running)
})

test('a client that disconnects early leaves nothing running', async () => {
  const running = await download(await reader())
  expect(await connections(app.fastify)).toBe(1)
  running.answer.destroy()
  await isAlone(0)
})
