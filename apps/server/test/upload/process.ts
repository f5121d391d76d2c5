import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { FaultOrder } from './server.ts'

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A process that is restarted on the same port whenever it exits. */
class RestartedProcess {
  readonly #given: readonly string[]
  #own: ChildProcess | undefined
  #starting: Promise<void> | undefined
  #failure: unknown
  /** How often it exited on its own. */
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
    const exited = once(this.#own!, 'exit')
    this.#own!.kill('SIGKILL')
    await exited
  }

  /** Throws where it could not be restarted. */
  check() {
    if (this.#failure) throw this.#failure
  }

  /** Kills it with SIGKILL, and restarts it. */
  restart() {
    return this.#again(() => this.#kill().then(() => this.begin()))
  }

  /** Makes its store fail. */
  fail(order: FaultOrder) {
    if (this.#own?.connected) this.#own.send(order, () => {})
  }

  async stop() {
    await this.#starting?.catch(() => {})
    if (this.#own?.exitCode === null && this.#own.signalCode === null) await this.#kill()
  }
}

/** The database that a process has started. */
const databaseOf = (cluster: string) => {
  /** The first lines of postmaster.pid: its process id, its folder, its start time, its port. */
  const readPostmasterPid = () => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')

  /** Queries as the superuser. */
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const [, , , port] = readPostmasterPid()
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
    /** Ends the connections of requests as a shutdown of the database does. */
    disconnect: () =>
      ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tradewind_app'`).catch(() => {}),
    /** Kills the database; the server restarts it. */
    killDatabase: () => {
      try {
        process.kill(Number(readPostmasterPid()[0]), 'SIGKILL')
      } catch {
        // it is not running at the moment
      }
    },
  }
}

/** A server process with its own data folder and database, which is killed and restarted on the same port. */
export const startProcess = async (dataDir: string) => {
  const port = await freePort()
  const child = new RestartedProcess(dataDir, port)
  await child.begin()
  return { port, child, ...databaseOf(join(dataDir, 'postgres')) }
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>
