type Point = readonly [x: number, y: number]

/** A smooth curve through the points, as the path data of an SVG. */
export const curve = (points: readonly Point[], closed = false) => {
  const at = (index: number) =>
    points[closed ? (index + points.length) % points.length : Math.min(Math.max(index, 0), points.length - 1)]!
  const pieces = Array.from({ length: closed ? points.length : points.length - 1 }, (_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const leaving = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const arriving = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...leaving, ...arriving, ...to].map(Math.round).join(' ')}`
  })
  return `M${points[0]!.map(Math.round).join(' ')}${pieces.join('')}${closed ? 'Z' : ''}`
}

const along = (count: number, point: (part: number) => Point) => Array.from({ length: count }, (_, step) => point(step))

/** The wind is turned aside by what stands in its way: a place, how far it reaches, how strongly it pushes. */
const hindrances = [
  { x: 690, y: 530, wide: 260, high: 170, push: 110 },
  { x: 1010, y: 170, wide: 270, high: 150, push: -90 },
] as const

const turned = (x: number, y: number) =>
  hindrances.reduce((sum, { x: cx, y: cy, wide, high, push }) => {
    const [across, up] = [(x - cx) / wide, (y - cy) / high]
    return sum + push * up * Math.exp(-(across ** 2) - up ** 2)
  }, 0)

/** One line of the wind, from edge to edge of the chart. */
export const windLine = (height: number) =>
  curve(
    along(11, (step) => {
      const x = -60 + step * 130
      const y = height + 24 * Math.sin((x + height * 1.7) / 310) - x * 0.09
      return [x, y + turned(x, y)]
    }),
  )

/** A coast (`grown` 1), or a line of equal depth around it: the same uneven outline, larger and calmer. */
export const coast = (x: number, y: number, size: number, seed: number, grown: number) => {
  const calm = grown ** 3
  const uneven = (angle: number) =>
    (0.2 * Math.sin(2 * angle + seed) + 0.13 * Math.sin(3 * angle + seed * 2.3)) / Math.sqrt(grown) +
    (0.08 * Math.sin(5 * angle + seed * 5.1) + 0.05 * Math.sin(9 * angle + seed * 3.7) + 0.035 * Math.sin(13 * angle + seed)) /
      calm
  const corners = grown > 1 ? 18 : 40
  const points = along(corners, (step) => {
    const angle = (step / corners) * 2 * Math.PI
    const radius = size * (grown + uneven(angle))
    return [x + radius * Math.cos(angle) * 1.25, y + radius * Math.sin(angle) * 0.86]
  })
  return curve(points, true)
}
