import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isInModule, positionOf } from './modules.ts'

const sources = '{apps/server/src,apps/web/app,packages/*/src}/**/*.{ts,tsx}'

/** The import aliases of each application: imports that do not begin with a dot, and where they lead. */
const aliases: readonly (readonly [inFolder: string, prefix: string, folder: string])[] = [
  ['apps/server/', '#', 'apps/server/src/'],
  ['apps/web/', '#', 'apps/web/app/'],
  ['', '@tradewind/contract/', 'packages/contract/src/'],
]

interface Import {
  /** The imported names, as they are exported. */
  names: string[]
  specifier: string
}

/** Returns what a file imports or re-exports from others, types included. */
export const importsOf = (text: string): Import[] =>
  [...text.matchAll(/^(?:import|export)\s+(?:type\s+)?(?:([\w*]+)\s*,?\s*)?(?:\{([^}]*)\})?\s*from\s+'([^']+)'/gm)].map(
    ([, whole = '', listed = '', specifier = '']) => ({
      names: [...(whole ? [whole] : []), ...listed.split(',').map((one) => one.replace(/\btype\b|\bas\b.*$/g, '').trim())].filter(
        Boolean,
      ),
      specifier,
    }),
  )

const findWithExtension = (path: string, has: (path: string) => boolean) =>
  [path, `${path}.ts`, `${path}.tsx`].find((candidate) => /\.tsx?$/.test(candidate) && has(candidate))

/** Returns our file that an import of `from` refers to; undefined for a package's. */
export const targetOf = (from: string, specifier: string, has: (path: string) => boolean) => {
  if (specifier.startsWith('.')) return findWithExtension(normalize(join(dirname(from), specifier)), has)
  const alias = aliases.find(([inFolder, prefix]) => from.startsWith(inFolder) && specifier.startsWith(prefix))
  return alias && findWithExtension(alias[2] + specifier.slice(alias[1].length), has)
}

/** Returns the strongly connected components of two nodes and more, by Tarjan's algorithm. */
export const findCycles = (graph: ReadonlyMap<string, ReadonlySet<string>>) => {
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

export interface Edge {
  from: string
  to: string
  names: string[]
}

/** The source files under `root` except tests: path to text. */
export const sourcesOf = (root: string) =>
  new Map(
    globSync(sources, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] }).map((file) => [
      file,
      readFileSync(join(root, file), 'utf8'),
    ]),
  )

/** Returns which of these files import which, types included. */
export const edgesOf = (texts: ReadonlyMap<string, string>): Edge[] =>
  [...texts].flatMap(([from, text]) =>
    importsOf(text).flatMap(({ names, specifier }) => {
      const to = targetOf(from, specifier, (path) => texts.has(path))
      return to ? [{ from, to, names }] : []
    }),
  )

/** Returns the import cycles among the features of each tree, types included: one list for each cycle. */
export const featureCycles = (edges: readonly Edge[]) => {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [one, other] = [positionOf(from), positionOf(to)]
    if (!one?.module || !other?.module || one.tree !== other.tree || one.feature === other.feature || !isInModule(to)) continue
    const node = one.tree + one.feature
    graph.set(node, (graph.get(node) ?? new Set<string>()).add(other.tree + other.feature))
  }
  return findCycles(graph)
}
