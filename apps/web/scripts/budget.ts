import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const build = join(import.meta.dirname, '../build')
const assets = join(build, 'client/assets')

interface Loaded {
  module: string
  imports?: string[]
  clientLoaderModule?: string
  clientActionModule?: string
  clientMiddlewareModule?: string
  hydrateFallbackModule?: string
}
interface Manifest {
  entry: Loaded
  url: string
  routes: Record<string, Loaded & { parentId?: string; path?: string; index?: boolean }>
}

const manifest = ((await import(join(build, 'server/index.js'))) as { assets: Manifest }).assets

const filesOf = ({ module, imports = [], ...split }: Loaded) => [
  module,
  ...imports,
  ...[split.clientLoaderModule, split.clientActionModule, split.clientMiddlewareModule, split.hydrateFallbackModule].filter(
    (file) => file !== undefined,
  ),
]

/** Returns a route and the layouts around it. */
const routeWithLayouts = (id: string): Loaded[] => {
  const route = manifest.routes[id]
  if (!route) throw new Error(`No route is called ${id}`)
  return [route, ...(route.parentId ? routeWithLayouts(route.parentId) : [])]
}

/** The scripts that a browser fetches to open a screen: the entry's, its own, its layouts'. */
const scriptsOf = (id: string) => new Set([manifest.entry, ...routeWithLayouts(id)].flatMap(filesOf))

const size = (file: string) => gzipSync(readFileSync(join(build, 'client', file)), { level: 9 }).length / 1024

interface Budget {
  screen: string
  /** KB, compressed by gzip -9. */
  max: number
  files: number
}

/** The size limits of screens. This script fails where one is exceeded. */
const budgets: readonly Budget[] = [
  { screen: 'site/home/Home', max: 132, files: 14 },
  { screen: 'open/aboutUs', max: 132, files: 14 },
  { screen: 'open/solutions', max: 132, files: 14 },
  { screen: 'open/pricing', max: 132, files: 14 },
  { screen: 'open/auth/login', max: 132, files: 14 },
  { screen: 'open/signup', max: 132, files: 16 },
  { screen: 'open/xareview', max: 132, files: 14 },
  { screen: 'open/company/:uniqueId', max: 132, files: 16 },
  { screen: 'open/knowledgeCentre', max: 132, files: 14 },
  { screen: 'open/blog/:slug', max: 132, files: 14 },
  { screen: 'open/review/:token', max: 132, files: 16 },
  { screen: 'open/self-assessment', max: 132, files: 16 },
  { screen: 'open/self-assessment/:uniqueId', max: 132, files: 16 },
  { screen: 'crm/company/list', max: 186, files: 11 },
  { screen: 'crm/company/create', max: 238, files: 14 },
]

const overBudget = budgets.filter(({ screen, max, files }) => {
  const scripts = [...scriptsOf(screen)]
  const total = scripts.reduce((sum, file) => sum + size(file), 0)
  console.log(`${screen}: ${total.toFixed(1)} of ${max} KB of script, ${scripts.length} of ${files} files`)
  return total > max || scripts.length > files
})

/** The server validates: zod in the browser would cost more than the rest of a page. */
const withZod = readdirSync(assets).filter(
  (name) => name.endsWith('.js') && /\bZodError\b|\b_zod\b/.test(readFileSync(join(assets, name), 'utf8')),
)
for (const name of withZod) console.log(`${name} carries zod: import types of the contract alone, and its files without zod`)

/** What a visitor's page loads later, such as a dialog or a form, must not load the signed-in area with it. A script names all that its parts need. */
const signedInScript = readdirSync(assets).find((name) => /^app-.*\.js$/.test(name))
if (!signedInScript) throw new Error('No script is called app')
const visitorScripts = budgets.filter(({ screen }) => !screen.startsWith('crm/')).flatMap(({ screen }) => [...scriptsOf(screen)])
const withSignedInScript = [...new Set(visitorScripts)].filter((file) =>
  readFileSync(join(build, 'client', file), 'utf8').includes(signedInScript),
)
for (const file of withSignedInScript)
  console.log(`${file} leads to ${signedInScript}: what a visitor's page fetches belongs into parts`)

/** A browser ignores the comment that makes it compile a script while it loads, unless the comment comes first. */
const compileHint = '//# allFunctionsCalledOnLoad'
const withHint = readdirSync(assets).filter(
  (name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes(compileHint),
)
const withMisplacedHint = withHint.filter((name) => !readFileSync(join(assets, name), 'utf8').startsWith(compileHint))
if (withHint.length === 0) throw new Error('No script carries the hint to compile it')
for (const name of withMisplacedHint) console.log(`${name} carries ${compileHint}, and not as the first thing`)

process.exitCode = overBudget.length + withZod.length + withSignedInScript.length + withMisplacedHint.length > 0 ? 1 : 0
