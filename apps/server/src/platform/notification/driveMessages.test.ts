import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import { openSubscribed } from '@tradewind/stomp-server/testing/raw'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { driveCalls } from '../../../test/drive/calls.ts'
import { driveFixture } from '../../../test/drive/drive.ts'

let app: TestApp
let node: Pick<TestApp, 'fastify'>
beforeAll(async () => {
  app = await testApp()
  node = await app.open()
  await node.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** A page at another node than the one that is called: the messages it gets of the drive, and of notifications. */
const open = async ({ token }: TestUser) => {
  const raw = await openSubscribed(`ws://127.0.0.1:${(node.fastify.server.address() as AddressInfo).port}/ws`, token)
  raw.say('SUBSCRIBE', { id: 'drive', destination: '/user/topic/drive', receipt: 'drive' })
  await expect.poll(() => raw.frames.some(({ headers }) => headers.get('receipt-id') === 'drive')).toBe(true)
  const heard = () =>
    raw.frames
      .filter(({ command }) => command === 'MESSAGE')
      .map(({ headers, body }) => `${headers.get('subscription')} ${headers.get('destination')} ${body}`)
  return { heard }
}

test('the owner’s pages and users it is shared with hear of shares, of their end and that something was deleted, but not what it was', async () => {
  const [ann, bob, carl] = [
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_FREE'),
    await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId }),
  ]
  const pages = [await open(ann), await open(bob), await open(carl)]
  const heard = () => pages.map((page) => page.heard())
  const uniqueIds = [(await driveFixture(app, ann).folder('Plans')).uniqueId]
  const addresses = [bob.emailAddress]
  const news = 'drive /user/topic/drive {}'
  const times = (count: number) => Array.from({ length: count }, () => news)
  for (const done of [0, 2]) {
    // The second time nobody gets a notification, since they had one.
    await app.as(ann).call(driveShareApi.share, { uniqueIds, shareWith: addresses })
    await expect.poll(heard).toEqual([times(done + 1), times(done + 1), []])
    await app.as(ann).call(driveShareApi.bulkUnShare, { uniqueIds, unShareWith: addresses })
    await expect.poll(heard).toEqual([times(done + 2), times(done + 2), []])
  }
  await app.as(ann).call(driveApi.remove, { uniqueId: uniqueIds[0]! })
  await expect.poll(heard).toEqual([times(5), times(4), []])
  await app.as(ann).call(driveApi.purge, {})
  await expect.poll(heard).toEqual([times(6), times(4), []])
})

test('the owner and users a folder is shared with hear of changes in, above and below it; no other user of the tenant does', async () => {
  const [ann, bob, dora, other] = [
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_FREE'),
    await app.someone('ROLE_FREE'),
    await app.someone('ROLE_PRO'),
  ]
  const { as, drive, ...calls } = driveCalls(app, ann)
  const top = await drive.folder('Top')
  const middle = await drive.folder('Middle', top)
  const inner = await drive.folder('Inner', middle)
  const away = await drive.folder('Away')
  const share = (uniqueId: string, { emailAddress }: TestUser) =>
    as.call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [emailAddress] })
  const pages = [await open(ann), await open(bob), await open(dora), await open(other)]
  let sum = pages.map(() => 0)
  const heardAfter = async (change: () => Promise<unknown>, more: readonly number[]) => {
    await change()
    sum = sum.map((count, at) => count + more[at]!)
    await expect.poll(() => pages.map((page) => page.heard().length)).toEqual(sum)
  }
  await heardAfter(() => share(middle.uniqueId, bob), [1, 1, 0, 0])
  await heardAfter(() => share(inner.uniqueId, dora), [1, 0, 1, 0])
  await heardAfter(() => calls.folder('New', middle.uniqueId), [1, 1, 0, 0])
  await heardAfter(() => as.call(driveApi.rename, { uniqueId: inner.uniqueId, newName: 'Inside' }), [1, 1, 1, 0])
  await heardAfter(() => calls.folder('New', away.uniqueId), [1, 0, 0, 0])
  await heardAfter(() => calls.move(away.uniqueId, top.uniqueId), [1, 1, 1, 0])
  await heardAfter(() => calls.remove(top.uniqueId), [1, 1, 1, 0])
  await heardAfter(() => calls.restore(top.uniqueId), [1, 1, 1, 0])
  const file = { parentId: inner.uniqueId, files: [{ path: 'empty.txt', size: 0 }] }
  await heardAfter(() => as.call(driveUploadApi.batch, file), [1, 1, 1, 0])
  expect(pages.flatMap((page) => page.heard()).every((news) => news === 'drive /user/topic/drive {}')).toBe(true)
})
