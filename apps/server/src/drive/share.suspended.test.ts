import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { homeApi } from '@tradewind/contract/operations/home.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import type { Role } from '@tradewind/contract/roles'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import type { Item } from './schema/drive.table.ts'

/** More than the buffers between two ends of a connection hold. */
const SIZE = 64 * 1024 * 1024
let app: TestApp
let chief: TestUser
let ann: TestUser
let folder: Item
let file: Item
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const createFiles = async () => {
  ann = await app.someone('ROLE_PRO')
  folder = await driveFixture(app, ann).folder('Fair')
  file = await driveFixture(app, ann).file('Large.bin', { folder })
}
const reader = async (item: Item) => {
  const who = await app.someone('ROLE_STARTER')
  await app.as(ann).call(driveShareApi.share, { uniqueIds: [item.uniqueId], shareWith: [who.emailAddress] })
  return who
}
const makeAnn = (adminRole: Role) => app.as(chief).call(adminApi.update, { uniqueId: ann.uniqueId, adminRole })

/** What a user gets by each route to what is shared with them. */
const seenBy = async (who: TestUser) => {
  const as = app.as(who)
  const status = async (call: Endpoint, uniqueId: string | null) => (await as.send(call, { uniqueId })).statusCode
  return {
    sharers: (await as.call(driveShareApi.shared, {})).length,
    list: (await as.call(driveApi.list, { ownerId: ann.uniqueId })).map(({ name }) => name),
    found: (await as.call(driveApi.find, { q: 'large' })).map(({ name }) => name),
    latest: (await as.call(driveApi.find, {})).length,
    details: await status(driveApi.details, file.uniqueId),
    way: await status(driveApi.folderStructure, file.uniqueId),
    bytes: await status(driveDownloadApi.download, file.documentId),
    ticket: await status(driveDownloadApi.ticket, file.uniqueId),
  }
}
const allowed = { details: 200, way: 200, bytes: 200, ticket: 200 }
const shared = (name: string, latest: number) => ({ sharers: 1, list: [name], found: ['Large.bin'], latest, ...allowed })
const nothing = { sharers: 0, list: [], found: [], latest: 0, details: 404, way: 404, bytes: 404, ticket: 404 }

test('nobody can read the shares of an owner who may not have a drive; they are back when the owner may', async () => {
  await createFiles()
  const [ofFile, ofFolder] = [await reader(file), await reader(folder)]
  expect([await seenBy(ofFile), await seenBy(ofFolder)]).toEqual([shared('Large.bin', 1), shared('Fair', 2)])
  await makeAnn('ROLE_FREE')
  expect([await seenBy(ofFile), await seenBy(ofFolder)]).toEqual([nothing, nothing])
  expect((await app.as(ofFolder).send(driveApi.contents, { uniqueId: folder.uniqueId })).statusCode).toBe(404)
  const given = { ownerId: ann.uniqueId, parentId: folder.uniqueId }
  expect((await app.as(ofFolder).send(driveApi.list, given)).statusCode).toBe(404)
  await makeAnn('ROLE_STARTER')
  expect([await seenBy(ofFile), await seenBy(ofFolder)]).toEqual([shared('Large.bin', 1), shared('Fair', 2)])
})

test('the start page does not list files of an owner who may not have a drive', async () => {
  await createFiles()
  const who = await reader(file)
  const files = async () => (await app.as(who).call(homeApi.read, {})).filter(({ section }) => section === 'FILES')
  expect(await files()).toHaveLength(1)
  await makeAnn('ROLE_FREE')
  expect(await files()).toEqual([])
})

test('a ticket issued before no longer works, and nobody is notified of suspended shares', async () => {
  await createFiles()
  const who = await reader(file)
  const { url } = await app.as(who).call(driveDownloadApi.ticket, { uniqueId: file.uniqueId })
  await makeAnn('ROLE_FREE')
  expect((await app.fastify.inject({ method: 'GET', url })).statusCode).toBe(404)
  const errands = await app.asOwner<{ data: object }>(`delete from pgboss.job where name = 'drive.shared' returning data`)
  for (const { data } of errands) await app.work('drive.shared', data)
  expect(await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })).toEqual([])
})

test('a running download ends immediately', async () => {
  await createFiles()
  const who = await reader(folder)
  const { hash } = await app.appContext.files.store(ann.tenantId, Readable.from([randomBytes(SIZE)]))
  await app.asOwner('update document set hash = $2, size = $3 where id = $1', [file.documentId, hash, SIZE])
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const asking = get(`${origin}/api/files/download/${file.uniqueId}`, {
    headers: { authorization: `Bearer ${who.token}` },
    agent: false,
  })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  answer.pause()
  await makeAnn('ROLE_FREE')
  const connections = () => new Promise<number>((told) => app.fastify.server.getConnections((_, count) => told(count)))
  await expect.poll(connections).toBe(0) // it does not end because somebody reads on
  answer.on('error', () => {}) // detected by the missing bytes
  const closed = new Promise<void>((done) => answer.once('close', done))
  answer.resume()
  await closed
  expect(answer.complete).toBe(false)
})
