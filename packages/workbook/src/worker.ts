import type { Said } from '@tradewind/contract/kit/say'
import { parentPort } from 'node:worker_threads'
import { doTask, type Glance, type Part, type Task } from './work.ts'
import { TooManyRows, UnreadableWorkbook } from './xlsx/limits.ts'

/** The answer to each message: a task's first batch, on 'more' the next, until it is done, rejected, or failed by an internal error. */
export type Answer =
  | { is: 'batch'; batch: Part }
  | { is: 'done' }
  | { is: 'refused'; reason: Said; tooManyRows: boolean; cause: unknown }
  | { is: 'failed'; error: unknown }

let batches: ReturnType<typeof doTask> | undefined

const refusal = (error: unknown): Answer =>
  error instanceof UnreadableWorkbook
    ? { is: 'refused', reason: error.told.said, tooManyRows: error instanceof TooManyRows, cause: error.cause }
    : { is: 'failed', error }

const next = async (): Promise<Answer> => {
  try {
    const step = await batches?.next()
    return step?.value ? { is: 'batch', batch: step.value } : { is: 'done' }
  } catch (error) {
    return refusal(error)
  }
}

parentPort?.on('message', (message: Task | Glance | 'more') => {
  if (message !== 'more') batches = doTask(message)
  void next().then((answer) => parentPort?.postMessage(answer, []))
})
