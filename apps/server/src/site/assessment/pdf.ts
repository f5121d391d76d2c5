import { say } from '@tradewind/contract/kit/say'
import { Worker } from 'node:worker_threads'
import { concurrencyLimit } from '#kit/concurrency'
import { tooMany } from '#kit/errors'
import type { ResultSheet } from './pdf.draw.ts'
import type { Answer, Asked } from './pdf.thread.ts'

/* A sheet takes a tenth of a second, most of it for its letters: a thread of its own draws it, so that nobody waits for it meanwhile. */

/** How long a sheet may take: one that takes longer ends the thread. */
const SECONDS = 20

const { inTurn } = concurrencyLimit({
  atOnce: 2,
  waiting: 50,
  refuse: () => tooMany(5, say('Too much at once. Please try again in a moment.')),
})

const startThread = (isOver: () => void) => {
  const worker = new Worker(new URL('./pdf.thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
  worker.unref()
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let lastId = 0
  const fail = (error: Error) => {
    isOver()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: Answer) => {
    const one = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('pdf' in answer) one?.resolve(answer.pdf)
    else one?.reject(answer.error)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that draws has ended')))

  return async (sheet: ResultSheet) => {
    const id = ++lastId
    const drawn = Promise.withResolvers<Uint8Array>()
    waiting.set(id, drawn)
    worker.ref()
    worker.postMessage({ id, sheet } satisfies Asked, [])
    const timer = setTimeout(() => void worker.terminate(), SECONDS * 1000)
    return drawn.promise.finally(() => clearTimeout(timer))
  }
}

let draw: ReturnType<typeof startThread> | undefined

/** The result as a PDF of two pages. 429 where too many wait. */
export const pdfOf = (sheet: ResultSheet) =>
  inTurn(async () => Buffer.from(await (draw ??= startThread(() => (draw = undefined)))(sheet)))
