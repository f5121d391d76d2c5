import pg, { type ClientConfig } from 'pg'

/** What the nodes tell one another. Ids alone: whoever hears it reads the rows itself. */
export interface Message {
  topic: string
  tenantId: string
  id?: string
}
type Heard = (message: Message) => void

export const CHANNEL = 'tradewind'

/** A connection that listens, until it dies. */
const listenOn = async (owner: ClientConfig, hear: (message: Message) => void, fell: () => void) => {
  const client = new pg.Client({ ...owner, keepAlive: true })
  client.on('error', fell)
  client.on('end', fell)
  client.on('notification', ({ payload }) => hear(JSON.parse(payload!) as Message))
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  return client
}

/** Hears what any node said, by PostgreSQL. While `isUp` is false nothing is heard, and nothing that depends on it may be kept. */
export const openLive = (owner: ClientConfig) => {
  const listeners: Heard[] = []
  const downListeners: (() => void)[] = []
  let client: pg.Client | undefined
  let closed = false

  const hear = (message: Message) => {
    for (const listener of listeners) listener(message)
  }

  const connect = async (): Promise<void> => {
    let alive = true
    const fell = () => {
      if (!alive) return
      alive = false
      client = undefined
      for (const tell of downListeners) tell()
      if (!closed) setTimeout(() => void connect(), 500).unref()
    }
    const listening = await listenOn(owner, hear, fell).catch(fell)
    if (alive && listening) client = listening
  }

  return {
    connect,
    isUp: () => client !== undefined,
    hear: (listener: Heard) => listeners.push(listener),
    /** The connection was lost: what was said meanwhile is not heard. */
    whenDown: (tell: () => void) => downListeners.push(tell),
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
export type Live = ReturnType<typeof openLive>
