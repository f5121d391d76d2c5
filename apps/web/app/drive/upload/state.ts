import type { Arriving } from '@tradewind/contract/drive/driveUpload.contract'
import type { Chosen } from './gather.ts'

/** `LOST`: the page was reloaded and no longer has the file, which must be chosen again. */
export type FileState = 'WAITING' | 'SENDING' | 'DONE' | 'SKIPPED' | 'FAILED' | 'CANCELLED' | 'LOST'

/** One file on its way into the drive, by the id of its upload. */
export interface Sending {
  uniqueId: string
  path: string
  /** The name that it has got in the drive. */
  name: string
  /** Bytes, and how many of them the server has. */
  size: number
  sent: number
  /** When the file was changed last, in milliseconds: another one of its name is not it. */
  lastModified: number
  state: FileState
  problem: string | null
  /** It is a folder, which could not be read. */
  isFolder?: boolean
}

/** Files that were chosen together. */
export interface Batch {
  uniqueId: string
  /** Whose upload it is. */
  ownerId: string
  parentId: string | null
  paused: boolean
  /** The browser has kept its files: a reload goes on with them by itself. */
  kept: boolean
  files: readonly Sending[]
  /** The empty folders that it has made. */
  folders: readonly string[]
  /** It has ended with all of its files in the drive. */
  whole: boolean
}

const over: readonly FileState[] = ['DONE', 'SKIPPED', 'FAILED', 'CANCELLED']

/** Nothing more happens to it by itself. */
export const isOver = ({ state }: Sending) => over.includes(state)
export const isFinished = ({ files }: Batch) => files.every(isOver)
export const isWhole = ({ files }: Batch) => files.length > 0 && files.every(({ state }) => state === 'DONE')

/** Is there something in it to be told after a reload: what goes on, or has failed? */
export const isOpen = (batch: Batch) => !isFinished(batch) || batch.files.some(({ state }) => state === 'FAILED')

/** Has it files that would have to be chosen again, were the page to go now? */
export const wouldLose = ({ kept, files }: Batch) =>
  !kept && files.some(({ state }) => state === 'WAITING' || state === 'SENDING')

/** What an upload is called: the first of the files and folders that were chosen, and how many others there are. */
export const topOf = ({ files, folders }: Batch) => {
  const paths = [...files.map(({ path }) => path), ...folders]
  const [first = '', ...others] = new Set(paths.map((path) => path.split('/')[0]!))
  return { first, others: others.length }
}

/** The batch after a change of one of its files. */
export const withFile = (batch: Batch, uniqueId: string, change: Partial<Sending>): Batch => ({
  ...batch,
  files: batch.files.map((file) => (file.uniqueId === uniqueId ? { ...file, ...change } : file)),
})

/** The batch without these files. */
export const without = (batch: Batch, ids: ReadonlySet<string>): Batch => ({
  ...batch,
  files: batch.files.filter(({ uniqueId }) => !ids.has(uniqueId)),
})

/** Failed or given up here: of that the server learns by being told. */
const isGivenUp = ({ state }: Sending) => state === 'FAILED' || state === 'CANCELLED'

const learned = (file: Sending, row: Arriving | undefined): Sending => {
  const knowsLess = row?.state === 'WAITING' || row?.state === 'CANCELLED'
  if (!row || (isGivenUp(file) && knowsLess)) return file
  return { ...file, sent: row.received, state: row.state, name: row.name, problem: row.problem }
}

/** The batch as the server knows it, but for what failed or was given up here. */
export const asKnown = (batch: Batch, rows: ReadonlyMap<string, Arriving>): Batch => ({
  ...batch,
  files: batch.files.map((file) => learned(file, rows.get(file.uniqueId))),
})

/** The files that the server waits for in vain. */
export const inVain = ({ files }: Batch, rows: ReadonlyMap<string, Arriving>) =>
  files.filter((file) => isGivenUp(file) && rows.get(file.uniqueId)?.state === 'WAITING').map(({ uniqueId }) => uniqueId)

/** How far all of them are: bytes, and how many files have come to which end. */
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

/** How much of it is there, in whole percent. */
export const shareOf = (sent: number, size: number) => (size === 0 ? 100 : Math.floor((100 * sent) / size))

/** The next file to be sent, where one waits and its batch is not paused. */
export const nextOf = (batches: readonly Batch[], ownerId: string) =>
  batches
    .filter((batch) => batch.ownerId === ownerId && !batch.paused)
    .flatMap((batch) => batch.files)
    .find(({ state }) => state === 'WAITING')

/** The one of the chosen files that a lost one is: by its path, or by its name where no other has it; unchanged since. */
export const foundAmong = (chosen: readonly Chosen[], { path, size, lastModified }: Sending) => {
  const same = chosen.filter(({ file }) => file.size === size && file.lastModified === lastModified)
  const named = same.filter((each) => path.endsWith(`/${each.path.split('/').at(-1)}`))
  return same.find((each) => each.path === path) ?? (named.length === 1 ? named[0] : undefined)
}
