import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { newKeys } from '#kit/api/keys'
import { upload } from '#kit/api/upload'
import { useToast } from '#ui/page/toast'

/** Sends a tenant's first workbook, with how much of it has gone out. */
export const useBootstrap = (tenantId: string) => {
  const client = useQueryClient()
  const toast = useToast()
  const keys = useRef(newKeys())
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  const take = async (file: File) => {
    running.current = new AbortController()
    const how = { onProgress: setProgress, signal: running.current.signal, idempotencyKey: keys.current.keyOf({ file }) }
    toast.reply(await upload('POST /api/upload/bulk/', { file }, { ...how, tenant: tenantId }))
    keys.current.drop()
    void client.invalidateQueries({ queryKey: ['upload'] })
  }
  /** Says whether the server has taken it. Called off, it has not. */
  const send = async (file: File) => {
    setFailure(null)
    setProgress(0)
    try {
      await take(file)
      return true
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setFailure(failureOf(error))
      return false
    } finally {
      setProgress(null)
    }
  }
  return { send, cancel: () => running.current?.abort(), progress, failure, forget: () => setFailure(null) }
}
