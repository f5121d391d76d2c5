import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run, runAll, step } from './run.ts'

// Two steps go on at a time, each on half of the processors: where both take all, lint and types find out the same in more than one of their threads.
process.env['GOMAXPROCS'] ??= String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** What the last run found of the types, by the content of the files: only what changed since is checked anew. CI checks all. */
const remembered = (folder: string) => {
  if (process.env['CI']) return []
  const name = folder === '.' ? 'root' : folder.replaceAll('/', '-')
  return ['--incremental', '--tsBuildInfoFile', join(root, 'node_modules/.cache/types', `${name}.tsbuildinfo`)]
}

/** Several checkers each find out anew what they share, schemas and tables above all: four of them do three times the work of one. */
const typesOf = (folder: string) =>
  step(`types of ${folder}`, 'tsc', '--project', folder, '--checkers', '1', ...remembered(folder))

const packages = globSync('packages/*/tsconfig.json', { cwd: root }).map((file) => dirname(file))

/** Types, lint, format, folder sizes and the lockfile, of all the project. Says whether all is well. */
export const check = async () => {
  const routes = await run(step('types of the routes', 'react-router', 'typegen', 'apps/web'))
  const rest = await runAll([
    step('lint', 'oxlint'),
    typesOf('apps/web'),
    typesOf('apps/server'),
    ...packages.map(typesOf),
    typesOf('.'),
    step('format', 'oxfmt', '--check'),
    step('folder sizes and feature cycles', 'node', 'scripts/structure.ts'),
    step('lockfile', 'node', 'scripts/lockfile.ts'),
  ])
  return routes && rest
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1
