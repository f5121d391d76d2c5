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

const opening = 'window.__reactRouterManifest='

const placeOf = (value: string, all: string[]) => (all.includes(value) ? all.indexOf(value) : all.push(value) - 1)

/** Returns a rewritten manifest script: each file is named once, each screen's files once for all its areas, and each set of flags once. */
const scriptOf = (manifest: Manifest) => {
  const files: string[] = []
  const screens: string[] = []
  const flags: string[] = []
  const routes = Object.values(manifest.routes).map(({ id, parentId, path, module, imports, css, ...flagged }) => {
    const places = [[module], imports, css].map((names) => names.map((name) => placeOf(name, files)))
    return [id, parentId ?? 0, path ?? 0, placeOf(JSON.stringify(places), screens), placeOf(JSON.stringify(flagged), flags)]
  })
  const rest = { ...manifest, routes: {} }
  return `${opening}((m,f,s,g,r)=>{const n=(p)=>p.map((i)=>f[i]);for(const[id,parentId,path,i,j]of r)m.routes[id]={id,...(parentId!==0&&{parentId}),...(path!==0&&{path}),...g[j],module:f[s[i][0][0]],imports:n(s[i][1]),css:n(s[i][2])};return m})(${JSON.stringify(rest)},${JSON.stringify(files)},[${screens.join()}],[${flags.join()}],${JSON.stringify(routes)});`
}

const read = (script: string) => JSON.parse(script.slice(opening.length).replace(/;\s*$/, '')) as Manifest

/** Rewrites the list of all routes, which every page loads, at an eighth of its length: the original repeats the names of files hundreds of times. */
export const packManifest = (folder: string) => {
  const name = readdirSync(folder).find((one) => /^manifest-\w+\.js$/.test(one))
  if (!name) throw new Error('The build has no manifest of routes')
  const script = readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, name), scriptOf(read(script)))
}
