type Point = readonly [x: number, y: number]

/** A smooth curve through the points, as SVG path data. */
const curve = (points: readonly Point[], closed = false) => {
  const at = (index: number) =>
    points[closed ? (index + points.length) % points.length : Math.min(Math.max(index, 0), points.length - 1)]!
  const pieces = Array.from({ length: closed ? points.length : points.length - 1 }, (_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const controlFrom = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const controlTo = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...controlFrom, ...controlTo, ...to].map(Math.round).join(' ')}`
  })
  return `M${points[0]!.map(Math.round).join(' ')}${pieces.join('')}${closed ? 'Z' : ''}`
}

const pointsAlong = (count: number, point: (part: number) => Point) => Array.from({ length: count }, (_, step) => point(step))

/** Obstacles that deflect the wind lines: position, extent, strength. */
const windObstacles = [
  { x: 690, y: 530, wide: 260, high: 170, push: 110 },
  { x: 1010, y: 170, wide: 270, high: 150, push: -90 },
] as const

const windDeflection = (x: number, y: number) =>
  windObstacles.reduce((sum, { x: cx, y: cy, wide, high, push }) => {
    const [across, up] = [(x - cx) / wide, (y - cy) / high]
    return sum + push * up * Math.exp(-(across ** 2) - up ** 2)
  }, 0)

/** One wind line, from edge to edge of the chart. */
const windLine = (height: number) =>
  curve(
    pointsAlong(11, (step) => {
      const x = -60 + step * 130
      const y = height + 24 * Math.sin((x + height * 1.7) / 310) - x * 0.09
      return [x, y + windDeflection(x, y)]
    }),
  )

/** A coast (`scale` 1), or a depth contour around it: the same irregular outline, larger and smoother. */
const coastPath = (x: number, y: number, size: number, seed: number, scale: number) => {
  const damping = scale ** 3
  const irregularity = (angle: number) =>
    (0.2 * Math.sin(2 * angle + seed) + 0.13 * Math.sin(3 * angle + seed * 2.3)) / Math.sqrt(scale) +
    (0.08 * Math.sin(5 * angle + seed * 5.1) + 0.05 * Math.sin(9 * angle + seed * 3.7) + 0.035 * Math.sin(13 * angle + seed)) /
      damping
  const corners = scale > 1 ? 18 : 40
  const points = pointsAlong(corners, (step) => {
    const angle = (step / corners) * 2 * Math.PI
    const radius = size * (scale + irregularity(angle))
    return [x + radius * Math.cos(angle) * 1.25, y + radius * Math.sin(angle) * 0.86]
  })
  return curve(points, true)
}

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

const CompassRose = () => (
  <g className="chart-rose" transform="translate(1072 424)">
    <circle r="46" />
    <circle r="38" />
    {points.map((angle) => (
      <path key={angle} d={angle % 90 ? 'M0-46V-38' : 'M0-52V-34'} transform={`rotate(${angle})`} />
    ))}
    <path className="chart-needle" d="M0-34L6 0 0 8-6 0Z" />
    <path d="M0 34L6 0 0-8-6 0Z" />
  </g>
)

/** An illustration in the style of a nautical chart: two coasts, the wind between them and a course from one to the other. */
export const Chart = () => (
  <svg className="chart" viewBox="0 0 1200 640" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
    {depths.map((depth, level) =>
      islands.map(([x, y, size, seed]) => (
        <path key={`${depth}-${x}`} className={`chart-depth-${level}`} d={coastPath(x, y, size, seed, depth)} />
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
      <path key={x} className="chart-land" d={coastPath(x, y, size, seed, 1)} />
    ))}
    {islands.map(([x, y, size, seed]) => (
      <path key={x} className="chart-hill" d={coastPath(x + size * 0.1, y - size * 0.06, size * 0.52, seed + 0.4, 1.1)} />
    ))}
    <CompassRose />
    <path className="chart-route" d={curve(waypoints)} pathLength="1" />
    {waypoints.map(([x, y]) => (
      <circle key={x} className="chart-waypoint" cx={x} cy={y} r="7" />
    ))}
  </svg>
)
