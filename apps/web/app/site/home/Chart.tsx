import { coast, curve, windLine } from './chart.ts'

const islands = [
  [690, 566, 100, 1.1],
  [1020, 168, 128, 4.2],
  [1100, 610, 52, 2.6],
  [810, 90, 20, 3.4],
] as const
const depths = [1.75, 1.4, 1.16]
const winds = Array.from({ length: 14 }, (_, line) => 48 + line * 56)
const waypoints = [
  [752, 506],
  [832, 462],
  [900, 382],
  [936, 262],
] as const
const points = Array.from({ length: 16 }, (_, step) => step * 22.5)

const Rose = () => (
  <g className="chart-rose" transform="translate(1072 424)">
    <circle r="46" />
    <circle r="38" />
    {points.map((turn) => (
      <path key={turn} d={turn % 90 ? 'M0-46V-38' : 'M0-52V-34'} transform={`rotate(${turn})`} />
    ))}
    <path className="chart-needle" d="M0-34L6 0 0 8-6 0Z" />
    <path d="M0 34L6 0 0-8-6 0Z" />
  </g>
)

/** A chart of two coasts, the wind between them and the course across: what the product is for, drawn. */
export const Chart = () => (
  <svg className="chart" viewBox="0 0 1200 640" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
    {depths.map((depth, level) =>
      islands.map(([x, y, size, seed]) => (
        <path key={`${depth}-${x}`} className={`chart-depth-${level}`} d={coast(x, y, size, seed, depth)} />
      )),
    )}
    <path
      className="chart-grid"
      d="M120 0V640M240 0V640M360 0V640M480 0V640M600 0V640M720 0V640M840 0V640M960 0V640M1080 0V640M0 80H1200M0 200H1200M0 320H1200M0 440H1200M0 560H1200"
    />
    {winds.map((height) => (
      <path key={height} className="chart-wind" d={windLine(height)} />
    ))}
    {islands.map(([x, y, size, seed]) => (
      <path key={x} className="chart-land" d={coast(x, y, size, seed, 1)} />
    ))}
    {islands.map(([x, y, size, seed]) => (
      <path key={x} className="chart-hill" d={coast(x + size * 0.1, y - size * 0.06, size * 0.52, seed + 0.4, 1.1)} />
    ))}
    <Rose />
    <path className="chart-route" d={curve(waypoints)} pathLength="1" />
    {waypoints.map(([x, y]) => (
      <circle key={x} className="chart-waypoint" cx={x} cy={y} r="7" />
    ))}
  </svg>
)
