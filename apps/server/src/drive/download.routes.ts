import type { Files } from '@tradewind/byte-store/files'
import { driveDownloadApi } from '@tradewind/contract/drive/drive.contract'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { mediaKindOf, PREVIEW_BYTES, previewKindOf } from '@tradewind/contract/drive/item.constants'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import type { Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { notFound, serviceUnavailable } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, type WriteContext } from '#kit/http/context'
import { assertSwitchedOn, routes } from '#kit/http/routes'
import { reencodeForDisplay } from '#kit/picture'
import type { downloadHandlers } from '#kit/record/sheets'
import { documents } from '#platform/schema/document.table'
import { recordAccess, recordAccessWith, recordOpening } from './download.activity.ts'
import { openDownloads } from './download.open.ts'
import { findVisibleItem } from './drive.access.ts'
import { pdfPage, pdfPages } from './preview/pdf.ts'

/** Where the bytes of an item are stored. */
interface StoredBytes {
  files: Files
  tenantId: string
  hash: string
  size: number
}

const readBytes = async ({ files, tenantId, hash, size }: StoredBytes, most: number) => {
  const bytes = await files.read(tenantId, hash, size > most ? { start: 0, end: most - 1 } : undefined)
  if (!bytes) throw new Error('The bytes of a document are gone')
  return buffer(bytes)
}

/** Decodes bytes as text; undefined where they are not text. Drops a character that the cut splits. */
const decodeText = (bytes: Buffer) => {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return text.includes('\0') ? undefined : text
}

/** A file as a PDF. 404 where its type or size is another. */
const toPdf = ({ mimeType }: Item, stored: StoredBytes) => {
  if (previewKindOf(mimeType) !== 'pdf' || stored.size > PREVIEW_BYTES.pdf) throw notFound(say('Preview not found'))
  return { hash: stored.hash, read: () => readBytes(stored, PREVIEW_BYTES.pdf) }
}

/** The preview of a file: a re-encoded picture, a drawn page of a PDF, or the beginning of a text. 404 where it is none of them. */
const previewOf = async (item: Item, stored: StoredBytes, page: number) => {
  const { name, mimeType } = item
  const toWebp = (body: Buffer) => ({ name: `${name}.webp`, type: 'image/webp', body, isInline: true })
  if (previewKindOf(mimeType) === 'pdf') return toWebp(await pdfPage(toPdf(item, stored), page))
  if (page > 1) throw notFound(say('Preview not found'))
  if (previewKindOf(mimeType) === 'text') {
    const text = decodeText(await readBytes(stored, PREVIEW_BYTES.text))
    if (text !== undefined) return { name, type: 'text/plain; charset=utf-8', body: Buffer.from(text), isInline: true }
  } else if (stored.size <= PREVIEW_BYTES.picture) {
    const picture = await reencodeForDisplay(() => readBytes(stored, PREVIEW_BYTES.picture), { widths: [1600], height: 1600 })
    if (picture) return toWebp(picture.webps[0]!)
  }
  throw notFound(say('Preview not found'))
}

export interface OpenerNeeds {
  db: Database
  files: Files
  running: ReturnType<typeof openDownloads>
}

/** How the actor reaches an item. */
export interface ItemAccess {
  /** Returns the item in its current state. 404 where the actor no longer reaches it. */
  find: (context: ReadContext) => Promise<Item>
  canReadThroughRecord?: Parameters<OpenerNeeds['running']['assertMay']>[0]['canReadThroughRecord']
}

/** Reached through the actor's own drive, or through a share. */
const accessByDrive = ({ uniqueId }: Item): ItemAccess => ({ find: (context) => findVisibleItem(uniqueId, context) })

/** The item in its current state, if its content was replaced after it was read. */
const currentIfReplaced = async ({ documentId }: Item, context: ReadContext, access: ItemAccess) => {
  const now = await access.find(context)
  return now.documentId === documentId ? undefined : now
}

/** Runs `answer`. If that fails and the item was replaced meanwhile, runs it once more with the current item. */
const retryIfReplaced = <T>(item: Item, context: ReadContext, access: ItemAccess, answer: (item: Item) => Promise<T>) =>
  answer(item).catch(async (error: unknown) => {
    const now = await currentIfReplaced(item, context, access)
    if (!now) throw error
    return answer(now)
  })

/** Whether a ticket plays the file: it is a recording. It counts as opened once, when the ticket is issued, and not with each part that is read. */
export const recordPlay = async (item: Item, isRequested: boolean, context: WriteContext) => {
  const isPlayed = isRequested && mediaKindOf(item.mimeType) !== undefined
  if (isPlayed) await recordAccessWith('OPENED', item, context)
  return isPlayed
}

/** Returns a file that the actor may open: its bytes, or its preview. */
export const opener = ({ db, files, running }: OpenerNeeds) => {
  const findStoredBytes = async ({ documentId }: Item, { db: reader, scope }: ReadContext) => {
    const [found] = await reader.select().from(documents).where(eq(documents.uniqueId, documentId!))
    if (!found) throw notFound(say('File not found'))
    return { files, tenantId: scope.tenantId, hash: found.hash, size: found.size }
  }

  const bytesOf = async (item: Item, context: ReadContext, access: ItemAccess, isPlayed: boolean) => {
    const { hash, size, tenantId } = await findStoredBytes(item, context)
    const open = (range: { start: number; end: number } | undefined) =>
      running.follow({ ...context, item, canReadThroughRecord: access.canReadThroughRecord }, async () => {
        if (!isPlayed) await recordAccess(db, 'DOWNLOADED', item, context)
        const bytes = await files.read(tenantId, hash, range)
        if (bytes) return bytes
        // Its length and ETag have been sent already: the client gets the new bytes only with a new request.
        throw (await currentIfReplaced(item, context, access))
          ? serviceUnavailable()
          : new Error('The bytes of a document are gone')
      })
    return { name: item.name, type: item.mimeType ?? '', body: { size, tag: hash, open } }
  }
  const shownOf = async (item: Item, context: ReadContext, page: number) => {
    const preview = await previewOf(item, await findStoredBytes(item, context), page)
    await recordOpening(db, item, context)
    return preview
  }
  const assertMay = (item: Item, context: ReadContext, { canReadThroughRecord }: ItemAccess) =>
    running.assertMay({ ...context, item, canReadThroughRecord })

  return {
    /** `isPlayed`: they do not count as downloaded. */
    bytesOf: (item: Item, context: ReadContext, access = accessByDrive(item), isPlayed = false) =>
      retryIfReplaced(item, context, access, (present) => bytesOf(present, context, access, isPlayed)),
    /** The preview; of a PDF one page, counted from 1. */
    shownOf: async (item: Item, context: ReadContext, page = 1, access = accessByDrive(item)) => {
      await assertMay(item, context, access)
      return retryIfReplaced(item, context, access, (present) => shownOf(present, context, page))
    },
    /** The number and sizes of the pages of a PDF. */
    pagesOf: async (item: Item, context: ReadContext, access = accessByDrive(item)) => {
      await assertMay(item, context, access)
      return retryIfReplaced(item, context, access, async (present) =>
        pdfPages(toPdf(present, await findStoredBytes(present, context))),
      )
    },
  }
}

/** What a ticket is for. The key `drive` or `attachment` tells its kind from those of other features, and holds the id. */
interface TicketSubject {
  drive?: string
  attachment?: string
  preview: boolean
  /** To play a recording. */
  play: boolean
  sessionId: string | undefined
}
type TicketNeeds = Parameters<typeof downloadHandlers>[1]

/** Tickets for files of one kind of id, for actors whom the rules allow to have them. */
export const ticketsFor = ({ tickets }: TicketNeeds, kind: 'drive' | 'attachment', rules: Rules) => ({
  give: (context: WriteContext, uniqueId: string, use: Pick<TicketSubject, 'preview' | 'play'>) => {
    const subject: TicketSubject = { [kind]: uniqueId, ...use, sessionId: context.sessionId }
    return tickets.create(context, JSON.stringify(subject))
  },
  /** Reads a ticket as the user to whom it was issued, with their current rights and in the session in which it was issued. */
  read: async (ticket: string, request: ManualContext) => {
    const found = await tickets.read(ticket)
    const subject = found && (JSON.parse(found.subject || '{}') as Partial<TicketSubject>)
    const uniqueId = subject?.[kind]
    if (!found || !uniqueId || !can(found.actor, rules)) throw notFound(say('Download not found'))
    const { actor } = found
    const context = { ...(await request.readAs(actor)), sessionId: subject.sessionId }
    return { context, uniqueId, preview: subject.preview ?? false, isPlayed: subject.play ?? false }
  },
  lengthen: tickets.lengthen,
})

type Needs = Omit<OpenerNeeds, 'running'> & Parameters<typeof openDownloads>[0] & TicketNeeds

/** A file that the actor may open. 404 for a folder, which has no bytes. */
const openFile = async (uniqueId: string, context: ReadContext | WriteContext) => {
  const item = await findVisibleItem(uniqueId, context)
  if (item.folder) throw notFound(say('File not found'))
  return item
}

/** Bytes of files, for users who may open them: with our authorization header, or by a ticket. */
export const driveDownloadRoutes = (appContext: Needs) => {
  const { settings } = appContext
  const { bytesOf, shownOf, pagesOf } = opener({ ...appContext, running: openDownloads(appContext) })
  const tickets = ticketsFor(appContext, 'drive', drivePolicy.see)

  return routes(driveDownloadApi, {
    download: async ({ uniqueId }, context) => bytesOf(await openFile(uniqueId, context), context),
    // A manual transaction, so that no first reply is stored: a ticket occurs nowhere but in its reply.
    ticket: manualTransaction(async ({ uniqueId, preview = false, play = false }, { write }) =>
      write(async (context) => {
        const item = await openFile(uniqueId, context)
        const use = { preview, play: await recordPlay(item, play, context) }
        return { url: `/api/files/ticket/${await tickets.give(context, item.uniqueId, use)}` }
      }),
    ),
    pages: async ({ uniqueId }, context) => pagesOf(await openFile(uniqueId, context), context),
    fetch: manualTransaction(async ({ ticket, page }, request) => {
      const { context, uniqueId, preview, isPlayed } = await tickets.read(ticket, request)
      await assertSwitchedOn(settings, 'DRIVE_ENABLED', context.scope.tenantId)
      const item = await openFile(uniqueId, context)
      if (preview) return shownOf(item, context, page)
      await tickets.lengthen(ticket)
      return bytesOf(item, context, undefined, isPlayed)
    }),
  })
}
