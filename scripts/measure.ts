import { dirname } from 'node:path'
import { type Edge, edgesOf, featureCycles, sourcesOf } from './imports.ts'
import { isInModule } from './modules.ts'
import { root } from './run.ts'

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** The number of names that one folder's files import from some others. */
const countImportedNames = (edges: readonly Edge[], by: string, ...folders: string[]) =>
  new Set(
    edges
      .filter(({ from, to }) => from.startsWith(by) && isInModule(from) && folders.some((folder) => to.startsWith(folder)))
      .flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)),
  ).size

/** Prints figures on what a newcomer must learn of the code. */
const measure = () => {
  const texts = sourcesOf(root)
  const files = [...texts.keys()]
  const edges = edgesOf(texts)
  const folders = Object.values(Object.groupBy(files, (file) => dirname(file))).map((held) => held!.length)
  return {
    'names of the kit that server features use': countImportedNames(edges, 'apps/server/src/', 'apps/server/src/kit/'),
    'names of kit and ui that web features use': countImportedNames(
      edges,
      'apps/web/app/',
      'apps/web/app/kit/',
      'apps/web/app/ui/',
    ),
    'files outside tests': files.length,
    folders: folders.length,
    'folders of three files or fewer': folders.filter((count) => count <= 3).length,
    'median lines of a file': median([...texts.values()].map((text) => text.split('\n').length - 1)),
    'features in import circles, types included': featureCycles(edges).flat().length,
  }
}

if (import.meta.main)
  for (const [what, figure] of Object.entries(measure())) console.log(`${String(figure).padStart(6)}  ${what}`)
