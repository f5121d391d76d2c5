import { companyApi } from '@tradewind/contract/crm/company.contract'
import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { attachmentApi } from '@tradewind/contract/operations/attachment.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'

/** More bytes than the buffers of a connection can hold. */
const SIZE = 64 * 1024 * 1024
let app: TestApp
let origins: string[]
let owner: TestUser
let bytes: Buffer
beforeAll(async () => {
  app = await testApp()
  const node = await app.open()
  origins = await Promise.all([app, node].map(({ fastify }) => fastify.listen({ port: 0, host: '127.0.0.1' })))
  owner = await app.someone('ROLE_TENANT_ADMIN')
  bytes = randomBytes(SIZE)
})
afterAll(() => app.close())

/** A large file, attached to a company. */
const attached = async () => {
  const item = await driveFixture(app, owner).file(`Large ${crypto.randomUUID()}.bin`, { content: 'small' })
  const { hash } = await app.appContext.files.store(owner.tenantId, Readable.from([bytes]))
  await app.asOwner('update document set hash = $2, size = $3 where id = $1', [item.documentId, hash, SIZE])
  const company = await crmCalls(app, owner).company()
  const input = { kind: 'company' as const, record: company.uniqueId, files: [item.uniqueId] }
  const [made] = await app.as(owner).call(attachmentApi.attach, input)
  return { item, company, uniqueId: made!.uniqueId }
}

/** Starts a download by a ticket and stops reading after its first bytes. Returns the number of bytes received when it has ended. */
const begin = async (reader: TestUser, uniqueId: string, at: number) => {
  const { url } = await app.as(reader).call(attachmentApi.ticket, { uniqueId })
  const [answer] = (await once(get(origins[at] + url, { agent: false }), 'response')) as [IncomingMessage]
  let size = ((await once(answer, 'data')) as [Buffer])[0].length
  answer.pause()
  return async () => {
    answer.on('data', (chunk: Buffer) => (size += chunk.length))
    answer.on('error', () => {}) // the test sees the error by the missing bytes
    const end = new Promise<void>((done) => answer.once('close', done))
    answer.resume()
    await end
    return { size, isWhole: answer.complete }
  }
}

test('a permitted download completes', async () => {
  const { uniqueId } = await attached()
  const rest = await begin(await app.someone('ROLE_ADMIN'), uniqueId, 0)
  await app.as(owner).call(driveApi.createFolder, { name: 'News of something else' })
  expect(await rest()).toEqual({ size: SIZE, isWhole: true })
})

type Made = Awaited<ReturnType<typeof attached>>
const ends: [string, (made: Made, reader: TestUser) => Promise<unknown>][] = [
  ['the file is detached', ({ uniqueId }) => app.as(owner).call(attachmentApi.detach, { uniqueId })],
  ['its owner deletes it', ({ item }) => app.as(owner).call(driveApi.remove, { uniqueId: item.uniqueId })],
  ['the record is deleted', ({ company }) => app.as(owner).call(companyApi.remove, { uniqueId: company.uniqueId })],
  ['the reader signs out', (_, reader) => app.as(reader).call(identityApi.logout, {})],
]

test.each(ends)('a download through a record ends when %s, on every node', async (_, end) => {
  const [made, reader] = [await attached(), await app.someone('ROLE_ADMIN')]
  const running = [await begin(reader, made.uniqueId, 0), await begin(reader, made.uniqueId, 1)]
  await end(made, reader)
  for (const rest of running) {
    const { size, isWhole } = await rest()
    expect(isWhole).toBe(false)
    expect(size).toBeLessThan(SIZE)
  }
})
