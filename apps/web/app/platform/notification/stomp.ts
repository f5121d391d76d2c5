/*
 * The part of STOMP 1.2 that a page needs of our own server (packages/stomp-server): it signs in, subscribes, listens, and connects again. It sends
 * nothing else, so no header of its frames needs an escape.
 */

/** Milliseconds between two heart-beats, in both directions, unless the server asks for fewer. */
const HEARTBEAT = 10_000
const FIRST_DELAY = 1_000
const LONGEST_DELAY = 30_000
/** The close code of a connection that was lost without one. */
const ABNORMAL = 1006

interface StompOptions {
  url: string
  /** The value of the header with which each connection signs in. */
  authorization: () => string
  destinations: readonly string[]
  /** Milliseconds for which the page has been showing what it read before; undefined if it reads everything again. */
  age: () => number | undefined
  onMessage: (destination: string, body: string) => void
  /** All subscriptions are active: from now on the server sends all messages. */
  onOpen: () => void
  /** The connection was lost, or could not be opened. Unless it is closed by the page, it is opened again. */
  onLost: (code: number) => void
}

type Headers = Readonly<Record<string, string>>

const frameOf = (command: string, headers: Headers) =>
  `${command}\n${Object.entries(headers)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}\n\0`

/** The frame in a message. A heart-beat is a line end alone: it has no command. */
const readFrame = (text: string) => {
  const [head = '', ...rest] = text.split('\n\n')
  const [command, ...lines] = head.split('\n')
  const headers: Headers = Object.fromEntries(lines.map((line) => line.split(/:(.*)/, 2)))
  return { command, headers, body: rest.join('\n\n').replace(/\0$/, '') }
}

/**
 * Sends heart-beats as often as both sides agree to, and calls `onSilence` when nothing was heard for two intervals. `agreed`: how often the server
 * sends its own, and how often it wants ours; 0: never.
 */
const startHeartbeats = (agreed = '0,0', beat: () => void, onSilence: () => void) => {
  const [sent = 0, wanted = 0] = agreed.split(',').map((interval) => Number(interval) && Math.max(HEARTBEAT, Number(interval)))
  let heardAt = Date.now()
  const checkSilence = () => {
    if (Date.now() - heardAt > 2 * sent) onSilence()
  }
  const timers = [sent > 0 && setInterval(checkSilence, sent), wanted > 0 && setInterval(beat, wanted)]
  return {
    hear: () => void (heardAt = Date.now()),
    end: () => {
      for (const timer of timers) if (timer) clearInterval(timer)
    },
  }
}

/** Opens one connection. Returns the function that closes it, after which nothing is called any more. */
const connect = ({ url, authorization, destinations, age, onMessage, onOpen, onLost }: StompOptions) => {
  const socket = new WebSocket(url, ['v12.stomp'])
  const ended = new AbortController()
  const on = <E extends keyof WebSocketEventMap>(event: E, handle: (event: WebSocketEventMap[E]) => void) =>
    socket.addEventListener(event, handle, { signal: ended.signal })
  const send = (command: string, headers: Headers) => socket.send(frameOf(command, headers))
  let heartbeats: ReturnType<typeof startHeartbeats> | undefined
  const end = () => {
    ended.abort()
    heartbeats?.end()
    socket.close()
  }
  const lose = (code: number) => {
    end()
    onLost(code)
  }
  const subscribe = () =>
    destinations.forEach((destination, at) => {
      const isLast = at === destinations.length - 1
      const milliseconds = age()
      send('SUBSCRIBE', {
        id: destination,
        destination,
        ...(milliseconds !== undefined && { age: String(Math.ceil(milliseconds)) }),
        ...(isLast && { receipt: 'last' }),
      })
    })
  on('open', () =>
    send('CONNECT', { 'accept-version': '1.2', 'heart-beat': `${HEARTBEAT},${HEARTBEAT}`, Authorization: authorization() }),
  )
  on('message', ({ data }: MessageEvent<string>) => {
    heartbeats?.hear()
    const { command, headers, body } = readFrame(data)
    if (command === 'CONNECTED') {
      heartbeats = startHeartbeats(
        headers['heart-beat'],
        () => socket.send('\n'),
        () => lose(ABNORMAL),
      )
      subscribe()
    } else if (command === 'RECEIPT') onOpen()
    else if (command === 'MESSAGE') onMessage(headers['destination'] ?? '', body)
  })
  on('close', ({ code }) => lose(code))
  return end
}

/**
 * Opens a connection and keeps it open: it is opened again after a delay that doubles, and immediately when the browser is online again. Returns
 * the function that closes it.
 */
export const keepConnected = (options: StompOptions) => {
  let isOpen = false
  let delay = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  // Random, so that not all pages reconnect at the same moment after a server restart.
  const resetDelay = () => (delay = FIRST_DELAY * (1 + Math.random()))
  const open = () =>
    connect({
      ...options,
      onOpen: () => {
        isOpen = true
        resetDelay()
        options.onOpen()
      },
      onLost: (code) => {
        isOpen = false
        timer = setTimeout(() => (end = open()), delay)
        delay = Math.min(delay * 2, LONGEST_DELAY)
        options.onLost(code)
      },
    })
  resetDelay()
  let end = open()
  const onOnline = () => {
    if (isOpen) return
    clearTimeout(timer)
    end()
    end = open()
  }
  addEventListener('online', onOnline)
  return () => {
    removeEventListener('online', onOnline)
    clearTimeout(timer)
    end()
  }
}
