import type { Fault } from '@tradewind/contract/massUpload/massUpload.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Route } from '#kit/api/calls'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import { newKeys } from '#kit/api/keys'
import { upload } from '#kit/api/upload'
import { download } from '#kit/browser/download'

/** The kinds of record that may arrive in a workbook. */
export type UploadKind = { [R in Route]: R extends `POST /api/${infer K}/massUpload` ? K : never }[Route]

export interface Faulty {
  faults: readonly Fault[]
  /** How many there are; the first 500 of them are listed. */
  total: number
}

/** What the server said to a workbook. */
export type Verdict =
  | { is: 'clean'; read: number; created: number; message: string }
  | { is: 'job'; importId: string }
  | { is: 'faulty'; message: string; found: Faulty }
  | { is: 'refused'; failure: Failure }
  | { is: 'broken' }

// The routes of a kind are put together here alone; `UploadKind` vouches for them.
const routesOf = (kind: UploadKind) => ({
  massUpload: `POST /api/${kind}/massUpload` as const,
  template: `GET /api/${kind}/template` as const,
  marked: `POST /api/${kind}/massUpload/marked` as const,
})

export const fetchTemplate = async (kind: UploadKind) => download(await call(routesOf(kind).template))

export const fetchMarked = async (kind: UploadKind, file: File) => download(await call(routesOf(kind).marked, { file }))

const faultsIn = ({ status, data }: Failure): Faulty | null => {
  const found = data as Partial<Faulty> | null
  return status === 422 && Array.isArray(found?.faults)
    ? { faults: found.faults, total: found.total ?? found.faults.length }
    : null
}

const verdictOf = (failure: Failure): Verdict => {
  const found = faultsIn(failure)
  if (found) return { is: 'faulty', message: failure.message, found }
  return failure.status >= 500 && !failure.passing ? { is: 'broken' } : { is: 'refused', failure }
}

/** Sends a workbook to be checked or taken in, with how much of it has gone out. */
export const useWorkbook = (kind: UploadKind) => {
  const client = useQueryClient()
  const keys = useRef(newKeys())
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)

  /** What became of it; null where it was called off. */
  const send = async (file: File, dryRun: boolean): Promise<Verdict | null> => {
    running.current = new AbortController()
    setProgress(0)
    const input = { file, ...(dryRun && { dryRun: true }) }
    try {
      const how = { onProgress: setProgress, signal: running.current.signal, idempotencyKey: keys.current.keyOf(input) }
      const { data, message } = await upload(routesOf(kind).massUpload, input, how)
      keys.current.drop()
      if (!dryRun) void client.invalidateQueries({ queryKey: [kind] })
      const { importId, read, created } = data
      return importId ? { is: 'job', importId } : { is: 'clean', read, created, message }
    } catch (error) {
      if ((error as Error).name === 'AbortError') return null
      return verdictOf(failureOf(error))
    } finally {
      setProgress(null)
    }
  }
  return { send, progress, cancel: () => running.current?.abort() }
}
