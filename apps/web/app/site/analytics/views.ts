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
