import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run.ts'

// Runs the API tests of an earlier release, unchanged, on the schema of this checkout.

const release = process.argv[2]
if (!release) {
  process.stderr.write('Use it as: npm run test:upgrade -- v0.7.0 [a file of tests …]\n')
  process.exit(1)
}

const folder = join(mkdtempSync(join(tmpdir(), 'tradewind-upgrade-')), 'release')
const git = (...options: string[]) => execFileSync('git', ['-C', root, ...options], { stdio: 'inherit' })
const runIn = (command: string, ...options: string[]) =>
  spawnSync(command, options, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`, SCHEMA_OF: root },
  }).status

git('worktree', 'add', '--detach', folder, release)
try {
  process.exitCode = runIn('npm', 'ci') || runIn('vitest', 'run', '--project', 'server', ...process.argv.slice(3)) || 0
} finally {
  git('worktree', 'remove', '--force', folder)
  rmSync(join(folder, '..'), { recursive: true, force: true })
}
