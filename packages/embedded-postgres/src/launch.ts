import { spawn } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { closeSync, fchownSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Cluster, port, type Server } from './cluster.ts'
import { environment } from './identity.ts'

export type Settings = Record<string, string | number>

const MB = 1024 * 1024
/** An eighth of the memory, from 256 MB to 1 GB: pages that do not fit are written and read again, twice for each row of a large import. */
export const sharedBuffersFor = (memory: number) => `${Math.min(1024, Math.max(256, Math.floor(memory / 8 / MB)))}MB`
/** The memory that this process may use: 0 stands for no limit of its own. */
const usableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity)

const defaultSettings: Settings = {
  max_connections: 80,
  shared_buffers: sharedBuffersFor(usableMemory()),
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 2,
  jit: 'off',
  // Compressing each page that is first changed after a checkpoint was a third of the work of an import. These binaries know only the slow method.
  wal_compression: 'off',
  max_wal_size: '4GB',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

const privateSocket = ({ dataDir, serverDataDir, socketDir }: Cluster): Settings => ({
  listen_addresses: '',
  port,
  unix_socket_permissions: '0700',
  unix_socket_directories: `"${(socketDir === dataDir ? serverDataDir : socketDir).replaceAll('"', '""')}"`,
})

/**
 * The shell holds the other end of a pipe from this process. However this process ends, the pipe closes, `read` returns, and PostgreSQL gets a fast
 * shutdown: it never outlives this process.
 */
const watchdog =
  '"$@" 3<&- & server=$!; (read _ <&3; kill -INT $server) & watch=$!; wait $server; code=$?; kill $watch 2>/dev/null; exit $code'

/** Starts PostgreSQL in the cluster. The signal ends it: open transactions are rolled back, committed data stay. */
export const launch = (cluster: Cluster, settings: Settings, signal: AbortSignal): Server => {
  const { file, log, start } = openLog(cluster)
  const child = spawn('/bin/sh', ['-c', watchdog, 'sh', join(cluster.binDir, 'postgres'), ...options(cluster, settings)], {
    ...cluster.identity,
    cwd: cluster.dataDir,
    env: environment,
    detached: true, // Ctrl-C reaches only this process: running requests finish before the database ends
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  const watchdogPipe = child.stdio[3] as Socket
  watchdogPipe.on('error', () => undefined).unref()
  child.unref()
  const stopping = addAbortListener(signal, () => {
    child.ref()
    watchdogPipe.end()
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done())).finally(() => {
    stopping[Symbol.dispose]()
    watchdogPipe.destroy()
  })
  return { ended, complaint: () => lastComplaint(file, start) }
}

const options = (cluster: Cluster, settings: Settings) => {
  const all = Object.entries({ ...defaultSettings, ...settings, ...privateSocket(cluster) })
  return ['-D', cluster.serverDataDir, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const MAX_LOG_BYTES = 10 * 1024 * 1024

/** A file, never a pipe: it outlives this process and never blocks. */
const openLog = ({ dataDir, identity: { uid, gid } }: Cluster) => {
  const file = `${dataDir}.log`
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
  const log = openSync(file, 'a', 0o600)
  const start = fstatSync(log).size
  if (start === 0 && uid !== undefined && gid !== undefined) fchownSync(log, uid, gid) // the data's owner may start it next
  return { file, log, start }
}

const lastComplaint = (file: string, start: number) => {
  const lines = readFileSync(file).subarray(start).toString().split('\n')
  const complaint = lines.findLast((line) => /(FATAL|PANIC):/.test(line) && !line.includes('the database system is'))
  return `${complaint?.replace(/^.*?(FATAL|PANIC): */, '') ?? 'it ended without a word'} (see ${file})`
}
