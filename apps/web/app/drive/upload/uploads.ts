import type { UploadingFile } from '@tradewind/contract/drive/driveUpload.contract'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { checkConnection, onBackOnline } from '#kit/browser/connection'
import { session } from '#kit/session'
import type { Chosen } from './collectFiles.ts'
import { notLoaded, type Outcome, type SendFailure, sendFile } from './send.ts'
import {
  type Batch,
  hasOpenFiles,
  isComplete,
  isFileFinished,
  isFinished,
  matchLostFile,
  nextWaitingFile,
  type SendingFile,
  undeliverableIds,
  withoutFiles,
  withServerRows,
} from './state.ts'
import {
  addBatch,
  allBatches,
  batchOf,
  deleteStoredFile,
  deleteStoredUpload,
  findBatch,
  listStoredUploads,
  loadStoredUpload,
  removeBatch,
  saveBatch,
  storeUpload,
  updateBatch,
  updateFile,
  waitUntil,
} from './uploadStore.ts'

/** Number of files that are sent in parallel. */
const MAX_PARALLEL = 4
/** Milliseconds until something that failed is tried again. */
const RETRY_DELAY = 10_000

/** The files that this page has, by the id of their upload. */
const files = new Map<string, File>()
/** The files that are being sent, with the function that stops each. */
const running = new Map<string, () => void>()

/** Starts waiting files until the maximum number is being sent. */
const sendWaitingFiles = () => {
  while (running.size < MAX_PARALLEL) {
    const next = nextWaitingFile(allBatches(), session.actor().uniqueId)
    if (!next) return
    startSending(next)
  }
}

const startSending = ({ uniqueId, sent }: SendingFile) => {
  const file = files.get(uniqueId)
  if (!file) return updateFile(uniqueId, { state: 'LOST' })
  updateFile(uniqueId, { state: 'SENDING', problem: null })
  let stopped = false
  let stop: (() => void) | undefined
  running.set(uniqueId, () => {
    stopped = true
    stop?.()
  })
  let reportedBytes = sent
  const onProgress = (bytes: number) => {
    if (stopped || (bytes - reportedBytes < file.size / 50 && bytes < file.size)) return
    reportedBytes = bytes
    updateFile(uniqueId, { sent: bytes })
  }
  const onEnd = (outcome: Outcome) => !stopped && handleOutcome(uniqueId, outcome)
  const setAbort = (abort: () => void) => {
    stop = abort
    if (stopped) abort()
  }
  sendFile(uniqueId, file, { onProgress, onEnd }).then(setAbort, () => onEnd(notLoaded))
}

const handleOutcome = (uniqueId: string, outcome: Outcome) => {
  running.delete(uniqueId)
  if (outcome.is === 'LATER') {
    updateFile(uniqueId, { state: 'WAITING', problem: outcome.problem })
    void checkConnection()
    setTimeout(sendWaitingFiles, RETRY_DELAY)
    return
  }
  if (outcome.is === 'DONE') {
    updateFile(uniqueId, { state: 'DONE', sent: files.get(uniqueId)?.size ?? 0 })
    files.delete(uniqueId)
  } else failFile(uniqueId, outcome)
  deleteStoredFile(uniqueId)
  sendWaitingFiles()
}

/** Marks a file as failed for good. Another try is a new upload. */
const failFile = (uniqueId: string, { problem, isStale }: SendFailure) => {
  updateFile(uniqueId, { state: 'FAILED', problem })
  if (isStale) files.delete(uniqueId)
  const batch = batchOf(uniqueId)
  if (batch) saveBatch(batch.uniqueId)
  void abandonOnServer([uniqueId])
}

/** Stops sending a file. */
const stop = (uniqueId: string) => {
  running.get(uniqueId)?.()
  running.delete(uniqueId)
}

/** Runs the work for each id, with a limited number in parallel. */
const runInParallel = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
  const queue = [...ids]
  const runQueue = async () => {
    for (let id = queue.shift(); id; id = queue.shift()) await work(id)
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, runQueue))
}

/** Notifies the server that these files will not arrive, so that it reserves no space for them. Retries later if it cannot be reached. */
const abandonOnServer = async (ids: readonly string[]) => {
  const unreached: string[] = []
  const notifyServer = (uniqueId: string) =>
    call('DELETE /api/files/arriving/:uniqueId', { uniqueId }).catch((error: unknown) => {
      if (failureOf(error).isTransient) unreached.push(uniqueId)
    })
  await runInParallel(ids, notifyServer)
  if (unreached.length > 0) setTimeout(() => void abandonOnServer(unreached), RETRY_DELAY)
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', sendWaitingFiles)
  onBackOnline(sendWaitingFiles)
}

/** The uploads that this page works on, or will work on when another page releases them. */
const lockedUploads = new Set<string>()

/** A tab works on an upload, and shows it, while it holds its lock. Another tab waits until the lock is free. */
const withUploadLock = async (uniqueId: string, work: () => Promise<void>) => {
  if (lockedUploads.has(uniqueId)) return
  lockedUploads.add(uniqueId)
  await (navigator.locks?.request(`drive ${uniqueId}`, work) ?? work()).finally(() => lockedUploads.delete(uniqueId))
}

/** Starts an upload: sends its files, and stores it until it is finished. */
export const addUpload = (batch: Batch, filesById: ReadonlyMap<string, File>) =>
  withUploadLock(batch.uniqueId, () => work(batch, filesById))

const work = async (batch: Batch, filesById: ReadonlyMap<string, File>) => {
  const { uniqueId } = batch
  for (const [id, file] of filesById) files.set(id, file)
  addBatch(batch)
  const isStored = await storeUpload(batch, filesById)
  updateBatch(uniqueId, (now) => ({ ...now, kept: isStored }))
  sendWaitingFiles()
  await waitUntil(() => allBatches().every((each) => each.uniqueId !== uniqueId || isFinished(each)))
  await refreshFromServer(uniqueId).catch(() => undefined) // the names are also in the lists
  updateBatch(uniqueId, (now) => ({ ...now, complete: isComplete(now) }))
  saveBatch(uniqueId)
  await waitUntil(() => !findBatch(uniqueId))
}

/** The server's state of each file of an upload. Notifies the server of files that will not arrive. */
const loadServerRows = async (batch: Batch) => {
  const { uniqueId } = batch
  const found = new Map<string, UploadingFile>()
  for (let [page, more] = [0, true]; more; page++) {
    const { rows, total } = await call('GET /api/files/batch/:uniqueId', { uniqueId, page, size: 500 })
    for (const row of rows) found.set(row.uniqueId, row)
    more = (page + 1) * 500 < total
  }
  void abandonOnServer(undeliverableIds(batch, found))
  return found
}

/** Loads the server's state of each file: its name in the drive, or the reason why it failed. */
const refreshFromServer = async (uniqueId: string) => {
  const batch = findBatch(uniqueId)
  const rows = batch && (await loadServerRows(batch))
  if (rows) updateBatch(uniqueId, (now) => withServerRows(now, rows))
}

/** Pauses or resumes an upload. */
export const pause = (batchId: string, paused: boolean) => {
  updateBatch(batchId, (batch) => ({ ...batch, paused }))
  saveBatch(batchId) // a reload does not resume a paused upload
  for (const { uniqueId, state } of (paused && findBatch(batchId)?.files) || [])
    if (state === 'SENDING') {
      stop(uniqueId)
      updateFile(uniqueId, { state: 'WAITING' })
    }
  sendWaitingFiles()
}

/** Cancels files immediately; the server is notified afterwards. What is in the drive stays. */
export const cancel = async (targets: readonly Pick<SendingFile, 'uniqueId'>[]) => {
  const ids = new Set(targets.map(({ uniqueId }) => uniqueId))
  const open = allBatches().flatMap((batch) => batch.files.filter((file) => ids.has(file.uniqueId) && !isFileFinished(file)))
  const cancelledIds = new Set(open.map(({ uniqueId }) => uniqueId))
  for (const uniqueId of cancelledIds) {
    stop(uniqueId)
    files.delete(uniqueId)
    deleteStoredFile(uniqueId)
  }
  const withCancellation = (file: SendingFile): SendingFile =>
    cancelledIds.has(file.uniqueId) ? { ...file, state: 'CANCELLED' } : file
  for (const { uniqueId } of allBatches()) {
    updateBatch(uniqueId, (batch) => ({ ...batch, files: batch.files.map(withCancellation) }))
    saveBatch(uniqueId)
  }
  sendWaitingFiles()
  await abandonOnServer([...cancelledIds])
}

/** The failed files, to be sent again, without those that the page no longer has. */
export const failedFilesOf = (batch: Batch) =>
  batch.files.flatMap(({ uniqueId, path, state }) => {
    const file = files.get(uniqueId)
    return state === 'FAILED' && file ? [{ uniqueId, path, file }] : []
  })

/** Removes failed files that are sent again in a new upload: they are no longer shown, here or after a reload. */
export const dropFailedFiles = (batchId: string, ids: readonly string[]) => {
  const batch = findBatch(batchId)
  if (!batch) return
  for (const uniqueId of ids) files.delete(uniqueId)
  const remaining = withoutFiles(batch, new Set(ids))
  updateBatch(batchId, () => remaining)
  if (remaining.files.length + remaining.folders.length > 0) return saveBatch(batchId)
  removeBatch(batchId)
  deleteStoredUpload(batch)
}

/** Assigns selected files to the lost ones. Returns the number of matches. */
export const assignLostFiles = (chosen: readonly Chosen[]) => {
  let found = 0
  for (const lostFile of allBatches()
    .flatMap((batch) => batch.files)
    .filter(({ state }) => state === 'LOST')) {
    const same = matchLostFile(chosen, lostFile)
    if (!same) continue
    files.set(lostFile.uniqueId, same.file)
    updateFile(lostFile.uniqueId, { state: 'WAITING' })
    updateBatch(batchOf(lostFile.uniqueId)!.uniqueId, (batch) => ({ ...batch, kept: false }))
    found += 1
  }
  sendWaitingFiles()
  return found
}

/** Removes finished uploads from the panel. */
export const clearFinished = () => {
  for (const batch of allBatches().filter(isFinished)) {
    removeBatch(batch.uniqueId)
    deleteStoredUpload(batch)
  }
}

/** Removes an upload from the panel as soon as all of its files are in the drive: the component that started it shows them. */
export const clearWhenComplete = async (batchId: string) => {
  await waitUntil(() => !findBatch(batchId) || isFinished(findBatch(batchId)!))
  const batch = findBatch(batchId)
  if (!batch || !isComplete(batch)) return
  removeBatch(batchId)
  deleteStoredUpload(batch)
}

/** Resumes uploads that were unfinished when their page was closed: immediately, or as soon as another page releases them. */
export const resumeStoredUploads = async () => {
  const ownerId = session.actor().uniqueId
  const resumeWithLock = (uniqueId: string) => withUploadLock(uniqueId, () => resumeUpload({ ownerId, uniqueId }))
  for (const { uniqueId } of await listStoredUploads(ownerId))
    resumeWithLock(uniqueId).catch((error: unknown) => retryLater(failureOf(error)))
}

/** If the server cannot be reached, the request is repeated. */
const retryLater = ({ status }: Failure) => {
  if (status !== 401 && status !== 403) setTimeout(() => void resumeStoredUploads(), RETRY_DELAY)
}

const resumeUpload = async (name: Pick<Batch, 'ownerId' | 'uniqueId'>) => {
  const stored = await loadStoredUpload(name) // meanwhile another page may have resumed or finished it
  if (!stored || session.actor().uniqueId !== name.ownerId) return
  const { batch } = stored
  const current = isFinished(batch) ? batch : await mergeServerState(batch)
  if (!current || !hasOpenFiles(current)) return deleteStoredUpload(batch)
  await work(current, stored.files)
}

/** Nothing if the server no longer knows the upload. */
const mergeServerState = (batch: Batch) =>
  loadServerRows(batch).then(
    (rows) => withServerRows(batch, rows),
    (error: unknown) => {
      if (failureOf(error).status !== 404) throw error
    },
  )
