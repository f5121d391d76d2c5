import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run, runAll, step } from './run.ts'

// Two steps run at a time, each on half of the processors: if both used all, lint and type checks would repeat the same work in several threads.
process.env['GOMAXPROCS'] ??= String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** The stored result of the last type check, by the content of the files: only changes are checked again. CI checks everything. */
const incrementalOptions = (folder: string) => {
  if (process.env['CI']) return []
  const name = folder === '.' ? 'root' : folder.replaceAll('/', '-')
  return ['--incremental', '--tsBuildInfoFile', join(root, 'node_modules/.cache/types', `${name}.tsbuildinfo`)]
}

/** Several checkers would each recompute what they share, above all schemas and tables: four of them do three times the work of one. */
const typeCheckStep = (folder: string) =>
  step(`types of ${folder}`, 'tsc', '--project', folder, '--checkers', '1', ...incrementalOptions(folder))

const packages = globSync('packages/*/tsconfig.json', { cwd: root }).map((file) => dirname(file))

/** Checks types, lint, format, folder sizes and the lockfile of the whole project. Returns whether all succeeded. */
export const check = async () => {
  const routes = await run(step('types of the routes', 'react-router', 'typegen', 'apps/web'))
  const stepsSucceeded = await runAll([
    step('lint', 'oxlint'),
    typeCheckStep('apps/web'),
    typeCheckStep('apps/server'),
    ...packages.map(typeCheckStep),
    typeCheckStep('.'),
    step('format', 'oxfmt', '--check'),
    step('folder sizes and feature cycles', 'node', 'scripts/structure.ts'),
    step('lockfile', 'node', 'scripts/lockfile.ts'),
  ])
  return routes && stepsSucceeded
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1
