import { headersOf } from '#kit/api/call'
import { session } from '#kit/session'
import { hear, phrase } from '#kit/text'

/** It fails for good. `isStale`: the file itself is to blame, and would fail again. */
export interface Failing {
  is: 'FAILED'
  problem: string
  isStale: boolean
}
/** What comes of sending one file. `LATER`: it goes on by itself, and what it waits for. */
export type Outcome = { is: 'DONE' } | { is: 'LATER'; problem: string | null } | Failing

interface Watch {
  onProgress: (sent: number) => void
  onEnd: (outcome: Outcome) => void
}

/** Bytes of one request: so much is sent again at most, when a server dies. */
const CHUNK = 8 * 1024 * 1024
const delays = [0, 500, 1500, 4000]

/** Sends a file, or the rest of it, by tus. The function that it gives ends that; what the server has by then it keeps. */
export const send = async (uniqueId: string, file: File, { onProgress, onEnd }: Watch) => {
  const { Upload, DetailedError } = await import('tus-js-client')
  const responseOf = (error: unknown) => (error instanceof DetailedError ? error.originalResponse : null)
  const statusOf = (error: unknown) => (error instanceof DetailedError ? (responseOf(error)?.getStatus() ?? 0) : undefined)
  const onError = async (error: unknown) => onEnd(await endOf(statusOf(error), file, sentenceOf(responseOf(error))))
  const upload = new Upload(file, {
    uploadUrl: new URL(`/api/files/arriving/${uniqueId}`, location.href).href,
    chunkSize: CHUNK,
    retryDelays: delays,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(headersOf())) request.setHeader(name, value)
    },
    onShouldRetry: (error) => passes(statusOf(error)), // it asks by HEAD how far the file has come, and goes on from there
    onProgress,
    onSuccess: () => onEnd({ is: 'DONE' }),
    onError: (error) => void onError(error),
  })
  upload.start()
  return () => void upload.abort()
}

/** Whether another try may go well: the line broke, somebody else wrote, the server is busy or away. */
const passes = (status: number | undefined) =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status !== undefined && status >= 500)

const unreadable: Failing = {
  is: 'FAILED',
  problem: phrase('The file could not be read. It may have been moved or changed.'),
  isStale: true,
}
const unsaid = phrase('The upload was refused')

/** How sending a file has ended, by the status of the last answer: 0 where none came, none where the file could not be read. */
export const endOf = async (status: number | undefined, file: File, said?: string): Promise<Outcome> => {
  if (status === 401) session.expire()
  if (status === undefined) return unreadable
  // A browser says of a file that has changed on the disk no more than that the line broke.
  if (status === 0 && !(await isReadable(file))) return unreadable
  if (status === 401 || passes(status)) return { is: 'LATER', problem: waitingFor(status) }
  return { is: 'FAILED', problem: said ?? unsaid, isStale: false }
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const waitingFor = (status: number) => {
  if (status === 0) return phrase('Offline')
  return status === 429 || status >= 500
    ? phrase('The server is busy or cannot be reached. The upload continues automatically.')
    : null
}

/** What the server said, in its envelope. */
const sentenceOf = (response: { getBody: () => string } | null | undefined) => {
  try {
    const body = JSON.parse(response?.getBody() ?? '') as { message?: string }
    hear(body)
    return body.message
  } catch {
    return undefined
  }
}
