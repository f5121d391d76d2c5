import type { WebCallHours } from '@tradewind/contract/site/member/webCall.contract'

type Times = WebCallHours['weekly']

const part = /^(\d{1,2}):([03]0)\s*[-–]\s*(\d{1,2}):([03]0)$/

/** The times of a day as they are typed: `09:00-12:00, 14:00-16:30`. Undefined where they cannot be read. */
export const readTimes = (typed: string, day: number): Times | undefined => {
  const parts = typed
    .split(/[,;]/)
    .map((text) => text.trim())
    .filter(Boolean)
  const found = parts.map((text) => {
    const [, hour = '', minute, endHour = '', endMinute] = part.exec(text) ?? []
    const [from, until] = [`${hour.padStart(2, '0')}:${minute}`, `${endHour.padStart(2, '0')}:${endMinute}`]
    return hour && from < until && until <= '24:00' ? { day, from, until } : undefined
  })
  return found.every((one) => one !== undefined) ? found : undefined
}

/** The same as they are read. */
export const writeTimes = (weekly: Times, day: number) =>
  weekly
    .filter((times) => times.day === day)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .map(({ from, until }) => `${from}-${until}`)
    .join(', ')
