/** The limits of a connection. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** Time from the handshake until the user must have signed in. */
  signInTimeout: number
  /** Unauthenticated connections of one network; ten times as many for the site that contains it. One more is answered with 429. */
  unauthenticatedPerNetwork: number
  /** Time between two heart-beats. */
  beatEvery: number
  /** Heart-beat intervals that a client may be silent for; in the next one it is disconnected. */
  silentBeats: number
  /** Frames that a client may send in a minute. */
  framesPerMinute: number
  /** Heart-beats, pings and pongs that a client may send in a minute. */
  beatsPerMinute: number
  /** Bytes that a slow reader may leave unread in this process. */
  unread: number
  subscriptions: number
  /** Connections of one user. One more is rejected, so that existing ones are not displaced. */
  perUser: number
}

export const defaultLimits: Limits = {
  signInTimeout: 5_000,
  unauthenticatedPerNetwork: 50,
  beatEvery: 10_000,
  silentBeats: 2,
  framesPerMinute: 60,
  beatsPerMinute: 600,
  unread: 1024 * 1024,
  subscriptions: 4,
  perUser: 50,
}

/** Options of the WebSocket library: our frames are small and not fragmented. */
export const socketLimits = {
  maxPayload: 16 * 1024,
  maxFragments: 16,
  maxBufferedChunks: 128,
  perMessageDeflate: false,
  closeTimeout: 2_000,
}

/** Creates a rate limiter: each call counts an event, and returns whether there are at most `most` in a minute. */
export const createRateLimit = (most: number) => {
  const times: number[] = []
  return () => {
    const now = Date.now()
    while (times[0] !== undefined && times[0] <= now - 60_000) times.shift()
    times.push(now)
    return times.length <= most
  }
}
