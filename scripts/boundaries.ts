import { posix, relative, sep } from 'node:path'
import { isInDirection, isInModule, positionOf } from './modules.ts'

/** Folders that a file may, or may not, import, and the sentence that states the rule. */
interface Boundary {
  files: RegExp
  refuses: (target: string, file: string, typesOnly: boolean) => boolean
  says: string
}

const isContract = /^packages\/contract\//
const isOurs = /^@tradewind\//
/** What all code with messages for people needs: a text with its values. */
const sayModule = 'packages/contract/src/kit/say'
const packageOf = (path: string) => path.split('/', 2).join('/')
const isProjectFile = /^(apps|packages|e2e|bench|scripts)\//
const outsidePackage =
  (...folders: RegExp[]) =>
  (target: string) =>
    isProjectFile.test(target) && !folders.some((folder) => folder.test(target))
/** Manifests, and modules that inspect a whole node. */
const mayKnowAppContext = /^apps\/server\/src\/(operations\/|[^/]+\/\w+\.feature\.ts$)/
const isAppContext = /^apps\/server\/src\/appContext(\.ts)?$/
/** What a module of the server exports to other modules. */
const isOpenToModules = /\/schema\/|\.queries(\.ts)?$/
const isOtherModule = (target: string, file: string) =>
  isInModule(target) &&
  positionOf(target)!.tree === positionOf(file)?.tree &&
  positionOf(target)!.module !== positionOf(file)!.module

const boundaries: Boundary[] = [
  {
    files: /^packages\/contract\/src\/(?!.*\.test\.ts$)/,
    refuses: (target) => !isContract.test(target) && target !== 'zod',
    says: 'The contract imports only zod.',
  },
  { files: isContract, refuses: outsidePackage(isContract), says: 'The contract imports neither the server nor the web app.' },
  {
    files: /^packages\/(?!contract\/)/,
    refuses: (target, file) =>
      packageOf(target) !== packageOf(file) && (isProjectFile.test(target) || isOurs.test(target)) && target !== sayModule,
    says: "A package imports neither the app nor another package; the only exception is the contract's kit/say.",
  },
  {
    files: /^apps\/web\//,
    refuses: (target) =>
      /^(apps\/server\/|@tradewind\/|(drizzle-orm|drizzle-kit|fastify|@fastify|pg|pg-boss)(\/|$))/.test(target),
    says: 'The web app imports the contract, never the server, the database or their libraries.',
  },
  {
    files: /^(packages\/contract|apps)\/(?!.*(\.test\.tsx?$|testing\/))/,
    refuses: (target, file) => !isInDirection(file, target),
    says: 'Imports between modules go one way: operations → site → trust → crm → platform → kit, and drive → platform.',
  },
  {
    files: /^apps\/(server\/src|web\/app)\/[^/]+\/(?!.*(\.test\.tsx?$|testing\/))/,
    refuses: (target, file, typesOnly) =>
      isProjectFile.test(target) &&
      positionOf(target)?.tree === positionOf(file)?.tree &&
      positionOf(target)?.module === undefined &&
      !(mayKnowAppContext.test(file) && isAppContext.test(target) && typesOnly),
    says: 'A module does not import the files that compose the application. Manifests and operations may import the type AppContext.',
  },
  {
    files: /^apps\/server\/src\/(?!operations\/)[^/]+\/(?!.*\.test\.ts$)/,
    refuses: (target, file) => isOtherModule(target, file) && !isOpenToModules.test(target),
    says: 'Import only the schema or the queries of another module.',
  },
  {
    files: /^apps\/server\/src\/[^/]+\/schema\//,
    refuses: (target) =>
      positionOf(target)?.tree === 'apps/server/src/' && !/^apps\/server\/src\/((kit|services)\/|[^/]+\/schema\/)/.test(target),
    says: 'Tables are the lowest layer of a module: they import only the kit, services and other tables.',
  },
  {
    files: /^(?!packages\/contract\/|apps\/(server\/(test\/|src\/)|web\/(app|test)\/)|bench\/)/,
    refuses: (target) => isInModule(target) && !isContract.test(target),
    says: 'Only the server, the web and the bench import their modules.',
  },
  {
    files:
      /^(?!bench\/|apps\/server\/(test\/|src\/(connect\.ts$|kit\/database\/|services\/live\.ts$))|packages\/embedded-postgres\/)/,
    refuses: (target, _, typesOnly) => target === 'pg' && !typesOnly,
    says: 'A separate connection bypasses row-level security: run the query through db.as(scope).',
  },
]

const roots: Record<string, string> = { 'apps/server': 'apps/server/src', 'apps/web': 'apps/web/app' }

/** Returns the path in the project that an import refers to; for a package, its name. */
const targetOf = (specifier: string, file: string) => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier.startsWith('#')) return `${roots[file.split('/', 2).join('/')]}/${specifier.slice(1)}`
  return specifier.replace(/^@tradewind\/contract\//, 'packages/contract/src/')
}

/** Returns the sentence of the first boundary that this import crosses in this file (its path from the project's root). */
const crossedBoundary = (file: string, specifier: string, typesOnly: boolean) => {
  const target = targetOf(specifier, file)
  return boundaries.find(({ files, refuses }) => files.test(file) && refuses(target, file, typesOnly))?.says
}

interface Node {
  importKind?: string
  source?: { value?: unknown } | null
  value?: unknown
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
    const message = typeof specifier === 'string' && crossedBoundary(file, specifier, node.importKind === 'type')
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

/** The one file that sets PostgreSQL's scope; tests try what raw SQL does. */
const maySetScope = /^(apps\/server\/(src\/kit\/database\/scoped\.ts$|test\/)|scripts\/planted\/)|\.test\.ts$/
const setsScope = /set_config\(\s*'app\.|\bset\s+(local\s+|session\s+)?app\./i

const scopeRule = (context: Context) => {
  if (maySetScope.test(relative(root, context.filename).split(sep).join('/'))) return {}
  const check = (node: Node, text: unknown) => {
    if (typeof text === 'string' && setsScope.test(text))
      context.report({
        node,
        message: 'Only kit/database/scoped.ts sets the scope: call enterScope(tx, scope).',
      })
  }
  return {
    Literal: (node: Node) => check(node, node.value),
    TemplateElement: (node: Node) => check(node, (node.value as { raw?: unknown }).raw),
  }
}

const noBarrelRule = (context: Context) => {
  const check = (node: Node) => {
    if (node.source) context.report({ node, message: 'Re-exports are not allowed: import from the file that defines it.' })
  }
  return { ExportNamedDeclaration: check, ExportAllDeclaration: check }
}

interface Jsx extends Node {
  type: string
  name?: unknown
  parent?: Jsx
  openingElement?: { name: { name?: string }; attributes: Jsx[] }
  children?: Jsx[]
}

const iconButtons = new Set(['ActionIcon', 'CloseButton'])
const plainButtons = new Set(['button', 'UnstyledButton'])
const nameOf = ({ openingElement }: Jsx) => openingElement?.name.name ?? ''
const attributesOf = ({ openingElement }: Jsx) =>
  (openingElement?.attributes ?? []).map(({ name }) => (name as { name?: unknown } | undefined)?.name)
/** Returns whether a person can read what is in it: a word, or an expression, which may be one. */
const hasWord = (node: Jsx): boolean =>
  node.type === 'JSXText'
    ? /\p{L}/u.test(String(node.value))
    : node.type === 'JSXExpressionContainer' || Boolean(node.children?.some(hasWord))
/** Returns whether only an icon is seen of a button. */
const isIconButton = (element: Jsx) =>
  iconButtons.has(nameOf(element)) ||
  (plainButtons.has(nameOf(element)) && attributesOf(element).includes('aria-label') && !hasWord(element))

const iconNameRule = (context: Context) => ({
  JSXElement: (element: Jsx) => {
    if (!isIconButton(element) || attributesOf(element).some((name) => name === 'title' || name === 'aria-hidden')) return
    if (element.parent && nameOf(element.parent) === 'Tooltip') return
    context.report({
      node: element,
      message: 'A button with only an icon needs a title or a Tooltip that says what it does.',
    })
  },
})

export default {
  meta: { name: 'tradewind' },
  rules: {
    boundaries: { create: boundariesRule },
    'icon-name': { create: iconNameRule },
    'no-barrel': { create: noBarrelRule },
    scope: { create: scopeRule },
  },
}
