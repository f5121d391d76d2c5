import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { shareNextRun } from '#kit/concurrency'

/** Splits an address into its hosts and the parts before and after them. */
const splitAddress = (url: string) => {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  return before === undefined || hosts === undefined || after === undefined
    ? undefined
    : { before, hosts: hosts.split(','), after }
}

const ATTRS = 'target_session_attrs'

/**
 * Returns one address per host of an address that may list several, as libpq writes them: `postgres://user@one:5432,two:5432/name`. Undefined where
 * it is no such address. Of several hosts only the primary is used, so `target_session_attrs` may have no other meaning.
 */
export const addressesOf = (url: string): [string, ...string[]] | undefined => {
  const parts = splitAddress(url)
  const parsed = parts?.hosts.map((host) => URL.parse(`${parts.before}${host}${parts.after}`))
  const urls = parsed?.map((one) => {
    const attrs = one?.searchParams.get(ATTRS) ?? 'read-write'
    one?.searchParams.delete(ATTRS)
    return ['read-write', 'primary'].includes(attrs) ? one?.href : undefined
  })
  return urls?.every((one) => one !== undefined) ? (urls as [string, ...string[]]) : undefined
}

/** Changes what all hosts of an address have in common, and returns the address. */
export const changeAddress = (url: string, change: (one: URL) => void) => {
  const one = new URL(addressesOf(url)![0])
  change(one)
  return one.href.replace(one.host, splitAddress(url)!.hosts.join(','))
}

interface Host {
  host: string
  port: number
}

const hostOf = (url: string): Host => {
  const { host, port } = new pg.Client(url)
  return { host, port }
}

/** Timeouts of a check of a server, in milliseconds, and the interval between checks of the one in use. */
const CHECK_TIMEOUTS = { connectionTimeoutMillis: 1500, query_timeout: 1500 }
const CHECK_INTERVAL_MS = 1_000
/** How long to wait for a primary where there is none at the moment, and the delay between attempts, in milliseconds. */
const SEARCH_TIMEOUT_MS = 4_000
const RETRY_DELAY_MS = 200

const connectClient = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, ...CHECK_TIMEOUTS })
  client.on('error', () => {}) // the next query reports it
  await client.connect()
  return client
}

/** Checks whether a server accepts writes, on a connection that stays open. */
const openProbe = (url: string) => {
  let connection: Promise<pg.Client> | undefined
  const end = () => {
    connection?.then((client) => client.end()).catch(() => {})
    connection = undefined
  }
  const takesWrites = async () => {
    try {
      const client = await (connection ??= connectClient(url))
      const { rows } = await client.query<{ reads: string }>(`select current_setting('transaction_read_only') as reads`)
      return rows[0]!.reads === 'off'
    } catch {
      end()
      return false
    }
  }
  return { takesWrites, end }
}

const noPrimaryError = () =>
  Object.assign(new Error('No server of the list takes writes at the moment'), { code: 'ECONNREFUSED' })

/** Tracks which of the servers is the primary, and searches for another one when it is gone or was demoted. */
const openPrimaryFinder = (urls: readonly string[]) => {
  const servers = urls.map((url) => ({ ...hostOf(url), ...openProbe(url) }))
  type Server = (typeof servers)[number]
  let primary: Server | undefined
  const sockets = new Map<Socket, Server>()
  let watch: NodeJS.Timeout | undefined

  const isPrimary = async (server: Server) => ((await server.takesWrites()) ? server : Promise.reject(noPrimaryError()))
  const search = shareNextRun(async () => {
    for (const until = performance.now() + SEARCH_TIMEOUT_MS; ;) {
      const found = await Promise.any(servers.map(isPrimary)).catch(() => undefined)
      for (const server of servers) if (server !== found) server.end()
      if (found) return (primary = found)
      if (performance.now() > until) throw noPrimaryError()
      await setTimeout(RETRY_DELAY_MS)
    }
  })
  /** Closes all connections to a server that no longer accepts writes, so that clients reconnect to another one. */
  const drop = (server: Server) => {
    if (primary === server) primary = undefined
    for (const [socket, to] of sockets) if (to === server) socket.destroy()
  }
  /** Checks twice, the second time on a new connection: possibly only the open connection was closed. */
  const checkPrimary = shareNextRun(async () => {
    const server = primary
    if (server && !(await server.takesWrites()) && !(await server.takesWrites())) drop(server)
  })
  const stopWatching = () => {
    clearInterval(watch)
    watch = undefined
    for (const server of servers) server.end()
  }
  const follow = (socket: Socket, server: Server) => {
    sockets.set(socket, server)
    watch ??= setInterval(() => void checkPrimary(), CHECK_INTERVAL_MS).unref()
    const forgetPrimary = () => {
      if (primary === server && !socket.writableEnded) primary = undefined
    }
    socket.once('error', forgetPrimary).once('end', forgetPrimary)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) stopWatching()
    })
  }
  return { find: async () => primary ?? search(), follow }
}
type Finder = ReturnType<typeof openPrimaryFinder>

/** A socket that connects to the current primary, whatever address the driver names. */
class PrimarySocket extends Socket {
  readonly #finder: Finder
  constructor(finder: Finder) {
    super()
    this.#finder = finder
  }

  override connect(): this {
    const connectPrimary = async () => {
      const found = await this.#finder.find()
      if (this.destroyed) return
      this.#finder.follow(this, found)
      const { host, port } = found
      if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`)
      else super.connect(port, host)
    }
    void connectPrimary().catch((error: Error) => this.destroy(error))
    return this
  }
}

const finders = new Map<string, Finder>()

/**
 * The driver's configuration for an address. Where it lists several hosts, each new connection goes to the one that accepts writes, and connections
 * to a server that no longer does are closed; the driver itself does neither. With certificate verification, the certificate must then be for the
 * first host's name.
 */
export const configOf = (
  url: string,
): Pick<ClientConfig, 'connectionString' | 'stream' | 'keepAlive'> & { isMultiHost?: boolean } => {
  const urls = addressesOf(url)!
  if (urls.length === 1) return { connectionString: urls[0] }
  const finder = finders.get(url) ?? openPrimaryFinder(urls)
  finders.set(url, finder)
  return { connectionString: urls[0], stream: () => new PrimarySocket(finder), keepAlive: true, isMultiHost: true }
}
