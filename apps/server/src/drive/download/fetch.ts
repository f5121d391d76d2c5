import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { away, notFound } from '#kit/errors'
import type { FileAnswer, Ranged, ReadContext } from '#kit/http/context'
import type { Files } from '@tradewind/byte-store/files'
import { documents } from '#platform/schema/document.table'
import { openItem } from '../drive.access.ts'
import type { Item } from '#drive/schema/drive.table'
import { previewOf } from './preview.ts'
import type { openRunning } from './running.ts'
import { noteTaken } from './taken.ts'

export interface Needs {
  db: Database
  files: Files
  running: ReturnType<typeof openRunning>
}

/** The item as it is now, where it was replaced since it was read. */
const replaced = async ({ uniqueId, documentId }: Item, context: ReadContext) => {
  const now = await openItem(uniqueId, context)
  return now.documentId === documentId ? undefined : now
}

/** Where a replace comes between, what the item is now is tried once. */
const asItIs = <T>(item: Item, context: ReadContext, answer: (item: Item) => Promise<T>) =>
  answer(item).catch(async (error: unknown) => {
    const now = await replaced(item, context)
    if (!now) throw error
    return answer(now)
  })

/** Answers a file that the actor may open: its bytes, or what may be shown of it. */
export const opener = ({ db, files, running }: Needs) => {
  const standingOf = async ({ documentId }: Item, { db: reader, scope }: ReadContext) => {
    const [found] = await reader.select().from(documents).where(eq(documents.uniqueId, documentId!))
    if (!found) throw notFound(say('File not found'))
    return { files, tenantId: scope.tenantId, hash: found.hash, size: found.size }
  }

  const bytesOf = async (item: Item, context: ReadContext): Promise<FileAnswer> => {
    const { hash, size, tenantId } = await standingOf(item, context)
    const open: Ranged['open'] = (range) =>
      running.follow({ ...context, item }, async () => {
        await noteTaken(db, 'DOWNLOADED', item, context)
        const bytes = await files.read(tenantId, hash, range)
        if (bytes) return bytes
        // Their length and tag are told already: other bytes come only when it is asked for again.
        throw (await replaced(item, context)) ? away() : new Error('The bytes of a document are gone')
      })
    return { name: item.name, type: item.mimeType ?? '', body: { size, tag: hash, open } }
  }
  const shownOf = async (item: Item, context: ReadContext) => {
    const shown = await previewOf(item, await standingOf(item, context))
    await noteTaken(db, 'OPENED', item, context)
    return shown
  }

  return {
    bytesOf: (item: Item, context: ReadContext) => asItIs(item, context, (present) => bytesOf(present, context)),
    shownOf: async (item: Item, context: ReadContext) => {
      await running.assertMay({ ...context, item })
      return asItIs(item, context, (present) => shownOf(present, context))
    },
  }
}
