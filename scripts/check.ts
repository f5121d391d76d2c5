import { run, runAll, step } from './run.ts'

const typesOf = (folder: string) => step(`types of ${folder}`, 'tsc', '--project', folder)

/** Types, lint, format, folder sizes and the lockfile, of all the project. Says whether all is well. */
export const check = async () => {
  const routes = await run(step('types of the routes', 'react-router', 'typegen', 'apps/web'))
  const rest = await runAll([
    step('lint', 'oxlint'),
    typesOf('apps/web'),
    typesOf('apps/server'),
    typesOf('packages/contract'),
    typesOf('.'),
    step('format', 'oxfmt', '--check'),
    step('folder sizes and feature cycles', 'node', 'scripts/structure.ts'),
    step('lockfile', 'node', 'scripts/lockfile.ts'),
  ])
  return routes && rest
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1
