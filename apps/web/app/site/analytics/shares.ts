/**
 * The shares of a whole in so many decimals of a percent, as fractions: halves are rounded up, and together they are the whole. What
 * rounding would add or lose is settled where it moves a share least.
 */
export const sharesOf = (parts: readonly number[], decimals = 0): number[] => {
  const steps = 100 * 10 ** decimals
  const total = parts.reduce((sum, part) => sum + part, 0)
  if (total === 0) return parts.map(() => 0)
  const floors = parts.map((part) => Math.floor((part * steps) / total))
  const rest = (at: number) => (parts[at]! * steps) % total
  const left = steps - floors.reduce((sum, floor) => sum + floor, 0)
  const raised = new Set(
    parts
      .map((_, at) => at)
      .toSorted((one, other) => rest(other) - rest(one))
      .slice(0, left),
  )
  return floors.map((floor, at) => (floor + (raised.has(at) ? 1 : 0)) / steps)
}
