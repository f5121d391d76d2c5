import type { Piece } from '@tradewind/byte-store/files'
import { driveDownloadApi } from '@tradewind/contract/drive/drive.contract'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { lockBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import { driveBatches, driveUploads } from './schema/drive.table.ts'

let app: TestApp
let ann: TestUser
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const from = (text: string) => Readable.from([text])
const kept = async () => {
  const hashes: string[] = []
  for await (const { hash } of app.appContext.files.list(ann.tenantId)) hashes.push(hash)
  return hashes
}
/** Moves the clock of this process forward by so many hours. */
const advanceClock = (hours: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 60 * 60 * 1000)

/** The row of an upload. */
const upload = (state: 'WAITING' | 'CANCELLED', pieces: Piece[]) =>
  app.appContext.db.write(tenantScope(ann.tenantId), async (tx) => {
    const [batch] = await tx.insert(driveBatches).values({ ownerId: ann.uniqueId, size: 10 }).returning()
    const file = { path: 'x', name: 'x', size: 10, clash: 'KEEP', state } as const
    await tx.insert(driveUploads).values({ ...file, batchId: batch!.uniqueId, ownerId: ann.uniqueId, pieces })
  })

test('removes bytes that no document refers to a day later, and none that one refers to', async () => {
  const { files } = app.appContext
  const item = await driveFixture(app, ann).file('Named.txt', { content: 'named' })
  const { hash } = await files.store(ann.tenantId, from('of nobody'))
  await app.clock('drive.orphans')
  expect(await kept()).toContain(hash)
  advanceClock(25)
  await app.clock('drive.orphans')
  expect(await kept()).not.toContain(hash)
  vi.restoreAllMocks()
  expect((await app.as(ann).send(driveDownloadApi.download, { uniqueId: item.uniqueId })).body).toBe('named')
})

test('a tenant for whom it fails does not block the other tenants, and is reported at the end', async () => {
  const { files } = app.appContext
  const clear = vi.spyOn(files, 'clear').mockRejectedValueOnce(new Error('a disk fault'))
  await expect(app.clock('drive.orphans')).rejects.toThrow('failed for 1 of')
  expect(clear.mock.calls.length).toBeGreaterThan(1)
})

test('keeps bytes that become a document’s at this moment', async () => {
  const { files, db } = app.appContext
  const { hash } = await files.store(ann.tenantId, from('just now'))
  advanceClock(25)
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const naming = db.write(tenantScope(ann.tenantId), async (tx) => {
    await lockBytes(tx, ann.tenantId, hash)
    isHeld.resolve()
    await held.promise
    const named = { originalFileName: 'x', fileName: 'x', mimeType: 'text/plain' }
    await tx.insert(documents).values({ ...named, purpose: 'DRIVE', size: 8, hash })
  })
  await isHeld.promise
  const clearing = app.clock('drive.orphans')
  await expect.poll(app.waiting).toHaveLength(1)
  held.resolve()
  await Promise.all([naming, clearing])
  expect(await kept()).toContain(hash)
})

test('keeps pieces of an upload that may be resumed, however old, and removes all others a day later', async () => {
  const { files } = app.appContext
  const going = await files.append(ann.tenantId, [], from('half'))
  const given = await files.append(ann.tenantId, [], from('given up'))
  await upload('WAITING', going.pieces)
  await upload('CANCELLED', given.pieces)
  advanceClock(49)
  await app.clock('drive.orphans')
  const { hash, show } = await files.combine(ann.tenantId, going.pieces)
  await show()
  expect(await kept()).toContain(hash)
  await expect(app.appContext.files.combine(ann.tenantId, [{ ...given.pieces[0]!, size: 3 }])).rejects.toThrow('ENOENT')
})
