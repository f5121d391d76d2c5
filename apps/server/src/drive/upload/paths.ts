import { say } from '@tradewind/contract/kit/say'
import { named } from '#drive/schema/drive.table'
import { invalid } from '#kit/errors'

/** Two paths are the same where they differ in case alone. */
export const keyOf = (path: string) =>
  path
    .split('/')
    .map((name) => named(name, false).nameKey)
    .join('/')

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const depthOf = (path: string) => path.split('/').length

/** A path and every folder above it, the outermost last. */
export const upwards = (path: string): string[] => (path === '' ? [] : [path, ...upwards(folderOf(path))])

/** Every folder that these paths need, by its key, as it is first spelt. */
export const foldersFor = (files: readonly string[], folders: readonly string[]) => {
  const needed = new Map<string, string>()
  const add = (path: string) => {
    for (const each of upwards(path)) if (!needed.has(keyOf(each))) needed.set(keyOf(each), each)
  }
  for (const path of folders) add(path)
  for (const path of new Set(files.map(folderOf))) add(path)
  return needed
}

/** Refuses two files at one place, and a file where a folder is to be. */
export const checkFiles = (files: readonly string[], folders: ReadonlyMap<string, string>) => {
  const seen = new Set<string>()
  for (const [at, path] of files.entries()) {
    const key = keyOf(path)
    if (seen.has(key)) throw invalid({ [`files.${at}.path`]: say('Another file of this upload has this name') })
    if (folders.has(key)) throw invalid({ [`files.${at}.path`]: say('A folder of this upload has this name') })
    seen.add(key)
  }
}
