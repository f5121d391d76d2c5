import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the folders begin with in which the files of forms are as long as their requests last. */
export const STANDING = 'tradewind-upload-'
const DAY = 24 * 60 * 60 * 1000

const isOld = async (path: string) => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < Date.now() - DAY
}

/** Removes what requests have left whose process was killed: no request lasts a day. */
export const clearStray = async () => {
  const standing = (await readdir(tmpdir())).filter((name) => name.startsWith(STANDING)).map((name) => join(tmpdir(), name))
  for (const path of standing) if (await isOld(path)) await rm(path, { recursive: true, force: true }).catch(() => {})
}

const clear = () => void clearStray().catch(() => {}) // another day, then

/** Does so now and every day, while the process lives. */
export const keepClear = () => {
  clear()
  setInterval(clear, DAY).unref()
}
