import { createStore, del, delMany, get, getMany, keys, set, setMany, type UseStore } from 'idb-keyval'
import type { Batch } from './state.ts'
import { UPLOADS_DATABASE } from './UploadWatch.tsx'

/** Maximum total size in bytes of the files of an upload that are stored, so that it continues automatically after a reload. */
const MAX_STORED_BYTES = 512 * 1024 * 1024

let openedStore: UseStore | undefined
const store = () => (openedStore ??= createStore(UPLOADS_DATABASE, 'kept'))

type BatchRef = Pick<Batch, 'ownerId' | 'uniqueId'>

const batchKey = ({ ownerId, uniqueId }: BatchRef) => `batch ${ownerId} ${uniqueId}`
const fileKey = (uniqueId: string) => `file ${uniqueId}`
/** If the browser cannot store anything, or has no space left, only resuming after a reload is lost. */
const ignoreError = () => undefined

/** Stores an upload in the browser until it is finished. Returns whether its files are stored, too. */
export const storeUpload = async (batch: Batch, files: ReadonlyMap<string, File>) => {
  await storeBatch(batch)
  if (batch.files.reduce((sum, { size }) => sum + size, 0) > MAX_STORED_BYTES) return false
  const entries = [...files].map(([uniqueId, file]): [string, unknown] => [fileKey(uniqueId), file])
  return setMany(entries, store()).then(
    () => true,
    () => false,
  )
}

/** Stores the state of an upload, without its files. */
export const storeBatch = (batch: Batch) => set(batchKey(batch), batch, store()).catch(ignoreError)

/** Deletes the stored file of an upload that is finished. */
export const deleteStoredFile = (uniqueId: string) => void del(fileKey(uniqueId), store()).catch(ignoreError)

/** Deletes all stored data of an upload. */
export const deleteStoredUpload = (batch: Batch) =>
  void delMany([batchKey(batch), ...batch.files.map(({ uniqueId }) => fileKey(uniqueId))], store()).catch(ignoreError)

/** The uploads of this user that were unfinished when their pages were closed. */
export const listStoredUploads = async (ownerId: string): Promise<readonly BatchRef[]> => {
  const prefix = batchKey({ ownerId, uniqueId: '' })
  const all = await keys<string>(store()).catch(() => [])
  return all.filter((key) => key.startsWith(prefix)).map((key) => ({ ownerId, uniqueId: key.slice(prefix.length) }))
}

/** The current state of a stored upload, with those of its files that were stored. */
export const loadStoredUpload = async (name: BatchRef) => {
  const stored = await get<Batch>(batchKey(name), store()).catch(ignoreError)
  if (!stored) return undefined
  const batch = { ...stored, folders: stored.folders ?? [] } // older versions of the page did not store folders
  const found = await getMany<File | undefined>(
    batch.files.map(({ uniqueId }) => fileKey(uniqueId)),
    store(),
  ).catch(() => [])
  const files = new Map(batch.files.flatMap(({ uniqueId }, at) => (found[at] ? [[uniqueId, found[at]] as const] : [])))
  return { batch, files }
}
