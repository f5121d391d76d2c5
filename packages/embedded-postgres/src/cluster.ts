import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildAtomically, installedPackage, usableBinaries, versionOf } from './binaries.ts'
import { environment, type Identity, identityFor, pathWithin } from './identity.ts'

/** A data folder that is ready to be served, and what is needed to serve it. */
export interface Cluster {
  dataDir: string
  /** The data folder's path for PostgreSQL, when started inside it. */
  serverDataDir: string
  socketDir: string
  socket: string
  binDir: string
  identity: Identity
}

/** A server on a cluster: `ended` resolves when it has ended; `complaint` returns its last error. */
export interface Server {
  ended: Promise<void>
  complaint: () => string
}

/** Only part of the socket's file name: nothing listens on the network, so the port cannot be in use. */
export const port = 5432

const socketIn = (folder: string) => join(folder, `.s.PGSQL.${port}`)

/** Opens the cluster, and creates it if there is none. Throws an error with one sentence for a folder that this PostgreSQL cannot serve. */
export const openCluster = async (folder: string): Promise<Cluster> => {
  const packageDir = installedPackage()
  const dataDir = realPath(resolve(folder))
  const identity = identityFor(dataDir)
  const binDir = await usableBinaries(packageDir, identity, dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeCluster(dataDir, identity, binDir)
  checkVersion(dataDir, versionOf(packageDir))
  const socketDir = socketDirFor(dataDir, identity)
  return { dataDir, serverDataDir: pathWithin(identity, dataDir), socketDir, socket: socketIn(socketDir), binDir, identity }
}

const realPath = (folder: string) => {
  if (existsSync(folder)) return realpathSync(folder)
  mkdirSync(dirname(folder), { recursive: true })
  return join(realpathSync(dirname(folder)), basename(folder))
}

const asUtf8 = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const access = ['--username=postgres', '--auth-local=trust', '--auth-host=scram-sha-256']

const makeCluster = async (dataDir: string, identity: Identity, binDir: string) => {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`The folder ${dataDir} holds other files and no PostgreSQL data: set DATA_DIR to another folder.`)
  await buildAtomically(dataDir, async (cwd) => {
    changeOwner(cwd, identity)
    const options = ['-D', pathWithin(identity, cwd), ...asUtf8, ...access, '--data-checksums', '--no-instructions']
    try {
      await promisify(execFile)(join(binDir, 'initdb'), options, { ...identity, cwd, env: environment })
    } catch (error) {
      throw new Error(`No database could be made in ${dataDir}: ${(error as Error).message}`, { cause: error })
    }
  })
}

const checkVersion = (dataDir: string, version: string) => {
  const [found, ours] = [readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim(), version.split('.')[0]]
  if (found !== ours)
    throw new Error(
      `The data in ${dataDir} were made by PostgreSQL ${found} and this is PostgreSQL ${ours}: start the Tradewind release that made them, or set DATA_DIR to a new folder.`,
    )
}

/** The data folder itself, which is private and moves with the data; another one only if its path is too long for a socket. */
const socketDirFor = (dataDir: string, identity: Identity) => {
  if (Buffer.byteLength(socketIn(dataDir)) <= longestSocketPath) return dataDir
  const socketDir = `/tmp/tradewind-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const found = lstatSync(socketDir)
  if (!found.isDirectory() || ![process.getuid?.(), identity.uid].includes(found.uid))
    throw new Error(`The folder ${socketDir} belongs to somebody else: remove it, or set DATA_DIR to a shorter path.`)
  chmodSync(socketDir, 0o700)
  changeOwner(socketDir, identity)
  return socketDir
}

const longestSocketPath = 103

const changeOwner = (folder: string, { uid, gid }: Identity) => {
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}
