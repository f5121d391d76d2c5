import { useLanguage } from '#kit/text'
import { currentZone } from '#kit/zone'
import { isDay, today } from './dates.ts'

const DAY = 86_400
const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
] as const

/** The relative time in words: 'yesterday', '3 weeks ago'. Days are calendar days, counted from today; weeks and longer are approximate, never 'last week'. */
export const formatRelativeTime = (at: string, language: string, now = Date.now(), zone = currentZone()) => {
  const isRecent = !isDay(at) && Math.abs(Date.parse(at) - now) < DAY * 1000
  const secondsAt = (moment: number) => (isRecent ? moment : Date.parse(today(zone, moment))) / 1000
  const seconds = (isDay(at) ? Date.parse(at) / 1000 : secondsAt(Date.parse(at))) - secondsAt(now)
  const least = isRecent ? (['second', 1] as const) : (['day', DAY] as const)
  const [unit, length] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? least
  const numeric = length > DAY ? 'always' : 'auto'
  return new Intl.RelativeTimeFormat(language, { numeric }).format(Math.round(seconds / length), unit)
}

export const RelativeTime = ({ at }: { at: string }) => formatRelativeTime(at, useLanguage())
