import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: { message?: string; data?: never } | undefined
}
interface Call {
  port: number
  method: string
  path: string
  headers?: Record<string, string>
}

const startRequest = ({ port, method, path, headers = {} }: Call) => {
  const sending = request({ host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 60_000 })
  return sending.on('error', () => {}) // a connection that breaks after the response has arrived does not matter
}

/** Resolves when nothing more can arrive. */
const waitForClose = (sending: ClientRequest) => new Promise<undefined>((done) => sending.once('close', () => done(undefined)))

const readAnswer = async (sending: ClientRequest): Promise<Answer> => {
  const answered = await Promise.race([once(sending, 'response') as Promise<[IncomingMessage]>, waitForClose(sending)])
  if (!answered) throw new Error('No answer came')
  const [response] = answered
  const { statusCode = 0, headers } = response
  if (statusCode === 204 || sending.method === 'HEAD') {
    response.resume()
    return { status: statusCode, headers, body: undefined }
  }
  return { status: statusCode, headers, body: (await json(response)) as Answer['body'] }
}

/** A call over a connection of its own. Throws where there is no response. */
export const sendCall = async (given: Call, body?: object): Promise<Answer> => {
  const sending = startRequest({ ...given, headers: { ...given.headers, ...(body && { 'content-type': 'application/json' }) } })
  sending.end(body && JSON.stringify(body))
  return readAnswer(sending)
}

const CHUNK = 64 * 1024

/** Sends bytes as a call of tus. `stop`: the number of bytes after which the connection is dropped; `whenSent` is called before that. */
export const sendPatch = async (
  given: Call,
  bytes: Buffer,
  { stop, whenSent }: { stop?: number; whenSent?: () => unknown } = {},
) => {
  const type = {
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
    'tus-resumable': '1.0.0',
  }
  const sending = startRequest({ ...given, method: 'PATCH', headers: { ...given.headers, ...type } })
  const connectionClosed = waitForClose(sending)
  const answered = readAnswer(sending)
  answered.catch(() => {})
  const byteCount = Math.min(stop ?? bytes.length, bytes.length)
  for (let at = 0; at < byteCount && !sending.destroyed; at += CHUNK) {
    const hasCapacity = sending.write(bytes.subarray(at, Math.min(at + CHUNK, byteCount)))
    if (!hasCapacity) await Promise.race([new Promise((go) => sending.once('drain', go)), connectionClosed])
  }
  if (byteCount === 0) sending.flushHeaders()
  await whenSent?.()
  if (stop === undefined) sending.end()
  else {
    await new Promise((done) => setImmediate(done))
    sending.destroy()
  }
  return answered
}
