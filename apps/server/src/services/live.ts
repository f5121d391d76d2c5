import { randomUUID } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'
import { nextLook } from '#kit/concurrency'
import { POSITION } from '#kit/database/replicas'
import type { News } from '#kit/notifyNodes'

/** `from`: the node that says it, where that node has no need to hear it again. */
type Sent = News & { from?: string }
type Heard = (message: News) => void

const CHANNEL = 'tradewind'
/** Milliseconds for which what is said is gathered: a commit that notifies waits for every other. */
const GATHERED = 25

/** A connection that listens, until it dies. */
const listenOn = async (owner: ClientConfig, hear: (message: Sent) => void, fell: () => void) => {
  const client = new pg.Client({ ...owner, keepAlive: true, pipeline: true })
  client.on('error', fell)
  client.on('end', fell)
  client.on('notification', ({ payload }) => hear(JSON.parse(payload!) as Sent))
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  return client
}

/** Gathers messages for some milliseconds, and sends them together. */
const gathering = (send: (texts: string[]) => void) => {
  let gathered: Sent[] = []
  const sendAll = () => {
    const texts = gathered.map((message) => JSON.stringify(message))
    gathered = []
    send(texts)
  }
  return (message: Sent) => {
    if (gathered.length === 0) setTimeout(sendAll, GATHERED).unref()
    gathered.push(message)
  }
}

interface Line {
  hear: (message: Sent) => void
  fell: () => void
  rose: () => void
}

/** Keeps a connection that listens, and takes another when it dies. */
const keepListening = (owner: ClientConfig, { hear, fell, rose }: Line) => {
  let client: pg.Client | undefined
  let closed = false

  const connect = async (): Promise<void> => {
    let alive = true
    const end = () => {
      if (!alive) return
      alive = false
      client = undefined
      fell()
      if (!closed) setTimeout(() => void connect(), 500).unref()
    }
    const listening = await listenOn(owner, hear, end).catch(end)
    if (!alive || !listening) return
    client = listening
    rose()
  }

  return {
    connect,
    client: () => client,
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}

const tellAll = (told: readonly (() => void)[]) => {
  for (const tell of told) tell()
}

/** Hears what any node said, by PostgreSQL. While `isUp` is false nothing is heard, and nothing that depends on it may be kept. */
export const openLive = (owner: ClientConfig) => {
  const listeners: Heard[] = []
  const whenDown: (() => void)[] = []
  const whenUp: (() => void)[] = []
  const self = randomUUID()

  const hear = ({ from, ...message }: Sent) => {
    if (from === self) return
    for (const listener of listeners) listener(message)
  }
  const { connect, client, close } = keepListening(owner, {
    hear,
    fell: () => tellAll(whenDown),
    rose: () => tellAll(whenUp),
  })
  /** As one transaction. While the connection is down it is not heard: it is written anyway. */
  const say = gathering((texts) => {
    const send = `select pg_notify('${CHANNEL}', message) from unnest($1::text[]) message`
    client()
      ?.query(send, [texts])
      .catch(() => {})
  })

  return {
    connect,
    isUp: () => client() !== undefined,
    /**
     * How far the primary has written (bytes of its log). It is asked where news is heard: what was told before this was called is heard when it
     * answers. Throws where nothing can be heard.
     */
    position: nextLook(async () => {
      const listening = client()
      if (!listening) throw new Error('Nothing is heard at the moment')
      return (await listening.query<{ position: number }>(`select ${POSITION} as position`)).rows[0]!.position
    }),
    hear: (listener: Heard) => listeners.push(listener),
    /** Says it to every other node, together with what else is said in these milliseconds. */
    say: (message: News) => say({ ...message, from: self }),
    /** The connection was lost: what was said meanwhile is not heard. */
    whenDown: (tell: () => void) => whenDown.push(tell),
    /** The connection is there again: what was said meanwhile was not heard. */
    whenUp: (tell: () => void) => whenUp.push(tell),
    close,
  }
}
export type Live = ReturnType<typeof openLive>
