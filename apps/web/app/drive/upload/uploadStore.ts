import { useSyncExternalStore } from 'react'
import { type Batch, hasOpenFiles, type SendingFile, withFile } from './state.ts'
import { deleteStoredUpload, storeBatch } from './uploadStorage.ts'
import { markUploadStarted } from './UploadWatch.tsx'

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
const saveAll = () => {
  const ids = [...unsaved]
  unsaved.clear()
  for (const batch of ids.flatMap((id) => findBatch(id) ?? [])) {
    if (hasOpenFiles(batch)) void storeBatch(batch)
    else deleteStoredUpload(batch)
  }
}
