import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'apps/web/build/stamp')

/** All files from which the pages are built. */
const sources = [
  'apps/web/{app,public}/**/*.*',
  'apps/web/*.ts',
  'apps/web/scripts/*.ts',
  'packages/contract/src/**/*.ts',
  'package-lock.json',
]

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

const build = () => {
  const { status, stdout, stderr } = spawnSync('react-router', ['build', 'apps/web'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status === 0) return
  process.stderr.write(`${stdout}${stderr}`)
  process.exit(1)
}

// Builds the pages if their sources have changed. The tools' output is shown only where they fail.
const wantedHash = fingerprint()
if (built() !== wantedHash) {
  process.stdout.write('Building the pages …\n')
  build()
  writeFileSync(stamp, wantedHash)
}
