import { createStore, del, delMany, get, getMany, keys, set, setMany, type UseStore } from 'idb-keyval'
import type { Batch } from './state.ts'
import { KEPT_UPLOADS } from './UploadWatch.tsx'

/** Maximum total size in bytes of the files of an upload that are stored, so that it continues automatically after a reload. */
const KEPT = 512 * 1024 * 1024

let opened: UseStore | undefined
const store = () => (opened ??= createStore(KEPT_UPLOADS, 'kept'))

type Name = Pick<Batch, 'ownerId' | 'uniqueId'>

const batchKey = ({ ownerId, uniqueId }: Name) => `batch ${ownerId} ${uniqueId}`
const fileKey = (uniqueId: string) => `file ${uniqueId}`
/** If the browser cannot store anything, or has no space left, only resuming after a reload is lost. */
const unlessFull = () => undefined

/** Stores an upload in the browser until it is finished. Returns whether its files are stored, too. */
export const keep = async (batch: Batch, files: ReadonlyMap<string, File>) => {
  await keepRecord(batch)
  if (batch.files.reduce((sum, { size }) => sum + size, 0) > KEPT) return false
  const kept = [...files].map(([uniqueId, file]): [string, unknown] => [fileKey(uniqueId), file])
  return setMany(kept, store()).then(
    () => true,
    () => false,
  )
}

/** Stores the state of an upload, without its files. */
export const keepRecord = (batch: Batch) => set(batchKey(batch), batch, store()).catch(unlessFull)

/** Deletes the stored file of an upload that is finished. */
export const forgetFile = (uniqueId: string) => void del(fileKey(uniqueId), store()).catch(unlessFull)

/** Deletes all stored data of an upload. */
export const forget = (batch: Batch) =>
  void delMany([batchKey(batch), ...batch.files.map(({ uniqueId }) => fileKey(uniqueId))], store()).catch(unlessFull)

/** The uploads of this user that were unfinished when their pages were closed. */
export const keptOf = async (ownerId: string): Promise<readonly Name[]> => {
  const theirs = batchKey({ ownerId, uniqueId: '' })
  const all = await keys<string>(store()).catch(() => [])
  return all.filter((key) => key.startsWith(theirs)).map((key) => ({ ownerId, uniqueId: key.slice(theirs.length) }))
}

/** The current state of a stored upload, with those of its files that were stored. */
export const keptNow = async (name: Name) => {
  const kept = await get<Batch>(batchKey(name), store()).catch(unlessFull)
  if (!kept) return undefined
  const batch = { ...kept, folders: kept.folders ?? [] } // older versions of the page did not store folders
  const found = await getMany<File | undefined>(
    batch.files.map(({ uniqueId }) => fileKey(uniqueId)),
    store(),
  ).catch(() => [])
  const files = new Map(batch.files.flatMap(({ uniqueId }, at) => (found[at] ? [[uniqueId, found[at]] as const] : [])))
  return { batch, files }
}
