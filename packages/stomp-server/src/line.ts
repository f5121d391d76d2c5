import type { RawData, WebSocket } from 'ws'
import { type Frame, readFrames, Unreadable, writeFrame } from './frame.ts'
import { type Limits, pace } from './limits.ts'

/** Why a connection is closed: the close code, and the message of the ERROR frame before it. */
interface Closing {
  code: number
  says: string
}

/** The client must reconnect with a valid token. */
const SIGNED_OUT = 4401
const PROTOCOL_ERROR = 1002
const UNSUPPORTED = 1003
const POLICY = 1008
const TRY_AGAIN = 1013

const closing = (code: number, says: string): Closing => ({ code, says })

const unreadable = (says: string) => closing(PROTOCOL_ERROR, says)
export const outOfTurn = closing(PROTOCOL_ERROR, 'This frame is not taken here.')
export const otherVersion = closing(PROTOCOL_ERROR, 'STOMP 1.2 alone is spoken here.')
const binary = closing(UNSUPPORTED, 'Text alone is taken here.')
export const noSuchDestination = closing(POLICY, 'There is no such destination.')
export const badSubscription = closing(
  POLICY,
  'A subscription has a short id of its own, no acknowledgements, and few beside it.',
)
const tooFast = closing(POLICY, 'This is too much at once.')
const silent = closing(POLICY, 'Nothing was heard for too long.')
export const tooManySockets = closing(POLICY, 'You have too many connections open.')
export const strangerTooLong = closing(SIGNED_OUT, 'Nobody signed in.')
export const signedOut = closing(SIGNED_OUT, 'You are not signed in.')
export const changed = closing(SIGNED_OUT, 'Who you are has changed.')
export const unknownNow = closing(TRY_AGAIN, 'Please try again.')

/** The log for rejections and failures, for example a pino logger. */
export interface Log {
  info: (fields: object, text: string) => void
  error: (fields: object, text: string) => void
}

/** A socket that sends and receives frames, within limits. */
export interface Line {
  say: (command: string, headers: Readonly<Record<string, string>>, body?: string) => void
  /** Sends the reason in an ERROR frame, and closes. */
  refuse: (why: Closing, receipt?: string) => void
  /** Closes normally, at the client's request. */
  end: () => void
  isOpen: () => boolean
  /** Enables heart-beats. */
  beat: () => void
}

interface Ends {
  limits: Limits
  logger: Log
  hear: (frame: Frame) => void
}

/** Opens a STOMP connection on a socket. Closes clients that send invalid frames, too many frames or nothing; terminates those that do not read. */
export const lineOn = (socket: WebSocket, { limits, logger, hear }: Ends): Line => {
  let beats = false
  const put = (text: string) => {
    if (socket.bufferedAmount > limits.unread) return socket.terminate()
    socket.send(text)
  }
  const line: Line = {
    say: (command, headers, body) => put(writeFrame(command, headers, body)),
    refuse: ({ code, says }, receipt) => {
      if (!line.isOpen()) return
      logger.info({ code, says }, 'a live connection was refused')
      line.say('ERROR', { version: '1.2', message: says, ...(receipt === undefined ? {} : { 'receipt-id': receipt }) })
      socket.close(code, says)
    },
    end: () => socket.close(1000),
    isOpen: () => socket.readyState === socket.OPEN,
    beat: () => {
      beats = true
    },
  }
  socket.on('error', (error: NodeJS.ErrnoException) => logger.info({ code: error.code }, 'a live connection had a fault'))
  socket.on('message', takeMessages(line, limits, hear))
  takePings(socket, line, limits)
  watch(socket, line, limits, () => beats && put('\n'))
  return line
}

const takeMessages = (line: Line, limits: Limits, hear: (frame: Frame) => void) => {
  const [isBeatInPace, isFrameInPace] = [pace(limits.beatsPerMinute), pace(limits.framesPerMinute)]
  const take = (frames: Frame[]) => {
    if (frames.length === 0 && !isBeatInPace()) return line.refuse(tooFast)
    for (const frame of frames) {
      if (!line.isOpen()) return
      if (!isFrameInPace()) return line.refuse(tooFast)
      hear(frame)
    }
  }
  return (data: RawData, isBinary: boolean) => {
    if (!line.isOpen()) return
    if (isBinary) return line.refuse(binary)
    try {
      take(readFrames(data as Buffer))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      line.refuse(unreadable(error.message))
    }
  }
}

const takePings = (socket: WebSocket, line: Line, limits: Limits) => {
  const isInPace = pace(limits.beatsPerMinute)
  const take = () => {
    if (!isInPace()) line.refuse(tooFast)
  }
  socket.on('ping', take)
  socket.on('pong', take)
}

/**
 * Pings silent clients, and disconnects those that stay silent. The browser itself answers a ping, so that a page in the background,
 * whose timers and heart-beats are throttled, stays connected.
 */
const watch = (socket: WebSocket, line: Line, { beatEvery, silentBeats }: Limits, beat: () => void) => {
  let unheard = 0
  const heard = () => {
    unheard = 0
  }
  const timer = setInterval(() => {
    if (!line.isOpen()) return
    if (++unheard > silentBeats) return line.refuse(silent)
    if (unheard > 1) socket.ping()
    beat()
  }, beatEvery)
  socket.on('message', heard)
  socket.on('pong', heard)
  socket.on('close', () => clearInterval(timer))
}
