import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { edgesOf, featureCycles, sourcesOf } from './imports.ts'

const MAX_FILES = 20

/** Returns a sentence for each folder under `root` with more source files than allowed. Tests are next to their code and do not count. */
export const crowdedFolders = (root: string) => {
  const files = globSync('{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css,sql}', {
    cwd: root,
    exclude: ['**/node_modules', '**/build', '**/.react-router', 'apps/server/migrations', '**/*.test.{ts,tsx}', '**/*.spec.ts'],
  })
  const counts = Object.entries(Object.groupBy(files, (file) => dirname(file))).map(
    ([folder, held]) => [folder, held!.length] as const,
  )
  return counts
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} holds ${count} files, ${MAX_FILES} at most: cut it in two.`)
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const cycles = featureCycles(edgesOf(sourcesOf(root))).map((cycle) => `These features import each other: ${cycle.join(', ')}.`)
  const faults = [...crowdedFolders(root), ...cycles]
  for (const fault of faults) console.error(fault)
  process.exitCode = Math.min(faults.length, 1)
}
