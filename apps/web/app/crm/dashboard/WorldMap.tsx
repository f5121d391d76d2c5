import { Link } from 'react-router'
import world from './worldMap.json'
import styles from './dashboard.module.css'

interface WorldMapProps {
  /** The countries with a value, by ISO code; `path` is the link of the country. */
  countries: readonly { code: string; value: number; label: string; path?: string | undefined }[]
}

/** The shade of a country, from 1 to 5: by the square root, so that one large market does not leave the others pale. */
const shadeOf = (value: number, highest: number) => Math.max(1, Math.ceil(5 * Math.sqrt(value / highest)))

/** A world map with countries shaded by a figure. Not accessible by keyboard or screen reader: the caller lists the countries next to it. */
export const WorldMap = ({ countries }: WorldMapProps) => {
  const most = Math.max(1, ...countries.map(({ value }) => value))
  const byCode = new Map(countries.map((country) => [country.code, country]))
  return (
    <svg viewBox={`0 0 ${world.width} ${world.height}`} className={styles.map} aria-hidden>
      {Object.entries(world.paths).map(([code, outline]) => {
        const country = byCode.get(code)
        if (!country) return <path key={code} d={outline} />
        const shape = (
          <path d={outline} data-shade={shadeOf(country.value, most)}>
            <title>{country.label}</title>
          </path>
        )
        if (!country.path) return <g key={code}>{shape}</g>
        return (
          <Link key={code} to={country.path} tabIndex={-1}>
            {shape}
          </Link>
        )
      })}
    </svg>
  )
}
