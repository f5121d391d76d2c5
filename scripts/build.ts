import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'apps/web/build/stamp')

/** All that the pages are built from. */
const sources = ['apps/web/{app,public}/**/*.*', 'apps/web/*.ts', 'packages/contract/src/**/*.ts', 'package-lock.json']

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
const built = () => {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

// Builds the pages where what they are built from has changed.
const wanted = fingerprint()
if (built() !== wanted) {
  execFileSync('react-router', ['build', 'apps/web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(stamp, wanted)
}
