import { useSyncExternalStore } from 'react'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { session } from '#kit/session'
import type { Chosen } from './gather.ts'
import { forget, forgetFile, keep, keepRecord, keptOf } from './kept.ts'
import { type Outcome, send } from './send.ts'
import { type Batch, foundAmong, isFinished, isOver, nextOf, type Sending, withFile } from './state.ts'

/** Files that are sent at once. */
const LINES = 4
/** Milliseconds after which what could not be sent is tried again. */
const AGAIN = 10_000

let batches: readonly Batch[] = []
const files = new Map<string, File>()
/** What is being sent, by the id of its upload, with what ends that. */
const running = new Map<string, () => void>()
const listeners = new Set<() => void>()

/** Milliseconds between two looks at what has changed: thousands of small files change much. */
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

/** The uploads of this page, the latest last. */
export const useUploads = () =>
  useSyncExternalStore(
    subscribe,
    () => batches,
    () => batches,
  )

const batchOf = (uniqueId: string) => batches.find((batch) => batch.files.some((file) => file.uniqueId === uniqueId))
const change = (uniqueId: string, to: Partial<Sending>) =>
  set(batches.map((batch) => (batch === batchOf(uniqueId) ? withFile(batch, uniqueId, to) : batch)))

const changeBatch = (batchId: string, to: Partial<Batch>) =>
  set(batches.map((batch) => (batch.uniqueId === batchId ? { ...batch, ...to } : batch)))

/** A tab works on a batch as long as it holds its lock: another one leaves it alone. */
const whileHeld = (uniqueId: string, work: () => Promise<void>) =>
  navigator.locks?.request(`drive ${uniqueId}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined)) ?? work()

const finished = (uniqueId: string) =>
  new Promise<void>((resolve) => {
    const look = () => {
      const batch = batches.find((each) => each.uniqueId === uniqueId)
      if (batch && !isFinished(batch)) return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
    look()
  })

/** Takes an upload on: sends its files, and keeps it until it is over. */
export const take = (batch: Batch, held: ReadonlyMap<string, File>) =>
  whileHeld(batch.uniqueId, async () => {
    for (const [uniqueId, file] of held) files.set(uniqueId, file)
    set([...batches.filter(({ uniqueId }) => uniqueId !== batch.uniqueId), batch])
    const kept = await keep(batch, held)
    changeBatch(batch.uniqueId, { kept })
    pump()
    await finished(batch.uniqueId)
    await learn(batch.uniqueId).catch(() => undefined) // the names in the lists say it, too
  })

/** Fills the lines. */
const pump = () => {
  while (running.size < LINES) {
    const next = nextOf(batches, session.actor().uniqueId)
    if (!next) return
    begin(next)
  }
}

const begin = ({ uniqueId, sent }: Sending) => {
  const file = files.get(uniqueId)
  if (!file) return change(uniqueId, { state: 'LOST' })
  change(uniqueId, { state: 'SENDING', problem: null })
  let stopped = false
  let stop: (() => void) | undefined
  running.set(uniqueId, () => {
    stopped = true
    stop?.()
  })
  let told = sent
  const onProgress = (bytes: number) => {
    if (stopped || (bytes - told < file.size / 50 && bytes < file.size)) return
    told = bytes
    change(uniqueId, { sent: bytes })
  }
  const onEnd = (outcome: Outcome) => !stopped && end(uniqueId, outcome)
  const keepEnding = (ending: () => void) => {
    stop = ending
    if (stopped) ending()
  }
  send(uniqueId, file, { onProgress, onEnd }).then(keepEnding, () => onEnd({ is: 'LATER' }))
}

const end = (uniqueId: string, outcome: Outcome) => {
  running.delete(uniqueId)
  if (outcome.is === 'LATER') {
    change(uniqueId, { state: 'WAITING', problem: 'No connection at the moment' })
    setTimeout(pump, AGAIN)
    return
  }
  const isDone = outcome.is === 'DONE'
  change(
    uniqueId,
    isDone ? { state: 'DONE', sent: files.get(uniqueId)?.size ?? 0 } : { state: 'FAILED', problem: outcome.problem },
  )
  forgetFile(uniqueId)
  if (isDone) files.delete(uniqueId)
  pump()
}

/** Asks the server what has become of each file: under which name it stands, and why not. */
const learn = async (uniqueId: string) => {
  const batch = batches.find((each) => each.uniqueId === uniqueId)
  if (!batch) return
  if (!batch.files.some(({ state }) => state === 'FAILED')) forget(batch) // what failed is told after a reload, too
  for (let page = 0; page * 500 < batch.files.length; page++) {
    const { rows } = await call('GET /api/files/batch/:uniqueId', { uniqueId, page, size: 500 })
    for (const { uniqueId: id, name, problem, state } of rows)
      change(id, { name, ...(problem && { problem }), ...(state !== 'WAITING' && { state }) })
  }
}

const stop = (uniqueId: string) => {
  running.get(uniqueId)?.()
  running.delete(uniqueId)
}

/** Rests an upload, or goes on with it. */
export const pause = (batchId: string, paused: boolean) => {
  changeBatch(batchId, { paused })
  const batch = batches.find(({ uniqueId }) => uniqueId === batchId)
  if (batch) void keepRecord(batch) // a reload does not go on with what rests
  for (const { uniqueId, state } of (paused && batch?.files) || [])
    if (state === 'SENDING') {
      stop(uniqueId)
      change(uniqueId, { state: 'WAITING' })
    }
  pump()
}

/** Does a work for each, so many at a time. */
const inLines = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
  const rest = [...ids]
  const line = async () => {
    for (let id = rest.shift(); id; id = rest.shift()) await work(id)
  }
  await Promise.all(Array.from({ length: LINES }, line))
}

/** Gives files up, at once; the server is told after. What stands in the drive stays. */
export const cancel = async (given: readonly Pick<Sending, 'uniqueId'>[]) => {
  const ids = new Set(given.map(({ uniqueId }) => uniqueId))
  const open = batches.flatMap((batch) => batch.files).filter((file) => ids.has(file.uniqueId) && !isOver(file))
  const gone = new Set(open.map(({ uniqueId }) => uniqueId))
  const without = (file: Sending): Sending => (gone.has(file.uniqueId) ? { ...file, state: 'CANCELLED' } : file)
  for (const uniqueId of gone) {
    stop(uniqueId)
    files.delete(uniqueId)
    forgetFile(uniqueId)
  }
  set(batches.map((batch) => ({ ...batch, files: batch.files.map(without) })))
  pump()
  await inLines([...gone], (uniqueId) => call('DELETE /api/files/arriving/:uniqueId', { uniqueId }).catch(() => undefined))
}

/** The files that failed, to be sent anew; those that the page no longer has are not among them. */
export const failedOf = (batch: Batch) =>
  batch.files.flatMap(({ uniqueId, path, state }) => {
    const file = files.get(uniqueId)
    return state === 'FAILED' && file ? [{ path, file }] : []
  })

/** What failed is sent anew in a batch of its own: here it is told no longer. */
export const dropFailed = (batchId: string) =>
  set(
    batches.map((batch) =>
      batch.uniqueId === batchId ? { ...batch, files: batch.files.filter(({ state }) => state !== 'FAILED') } : batch,
    ),
  )

/** Gives lost files back that were chosen again, and tells how many these are. */
export const giveBack = (chosen: readonly Chosen[]) => {
  let found = 0
  for (const lost of batches.flatMap((batch) => batch.files).filter(({ state }) => state === 'LOST')) {
    const same = foundAmong(chosen, lost)
    if (!same) continue
    files.set(lost.uniqueId, same.file)
    change(lost.uniqueId, { state: 'WAITING' })
    changeBatch(batchOf(lost.uniqueId)!.uniqueId, { kept: false })
    found += 1
  }
  pump()
  return found
}

/** Takes what is over from the panel. */
export const clear = () => {
  for (const batch of batches) forget(batch)
  set(batches.filter((batch) => !isFinished(batch)))
}

/** Goes on with what was not over when the page went. */
export const resume = async () => {
  const { batches: kept, files: held } = await keptOf(session.actor().uniqueId)
  const unknown = kept.filter(({ uniqueId }) => batches.every((each) => each.uniqueId !== uniqueId))
  for (const batch of unknown) goOn(batch, held).catch((error: unknown) => forLater(batch, failureOf(error)))
}

/** What the server no longer knows is forgotten; where it cannot be asked, it is asked again. */
const forLater = (batch: Batch, { status }: Failure) => {
  if (status === 404) forget(batch)
  else if (status !== 401 && status !== 403) setTimeout(() => void resume(), AGAIN)
}

const goOn = async (batch: Batch, held: ReadonlyMap<string, File>) => {
  const states = new Map<string, Partial<Sending>>()
  for (let page = 0; page * 500 < batch.files.length; page++) {
    const { rows } = await call('GET /api/files/batch/:uniqueId', { uniqueId: batch.uniqueId, page, size: 500 })
    for (const { uniqueId, received, state, name, problem } of rows)
      states.set(uniqueId, { sent: received, state, name, problem })
  }
  const known = { ...batch, files: batch.files.map((file) => ({ ...file, ...states.get(file.uniqueId) })) }
  if (isFinished(known)) return known.files.some(({ state }) => state === 'FAILED') ? set([...batches, known]) : forget(batch)
  const mine = known.files.flatMap(({ uniqueId }) => {
    const file = held.get(uniqueId)
    return file ? [[uniqueId, file] as const] : []
  })
  await take(known, new Map(mine))
}

if (typeof window !== 'undefined') window.addEventListener('online', pump)
