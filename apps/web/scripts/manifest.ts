import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Route {
  id: string
  module: string
  imports: string[]
  css: string[]
  [more: string]: unknown
}
interface Manifest {
  entry: { module: string; imports: string[]; css: string[] }
  routes: Record<string, Route>
}

const PREFIX = 'window.__reactRouterManifest='

const indexIn = (value: string, all: string[]) => (all.includes(value) ? all.indexOf(value) : all.push(value) - 1)

/** Returns a rewritten manifest script: each file is named once, each screen's files once for all its areas, and each set of flags once. */
const packedScript = (manifest: Manifest) => {
  const files: string[] = []
  const screens: string[] = []
  const flags: string[] = []
  const routes = Object.values(manifest.routes).map(({ id, parentId, path, module, imports, css, ...flagged }) => {
    const indexes = [[module], imports, css].map((names) => names.map((name) => indexIn(name, files)))
    return [id, parentId ?? 0, path ?? 0, indexIn(JSON.stringify(indexes), screens), indexIn(JSON.stringify(flagged), flags)]
  })
  const rest = { ...manifest, routes: {} }
  return `${PREFIX}((m,f,s,g,r)=>{const n=(p)=>p.map((i)=>f[i]);for(const[id,parentId,path,i,j]of r)m.routes[id]={id,...(parentId!==0&&{parentId}),...(path!==0&&{path}),...g[j],module:f[s[i][0][0]],imports:n(s[i][1]),css:n(s[i][2])};return m})(${JSON.stringify(rest)},${JSON.stringify(files)},[${screens.join()}],[${flags.join()}],${JSON.stringify(routes)});`
}

const parseManifest = (script: string) => JSON.parse(script.slice(PREFIX.length).replace(/;\s*$/, '')) as Manifest

/** Rewrites the list of all routes, which every page loads, at an eighth of its length: the original repeats the names of files hundreds of times. */
export const packManifest = (folder: string) => {
  const name = readdirSync(folder).find((one) => /^manifest-\w+\.js$/.test(one))
  if (!name) throw new Error('The build has no manifest of routes')
  const script = readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, name), packedScript(parseManifest(script)))
}
