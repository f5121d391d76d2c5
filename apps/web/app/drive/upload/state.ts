import type { Arriving } from '@tradewind/contract/drive/driveUpload.contract'
import type { Chosen } from './gather.ts'

/** `LOST`: the page was reloaded and no longer has the file, which must be selected again. */
export type FileState = 'WAITING' | 'SENDING' | 'DONE' | 'SKIPPED' | 'FAILED' | 'CANCELLED' | 'LOST'

/** One file that is being uploaded, by the id of its upload. */
export interface Sending {
  uniqueId: string
  path: string
  /** Its name in the drive. */
  name: string
  /** Size in bytes, and how many of them the server has. */
  size: number
  sent: number
  /** When the file was last modified, in milliseconds: a file of the same name with another time is a different one. */
  lastModified: number
  state: FileState
  problem: string | null
  /** A folder that could not be read. */
  isFolder?: boolean
}

/** Files that were selected together. */
export interface Batch {
  uniqueId: string
  /** The user who uploads. */
  ownerId: string
  parentId: string | null
  paused: boolean
  /** Its files are stored in the browser, so that it continues automatically after a reload. */
  kept: boolean
  files: readonly Sending[]
  /** The empty folders that it has created. */
  folders: readonly string[]
  /** It has ended with all of its files in the drive. */
  whole: boolean
}

const over: readonly FileState[] = ['DONE', 'SKIPPED', 'FAILED', 'CANCELLED']

/** Whether the file has reached a final state. */
export const isOver = ({ state }: Sending) => over.includes(state)
export const isFinished = ({ files }: Batch) => files.every(isOver)
export const isWhole = ({ files }: Batch) => files.length > 0 && files.every(({ state }) => state === 'DONE')

/** Whether the upload must still be shown after a reload: it is unfinished, or files have failed. */
export const isOpen = (batch: Batch) => !isFinished(batch) || batch.files.some(({ state }) => state === 'FAILED')

/** Whether files would have to be selected again if the page were closed now. */
export const wouldLose = ({ kept, files }: Batch) =>
  !kept && files.some(({ state }) => state === 'WAITING' || state === 'SENDING')

/** The name of an upload: the first of the selected files and folders, and how many others there are. */
export const topOf = ({ files, folders }: Batch) => {
  const paths = [...files.map(({ path }) => path), ...folders]
  const [first = '', ...others] = new Set(paths.map((path) => path.split('/')[0]!))
  return { first, others: others.length }
}

/** The batch with one of its files changed. */
export const withFile = (batch: Batch, uniqueId: string, change: Partial<Sending>): Batch => ({
  ...batch,
  files: batch.files.map((file) => (file.uniqueId === uniqueId ? { ...file, ...change } : file)),
})

/** The batch without these files. */
export const without = (batch: Batch, ids: ReadonlySet<string>): Batch => ({
  ...batch,
  files: batch.files.filter(({ uniqueId }) => !ids.has(uniqueId)),
})

/** Failed or cancelled on this page: the server knows it only when it is told. */
const isGivenUp = ({ state }: Sending) => state === 'FAILED' || state === 'CANCELLED'

const learned = (file: Sending, row: Arriving | undefined): Sending => {
  const knowsLess = row?.state === 'WAITING' || row?.state === 'CANCELLED'
  if (!row || (isGivenUp(file) && knowsLess)) return file
  return { ...file, sent: row.received, state: row.state, name: row.name, problem: row.problem }
}

/** The batch in the state that the server knows, except for files that failed or were cancelled here. */
export const asKnown = (batch: Batch, rows: ReadonlyMap<string, Arriving>): Batch => ({
  ...batch,
  files: batch.files.map((file) => learned(file, rows.get(file.uniqueId))),
})

/** The files that the server still waits for, but that will not arrive. */
export const inVain = ({ files }: Batch, rows: ReadonlyMap<string, Arriving>) =>
  files.filter((file) => isGivenUp(file) && rows.get(file.uniqueId)?.state === 'WAITING').map(({ uniqueId }) => uniqueId)

/** The overall progress: bytes, and how many files ended in which state. */
export const progressOf = (batches: readonly Batch[]) => {
  const files = batches.flatMap((batch) => batch.files)
  const counted = files.filter(({ state }) => state !== 'SKIPPED' && state !== 'CANCELLED')
  const many = (...states: FileState[]) => files.filter(({ state }) => states.includes(state)).length
  return {
    sent: counted.reduce((sum, { sent, size, state }) => sum + (state === 'DONE' ? size : sent), 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
    files: files.length,
    folders: batches.reduce((sum, { folders }) => sum + folders.length, 0),
    done: many('DONE'),
    skipped: many('SKIPPED', 'CANCELLED'),
    failed: many('FAILED', 'LOST'),
    running: many('WAITING', 'SENDING'),
  }
}

/** The uploaded share in whole percent. */
export const shareOf = (sent: number, size: number) => (size === 0 ? 100 : Math.floor((100 * sent) / size))

/** The next file to send, if a batch that is not paused has a waiting file. */
export const nextOf = (batches: readonly Batch[], ownerId: string) =>
  batches
    .filter((batch) => batch.ownerId === ownerId && !batch.paused)
    .flatMap((batch) => batch.files)
    .find(({ state }) => state === 'WAITING')

/** The selected file that is the lost one: by its path, or by its name if no other file has it; unchanged since. */
export const foundAmong = (chosen: readonly Chosen[], { path, size, lastModified }: Sending) => {
  const same = chosen.filter(({ file }) => file.size === size && file.lastModified === lastModified)
  const named = same.filter((each) => path.endsWith(`/${each.path.split('/').at(-1)}`))
  return same.find((each) => each.path === path) ?? (named.length === 1 ? named[0] : undefined)
}
