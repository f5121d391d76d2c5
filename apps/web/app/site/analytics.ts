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

const DAY = 86_400_000
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)

interface Range {
  dateFrom: string
  dateTo: string
}

/** The days that the address names; without both the last thirty. */
export const rangeOf = ({ dateFrom, dateTo }: Range, today: string): Range =>
  dateFrom && dateTo ? { dateFrom, dateTo } : { dateFrom: dayAt(Date.parse(today) - 29 * DAY), dateTo: today }

/** The count of each day of a range, also of those on which there was none. */
export const everyDay = ({ dateFrom, dateTo }: Range, counted: readonly { day: string; count: number }[]) => {
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  const length = Math.max(1, (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY + 1)
  return Array.from({ length }, (_, at) => dayAt(Date.parse(dateFrom) + at * DAY)).map((day) => ({
    day,
    count: counts.get(day) ?? 0,
  }))
}

/** Round numbers from 0 to at least `most`, six or seven at the most, evenly apart. */
export const ticksTo = (most: number): number[] => {
  const rough = Math.max(1, most / 5)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step)
}
