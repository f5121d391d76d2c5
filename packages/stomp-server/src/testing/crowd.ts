import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { readFrames, writeFrame } from '../frame.ts'

// node crowd.ts ws://127.0.0.1:5000/ws [record] < tokens.json
// Opens a connection for each token of a JSON list, subscribes, and prints a line of JSON whenever a count changes:
// subscribed connections (to notifications, or to the given topic), messages received, distinct bodies among them, the maximum that one connection
// received, closed connections by code.

const url = process.argv[2]!
const topic = process.argv[3] ?? 'notification'
const tokens = JSON.parse(await text(process.stdin)) as string[]

/** Number of concurrent handshakes. */
const AT_ONCE = 50

const counts = { subscribed: 0, received: 0, different: 0, most: 0, closed: {} as Record<string, number> }
const bodies = new Set<string>()
let isPrinting = false

const print = () => {
  if (isPrinting) return
  isPrinting = true
  setImmediate(() => {
    isPrinting = false
    counts.different = bodies.size
    console.log(JSON.stringify(counts))
  })
}

const acts: Record<string, (socket: WebSocket, body: string) => void> = {
  CONNECTED: (socket) => socket.send(writeFrame('SUBSCRIBE', { id: '1', destination: `/user/topic/${topic}`, receipt: '1' })),
  RECEIPT: () => counts.subscribed++,
  MESSAGE: (_socket, body) => {
    counts.received++
    bodies.add(body)
  },
}

/** Resolves when the connection is subscribed, or closed. */
const join = (token: string) =>
  new Promise<void>((joined) => {
    const socket = new WebSocket(url, ['v12.stomp'])
    let heard = 0
    socket.on('open', () => socket.send(writeFrame('CONNECT', { 'accept-version': '1.2', Authorization: `Bearer ${token}` })))
    socket.on('message', (data: Buffer) => {
      for (const { command, body } of readFrames(data)) {
        acts[command]?.(socket, body)
        if (command === 'RECEIPT') joined()
        if (command === 'MESSAGE') counts.most = Math.max(counts.most, ++heard)
      }
      print()
    })
    socket.on('error', (error) => console.error(error.message))
    socket.on('close', (code) => {
      counts.closed[code] = (counts.closed[code] ?? 0) + 1
      print()
      joined()
    })
  })

const waiting = tokens.values()
const joinNext = async () => {
  for (const token of waiting) await join(token)
}
await Promise.all(Array.from({ length: AT_ONCE }, joinNext))
