import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Order } from './server.ts'

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A process that is begun again on the same port whenever it ends. */
class Child {
  readonly #given: readonly string[]
  #own: ChildProcess | undefined
  #starting: Promise<void> | undefined
  #failure: unknown
  /** How often it ended by itself. */
  crashes = 0

  constructor(dataDir: string, port: number) {
    this.#given = [dataDir, String(port)]
  }

  async begin() {
    const own = fork(join(import.meta.dirname, 'server.ts'), this.#given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#own = own
    const ended = once(own, 'exit').then(([code, signal]) => {
      throw new Error(`The server did not start: ${code ?? signal}`)
    })
    await Promise.race([once(own, 'message'), ended]).catch((error: unknown) => {
      this.#failure = error
      throw error
    })
    ended.catch(() => {})
    own.once('exit', () => {
      if (own.killed) return
      this.crashes++
      void this.#again(() => this.begin())
    })
  }

  #again(work: () => Promise<void>) {
    this.#starting ??= work().finally(() => (this.#starting = undefined))
    return this.#starting
  }

  async #kill() {
    const gone = once(this.#own!, 'exit')
    this.#own!.kill('SIGKILL')
    await gone
  }

  /** Throws where it could not be begun again. */
  check() {
    if (this.#failure) throw this.#failure
  }

  /** Ends it as a power cut of the process does, and begins it again. */
  restart() {
    return this.#again(() => this.#kill().then(() => this.begin()))
  }

  /** Has its store fail. */
  fail(order: Order) {
    if (this.#own?.connected) this.#own.send(order, () => {})
  }

  async stop() {
    await this.#starting?.catch(() => {})
    if (this.#own?.exitCode === null && this.#own.signalCode === null) await this.#kill()
  }
}

/** The database that a process has begun. */
const openDatabase = (cluster: string) => {
  /** The first lines of postmaster.pid: its process, its folder, when it began, its port. */
  const postmaster = () => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')

  /** The rows of a query as the superuser. */
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const [, , , port] = postmaster()
    const client = new pg.Client({ host: cluster, port: Number(port), user: 'postgres', database: 'tradewind' })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  return {
    ask,
    /** Ends the connections of requests as the database's own end does. */
    disconnect: () =>
      ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tradewind_app'`).catch(() => {}),
    /** Kills the database; the server brings it back. */
    killDatabase: () => {
      try {
        process.kill(Number(postmaster()[0]), 'SIGKILL')
      } catch {
        // it is not there just now
      }
    },
  }
}

/** A server process with its own data folder and database, which is killed and begun again on the same port. */
export const openProcess = async (dataDir: string) => {
  const port = await freePort()
  const child = new Child(dataDir, port)
  await child.begin()
  return { port, child, ...openDatabase(join(dataDir, 'postgres')) }
}
export type Process = Awaited<ReturnType<typeof openProcess>>
