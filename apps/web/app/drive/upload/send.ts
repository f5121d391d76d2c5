import { phrase } from '@tradewind/contract/kit/phrase'
import { headersOf } from '#kit/api/call'
import { loadScript } from '#kit/browser/connection'
import { session } from '#kit/session'
import { storeSentenceSources } from '#kit/text'

/** A permanent failure. `isStale`: the cause is the file itself, and it would fail again. */
export interface SendFailure {
  is: 'FAILED'
  problem: string
  isStale: boolean
}
/** The result of sending one file. `LATER`: it continues automatically; `problem` says what it waits for. */
export type Outcome = { is: 'DONE' } | { is: 'LATER'; problem: string | null } | SendFailure

interface SendCallbacks {
  onProgress: (sent: number) => void
  onEnd: (outcome: Outcome) => void
}

/** Bytes of one request: at most this much is sent again if a server fails. */
const CHUNK = 8 * 1024 * 1024
const delays = [0, 500, 1500, 4000]

const loadTus = () => loadScript(() => import('tus-js-client'))

/** Loads the script that sends files before it is needed: a browser does not fetch it again if the connection breaks meanwhile. */
export const prefetchSender = () => void loadTus().catch(() => undefined)

/** Without its script this page cannot send; what is stored in the browser continues on the next one. */
export const notLoaded: Outcome = {
  is: 'LATER',
  problem: phrase('A part of this page could not be loaded. Reload the page to continue.'),
}

/** Sends a file, or the rest of it, by tus. Rejects if its script cannot be loaded. Returns a function that stops sending; the server keeps what it has received by then. */
export const sendFile = async (uniqueId: string, file: File, { onProgress, onEnd }: SendCallbacks) => {
  const { Upload, DetailedError } = await loadTus()
  const responseOf = (error: unknown) => (error instanceof DetailedError ? error.originalResponse : null)
  const statusOf = (error: unknown) => (error instanceof DetailedError ? (responseOf(error)?.getStatus() ?? 0) : undefined)
  let headers = headersOf()
  const onError = async (error: unknown) => {
    if (statusOf(error) === 401) session.expire(headers)
    onEnd(await toOutcome(statusOf(error), file, messageOf(responseOf(error))))
  }
  const upload = new Upload(file, {
    uploadUrl: new URL(`/api/files/arriving/${uniqueId}`, location.href).href,
    chunkSize: CHUNK,
    retryDelays: delays,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      headers = headersOf()
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    },
    onShouldRetry: (error) => isRetryable(statusOf(error)), // the client asks by HEAD how many bytes have arrived, and continues from there
    onProgress,
    onSuccess: () => onEnd({ is: 'DONE' }),
    onError: (error) => void onError(error),
  })
  upload.start()
  return () => void upload.abort()
}

/** Whether a retry may succeed: the connection broke, somebody else wrote, or the server is busy or unreachable. */
const isRetryable = (status: number | undefined) =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status !== undefined && status >= 500)

const unreadableFailure: SendFailure = {
  is: 'FAILED',
  problem: phrase('The file could not be read. It may have been moved or changed.'),
  isStale: true,
}
const defaultProblem = phrase('The upload was refused')

/** How sending a file ended, by the status of the last response: 0 if there was none, undefined if the file could not be read. */
export const toOutcome = async (status: number | undefined, file: File, message?: string): Promise<Outcome> => {
  if (status === undefined) return unreadableFailure
  // If a file has changed on the disk, a browser reports the same as for a broken connection.
  if (status === 0 && !(await isReadable(file))) return unreadableFailure
  if (status === 401 || isRetryable(status)) return { is: 'LATER', problem: reasonToWait(status) }
  return { is: 'FAILED', problem: message ?? defaultProblem, isStale: false }
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const reasonToWait = (status: number) => {
  if (status === 0) return phrase('Offline')
  return status === 429 || status >= 500
    ? phrase('The server is busy or cannot be reached. The upload continues automatically.')
    : null
}

/** The message of the server's response. */
const messageOf = (response: { getBody: () => string } | null | undefined) => {
  try {
    const body = JSON.parse(response?.getBody() ?? '') as { message?: string }
    storeSentenceSources(body)
    return body.message
  } catch {
    return undefined
  }
}
