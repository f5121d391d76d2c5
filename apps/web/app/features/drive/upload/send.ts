import { headersOf } from '#kit/api/call'
import { session } from '#kit/session'

/** What comes of sending one file. `LATER`: there is no connection, or no session, at the moment. */
export type Outcome = { is: 'DONE' } | { is: 'LATER' } | { is: 'FAILED'; problem: string }

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
  const statusOf = (error: unknown) => (error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : undefined)
  const upload = new Upload(file, {
    uploadUrl: new URL(`/api/files/arriving/${uniqueId}`, location.href).href,
    chunkSize: CHUNK,
    retryDelays: delays,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(headersOf())) request.setHeader(name, value)
    },
    onShouldRetry: (error) => passes(statusOf(error)),
    onProgress,
    onSuccess: () => onEnd({ is: 'DONE' }),
    onError: (error) => onEnd(endOf(statusOf(error), sentenceOf(error instanceof DetailedError ? error.originalResponse : null))),
  })
  upload.start()
  return () => void upload.abort()
}

/** Whether another try may go well: the line broke, somebody else wrote, the server is busy or away. */
const passes = (status: number | undefined) =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status !== undefined && status >= 500)

const endOf = (status: number | undefined, said: string | undefined): Outcome => {
  if (status === 401) session.expire()
  if (status === 401 || passes(status)) return { is: 'LATER' }
  if (status === undefined) return { is: 'FAILED', problem: 'The file could not be read. Was it moved or changed?' }
  return { is: 'FAILED', problem: said ?? 'The upload was refused' }
}

/** What the server said, in its envelope. */
const sentenceOf = (response: { getBody: () => string } | null | undefined) => {
  try {
    return (JSON.parse(response?.getBody() ?? '') as { message?: string }).message
  } catch {
    return undefined
  }
}
