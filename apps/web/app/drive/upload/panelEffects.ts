import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useToast } from '#ui/page/toast'
import type { Batch, progressOf } from './state.ts'
import { clearFinished } from './uploads.ts'

/** The ids of the uploads whose success was announced. */
const announced = new Set<string>()

/** Announces once for each upload that all of its files are in the drive. */
export const useAnnounceSuccess = (batches: readonly Batch[]) => {
  const toast = useToast()
  const unannounced = batches.filter(({ uniqueId, complete }) => complete && !announced.has(uniqueId))
  useEffect(() => {
    for (const { uniqueId } of unannounced) {
      announced.add(uniqueId)
      toast.reply({ responseStatus: 'SUCCESS', message: 'File uploaded successfully.' })
    }
  })
}

/** Milliseconds for which the panel stays once all files are in the drive. */
const CLOSE_DELAY = 10_000

/** Closes the panel some time after all files have arrived, but not while the pointer or the focus is in it. */
export const useCloseWhenComplete = (batches: readonly Batch[]) => {
  const panel = useRef<HTMLDivElement>(null)
  const isComplete = batches.length > 0 && batches.every(({ complete, files }) => complete || files.length === 0)
  useEffect(() => {
    if (!isComplete) return
    const closeUnlessUsed = () => panel.current?.matches(':hover, :focus-within') || clearFinished()
    const timer = setInterval(closeUnlessUsed, CLOSE_DELAY)
    return () => clearInterval(timer)
  }, [isComplete])
  return panel
}

/** Milliseconds between two refreshes of the lists while files arrive. */
const REFRESH_INTERVAL = 2000

/** Refreshes the open lists as files arrive, also while the upload continues; immediately after the last file. */
export const useFreshLists = ({ done, running }: ReturnType<typeof progressOf>) => {
  const client = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasEnded = running === 0
  useEffect(() => {
    const refresh = () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
      void client.invalidateQueries({ queryKey: ['files'] })
    }
    if (done === 0) return
    if (hasEnded) refresh()
    else waiting.current ??= setTimeout(refresh, REFRESH_INTERVAL)
  }, [client, done, hasEnded])
  useEffect(
    () => () => {
      if (waiting.current) void client.invalidateQueries({ queryKey: ['files'] })
      clearTimeout(waiting.current)
    },
    [client],
  )
}
