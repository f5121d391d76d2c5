import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './run.ts'

const sources = '{apps/server/src,apps/web/app,packages/contract/src}/**/*.{ts,tsx}'

/** Where the imports of each application lead that do not begin with a dot. */
const aliases: readonly (readonly [inFolder: string, prefix: string, folder: string])[] = [
  ['apps/server/', '#kit/', 'apps/server/src/kit/'],
  ['apps/server/', '#services/', 'apps/server/src/services/'],
  ['apps/server/', '#features/', 'apps/server/src/features/'],
  ['apps/web/', '#kit/', 'apps/web/app/kit/'],
  ['apps/web/', '#ui/', 'apps/web/app/ui/'],
  ['apps/web/', '#features/', 'apps/web/app/features/'],
  ['', '@tradewind/contract/', 'packages/contract/src/'],
]

interface Import {
  /** The names that are imported, as they are exported. */
  names: string[]
  specifier: string
}

/** What a file imports or exports from others: types, too. */
export const importsOf = (text: string): Import[] =>
  [...text.matchAll(/^(?:import|export)\s+(?:type\s+)?(?:([\w*]+)\s*,?\s*)?(?:\{([^}]*)\})?\s*from\s+'([^']+)'/gm)].map(
    ([, whole = '', listed = '', specifier = '']) => ({
      names: [...(whole ? [whole] : []), ...listed.split(',').map((one) => one.replace(/\btype\b|\bas\b.*$/g, '').trim())].filter(
        Boolean,
      ),
      specifier,
    }),
  )

const withEnding = (path: string, has: (path: string) => boolean) =>
  [path, `${path}.ts`, `${path}.tsx`].find((candidate) => /\.tsx?$/.test(candidate) && has(candidate))

/** The file of ours that an import of `from` leads to; undefined for a package's. */
export const targetOf = (from: string, specifier: string, has: (path: string) => boolean) => {
  if (specifier.startsWith('.')) return withEnding(normalize(join(dirname(from), specifier)), has)
  const alias = aliases.find(([inFolder, prefix]) => from.startsWith(inFolder) && specifier.startsWith(prefix))
  return alias && withEnding(alias[2] + specifier.slice(alias[1].length), has)
}

/** Groups of nodes that lead to each other, by Tarjan's algorithm: those of two nodes and more. */
export const cyclesIn = (graph: ReadonlyMap<string, ReadonlySet<string>>) => {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = open.splice(open.indexOf(node))
    if (group.length > 1) cycles.push(group)
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

interface Edge {
  from: string
  to: string
  names: string[]
}

/** How many names of some folders the files of another import. */
const namesUsed = (edges: readonly Edge[], by: string, ...folders: string[]) =>
  new Set(
    edges
      .filter(({ from, to }) => from.startsWith(by) && folders.some((folder) => to.startsWith(folder)))
      .flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)),
  ).size

const featureOf = (file: string) => /^apps\/server\/src\/features\/(\w+)\//.exec(file)?.[1]

/** Which features of the server import which. */
const featureGraph = (edges: readonly Edge[]) => {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [one, other] = [featureOf(from), featureOf(to)]
    if (one && other && one !== other) graph.set(one, (graph.get(one) ?? new Set<string>()).add(other))
  }
  return graph
}

/** What somebody new must learn of the code, as figures. */
const measure = () => {
  const files = globSync(sources, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] })
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const edges = files.flatMap((from) =>
    importsOf(texts.get(from)!).flatMap(({ names, specifier }) => {
      const to = targetOf(from, specifier, (path) => texts.has(path))
      return to ? [{ from, to, names }] : []
    }),
  )
  const folders = Object.values(Object.groupBy(files, (file) => dirname(file))).map((held) => held!.length)
  return {
    'names of the kit that server features use': namesUsed(edges, 'apps/server/src/features/', 'apps/server/src/kit/'),
    'names of kit and ui that web features use': namesUsed(
      edges,
      'apps/web/app/features/',
      'apps/web/app/kit/',
      'apps/web/app/ui/',
    ),
    'files outside tests': files.length,
    folders: folders.length,
    'folders of three files or fewer': folders.filter((count) => count <= 3).length,
    'median lines of a file': median([...texts.values()].map((text) => text.split('\n').length - 1)),
    'server features in import cycles, types included': cyclesIn(featureGraph(edges)).flat().length,
  }
}

if (import.meta.main)
  for (const [what, figure] of Object.entries(measure())) console.log(`${String(figure).padStart(6)}  ${what}`)
