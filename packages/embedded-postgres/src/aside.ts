import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './locks.ts'

const inProgress = new Set<string>()
let count = 0

/**
 * Fills a folder under another name and moves it to its own at the end: a death midway leaves nothing half made, and its
 * remains go at the next try. Where another process was quicker, its folder stays.
 */
export const buildAside = async (target: string, fill: (folder: string) => Promise<void>) => {
  const prefix = `${basename(target)}.new-`
  await mkdir(dirname(target), { recursive: true })
  await clearRemains(dirname(target), prefix)
  const folder = join(dirname(target), `${prefix}${process.pid}-${++count}`)
  inProgress.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    await fill(folder)
    await moveUnlessTaken(folder, target)
  } finally {
    await remove(folder)
    inProgress.delete(folder)
  }
}

const moveUnlessTaken = async (folder: string, target: string) => {
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

/** Even while the orphan of a killed process still writes there. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 })
