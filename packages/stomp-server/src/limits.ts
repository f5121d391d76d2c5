/** What one connection may use. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** Time from the handshake until its user must be known. */
  signInWithin: number
  /** Connections of one network whose users are not known yet; ten times as many of the site that it is in. One more is answered 429. */
  strangersPerAddress: number
  /** Time between two heart-beats. */
  beatEvery: number
  /** Intervals that a client may be silent for; in the next one it is given up. */
  silentBeats: number
  /** Frames that a client may send in a minute. */
  framesPerMinute: number
  /** Heart-beats, pings and pongs that a client may send in a minute. */
  beatsPerMinute: number
  /** What a slow reader may leave unread in this process. */
  unread: number
  subscriptions: number
  /** Connections of one user. One more is refused, so that those that stand are not driven out. */
  perUser: number
}

export const usualLimits: Limits = {
  signInWithin: 5_000,
  strangersPerAddress: 50,
  beatEvery: 10_000,
  silentBeats: 2,
  framesPerMinute: 60,
  beatsPerMinute: 600,
  unread: 1024 * 1024,
  subscriptions: 4,
  perUser: 50,
}

/** What the WebSocket library is told: frames of ours are small and come in one piece. */
export const socketLimits = {
  maxPayload: 16 * 1024,
  maxFragments: 16,
  maxBufferedChunks: 128,
  perMessageDeflate: false,
  closeTimeout: 2_000,
}

/** Counts what happens, and says whether it is still within so many a minute. */
export const pace = (most: number) => {
  const times: number[] = []
  return () => {
    const now = Date.now()
    while (times[0] !== undefined && times[0] <= now - 60_000) times.shift()
    times.push(now)
    return times.length <= most
  }
}
