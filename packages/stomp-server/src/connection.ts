import type { RawData, WebSocket } from 'ws'
import { type Frame, InvalidFrame, readFrames, writeFrame } from './frame.ts'
import { createRateLimit, type Limits } from './limits.ts'

/** Why a connection is closed: the close code, and the message of the ERROR frame before it. */
interface Closing {
  code: number
  message: string
}

/** The client must reconnect with a valid token. */
const SIGNED_OUT = 4401
const PROTOCOL_ERROR = 1002
const UNSUPPORTED = 1003
const POLICY = 1008
const TRY_AGAIN = 1013

const closing = (code: number, message: string): Closing => ({ code, message })

const unreadable = (says: string) => closing(PROTOCOL_ERROR, says)
export const unexpectedFrame = closing(PROTOCOL_ERROR, 'This frame is not taken here.')
export const unsupportedVersion = closing(PROTOCOL_ERROR, 'STOMP 1.2 alone is spoken here.')
const binaryMessage = closing(UNSUPPORTED, 'Text alone is taken here.')
export const noSuchDestination = closing(POLICY, 'There is no such destination.')
export const badSubscription = closing(
  POLICY,
  'A subscription has a short id of its own, no acknowledgements, and few beside it.',
)
const tooFast = closing(POLICY, 'This is too much at once.')
const silentClient = closing(POLICY, 'Nothing was heard for too long.')
export const tooManySockets = closing(POLICY, 'You have too many connections open.')
export const signInTimeout = closing(SIGNED_OUT, 'Nobody signed in.')
export const signedOut = closing(SIGNED_OUT, 'You are not signed in.')
export const userChanged = closing(SIGNED_OUT, 'Who you are has changed.')
export const authenticationFailed = closing(TRY_AGAIN, 'Please try again.')

/** The log for rejections and failures, for example a pino logger. */
export interface Log {
  info: (fields: object, text: string) => void
  error: (fields: object, text: string) => void
}

/** A socket that sends and receives frames, within limits. */
export interface StompConnection {
  send: (command: string, headers: Readonly<Record<string, string>>, body?: string) => void
  /** Sends the reason in an ERROR frame, and closes. */
  refuse: (why: Closing, receipt?: string) => void
  /** Closes normally, at the client's request. */
  end: () => void
  isOpen: () => boolean
  /** Enables heart-beats. */
  startHeartBeats: () => void
}

interface Ends {
  limits: Limits
  logger: Log
  onFrame: (frame: Frame) => void
}

/** Opens a STOMP connection on a socket. Closes clients that send invalid frames, too many frames or nothing; terminates those that do not read. */
export const openConnection = (socket: WebSocket, { limits, logger, onFrame }: Ends): StompConnection => {
  let sendsHeartBeats = false
  const send = (text: string) => {
    if (socket.bufferedAmount > limits.unread) return socket.terminate()
    socket.send(text)
  }
  const connection: StompConnection = {
    send: (command, headers, body) => send(writeFrame(command, headers, body)),
    refuse: ({ code, message }, receipt) => {
      if (!connection.isOpen()) return
      logger.info({ code, says: message }, 'a live connection was refused')
      connection.send('ERROR', { version: '1.2', message, ...(receipt === undefined ? {} : { 'receipt-id': receipt }) })
      socket.close(code, message)
    },
    end: () => socket.close(1000),
    isOpen: () => socket.readyState === socket.OPEN,
    startHeartBeats: () => {
      sendsHeartBeats = true
    },
  }
  socket.on('error', (error: NodeJS.ErrnoException) => logger.info({ code: error.code }, 'a live connection had a fault'))
  socket.on('message', createMessageHandler(connection, limits, onFrame))
  limitPings(socket, connection, limits)
  watchSilence(socket, connection, limits, () => sendsHeartBeats && send('\n'))
  return connection
}

const createMessageHandler = (connection: StompConnection, limits: Limits, hear: (frame: Frame) => void) => {
  const [isBeatInPace, isFrameInPace] = [createRateLimit(limits.beatsPerMinute), createRateLimit(limits.framesPerMinute)]
  const handleFrames = (frames: Frame[]) => {
    if (frames.length === 0 && !isBeatInPace()) return connection.refuse(tooFast)
    for (const frame of frames) {
      if (!connection.isOpen()) return
      if (!isFrameInPace()) return connection.refuse(tooFast)
      hear(frame)
    }
  }
  return (data: RawData, isBinary: boolean) => {
    if (!connection.isOpen()) return
    if (isBinary) return connection.refuse(binaryMessage)
    try {
      handleFrames(readFrames(data as Buffer))
    } catch (error) {
      if (!(error instanceof InvalidFrame)) throw error
      connection.refuse(unreadable(error.message))
    }
  }
}

const limitPings = (socket: WebSocket, connection: StompConnection, limits: Limits) => {
  const isInPace = createRateLimit(limits.beatsPerMinute)
  const checkRate = () => {
    if (!isInPace()) connection.refuse(tooFast)
  }
  socket.on('ping', checkRate)
  socket.on('pong', checkRate)
}

/**
 * Pings silent clients, and disconnects those that stay silent. The browser itself answers a ping, so that a page in the background,
 * whose timers and heart-beats are throttled, stays connected.
 */
const watchSilence = (socket: WebSocket, connection: StompConnection, { beatEvery, silentBeats }: Limits, beat: () => void) => {
  let silentIntervals = 0
  const resetSilence = () => {
    silentIntervals = 0
  }
  const timer = setInterval(() => {
    if (!connection.isOpen()) return
    if (++silentIntervals > silentBeats) return connection.refuse(silentClient)
    if (silentIntervals > 1) socket.ping()
    beat()
  }, beatEvery)
  socket.on('message', resetSilence)
  socket.on('pong', resetSilence)
  socket.on('close', () => clearInterval(timer))
}
