import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { tenantScope } from '#kit/database/database'
import { driveItems, type Item, nameColumns } from '../../src/drive/schema/drive.table.ts'
import { documents } from '../../src/platform/schema/document.table.ts'
import type { TestApp, TestUser } from '../app.ts'

interface StoredItem {
  folder?: Item | null
  content?: string | Buffer
  mimeType?: string
}

/** Adds folders and files to a user's drive, as uploads would have done. */
export const driveFixture = (app: TestApp, { uniqueId: ownerId, tenantId }: Pick<TestUser, 'uniqueId' | 'tenantId'>) => {
  const { db, files } = app.appContext
  const placed = (name: string, folder: boolean, above: Item | null = null) => ({
    ...nameColumns(name, folder),
    ownerId,
    createdBy: ownerId,
    folder,
    parentId: above?.uniqueId ?? null,
    ancestors: above ? [...above.ancestors, above.uniqueId] : [],
  })
  const add = (values: typeof driveItems.$inferInsert) =>
    db.write(tenantScope(tenantId), async (tx) => (await tx.insert(driveItems).values(values).returning())[0]!)

  return {
    folder: (name: string, above?: Item | null) => add(placed(name, true, above)),
    file: async (name: string, { folder = null, content = name, mimeType = 'text/plain' }: StoredItem = {}) => {
      await files.store(tenantId, Readable.from([Buffer.from(content as string)]))
      const bytes = { size: Buffer.byteLength(content), hash: hash('sha256', content), mimeType }
      const row = { ...bytes, purpose: 'DRIVE' as const, originalFileName: name, fileName: name, createdBy: ownerId }
      const documentId = await db.write(tenantScope(tenantId), async (tx) => {
        const [made] = await tx.insert(documents).values(row).returning({ uniqueId: documents.uniqueId })
        return made!.uniqueId
      })
      return add({ ...placed(name, false, folder), documentId, size: bytes.size, mimeType })
    },
  }
}
