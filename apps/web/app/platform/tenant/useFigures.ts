import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import { awaited, beginCount, type Count } from './figures.ts'

/** Milliseconds in which a count must come on by a tenant at least: the server goes on to the next where one cannot be counted. */
const PATIENCE = 60_000

/** Every tenant with what it holds, and the way to have it counted anew: asked again each second until all figures are newer. */
export const useFigures = () => {
  const t = useText()
  const toast = useToast()
  const counting = useSend('POST /api/tenant/count', { changes: ['tenant'] })
  const [running, setRunning] = useState<Count>()
  const { data, error, refetch } = useCall('GET /api/tenant/', {}, { every: running ? 1000 : 60_000 })
  const left = running && data ? awaited(running, data.rows) : 0
  if (running && data && left === 0) setRunning(undefined)

  const giveUp = useEffectEvent(() => {
    setRunning(undefined)
    if (error) return toast.failure(error) // nobody knows what was counted
    const text = t(
      '{count} tenant could not be counted: its last figures stand.|{count} tenants could not be counted: their last figures stand.',
      { count: left },
    )
    toast.show({ title: t('ERROR'), text, failed: true })
  })
  useEffect(() => {
    if (!running) return
    const late = setTimeout(giveUp, PATIENCE)
    return () => clearTimeout(late)
  }, [running, left])

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
