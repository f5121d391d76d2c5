import { type ClientOptions, WebSocket } from 'ws'
import { type Frame, readFrames, writeFrame } from '../frame.ts'

/** A client that sends arbitrary frames, allowed or not. */
export const openRaw = async (url: string, options: ClientOptions & { protocols?: string[] } = {}) => {
  const socket = new WebSocket(url, options.protocols ?? ['v12.stomp'], options)
  const frames: Frame[] = []
  let beats = 0
  socket.on('error', () => undefined) // a lost connection is reported by `closed`
  const closed = new Promise<{ code: number; says: string }>((tell) => {
    socket.on('close', (code, reason) => tell({ code, says: reason.toString() }))
  })
  socket.on('message', (data: Buffer) => {
    const read = readFrames(data)
    frames.push(...read)
    if (read.length === 0) beats++
  })
  await new Promise<void>((opened, failed) => {
    socket.once('open', opened)
    socket.once('unexpected-response', (_request, { statusCode }) => failed(new Error(`answered ${statusCode}`)))
    socket.once('error', failed)
  })
  const say = (command: string, headers: Record<string, string> = {}, body?: string) =>
    socket.send(writeFrame(command, headers, body))
  return {
    socket,
    say,
    frames,
    beats: () => beats,
    /** Resolves when the socket has closed, with the code and the reason. */
    closed,
    /** Sends the CONNECT frame. */
    connect: (token: string) =>
      say('CONNECT', { 'accept-version': '1.2', Authorization: `Bearer ${token}`, 'heart-beat': '0,9' }),
    commands: () => frames.map(({ command }) => command),
    bodies: () => frames.filter(({ command }) => command === 'MESSAGE').map(({ body }) => body),
  }
}
export type Raw = Awaited<ReturnType<typeof openRaw>>

/** Resolves when so many frames have arrived. */
const arrival = (raw: Raw, count: number) =>
  new Promise<void>((arrived, failed) => {
    const look = () => raw.frames.length >= count && arrived()
    raw.socket.on('message', look)
    void raw.closed.then(({ says }) => failed(new Error(`closed: ${says}`)))
    look()
  })

/** Opens a client that is signed in and subscribed. */
export const openSubscribed = async (url: string, token: string, options?: ClientOptions) => {
  const raw = await openRaw(url, options)
  raw.connect(token)
  await arrival(raw, 1)
  raw.say('SUBSCRIBE', { id: 'sub', destination: '/user/topic/notification', receipt: 'subscribed' })
  await arrival(raw, 2)
  return raw
}

/** Opens a client that is signed in. */
export const openSignedIn = async (url: string, token: string, options?: ClientOptions) => {
  const raw = await openRaw(url, options)
  raw.connect(token)
  await arrival(raw, 1)
  return raw
}
