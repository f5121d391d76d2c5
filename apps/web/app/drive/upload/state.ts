import type { UploadingFile } from '@tradewind/contract/drive/driveUpload.contract'
import type { Chosen } from './collectFiles.ts'

/** `LOST`: the page was reloaded and no longer has the file, which must be selected again. */
export type FileState = 'WAITING' | 'SENDING' | 'DONE' | 'SKIPPED' | 'FAILED' | 'CANCELLED' | 'LOST'

/** One file that is being uploaded, by the id of its upload. */
export interface SendingFile {
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
  files: readonly SendingFile[]
  /** The empty folders that it has created. */
  folders: readonly string[]
  /** It has ended with all of its files in the drive. */
  complete: boolean
}

const finalStates: readonly FileState[] = ['DONE', 'SKIPPED', 'FAILED', 'CANCELLED']

/** Whether the file has reached a final state. */
export const isFileFinished = ({ state }: SendingFile) => finalStates.includes(state)
export const isFinished = ({ files }: Batch) => files.every(isFileFinished)
export const isComplete = ({ files }: Batch) => files.length > 0 && files.every(({ state }) => state === 'DONE')

/** Whether the upload must still be shown after a reload: it is unfinished, or files have failed. */
export const hasOpenFiles = (batch: Batch) => !isFinished(batch) || batch.files.some(({ state }) => state === 'FAILED')

/** Whether files would have to be selected again if the page were closed now. */
export const wouldLoseFiles = ({ kept, files }: Batch) =>
  !kept && files.some(({ state }) => state === 'WAITING' || state === 'SENDING')

/** The name of an upload: the first of the selected files and folders, and how many others there are. */
export const summarizeNames = ({ files, folders }: Batch) => {
  const paths = [...files.map(({ path }) => path), ...folders]
  const [first = '', ...others] = new Set(paths.map((path) => path.split('/')[0]!))
  return { first, others: others.length }
}

/** The batch with one of its files changed. */
export const withFile = (batch: Batch, uniqueId: string, change: Partial<SendingFile>): Batch => ({
  ...batch,
  files: batch.files.map((file) => (file.uniqueId === uniqueId ? { ...file, ...change } : file)),
})

/** The batch without these files. */
export const withoutFiles = (batch: Batch, ids: ReadonlySet<string>): Batch => ({
  ...batch,
  files: batch.files.filter(({ uniqueId }) => !ids.has(uniqueId)),
})

/** Failed or cancelled on this page: the server knows it only when it is told. */
const isFailedOrCancelled = ({ state }: SendingFile) => state === 'FAILED' || state === 'CANCELLED'

const withServerRow = (file: SendingFile, row: UploadingFile | undefined): SendingFile => {
  const isEarlierState = row?.state === 'WAITING' || row?.state === 'CANCELLED'
  if (!row || (isFailedOrCancelled(file) && isEarlierState)) return file
  return { ...file, sent: row.received, state: row.state, name: row.name, problem: row.problem }
}

/** The batch in the state that the server knows, except for files that failed or were cancelled here. */
export const withServerRows = (batch: Batch, rows: ReadonlyMap<string, UploadingFile>): Batch => ({
  ...batch,
  files: batch.files.map((file) => withServerRow(file, rows.get(file.uniqueId))),
})

/** The files that the server still waits for, but that will not arrive. */
export const undeliverableIds = ({ files }: Batch, rows: ReadonlyMap<string, UploadingFile>) =>
  files
    .filter((file) => isFailedOrCancelled(file) && rows.get(file.uniqueId)?.state === 'WAITING')
    .map(({ uniqueId }) => uniqueId)

/** The overall progress: bytes, and how many files ended in which state. */
export const progressOf = (batches: readonly Batch[]) => {
  const files = batches.flatMap((batch) => batch.files)
  const counted = files.filter(({ state }) => state !== 'SKIPPED' && state !== 'CANCELLED')
  const countInState = (...states: FileState[]) => files.filter(({ state }) => states.includes(state)).length
  return {
    sent: counted.reduce((sum, { sent, size, state }) => sum + (state === 'DONE' ? size : sent), 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
    files: files.length,
    folders: batches.reduce((sum, { folders }) => sum + folders.length, 0),
    done: countInState('DONE'),
    skipped: countInState('SKIPPED', 'CANCELLED'),
    failed: countInState('FAILED', 'LOST'),
    running: countInState('WAITING', 'SENDING'),
  }
}

/** The uploaded share in whole percent. */
export const percentOf = (sent: number, size: number) => (size === 0 ? 100 : Math.floor((100 * sent) / size))

/** The next file to send, if a batch that is not paused has a waiting file. */
export const nextWaitingFile = (batches: readonly Batch[], ownerId: string) =>
  batches
    .filter((batch) => batch.ownerId === ownerId && !batch.paused)
    .flatMap((batch) => batch.files)
    .find(({ state }) => state === 'WAITING')

/** The selected file that is the lost one: by its path, or by its name if no other file has it; unchanged since. */
export const matchLostFile = (chosen: readonly Chosen[], { path, size, lastModified }: SendingFile) => {
  const sameFiles = chosen.filter(({ file }) => file.size === size && file.lastModified === lastModified)
  const sameNames = sameFiles.filter((each) => path.endsWith(`/${each.path.split('/').at(-1)}`))
  return sameFiles.find((each) => each.path === path) ?? (sameNames.length === 1 ? sameNames[0] : undefined)
}
