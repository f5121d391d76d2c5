import type { Files, Piece, United } from '@tradewind/byte-store/files'
import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import { itemName } from '@tradewind/contract/drive/name'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { say, sentenceIn } from '@tradewind/contract/kit/say'
import { createReadStream } from 'node:fs'
import type { Item } from '#drive/schema/drive.table'
import type { Database } from '#kit/database/database'
import { away, invalid } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { lockBytes } from '#platform/document.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { ownFolder } from '../drive.access.ts'
import { itemsShown } from '../drive.lists.ts'
import { above, holdDrive } from '../drive.place.ts'
import { listUploads } from './arriving.ts'
import { clashes, declare, type Needs } from './declare.ts'
import { openWriters, orDropped, stored } from './flow.ts'
import { checkRoom, formLimit } from './room.ts'
import { tusCalls } from './send.ts'
import { settle } from './settle.ts'

type Several = Uploaded | readonly Uploaded[] | undefined
interface Given {
  file?: Several
  files?: Several
  parentId: string | null
}

/** The files of a form under the names that they will have. */
const chosen = ({ file, files }: Given) => {
  const all = [file ?? [], files ?? []].flat()
  if (all.length === 0) throw invalid({ files: say('Choose a file') })
  return all.map(({ filename, ...given }) => {
    const read = itemName.safeParse(filename)
    if (!read.success) throw invalid({ files: sentenceIn(read.error.issues[0]!) })
    return { ...given, name: read.data }
  })
}

/** Stores a file of the local disk. It is not yet published. */
const bring = async (files: Files, tenantId: string, path: string, brought: Piece[]) => {
  const { pieces, problem } = await stored(files.arrive(tenantId, [], createReadStream(path)))
  brought.push(...pieces)
  if (problem !== undefined) throw Object.assign(away(), { cause: problem })
  return stored(files.unite(tenantId, pieces))
}

/** Locks bytes, always before the drive and in a fixed order, so that no two transactions deadlock. */
const lockAll = async (hashes: readonly string[], { tx, scope }: WriteContext) => {
  for (const hash of [...new Set(hashes)].toSorted()) await lockBytes(tx, scope.tenantId, hash)
}

type Brought = United & Pick<ReturnType<typeof chosen>[number], 'name' | 'mimetype'>

/** Puts complete files into a folder. Publishes their bytes after everything else is done. */
const put = async (wholes: readonly Brought[], { settings }: Needs, parentId: string | null, context: WriteContext) => {
  await lockAll(
    wholes.map(({ hash }) => hash),
    context,
  )
  await holdDrive(context, context.actor.uniqueId)
  above(await ownFolder(parentId, context))
  const bytes = wholes.reduce((sum, { size }) => sum + size, 0)
  await checkRoom(settings, { bytes, items: wholes.length }, context)
  const items: Item[] = []
  for (const { name, hash, size, mimetype: mimeType } of wholes) {
    const whole = { name, hash, size, mimeType, parentId, clash: 'KEEP' as const }
    items.push((await settle(whole, context)).item!)
  }
  const shown = await itemsShown(items, context)
  for (const { show } of wholes) await stored(show())
  return shown
}

/** Puts the files of a form into a folder: all of them, or none. */
const takeForm = async (needs: Needs, given: Given, context: WriteContext) => {
  const { files } = needs
  const { tenantId } = context.scope
  const wanted = chosen(given)
  const brought: Piece[] = []
  const wholes: Brought[] = []
  try {
    return await orDropped(wholes, async () => {
      for (const { name, mimetype, path } of wanted)
        wholes.push({ name, mimetype, ...(await bring(files, tenantId, path, brought)) })
      return put(wholes, needs, given.parentId, context)
    })
  } finally {
    await files.drop(tenantId, brought).catch(() => {}) // a cleanup job removes leftovers after a day
  }
}

export const driveUploadRoutes = (needs: Needs & { db: Database; settings: TenantSettings }) =>
  routes(driveUploadApi, {
    clashes: (asked, context: WriteContext) => clashes(asked, context),
    batch: (given, context: WriteContext) => declare(needs, given, context),
    state: (asked, context: ReadContext) => listUploads(asked, context),
    ...tusCalls(needs, openWriters()),
    upload: {
      limit: (asking) => formLimit(needs.settings, asking, needs.db.as(asking.scope)),
      within: (given, context: WriteContext) => takeForm(needs, given, context),
    },
  })
