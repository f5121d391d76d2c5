import { useSyncExternalStore } from 'react'
import { forget, keepRecord } from './kept.ts'
import { type Batch, isOpen, type Sending, withFile } from './state.ts'
import { begin } from './UploadWatch.tsx'

let batches: readonly Batch[] = []
const listeners = new Set<() => void>()

/** Milliseconds between two notifications of subscribers: thousands of small files cause many changes. */
const BEAT = 100
let beat: ReturnType<typeof setTimeout> | undefined

const set = (next: readonly Batch[]) => {
  batches = next
  beat ??= setTimeout(() => {
    beat = undefined
    for (const listener of listeners) listener()
  }, BEAT)
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

export const all = () => batches
export const find = (batchId: string) => batches.find(({ uniqueId }) => uniqueId === batchId)
export const batchOf = (fileId: string) => batches.find(({ files }) => files.some(({ uniqueId }) => uniqueId === fileId))

export const put = (batch: Batch) => {
  begin()
  set([...batches.filter(({ uniqueId }) => uniqueId !== batch.uniqueId), batch])
}
export const remove = (batchId: string) => set(batches.filter(({ uniqueId }) => uniqueId !== batchId))
export const update = (batchId: string, to: (batch: Batch) => Batch) =>
  set(batches.map((batch) => (batch.uniqueId === batchId ? to(batch) : batch)))
export const change = (fileId: string, to: Partial<Sending>) => {
  const batch = batchOf(fileId)
  if (batch) update(batch.uniqueId, (now) => withFile(now, fileId, to))
}

/** Resolves when the condition is true. The condition is checked after each change. */
export const when = (holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!holds()) return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
    look()
  })

const unsaved = new Set<string>()

/** Stores an upload's state in the browser, or deletes it if the upload is finished. Delayed, so that many changes are stored together. */
export const save = (batchId: string) => {
  if (unsaved.size === 0) setTimeout(saveAll, BEAT)
  unsaved.add(batchId)
}
const saveAll = () => {
  const ids = [...unsaved]
  unsaved.clear()
  for (const batch of ids.flatMap((id) => find(id) ?? [])) {
    if (isOpen(batch)) void keepRecord(batch)
    else forget(batch)
  }
}
