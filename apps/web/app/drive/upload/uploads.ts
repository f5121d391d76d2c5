import type { Arriving } from '@tradewind/contract/drive/driveUpload.contract'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { checkConnection, onBackOnline } from '#kit/browser/connection'
import { session } from '#kit/session'
import { all, batchOf, change, find, put, remove, save, update, when } from './board.ts'
import type { Chosen } from './gather.ts'
import { forget, forgetFile, keep, keptNow, keptOf } from './kept.ts'
import { type Failing, type Outcome, send } from './send.ts'
import {
  asKnown,
  type Batch,
  foundAmong,
  inVain,
  isFinished,
  isOpen,
  isOver,
  isWhole,
  nextOf,
  type Sending,
  without,
} from './state.ts'

/** Number of files that are sent in parallel. */
const LINES = 4
/** Milliseconds until something that failed is tried again. */
const AGAIN = 10_000

/** The files that this page has, by the id of their upload. */
const files = new Map<string, File>()
/** The files that are being sent, with the function that stops each. */
const running = new Map<string, () => void>()

/** Starts waiting files until the maximum number is being sent. */
const pump = () => {
  while (running.size < LINES) {
    const next = nextOf(all(), session.actor().uniqueId)
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
  send(uniqueId, file, { onProgress, onEnd }).then(keepEnding, () => onEnd({ is: 'LATER', problem: null }))
}

const end = (uniqueId: string, outcome: Outcome) => {
  running.delete(uniqueId)
  if (outcome.is === 'LATER') {
    change(uniqueId, { state: 'WAITING', problem: outcome.problem })
    void checkConnection()
    setTimeout(pump, AGAIN)
    return
  }
  if (outcome.is === 'DONE') {
    change(uniqueId, { state: 'DONE', sent: files.get(uniqueId)?.size ?? 0 })
    files.delete(uniqueId)
  } else fail(uniqueId, outcome)
  forgetFile(uniqueId)
  pump()
}

/** Marks a file as failed for good. Another try is a new upload. */
const fail = (uniqueId: string, { problem, isStale }: Failing) => {
  change(uniqueId, { state: 'FAILED', problem })
  if (isStale) files.delete(uniqueId)
  const batch = batchOf(uniqueId)
  if (batch) save(batch.uniqueId)
  void giveUp([uniqueId])
}

/** Stops sending a file. */
const stop = (uniqueId: string) => {
  running.get(uniqueId)?.()
  running.delete(uniqueId)
}

/** Runs the work for each id, with a limited number in parallel. */
const inLines = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
  const rest = [...ids]
  const line = async () => {
    for (let id = rest.shift(); id; id = rest.shift()) await work(id)
  }
  await Promise.all(Array.from({ length: LINES }, line))
}

/** Notifies the server that these files will not arrive, so that it reserves no space for them. Retries later if it cannot be reached. */
const giveUp = async (ids: readonly string[]) => {
  const unheard: string[] = []
  const tell = (uniqueId: string) =>
    call('DELETE /api/files/arriving/:uniqueId', { uniqueId }).catch((error: unknown) => {
      if (failureOf(error).passing) unheard.push(uniqueId)
    })
  await inLines(ids, tell)
  if (unheard.length > 0) setTimeout(() => void giveUp(unheard), AGAIN)
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', pump)
  onBackOnline(pump)
}

/** The uploads that this page works on, or will work on when another page releases them. */
const attended = new Set<string>()

/** A tab works on an upload, and shows it, while it holds its lock. Another tab waits until the lock is free. */
const whileHeld = async (uniqueId: string, work: () => Promise<void>) => {
  if (attended.has(uniqueId)) return
  attended.add(uniqueId)
  await (navigator.locks?.request(`drive ${uniqueId}`, work) ?? work()).finally(() => attended.delete(uniqueId))
}

/** Starts an upload: sends its files, and stores it until it is finished. */
export const take = (batch: Batch, held: ReadonlyMap<string, File>) => whileHeld(batch.uniqueId, () => work(batch, held))

const work = async (batch: Batch, held: ReadonlyMap<string, File>) => {
  const { uniqueId } = batch
  for (const [id, file] of held) files.set(id, file)
  put(batch)
  const kept = await keep(batch, held)
  update(uniqueId, (now) => ({ ...now, kept }))
  pump()
  await when(() => all().every((each) => each.uniqueId !== uniqueId || isFinished(each)))
  await learn(uniqueId).catch(() => undefined) // the names are also in the lists
  update(uniqueId, (now) => ({ ...now, whole: isWhole(now) }))
  save(uniqueId)
  await when(() => !find(uniqueId))
}

/** The server's state of each file of an upload. Notifies the server of files that will not arrive. */
const rowsOf = async (batch: Batch) => {
  const { uniqueId } = batch
  const found = new Map<string, Arriving>()
  for (let [page, more] = [0, true]; more; page++) {
    const { rows, total } = await call('GET /api/files/batch/:uniqueId', { uniqueId, page, size: 500 })
    for (const row of rows) found.set(row.uniqueId, row)
    more = (page + 1) * 500 < total
  }
  void giveUp(inVain(batch, found))
  return found
}

/** Loads the server's state of each file: its name in the drive, or the reason why it failed. */
const learn = async (uniqueId: string) => {
  const batch = find(uniqueId)
  const rows = batch && (await rowsOf(batch))
  if (rows) update(uniqueId, (now) => asKnown(now, rows))
}

/** Pauses or resumes an upload. */
export const pause = (batchId: string, paused: boolean) => {
  update(batchId, (batch) => ({ ...batch, paused }))
  save(batchId) // a reload does not resume a paused upload
  for (const { uniqueId, state } of (paused && find(batchId)?.files) || [])
    if (state === 'SENDING') {
      stop(uniqueId)
      change(uniqueId, { state: 'WAITING' })
    }
  pump()
}

/** Cancels files immediately; the server is notified afterwards. What is in the drive stays. */
export const cancel = async (given: readonly Pick<Sending, 'uniqueId'>[]) => {
  const ids = new Set(given.map(({ uniqueId }) => uniqueId))
  const open = all().flatMap((batch) => batch.files.filter((file) => ids.has(file.uniqueId) && !isOver(file)))
  const gone = new Set(open.map(({ uniqueId }) => uniqueId))
  for (const uniqueId of gone) {
    stop(uniqueId)
    files.delete(uniqueId)
    forgetFile(uniqueId)
  }
  const cancelled = (file: Sending): Sending => (gone.has(file.uniqueId) ? { ...file, state: 'CANCELLED' } : file)
  for (const { uniqueId } of all()) {
    update(uniqueId, (batch) => ({ ...batch, files: batch.files.map(cancelled) }))
    save(uniqueId)
  }
  pump()
  await giveUp([...gone])
}

/** The failed files, to be sent again, without those that the page no longer has. */
export const failedOf = (batch: Batch) =>
  batch.files.flatMap(({ uniqueId, path, state }) => {
    const file = files.get(uniqueId)
    return state === 'FAILED' && file ? [{ uniqueId, path, file }] : []
  })

/** Removes failed files that are sent again in a new upload: they are no longer shown, here or after a reload. */
export const drop = (batchId: string, ids: readonly string[]) => {
  const batch = find(batchId)
  if (!batch) return
  for (const uniqueId of ids) files.delete(uniqueId)
  const left = without(batch, new Set(ids))
  update(batchId, () => left)
  if (left.files.length + left.folders.length > 0) return save(batchId)
  remove(batchId)
  forget(batch)
}

/** Assigns selected files to the lost ones. Returns the number of matches. */
export const giveBack = (chosen: readonly Chosen[]) => {
  let found = 0
  for (const lost of all()
    .flatMap((batch) => batch.files)
    .filter(({ state }) => state === 'LOST')) {
    const same = foundAmong(chosen, lost)
    if (!same) continue
    files.set(lost.uniqueId, same.file)
    change(lost.uniqueId, { state: 'WAITING' })
    update(batchOf(lost.uniqueId)!.uniqueId, (batch) => ({ ...batch, kept: false }))
    found += 1
  }
  pump()
  return found
}

/** Removes finished uploads from the panel. */
export const clear = () => {
  for (const batch of all().filter(isFinished)) {
    remove(batch.uniqueId)
    forget(batch)
  }
}

/** Removes an upload from the panel as soon as all of its files are in the drive: the component that started it shows them. */
export const clearWhole = async (batchId: string) => {
  await when(() => !find(batchId) || isFinished(find(batchId)!))
  const batch = find(batchId)
  if (!batch || !isWhole(batch)) return
  remove(batchId)
  forget(batch)
}

/** Resumes uploads that were unfinished when their page was closed: immediately, or as soon as another page releases them. */
export const resume = async () => {
  const ownerId = session.actor().uniqueId
  const attend = (uniqueId: string) => whileHeld(uniqueId, () => goOn({ ownerId, uniqueId }))
  for (const { uniqueId } of await keptOf(ownerId)) attend(uniqueId).catch((error: unknown) => forLater(failureOf(error)))
}

/** If the server cannot be reached, the request is repeated. */
const forLater = ({ status }: Failure) => {
  if (status !== 401 && status !== 403) setTimeout(() => void resume(), AGAIN)
}

const goOn = async (name: Pick<Batch, 'ownerId' | 'uniqueId'>) => {
  const kept = await keptNow(name) // meanwhile another page may have resumed or finished it
  if (!kept || session.actor().uniqueId !== name.ownerId) return
  const { batch } = kept
  const known = isFinished(batch) ? batch : await asServerKnows(batch)
  if (!known || !isOpen(known)) return forget(batch)
  await work(known, kept.files)
}

/** Nothing if the server no longer knows the upload. */
const asServerKnows = (batch: Batch) =>
  rowsOf(batch).then(
    (rows) => asKnown(batch, rows),
    (error: unknown) => {
      if (failureOf(error).status !== 404) throw error
    },
  )
