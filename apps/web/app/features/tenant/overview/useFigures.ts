import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useToast } from '#ui/toast/toast'
import { totalsOf } from './figures.ts'

/** Every tenant with what it holds, and the way to have it counted anew: asked again until all figures are newer. */
export const useFigures = () => {
  const toast = useToast()
  const counting = useSend('POST /api/tenant/count', { changes: ['tenant'] })
  /** The oldest count when counting began; undefined while nothing is counted. */
  const [before, setBefore] = useState<string | null>()
  const isNewer = (tenants: Parameters<typeof totalsOf>[0]) => {
    const { countedAt } = totalsOf(tenants)
    return countedAt !== null && countedAt > (before ?? '')
  }
  const { data, error, refetch } = useCall(
    'GET /api/tenant/',
    {},
    { every: before === undefined ? 60_000 : 1000, until: ({ rows }) => before !== undefined && isNewer(rows) },
  )
  const isCounting = before !== undefined && data !== undefined && !isNewer(data.rows)

  const count = async () => {
    setBefore(data ? totalsOf(data.rows).countedAt : null)
    try {
      toast.reply(await counting.mutateAsync({}))
    } catch (failure) {
      setBefore(undefined)
      toast.failure(failureOf(failure))
    }
  }
  return { tenants: data?.rows, error, refetch: () => void refetch(), count, isCounting }
}
