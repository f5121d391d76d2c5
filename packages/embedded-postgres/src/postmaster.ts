import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { type Cluster, port, type Server } from './cluster.ts'

/** Whether a server holds the socket, one that starts, recovers or ends included. Lock files outlive crashes; the socket doesn't lie. */
export const isListening = (cluster: Cluster) =>
  new Promise<boolean>((done) => {
    const connection = connect(cluster.socket)
    connection.once('error', ({ code }: NodeJS.ErrnoException) => done(code !== 'ENOENT' && code !== 'ECONNREFUSED'))
    connection.once('connect', () => {
      connection.destroy()
      done(true)
    })
  })

/** The server that another process started, until it goes or the signal comes. */
export const share = (cluster: Cluster, signal: AbortSignal): Server => ({
  ended: untilSilent(cluster, signal),
  complaint: () => 'the server of another process, which ran here, has ended',
})

/** Resolves when nobody holds the socket any more, or on the signal. */
const untilSilent = async (cluster: Cluster, signal: AbortSignal) => {
  while (!signal.aborted && (await isListening(cluster))) {
    await idleConnection(cluster, signal)
    await sleep(100, undefined, { ref: false })
  }
}

/** A connection that says nothing ends with its server, at the latest after PostgreSQL's minute without a greeting. */
const idleConnection = (cluster: Cluster, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const connection = connect({ path: cluster.socket, signal })
    connection.on('error', () => undefined).once('close', () => done())
    connection.unref().resume()
  })

/** Whether the server lets us in; false while it starts, recovers or ends. Makes the database where it is missing. */
export const letsIn = async ({ socketDir }: Cluster, database: string) => {
  const client = new Client({ host: socketDir, port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await makeDatabase(client, database)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && !isPassing(error)) throw error
    return false
  } finally {
    await client.end()
  }
}

const makeDatabase = async (client: Client, database: string) => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
}

/** Starting, ending or crashed (57), out of connections (53), or another process is making the database (42P04, 23505). */
const isPassing = ({ code }: DatabaseError) => /^(57|53|42P04|23505)/.test(code ?? '')
