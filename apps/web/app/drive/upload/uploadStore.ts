import { createStore, del, delMany, get, getMany, keys, set, setMany, type UseStore } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import { type Batch, hasOpenFiles, type SendingFile, withFile } from './state.ts'
import { markUploadStarted, UPLOADS_DATABASE } from './UploadWatch.tsx'

let batches: readonly Batch[] = []
const listeners = new Set<() => void>()

/** Milliseconds between two notifications of subscribers: thousands of small files cause many changes. */
const NOTIFY_DELAY = 100
let notifyTimer: ReturnType<typeof setTimeout> | undefined

const setBatches = (next: readonly Batch[]) => {
  batches = next
  notifyTimer ??= setTimeout(() => {
    notifyTimer = undefined
    for (const listener of listeners) listener()
  }, NOTIFY_DELAY)
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of this page, latest last. */
export const useUploads = () =>
  useSyncExternalStore(
    subscribe,
    () => batches,
    () => batches,
  )

export const allBatches = () => batches
export const findBatch = (batchId: string) => batches.find(({ uniqueId }) => uniqueId === batchId)
export const batchOf = (fileId: string) => batches.find(({ files }) => files.some(({ uniqueId }) => uniqueId === fileId))

export const addBatch = (batch: Batch) => {
  markUploadStarted()
  setBatches([...batches.filter(({ uniqueId }) => uniqueId !== batch.uniqueId), batch])
}
export const removeBatch = (batchId: string) => setBatches(batches.filter(({ uniqueId }) => uniqueId !== batchId))
export const updateBatch = (batchId: string, to: (batch: Batch) => Batch) =>
  setBatches(batches.map((batch) => (batch.uniqueId === batchId ? to(batch) : batch)))
export const updateFile = (fileId: string, to: Partial<SendingFile>) => {
  const batch = batchOf(fileId)
  if (batch) updateBatch(batch.uniqueId, (now) => withFile(now, fileId, to))
}

/** Resolves when the condition is true. The condition is checked after each change. */
export const waitUntil = (condition: () => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (!condition()) return
      listeners.delete(check)
      resolve()
    }
    listeners.add(check)
    check()
  })

const unsaved = new Set<string>()

/** Stores an upload's state in the browser, or deletes it if the upload is finished. Delayed, so that many changes are stored together. */
export const saveBatch = (batchId: string) => {
  if (unsaved.size === 0) setTimeout(saveAll, NOTIFY_DELAY)
  unsaved.add(batchId)
}
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
const storeBatch = (batch: Batch) => set(batchKey(batch), batch, store()).catch(ignoreError)

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

const saveAll = () => {
  const ids = [...unsaved]
  unsaved.clear()
  for (const batch of ids.flatMap((id) => findBatch(id) ?? [])) {
    if (hasOpenFiles(batch)) void storeBatch(batch)
    else deleteStoredUpload(batch)
  }
}
