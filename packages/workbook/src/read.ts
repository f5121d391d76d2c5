import { say, sentenceFrom } from '@tradewind/contract/kit/say'
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Sheet } from './sheet.ts'
import type { Batch, FoundSheet, SheetListTask, Task, TextRow } from './work.ts'
import type { Answer } from './worker.ts'
import type { Source } from './xlsx/archive.ts'
import { damaged, limits, TooManyRows, UnreadableWorkbook } from './xlsx/limits.ts'

/** Maximum number of files that are read concurrently; further ones wait. An import that waits for the database between batches keeps its thread. */
const MAX_CONCURRENT = 4
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
/** Seconds that a thread may take for one file, without the time in which the reader does not wait for it. */
const SECONDS = 60

const idle: Worker[] = []
const waiting: (() => void)[] = []
let busy = 0

const startThread = () => {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: memory })
  // An error between two tasks has no reader, and would otherwise end the process.
  thread.on('error', () => {})
  thread.on('exit', () => idle.splice(0, idle.length, ...idle.filter((other) => other !== thread)))
  return thread
}

const takeThread = async () => {
  if (busy >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy++
  const thread = idle.pop() ?? startThread()
  thread.ref()
  return thread
}

/** Keeps at most one thread for reuse. Terminates a thread that failed, took too long, or was abandoned by its reader. */
const returnThread = async (thread: Worker, isReusable: boolean) => {
  if (isReusable && idle.length === 0) {
    idle.push(thread)
    thread.unref()
  } else await thread.terminate()
  const next = waiting.shift()
  if (next) next()
  else busy--
}

const failure = (error: unknown) => {
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new UnreadableWorkbook(say('The workbook needs too much memory to be read.'), error)
  if (name === 'AbortError') return new UnreadableWorkbook(say('The workbook takes too long to be read.'), error)
  // Errors that are not our own are thrown by the unzip library, for positions outside the file.
  return damaged(say('its parts cannot be found'), error)
}

const errorOf = (answer: Extract<Answer, { is: 'refused' | 'failed' }>) => {
  if (answer.is === 'failed') return answer.error
  const reason = sentenceFrom(answer.reason)
  return answer.tooManyRows ? new TooManyRows(reason) : new UnreadableWorkbook(reason, answer.cause)
}

/** The thread's answers, within the remaining time. */
const answersOf = (thread: Worker, seconds: number) => {
  const stop = new AbortController()
  const answers = on(thread, 'message', { signal: stop.signal, close: ['exit'] }) as AsyncIterableIterator<[Answer]>
  let remaining = seconds * 1000
  const next = async (): Promise<Answer> => {
    const from = performance.now()
    const timer = setTimeout(() => stop.abort(), remaining)
    try {
      const { value, done } = await answers.next()
      if (done) throw new UnreadableWorkbook(say('The workbook cannot be read.'))
      return value[0]
    } catch (error) {
      throw failure(error)
    } finally {
      clearTimeout(timer)
      remaining -= performance.now() - from
    }
  }
  return { next, close: () => answers.return?.() }
}

/**
 * Reads a workbook in a worker thread, with bounded memory and time, one batch ahead of the reader.
 * Throws UnreadableWorkbook. Whatever happens to the thread, the process survives.
 */
export async function* readInThread<B>(task: Task | SheetListTask, seconds = SECONDS): AsyncGenerator<B, void> {
  const thread = await takeThread()
  const answers = answersOf(thread, seconds)
  let isReusable = false
  try {
    thread.postMessage(task, [])
    for (;;) {
      const answer = await answers.next()
      isReusable = answer.is === 'done' || answer.is === 'refused'
      if (answer.is === 'done') return
      if (answer.is !== 'batch') throw errorOf(answer)
      thread.postMessage('more', [])
      yield answer.batch as B
    }
  } finally {
    await answers.close()
    await returnThread(thread, isReusable)
  }
}

export interface SheetReading {
  /** Maximum number of rows; one more throws TooManyRows. 200,000 by default. */
  maxRows?: number
  /** Further sheets that are allowed. */
  otherSheets?: readonly string[]
  /** Continues an earlier reading: the `passed` of its last batch. */
  from?: number
}

/**
 * Reads a sheet of a workbook (.xlsx, a path or its bytes) by its description, in batches of about 500 rows, with constant memory.
 * Throws UnreadableWorkbook if the file as a whole is rejected. If names of sheets or columns differ, the only batch contains these faults.
 */
export const readSheet = <S extends Sheet>(
  source: Source,
  sheet: S,
  { maxRows = limits.rows, otherSheets = [], from = 0 }: SheetReading = {},
) => readInThread<Batch<S>>({ source, sheet, check: true, otherSheets, maxRows, from })

/** Reads every cell of a sheet as text without checks, header row first, and with `merges` the merged ranges after them. Throws like `readSheet`. */
export const readText = (source: Source, sheet: Sheet, { merges = false } = {}) =>
  readInThread<TextRow[]>({ source, sheet, check: false, otherSheets: [], maxRows: limits.rows, merges })

/** The number of rows below the header of a sheet that have a value. Throws like `readSheet`. */
export const countRows = async (source: Source, sheet: Pick<Sheet, 'name'>) => {
  let count = -1
  for await (const rows of readText(source, { name: sheet.name, columns: [] }))
    count += rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).length
  return Math.max(0, count)
}

/** Lists the sheets of a workbook in order; reads the first rows of the named ones to validate them. Throws like `readSheet`. */
export const sheetsOf = async (source: Source, sheetNames: readonly string[]): Promise<FoundSheet[]> => {
  const found: FoundSheet[] = []
  for await (const sheets of readInThread<FoundSheet[]>({ source, sheetNames })) found.push(...sheets)
  return found
}
