import { cutTo } from '#kit/cut'
const DAY = 86_400_000

/** The ends of a time axis over these days, the first one first, with twelve hours before and after: one day has a width, too. */
export const axisOf = (days: readonly string[]): readonly [from: number, to: number] => [
  Date.parse(days[0]!) - DAY / 2,
  Date.parse(days.at(-1)!) + DAY / 2,
]

/** Where a value lies between two places when it runs from one end to the other. */
export const scale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number) =>
    start + ((value - from) / (to - from)) * (end - start)

const steps = [1, 2, 7, 14, 30, 61, 91, 182]

/** Days that an axis names: the first one and others evenly after it, at most so many. */
export const dayTicks = (days: readonly string[], most: number): string[] => {
  const first = Date.parse(days[0]!)
  const count = (Date.parse(days.at(-1)!) - first) / DAY + 1
  const fits = (step: number) => Math.ceil(count / step) <= Math.max(1, most)
  const step = steps.find(fits) ?? 365 * Math.ceil(count / 365 / Math.max(1, most))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => new Date(first + at * step * DAY).toISOString().slice(0, 10))
}

/** Which of these places is nearest. */
export const nearest = (places: readonly number[], sought: number) =>
  places.reduce((best, place, at) => (Math.abs(place - sought) < Math.abs(places[best]! - sought) ? at : best), 0)

/**
 * Places for labels near where they are wanted, in the same order, at least `gap` apart and within the bounds. Undefined where there is
 * no room for all.
 */
export const spread = (
  wanted: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): number[] | undefined => {
  if ((wanted.length - 1) * gap > bottom - top) return undefined
  const order = wanted.map((_, at) => at).toSorted((one, other) => wanted[one]! - wanted[other]! || one - other)
  const places = [...wanted]
  let free = top
  for (const at of order) {
    const place = Math.max(wanted[at]!, free)
    places[at] = place
    free = place + gap
  }
  let last = bottom
  for (const at of order.toReversed()) {
    const place = Math.min(places[at]!, last)
    places[at] = place
    last = place - gap
  }
  return places
}

/** A text as a legend has room for it: 30 characters, and a sign that there are more. */
export const legendText = (text: string) => cutTo(30, text)
