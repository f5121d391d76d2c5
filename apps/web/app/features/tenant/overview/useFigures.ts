import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useToast } from '#ui/toast/toast'
import { beginCount, type Count, isOver } from './figures.ts'

/** Every tenant with what it holds, and the way to have it counted anew: asked again each second until all figures are newer. */
export const useFigures = () => {
  const toast = useToast()
  const counting = useSend('POST /api/tenant/count', { changes: ['tenant'] })
  const [running, setRunning] = useState<Count>()
  const { data, error, refetch } = useCall('GET /api/tenant/', {}, { every: running ? 1000 : 60_000 })
  if (running && data && isOver(running, data.rows)) setRunning(undefined)

  const count = async () => {
    setRunning(beginCount(data?.rows ?? []))
    try {
      toast.reply(await counting.mutateAsync({}))
    } catch (failure) {
      setRunning(undefined)
      toast.failure(failureOf(failure))
    }
  }
  return { tenants: data?.rows, error, refetch: () => void refetch(), count, isCounting: running !== undefined }
}
