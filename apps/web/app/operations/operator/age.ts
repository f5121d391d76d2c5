const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A number of seconds as people read it, in the largest unit that it fills: '3 hours'. */
export const ageIn = (seconds: number, language: string) => {
  const [unit, size] = units.find(([, least]) => seconds >= least) ?? units[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(seconds / size))
}

/** Milliseconds as a person compares them: '250 ms', '1.5 s'. */
export const tookIn = (milliseconds: number, language: string) => {
  const isShort = milliseconds < 1000
  const unit = isShort ? 'millisecond' : 'second'
  const shown = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  return shown.format(isShort ? Math.round(milliseconds) : milliseconds / 1000)
}
