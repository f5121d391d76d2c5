import { createStore, del, delMany, entries, set, setMany, type UseStore } from 'idb-keyval'
import type { Batch } from './state.ts'

/** Files up to so many bytes in one upload are kept, so that it goes on after a reload by itself. */
const KEPT = 512 * 1024 * 1024

let opened: UseStore | undefined
const store = () => (opened ??= createStore('drive-uploads', 'kept'))

const batchKey = ({ ownerId, uniqueId }: Pick<Batch, 'ownerId' | 'uniqueId'>) => `batch ${ownerId} ${uniqueId}`
const fileKey = (uniqueId: string) => `file ${uniqueId}`
/** A browser that keeps nothing, or has no room, loses the comfort and nothing else. */
const unlessFull = () => undefined

/** Keeps an upload in the browser until it is over, and says whether its files are kept, too. */
export const keep = async (batch: Batch, files: ReadonlyMap<string, File>) => {
  await keepRecord(batch)
  if (batch.files.reduce((sum, { size }) => sum + size, 0) > KEPT) return false
  const kept = [...files].map(([uniqueId, file]): [string, unknown] => [fileKey(uniqueId), file])
  return setMany(kept, store()).then(
    () => true,
    () => false,
  )
}

/** Keeps how an upload stands, without its files. */
export const keepRecord = (batch: Batch) => set(batchKey(batch), batch, store()).catch(unlessFull)

/** Forgets a file whose upload is over. */
export const forgetFile = (uniqueId: string) => void del(fileKey(uniqueId), store()).catch(unlessFull)

/** Forgets a whole upload. */
export const forget = (batch: Batch) =>
  void delMany([batchKey(batch), ...batch.files.map(({ uniqueId }) => fileKey(uniqueId))], store()).catch(unlessFull)

/** The uploads of this person that were not over when the page went, with their files, as far as they were kept. */
export const keptOf = async (ownerId: string) => {
  const all = (await entries<string, Batch | File>(store()).catch(() => [])) ?? []
  const batches = all.filter(([key]) => key.startsWith(`batch ${ownerId} `)).map(([, value]) => value as Batch)
  const files = all.flatMap(([key, value]) => (key.startsWith('file ') ? [[key.slice(5), value as File] as const] : []))
  return { batches, files: new Map(files) }
}
