import { calendarKinds, type CalendarKind } from '@tradewind/contract/crm/calendar.kinds'
import { useSearchParams } from 'react-router'
import { useNarrow } from '#kit/browser/narrow'
import { useZone } from '#kit/zone'
import { isoOf } from '#ui/date/DateInput'
import { today } from '#ui/values/dates'
import { viewIn } from './span.ts'

type Word = 'view' | 'day' | 'kinds' | 'mine'
type Change = Partial<Record<Word, string>>

const kindsIn = (words: string | null): readonly CalendarKind[] => {
  const named = (words ?? '').split(',')
  const known = calendarKinds.filter((kind) => named.includes(kind))
  return known.length > 0 ? known : calendarKinds
}

const changed = (params: URLSearchParams, change: Change) => {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change))
    if (value) next.set(name, value)
    else next.delete(name)
  return next
}

/** View, day and filters, which live in the address: Back, a reload and a shared link show the same. On a phone the agenda is the view unless one is named. */
export const useCalendarAddress = () => {
  const [params, setParams] = useSearchParams()
  const isNarrow = useNarrow()
  const zone = useZone()
  return {
    view: viewIn(params.get('view')) ?? (isNarrow ? 'agenda' : 'month'),
    day: isoOf(params.get('day') ?? '') ?? today(zone),
    kinds: kindsIn(params.get('kinds')),
    mine: params.get('mine') === 'true',
    /** `replace`: Back does not lead to what was there before. */
    change: (change: Change, { replace = false }: { replace?: boolean } = {}) =>
      setParams(changed(new URLSearchParams(location.search), change), { preventScrollReset: true, replace }),
    addressAfter: (change: Change) => `?${changed(params, change)}`,
  }
}
