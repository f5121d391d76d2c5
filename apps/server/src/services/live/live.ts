import pg, { type ClientConfig } from 'pg'

/** What the nodes tell one another. Ids alone: whoever hears it reads the rows itself. */
export interface Message {
  topic: string
  tenantId: string
  id?: string
}
type Heard = (message: Message) => void

export const CHANNEL = 'tradewind'

/** Hears what any node said, by PostgreSQL. While `isUp` is false nothing is heard, and nothing that depends on it may be kept. */
export const openLive = (owner: ClientConfig) => {
  const listeners = new Set<Heard>()
  const onDown = new Set<() => void>()
  let client: pg.Client | undefined
  let up = false
  let closed = false

  const fell = () => {
    if (!up && client === undefined) return
    up = false
    client = undefined
    for (const tell of onDown) tell()
    if (!closed) setTimeout(() => void connect(), 500).unref()
  }

  const connect = async () => {
    const next = new pg.Client({ ...owner, keepAlive: true })
    client = next
    next.on('error', fell)
    next.on('end', fell)
    next.on('notification', ({ payload }) => {
      const message = JSON.parse(payload!) as Message
      for (const hear of listeners) hear(message)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      up = true
    } catch {
      fell()
    }
  }

  return {
    connect,
    isUp: () => up,
    hear: (listener: Heard) => listeners.add(listener),
    /** The connection was lost: what was said meanwhile is not heard. */
    whenDown: (tell: () => void) => onDown.add(tell),
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
export type Live = ReturnType<typeof openLive>
