import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './run.ts'

/** The browser's arguments: it may run as root, without a graphics card, and with a small /dev/shm. */
export const browserArgs = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

const advice = 'Install Chromium or Chrome, or name one in CHROMIUM_PATH.'

const findConfigured = () => {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH names ${path}, which is not there.`)
  return path
}

const findOnPath = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const isForNpm = process.platform === 'linux' && process.arch === 'x64'

/** Unpacks npm's browser into a temporary folder, then renames that to the folder of its version. */
const unpack = async () => {
  if (!isForNpm) throw new Error(`There is no browser from npm for this machine. ${advice}`)
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')) as {
    version: string
  }
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    for (const old of globSync('chromium-*', { cwd: cache })) rmSync(join(cache, old), { recursive: true })
    await unpackInto(`${folder}.part`)
    chmodSync(join(`${folder}.part`, 'chromium'), 0o755)
    renameSync(`${folder}.part`, folder)
  }
  if (!existsSync('/etc/fonts')) process.env.FONTCONFIG_PATH ??= join(folder, 'fonts')
  return join(folder, 'chromium')
}

const unpackInto = async (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const { default: chromium } = await import('@sparticuz/chromium')
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder // the package unpacks into the temporary folder, and treats existing files there as its own
  await chromium.executablePath()
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
}

const missingLibraries = (path: string) =>
  spawnSync('ldd', [path], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0])

const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/** Downloads libraries that npm's browser needs and small systems lack. */
const downloadLibraries = (path: string) => {
  if (missingLibraries(path).length === 0) return
  if (process.getuid?.() === 0 && apt('update'))
    apt('install', '-y', '--no-install-recommends', 'libnss3', 'libnspr4', 'libexpat1')
  const missing = missingLibraries(path)
  if (missing.length > 0)
    throw new Error(`The browser from npm lacks ${missing.join(', ')} (Debian: libnss3, libnspr4, libexpat1). ${advice}`)
}

/** npm's browser, where it starts unchanged: everyone has the same version, and without windows it takes a quarter less time than a whole browser. */
const findNpmBrowser = async () => {
  const path = isForNpm ? await unpack() : undefined
  return path && missingLibraries(path).length === 0 ? path : undefined
}

const withLibraries = async () => {
  const path = await unpack()
  downloadLibraries(path)
  return path
}

/** Returns the path of a Chromium that starts here: CHROMIUM_PATH, npm's, one on the PATH, or npm's with the missing libraries. Throws a sentence if there is none. */
export const findBrowser = async () => findConfigured() ?? (await findNpmBrowser()) ?? findOnPath() ?? (await withLibraries())

if (import.meta.main) {
  findBrowser().then(console.log, (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
