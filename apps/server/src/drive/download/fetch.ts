import type { Files } from '@tradewind/byte-store/files'
import { PREVIEWED, previewKindOf } from '@tradewind/contract/drive/item.words'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import type { Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { away, notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { remakeToShow } from '#kit/picture'
import { documents } from '#platform/schema/document.table'
import { openItem } from '../drive.access.ts'
import type { openRunning } from './running.ts'
import { noteTaken } from './taken.ts'

/** Where the bytes of an item stand. */
interface Standing {
  files: Files
  tenantId: string
  hash: string
  size: number
}

const read = async ({ files, tenantId, hash, size }: Standing, most: number) => {
  const bytes = await files.read(tenantId, hash, size > most ? { start: 0, end: most - 1 } : undefined)
  if (!bytes) throw new Error('The bytes of a document are gone')
  return buffer(bytes)
}

/** Letters alone: what is no text is not shown. A letter that the end cuts is left out. */
const letters = (bytes: Buffer) => {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return text.includes('\0') ? undefined : text
}

/** What may be shown of a file: a picture made again, or the beginning of a text. 404 where it is neither. */
const previewOf = async ({ name, mimeType }: Item, standing: Standing) => {
  if (previewKindOf(mimeType) === 'text') {
    const text = letters(await read(standing, PREVIEWED.text))
    if (text !== undefined) return { name, type: 'text/plain; charset=utf-8', body: Buffer.from(text), isShown: true }
  } else if (standing.size <= PREVIEWED.picture) {
    const picture = await remakeToShow(() => read(standing, PREVIEWED.picture), { widths: [1600], height: 1600 })
    if (picture) return { name: `${name}.webp`, type: 'image/webp', body: picture.webps[0]!, isShown: true }
  }
  throw notFound(say('Preview not found'))
}

export interface Needs {
  db: Database
  files: Files
  running: ReturnType<typeof openRunning>
}

/** How who asks reaches an item. */
export interface Way {
  /** The item as it is now. 404 where it is not reached any more. */
  find: (context: ReadContext) => Promise<Item>
  through?: Parameters<Needs['running']['assertMay']>[0]['through']
}

/** As one's own, or as one that is shared. */
const byDrive = ({ uniqueId }: Item): Way => ({ find: (context) => openItem(uniqueId, context) })

/** The item as it is now, where it was replaced since it was read. */
const replaced = async ({ documentId }: Item, context: ReadContext, way: Way) => {
  const now = await way.find(context)
  return now.documentId === documentId ? undefined : now
}

/** Where a replace comes between, what the item is now is tried once. */
const asItIs = <T>(item: Item, context: ReadContext, way: Way, answer: (item: Item) => Promise<T>) =>
  answer(item).catch(async (error: unknown) => {
    const now = await replaced(item, context, way)
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

  const bytesOf = async (item: Item, context: ReadContext, way: Way) => {
    const { hash, size, tenantId } = await standingOf(item, context)
    const open = (range: { start: number; end: number } | undefined) =>
      running.follow({ ...context, item, through: way.through }, async () => {
        await noteTaken(db, 'DOWNLOADED', item, context)
        const bytes = await files.read(tenantId, hash, range)
        if (bytes) return bytes
        // Their length and tag are told already: other bytes come only when it is asked for again.
        throw (await replaced(item, context, way)) ? away() : new Error('The bytes of a document are gone')
      })
    return { name: item.name, type: item.mimeType ?? '', body: { size, tag: hash, open } }
  }
  const shownOf = async (item: Item, context: ReadContext) => {
    const shown = await previewOf(item, await standingOf(item, context))
    await noteTaken(db, 'OPENED', item, context)
    return shown
  }

  return {
    bytesOf: (item: Item, context: ReadContext, way = byDrive(item)) =>
      asItIs(item, context, way, (present) => bytesOf(present, context, way)),
    shownOf: async (item: Item, context: ReadContext, way = byDrive(item)) => {
      await running.assertMay({ ...context, item, through: way.through })
      return asItIs(item, context, way, (present) => shownOf(present, context))
    },
  }
}
