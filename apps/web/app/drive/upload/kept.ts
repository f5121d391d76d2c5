import { createStore, del, delMany, get, getMany, keys, set, setMany, type UseStore } from 'idb-keyval'
import type { Batch } from './state.ts'
import { KEPT_UPLOADS } from './UploadWatch.tsx'

/** Files up to so many bytes in one upload are kept, so that it goes on after a reload by itself. */
const KEPT = 512 * 1024 * 1024

let opened: UseStore | undefined
const store = () => (opened ??= createStore(KEPT_UPLOADS, 'kept'))

type Name = Pick<Batch, 'ownerId' | 'uniqueId'>

const batchKey = ({ ownerId, uniqueId }: Name) => `batch ${ownerId} ${uniqueId}`
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

/** The uploads of this person that were not over when their pages went. */
export const keptOf = async (ownerId: string): Promise<readonly Name[]> => {
  const theirs = batchKey({ ownerId, uniqueId: '' })
  const all = await keys<string>(store()).catch(() => [])
  return all.filter((key) => key.startsWith(theirs)).map((key) => ({ ownerId, uniqueId: key.slice(theirs.length) }))
}

/** One of them as it stands now, with its files as far as they were kept. */
export const keptNow = async (name: Name) => {
  const kept = await get<Batch>(batchKey(name), store()).catch(unlessFull)
  if (!kept) return undefined
  const batch = { ...kept, folders: kept.folders ?? [] } // an older page has not kept them
  const found = await getMany<File | undefined>(
    batch.files.map(({ uniqueId }) => fileKey(uniqueId)),
    store(),
  ).catch(() => [])
  const files = new Map(batch.files.flatMap(({ uniqueId }, at) => (found[at] ? [[uniqueId, found[at]] as const] : [])))
  return { batch, files }
}
