import { randomUUID } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'
import { shareNextRun } from '#kit/concurrency'
import { WAL_POSITION_SQL } from '#kit/database/replicas'
import { isUnavailable } from '#kit/database/scoped'
import type { News } from '#kit/notifyNodes'

/** `from`: the sending node, which ignores its own messages. */
type Sent = News & { from?: string }
type MessageListener = (message: News) => void

const CHANNEL = 'tradewind'
/** Milliseconds for which messages are batched: commits that notify wait for one another. */
const BATCH_MILLISECONDS = 25
/** The maximum number of messages that wait for a connection; beyond it, the oldest are dropped. */
const MAX_WAITING = 1_000

/** How the listening connection is checked. In milliseconds. */
interface CheckTimes {
  interval: number
  /** The time within which the server must respond; otherwise the connection counts as lost. */
  timeout: number
}
const defaultTimes: CheckTimes = { interval: 10_000, timeout: 10_000 }

/**
 * Opens a connection that listens on the channel. Calls `onLost` when it is lost, also where the network has dropped it without telling: the server
 * is asked now and then, and the driver closes a pipelined connection on which a query gets no response in time.
 */
const openListener = async (
  owner: ClientConfig,
  { interval, timeout }: CheckTimes,
  onMessage: (message: Sent) => void,
  onLost: () => void,
) => {
  const limits = { connectionTimeoutMillis: timeout, query_timeout: timeout }
  const client = new pg.Client({ ...owner, ...limits, keepAlive: true, pipeline: true })
  client.on('error', onLost)
  client.on('end', onLost)
  client.on('notification', ({ payload }) => onMessage(JSON.parse(payload!) as Sent))
  await client.connect()
  const listen = () => client.query(`listen ${CHANNEL}`)
  await listen()
  const check = setInterval(() => void listen().catch(() => {}), interval).unref() // to listen again changes nothing
  client.once('end', () => clearInterval(check))
  return client
}

/** Batches messages for some milliseconds, and sends them together. */
const createBatcher = (send: (texts: string[]) => void) => {
  let batch: Sent[] = []
  const sendAll = () => {
    const texts = batch.map((message) => JSON.stringify(message))
    batch = []
    send(texts)
  }
  return (message: Sent) => {
    if (batch.length === 0) setTimeout(sendAll, BATCH_MILLISECONDS).unref()
    batch.push(message)
  }
}

interface Line {
  times: CheckTimes
  onMessage: (message: Sent) => void
  onDisconnect: () => void
  onConnect: () => void
}

/** Maintains a listening connection, and reconnects when it is lost. */
const maintainListener = (owner: ClientConfig, { times, onMessage, onDisconnect, onConnect }: Line) => {
  let client: pg.Client | undefined
  let closed = false

  const connect = async (): Promise<void> => {
    let alive = true
    const end = () => {
      if (!alive) return
      alive = false
      client = undefined
      onDisconnect()
      if (!closed) setTimeout(() => void connect(), 500).unref()
    }
    const listening = await openListener(owner, times, onMessage, end).catch(end)
    if (!alive || !listening) return
    client = listening
    onConnect()
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

/** Sends messages in one transaction. Those that cannot be sent wait: `flush` sends them once there is a connection. */
const createSender = (client: () => pg.Client | undefined) => {
  const text = `select pg_notify('${CHANNEL}', message) from unnest($1::text[]) message`
  let waiting: readonly string[] = []
  const send = (texts: readonly string[]) => {
    const all = [...waiting, ...texts].slice(-MAX_WAITING)
    const connected = client()
    waiting = connected ? [] : all
    if (all.length === 0) return
    connected?.query(text, [all]).catch((error: unknown) => {
      if (isUnavailable(error)) waiting = [...all, ...waiting].slice(-MAX_WAITING)
    })
  }
  return { send, flush: () => send([]) }
}

const callAll = (callbacks: readonly (() => void)[]) => {
  for (const callback of callbacks) callback()
}

/** Receives messages of all nodes through PostgreSQL. While `isUp` is false no messages arrive, and nothing that depends on them may be cached. */
export const openLive = (owner: ClientConfig, times = defaultTimes) => {
  const listeners: MessageListener[] = []
  const onDown: (() => void)[] = []
  const onUp: (() => void)[] = []
  const nodeId = randomUUID()

  const onMessage = ({ from, ...message }: Sent) => {
    if (from === nodeId) return
    for (const listener of listeners) listener(message)
  }
  const { connect, client, close } = maintainListener(owner, {
    times,
    onMessage,
    onDisconnect: () => callAll(onDown),
    onConnect: () => {
      flush()
      callAll(onUp)
    },
  })
  const { send, flush } = createSender(client)
  const publish = createBatcher(send)

  return {
    connect,
    isUp: () => client() !== undefined,
    /**
     * The primary's current log position (in bytes). It is queried on the listening connection: messages sent before the call have arrived when it
     * returns. Throws if the connection is down.
     */
    position: shareNextRun(async () => {
      const listening = client()
      if (!listening) throw new Error('The connection for messages is down')
      return (await listening.query<{ position: number }>(`select ${WAL_POSITION_SQL} as position`)).rows[0]!.position
    }),
    subscribe: (listener: MessageListener) => listeners.push(listener),
    /** Sends a message to every other node, batched with other messages; once the connection is restored, where it is down. */
    publish: (message: News) => publish({ ...message, from: nodeId }),
    /** The connection was lost: messages from now on do not arrive. */
    onDown: (callback: () => void) => onDown.push(callback),
    /** The connection is restored: messages sent meanwhile did not arrive. */
    onUp: (callback: () => void) => onUp.push(callback),
    close,
  }
}
export type Live = ReturnType<typeof openLive>
