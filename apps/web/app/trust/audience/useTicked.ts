import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import type { Whole } from '#ui/list/columns'
import { useToast } from '#ui/page/toast'

interface Filters {
  firstName?: string
  lastName?: string
  company?: string
}
type Ids = readonly string[]
const none: ReadonlySet<string> = new Set()

const without = (ticked: ReadonlySet<string>, ids: Ids) => {
  const left = new Set(ticked)
  for (const id of ids) left.delete(id)
  return left
}

/** Which contacts are ticked, on all pages and under all filters, and the box that ticks all that can be asked under those in force. */
export const useTicked = (filters: Filters) => {
  const t = useText()
  const toast = useToast()
  const [ticked, setTicked] = useState(none)
  /** What the box took the last time, and under which filters. */
  const [taken, setTaken] = useState<{ under: string; ids: Ids }>({ under: '', ids: [] })
  const [isPending, setPending] = useState(false)
  const under = JSON.stringify(filters)
  const isAll = taken.under === under && taken.ids.length > 0 && taken.ids.every((id) => ticked.has(id))

  const take = async () => {
    if (isPending) return
    setPending(true)
    try {
      const { uniqueIds: ids } = await call('GET /api/review/audience/selectable', filters)
      setTaken({ under, ids })
      setTicked((before) => new Set([...before, ...ids]))
      if (ids.length === 0) toast.show({ title: t('Audience List'), text: t('Nobody of these can be asked now.'), isNews: true })
    } catch (error) {
      toast.failure(failureOf(error))
    }
    setPending(false)
  }
  const some = ticked.size > 0 ? 'some' : 'none'
  const whole: Whole = {
    label: t('Select all on all pages'),
    state: isAll || isPending ? 'all' : some,
    onTick: (isTicked) => (isTicked ? void take() : setTicked(without(ticked, taken.ids))),
  }
  return { ticked, setTicked, whole, clear: () => setTicked(none) }
}
