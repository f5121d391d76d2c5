import type { SentenceParts } from '@tradewind/contract/kit/say'
import { parentPort } from 'node:worker_threads'
import { type Part, runTask, type SheetListTask, type Task } from './work.ts'
import { TooManyRows, UnreadableWorkbook } from './xlsx/limits.ts'

/** The answer to each message: a task's first batch, on 'more' the next, until it is done, rejected, or failed by an internal error. */
export type Answer =
  | { is: 'batch'; batch: Part }
  | { is: 'done' }
  | { is: 'refused'; reason: SentenceParts; tooManyRows: boolean; cause: unknown }
  | { is: 'failed'; error: unknown }

let batches: ReturnType<typeof runTask> | undefined

const refusal = (error: unknown): Answer =>
  error instanceof UnreadableWorkbook
    ? { is: 'refused', reason: error.sentence.said, tooManyRows: error instanceof TooManyRows, cause: error.cause }
    : { is: 'failed', error }

const next = async (): Promise<Answer> => {
  try {
    const step = await batches?.next()
    return step?.value ? { is: 'batch', batch: step.value } : { is: 'done' }
  } catch (error) {
    return refusal(error)
  }
}

parentPort?.on('message', (message: Task | SheetListTask | 'more') => {
  if (message !== 'more') batches = runTask(message)
  void next().then((answer) => parentPort?.postMessage(answer, []))
})
