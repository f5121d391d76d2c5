import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const beside = (path: string) => new URL(path, import.meta.url)

/** The product's version and, behind it, a mark of the pages' build: it changes when browsers should load anew. */
export const versionOf = (dev: boolean) => {
  const { version } = JSON.parse(readFileSync(beside('../../../../package.json'), 'utf8')) as { version: string }
  return dev ? version : `${version}-${hash('sha256', readFileSync(beside('../../../web/build/server/index.js'))).slice(0, 8)}`
}
