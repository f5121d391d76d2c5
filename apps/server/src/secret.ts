import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from './env.ts'

/** The secret of the settings, or one that is made once and kept beside the data. */
export const secretOf = ({ appSecret, dataDir }: Env) => {
  if (appSecret) return appSecret
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch {
    // it was made before
  }
  return readFileSync(file, 'utf8')
}
