import { posix, relative, sep } from 'node:path'

/** Folders that a file may import, or may not, and the sentence that says so. */
interface Boundary {
  files: RegExp
  refuses: (target: string, file: string, typesOnly: boolean) => boolean
  says: string
}

const isContract = /^packages\/contract\//
const isServerFeature = /^apps\/server\/src\/features\//
const isProjectFile = /^(apps|packages|e2e|bench|scripts)\//
const featureOf = (path: string) => /\/features\/([^/]+)\//.exec(path)?.[1]
const isOtherFeature = (target: string, file: string) => featureOf(target) !== undefined && featureOf(target) !== featureOf(file)
const outside =
  (...folders: RegExp[]) =>
  (target: string) =>
    isProjectFile.test(target) && !folders.some((folder) => folder.test(target))

const boundaries: Boundary[] = [
  {
    files: /^packages\/contract\/src\/(?!.*\.test\.ts$)/,
    refuses: (target) => !isContract.test(target) && target !== 'zod',
    says: 'The contract imports zod, nothing else.',
  },
  { files: isContract, refuses: outside(isContract), says: 'The contract knows neither server nor web.' },
  {
    files: /^apps\/web\//,
    refuses: (target) =>
      /^(apps\/server\/|@tradewind\/server|(drizzle-orm|drizzle-kit|fastify|@fastify|pg|pg-boss)(\/|$))/.test(target),
    says: 'The web knows the contract, never the server or the database.',
  },
  {
    files: /^apps\/server\/src\/services\/(?!.*\.test\.ts$)/,
    refuses: outside(/^apps\/server\/src\/(kit|services)\//, isContract),
    says: 'A service imports the kit and the contract.',
  },
  {
    files: isServerFeature,
    refuses: outside(/^apps\/server\/src\/(kit|services|features)\//, /^apps\/server\/test\//, isContract),
    says: 'A feature imports the kit, services and the contract.',
  },
  {
    files: isServerFeature,
    refuses: (target, file) => isOtherFeature(target, file) && !/\.(table|queries)(\.ts)?$/.test(target),
    says: 'Of another feature: its table or its queries, nothing else.',
  },
  {
    files: /^apps\/web\/app\/features\//,
    refuses: outside(/^apps\/web\/app\/(kit|ui|features)\//, isContract),
    says: 'A screen imports ui, kit and the contract.',
  },
  { files: /^apps\/web\/app\/features\//, refuses: isOtherFeature, says: 'A screen never imports another feature.' },
  {
    files: /^(?!apps\/server\/(test\/|src\/(features\/|[^/]+\.ts$))|apps\/web\/app\/(features\/|[^/]+$)|bench\/)/,
    refuses: (target) => featureOf(target) !== undefined,
    says: 'Only the files at the top of the server and of the web import features.',
  },
  {
    files: /^(?!bench\/|apps\/server\/(test\/|src\/(connect\.ts$|kit\/database\/|services\/(postgres|live)\/)))/,
    refuses: (target, _, typesOnly) => target === 'pg' && !typesOnly,
    says: 'Who opens a connection of its own passes the scope by: a query goes through db.as(scope).',
  },
]

const roots: Record<string, string> = { 'apps/server': 'apps/server/src', 'apps/web': 'apps/web/app' }

/** The path in the project that an import means; a package by its name. */
const targetOf = (specifier: string, file: string) => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier.startsWith('#')) return `${roots[file.split('/', 2).join('/')]}/${specifier.slice(1)}`
  return specifier.replace(/^@tradewind\/contract\//, 'packages/contract/src/')
}

/** The sentence of the first boundary that this import crosses in this file (its path from the project's root). */
const crossed = (file: string, specifier: string, typesOnly: boolean) => {
  const target = targetOf(specifier, file)
  return boundaries.find(({ files, refuses }) => files.test(file) && refuses(target, file, typesOnly))?.says
}

interface Node {
  importKind?: string
  source?: { value?: unknown } | null
}
interface Context {
  filename: string
  report: (problem: { node: Node; message: string }) => void
}

const root = posix.dirname(import.meta.dirname)

const boundariesRule = (context: Context) => {
  const file = relative(root, context.filename).split(sep).join('/')
  const check = (node: Node) => {
    const specifier = node.source?.value
    const message = typeof specifier === 'string' && crossed(file, specifier, node.importKind === 'type')
    if (message) context.report({ node, message })
  }
  return {
    ImportDeclaration: check,
    ImportExpression: check,
    TSImportType: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
  }
}

const noBarrelRule = (context: Context) => {
  const check = (node: Node) => {
    if (node.source) context.report({ node, message: 'Nothing is passed on: import it from the file that writes it.' })
  }
  return { ExportNamedDeclaration: check, ExportAllDeclaration: check }
}

export default {
  meta: { name: 'tradewind' },
  rules: { boundaries: { create: boundariesRule }, 'no-barrel': { create: noBarrelRule } },
}
