import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { tenantScope } from '#kit/database/database'
import type { RangedBytes, ReadContext } from '#kit/http/context'
import { createReadContext } from '#kit/http/routes'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import { opener } from './download.routes.ts'

let app: TestApp
let ann: TestUser
let context: ReadContext
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
  const { db } = app.appContext
  const scope = tenantScope(ann.tenantId)
  const asking = { actor: ann, scope, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
  context = createReadContext(db, asking)
})
afterAll(() => app.close())

/** Downloads that nothing ends. */
const running = { assertMay: async () => {}, follow: (_: unknown, open: () => Promise<Readable>) => open() }
const opening = () => opener({ ...app.appContext, running })
const file = (name: string, content: string) => driveFixture(app, ann).file(`${crypto.randomUUID()} ${name}`, { content })
/** Replaces the bytes of an item by those of another, as an upload with REPLACE does. */
const replace = async ({ uniqueId, documentId }: Item, by: Item) => {
  await app.asOwner('update drive_item set document_id = $2 where id = $1', [uniqueId, by.documentId])
  await app.asOwner('delete from document where id = $1', [documentId])
}
const read = async ({ body }: { body: unknown }) => text(await (body as RangedBytes).open(undefined))

test('a file replaced after it was looked up is downloaded and shown with its new content', async () => {
  const item = await file('Old.txt', 'before')
  await replace(item, await file('New.txt', 'after'))
  expect(await read(await opening().bytesOf(item, context))).toBe('after')
  expect(await opening().shownOf(item, context)).toMatchObject({ body: Buffer.from('after') })
})

test('a file whose bytes are replaced after its length was sent fails with a 503, to be requested again', async () => {
  const item = await file('Told.txt', 'its bytes alone')
  const answer = await opening().bytesOf(item, context)
  await app.appContext.files.remove(ann.tenantId, answer.body.tag)
  await expect(read(answer)).rejects.toThrow('The bytes of a document are gone')
  await replace(item, await file('Other.txt', 'other'))
  await expect(read(answer)).rejects.toMatchObject({ status: 503 })
})

test('a file that is gone returns 404', async () => {
  const item = await file('Gone.txt', 'gone')
  await app.asOwner('update drive_item set deleted_at = now() where id = $1', [item.uniqueId])
  await app.asOwner('update drive_item set document_id = null where id = $1', [item.uniqueId])
  await app.asOwner('delete from document where id = $1', [item.documentId])
  await expect(opening().bytesOf(item, context)).rejects.toMatchObject({ status: 404 })
})
