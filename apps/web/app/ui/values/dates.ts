const two = (value: number) => String(value).padStart(2, '0')

/** DD-MM-YYYY in the reader's time zone, as the signed-in pages show days in every language. Null where there is no such day. */
export const dayOf = (instant: string) => {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : `${two(date.getDate())}-${two(date.getMonth() + 1)}-${date.getFullYear()}`
}

/** DD-MM-YYYY HH:MM. */
export const momentOf = (instant: string) => {
  const [date, day] = [new Date(instant), dayOf(instant)]
  return day && `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How far from now, in words: 'yesterday', '3 weeks ago'. */
export const sinceThen = (instant: string, language: string, now = Date.now()) => {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const [unit, length] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(seconds / length), unit)
}
