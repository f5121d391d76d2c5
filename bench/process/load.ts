import { connect, type Socket } from 'node:net'
import { answerParent } from './child.ts'

/** The parameters of a slice of load. */
export interface Load {
  port: number
  connections: number
  milliseconds: number
  /** Requests as they are sent; connection n of m takes the nth, then every mth. `{n}` in a body or path is a unique number. */
  requests: Call[]
}
export interface Call {
  head: string
  body?: string
}
export interface Measured {
  /** Milliseconds, one for each reply. */
  latencies: Float64Array
  failed: number
  seconds: number
}

let number = Date.now()

const bytesOf = ({ head, body = '' }: Call) => {
  const fill = (text: string) => text.replace('{n}', String(number))
  number++
  const filledBody = fill(body)
  const length = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(filledBody)}\r\n` : ''
  return `${fill(head)}\r\nhost: localhost\r\n${length}\r\n${filledBody}`
}

const HEADERS_END = Buffer.from('\r\n\r\n')

/** Reads replies with a content-length, or without a body, from a socket: resolves to the status when the last byte has arrived. */
const answersOf = (socket: Socket) => {
  let received: Buffer = Buffer.alloc(0)
  let pending: { status: (code: number) => void; end: number } | undefined
  const measure = () => {
    const end = received.indexOf(HEADERS_END)
    if (end < 0) return 0
    const head = received.toString('latin1', 0, end)
    // Without a length there is no body, so the reply is complete.
    return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (!pending) return
    pending.end ||= measure()
    if (pending.end === 0 || received.length < pending.end) return
    const { status, end } = pending
    const code = Number(received.toString('latin1', 9, 12))
    received = received.subarray(end)
    pending = undefined
    status(code)
  })
  return () => new Promise<number>((status) => (pending = { status, end: 0 }))
}

const openSocket = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay(true)))
    socket.once('error', reject)
  })

const runOne = async ({ port, connections, requests }: Load, place: number, until: number) => {
  const socket = await openSocket(port)
  const answer = answersOf(socket)
  const latencies: number[] = []
  let failed = 0
  for (let at = place; performance.now() < until; at += connections) {
    const startedAt = performance.now()
    socket.write(bytesOf(requests[at % requests.length]!))
    if ((await answer()) >= 400) failed++
    latencies.push(performance.now() - startedAt)
  }
  socket.destroy()
  return { latencies, failed }
}

const run = async (load: Load): Promise<Measured> => {
  const begun = performance.now()
  const until = begun + load.milliseconds
  const done = await Promise.all(Array.from({ length: load.connections }, (_, place) => runOne(load, place, until)))
  return {
    latencies: Float64Array.from(done.flatMap(({ latencies }) => latencies)),
    failed: done.reduce((sum, { failed }) => sum + failed, 0),
    seconds: (performance.now() - begun) / 1000,
  }
}

if (process.send) answerParent({ run })
