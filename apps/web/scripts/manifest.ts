import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Route {
  id: string
  parentId?: string
  path?: string
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

const sorted = (indexes: number[]) => indexes.toSorted((one, other) => one - other)
const indexIn = (value: string, all: string[]) => (all.includes(value) ? all.indexOf(value) : all.push(value) - 1)

/**
 * What the browser makes the manifest of: `f` names the files, `s` has the files of each screen, `k` each set of areas with its flags, and `r` each
 * path with its screen, its areas, and its id unless that is made of area and path.
 */
const unpack =
  "(m,f,s,k,r)=>{f=f.split(',').map((n)=>'/assets/'+n+(/\\.css/.test(n)?'':'.js'));const n=(p)=>p.map((i)=>f[i]);" +
  "for(const[path,i,j,own]of r)for(const parentId of k[j][0]){const id=own||parentId+'/'+path;" +
  'm.routes[id]={id,...(parentId!==0&&{parentId}),...(path!==0&&{path}),...k[j][1],module:f[s[i][0][0]],imports:n(s[i][1]),css:n(s[i][2])}}' +
  'return m}'

/**
 * Returns a rewritten manifest script: each file is named once, each screen's files once for all its areas, and each path once for the areas that
 * have it. Areas list their screens in the same order, so routes of one area stay in theirs.
 */
const packedScript = (manifest: Manifest) => {
  const files: string[] = []
  const screens: string[] = []
  const kinds: string[] = []
  const indexesOf = (names: string[]) => names.map((name) => indexIn(shortName(name), files))
  const places = Map.groupBy(Object.values(manifest.routes), ({ id, parentId, path, module, imports, css, ...flags }) => {
    // Style sheets keep their order: the server renders their links in it, and the browser must find them so.
    const screen = indexIn(JSON.stringify([indexesOf([module]), sorted(indexesOf(imports)), indexesOf(css)]), screens)
    return JSON.stringify([path ?? 0, screen, flags, ...(id === `${parentId}/${path}` ? [] : [id])])
  })
  const routes = Array.from(places, ([place, those]) => {
    const [path, screen, flags, ...id] = JSON.parse(place) as [string | 0, number, object, string?]
    return [path, screen, indexIn(JSON.stringify([those.map(({ parentId }) => parentId ?? 0), flags]), kinds), ...id]
  })
  const rest = { ...manifest, routes: {} }
  return `${PREFIX}(${unpack})(${JSON.stringify(rest)},${JSON.stringify(files.join())},[${screens.join()}],[${kinds.join()}],${JSON.stringify(routes)});`
}

const shortName = (file: string) => file.replace('/assets/', '').replace(/\.js$/, '')

const parseManifest = (script: string) => JSON.parse(script.slice(PREFIX.length).replace(/;\s*$/, '')) as Manifest

/** Rewrites the list of all routes, which every page loads, at a tenth of its length: the original repeats the names of files hundreds of times. */
export const packManifest = (folder: string) => {
  const name = readdirSync(folder).find((one) => /^manifest-\w+\.js$/.test(one))
  if (!name) throw new Error('The build has no manifest of routes')
  const script = readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, name), packedScript(parseManifest(script)))
}
