import { geoEqualEarth, geoPath } from 'd3-geo'
import isoCountries from 'i18n-iso-countries'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/**
 * Writes the world map of the dashboard: an SVG path for each country, by its ISO code. Run it again for newer borders: `node
 * apps/web/scripts/worldMap.ts`. The borders are Natural Earth's, in the public domain.
 */
const WIDTH = 960
/** The radius of the dot that stands for a country missing from the coarse map. */
const DOT_RADIUS = 1.8

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>

const load = createRequire(import.meta.url)

/** The countries of an atlas, by scale: the coarse one omits the small ones. */
const countriesOf = (scale: '110m' | '50m') => {
  const world = load(`world-atlas/countries-${scale}.json`) as World
  return feature(world, world.objects.countries).features.filter(({ properties }) => properties.name !== 'Antarctica')
}

/** Natural Earth has no number for Kosovo. */
const codeOf = ({ id, properties }: ReturnType<typeof countriesOf>[number]) => {
  if (properties.name === 'Kosovo') return 'XK'
  return id === undefined ? undefined : isoCountries.numericToAlpha2(String(id))
}

const coarse = countriesOf('110m')
const path = geoPath(geoEqualEarth().fitWidth(WIDTH, { type: 'FeatureCollection', features: coarse })).digits(1)

const dot = ([x, y]: [number, number]) => {
  const diameter = 2 * DOT_RADIUS
  return `M${(x - DOT_RADIUS).toFixed(1)},${y.toFixed(1)}a${DOT_RADIUS},${DOT_RADIUS} 0 1,0 ${diameter},0a${DOT_RADIUS},${DOT_RADIUS} 0 1,0 ${-diameter},0Z`
}

const paths: Record<string, string> = {}
for (const country of coarse) {
  const code = codeOf(country)
  if (code) paths[code] = path(country) ?? ''
}
for (const country of countriesOf('50m')) {
  const code = codeOf(country)
  if (code) paths[code] ??= dot(path.centroid(country))
}
const [, [, bottom]] = path.bounds({ type: 'FeatureCollection', features: coarse })
const target = join(import.meta.dirname, '../app/crm/dashboard/worldMap.json')
writeFileSync(target, `${JSON.stringify({ width: WIDTH, height: Math.ceil(bottom), paths }, null, 1)}\n`)
console.log(`${Object.keys(paths).length} countries in ${target}`)
