import { useQueryClient } from '@tanstack/react-query'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import type { SentenceParts } from '@tradewind/contract/kit/say'
import { call } from '#kit/api/call'
import type { Answer, Route } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { isOutdatedAfter } from '#kit/api/query'
import { useUpload } from '#kit/api/upload'
import { download } from '#kit/browser/download'
import { storeSentenceSources } from '#kit/text'

/** The message of a fault or of a failure, translated, with its values next to it in the object. */
export const problemOf = <Problem extends string | null>({
  problem,
  said,
}: {
  problem: Problem
  said?: SentenceParts | null | undefined
}) => {
  if (problem && said) storeSentenceSources({ said: { [problem]: said } })
  return problem
}

/** The kinds of record that can be uploaded in a workbook. */
export type UploadKind = { [R in Route]: R extends `POST /api/${infer K}/massUpload` ? K : never }[Route]

export interface Faulty {
  faults: readonly Fault[]
  /** The number of all faults; the first 500 of them are listed. */
  total: number
}

/** Counts of the rows of a workbook of which only the good ones are imported. */
export interface RowCounts {
  read: number
  created: number
  skipped: number
  faulty: number
}

/** How a workbook is sent: whether it is only checked, and whether its good rows are imported if others have faults. */
export interface SendOptions {
  dryRun: boolean
  partial: boolean
}

/** The server's reply to a workbook. */
export type CheckOutcome =
  | { is: 'clean'; read: number; created: number; message: string; undoId: string | undefined }
  | { is: 'partial'; counted: RowCounts; found: Faulty; undoId: string | undefined }
  | { is: 'job'; importId: string }
  | { is: 'faulty'; message: string; found: Faulty }
  | { is: 'refused'; failure: Failure }
  | { is: 'broken' }

// Only here are the routes of a kind composed; `UploadKind` guarantees that they exist.
const routesOf = (kind: UploadKind) => ({
  massUpload: `POST /api/${kind}/massUpload` as const,
  template: `GET /api/${kind}/template` as const,
  marked: `POST /api/${kind}/massUpload/marked` as const,
  faulty: `GET /api/${kind}/massUpload/:uniqueId/faulty` as const,
  cancel: `POST /api/${kind}/massUpload/:uniqueId/cancel` as const,
})

/** The call that cancels an upload which runs as a job. */
export const cancelRoute = (kind: UploadKind) => routesOf(kind).cancel

export const fetchTemplate = async (kind: UploadKind) => download(await call(routesOf(kind).template))

/** Fetches the workbook with its faults marked; with `partial` only its bad rows. */
export const fetchMarked = async (kind: UploadKind, file: File, partial = false) =>
  download(await call(routesOf(kind).marked, { file, ...(partial && { partial }) }))

/** Fetches the bad rows that a job has skipped. */
export const fetchFaulty = async (kind: UploadKind, uniqueId: string) => download(await call(routesOf(kind).faulty, { uniqueId }))

const faultsIn = ({ status, data }: Failure): Faulty | null => {
  const found = data as Partial<Faulty> | null
  return status === 422 && Array.isArray(found?.faults)
    ? { faults: found.faults, total: found.total ?? found.faults.length }
    : null
}

const outcomeOfReply = (data: Answer<'POST /api/company/massUpload'>, message: string): CheckOutcome => {
  const { importId, read, created, skipped, faults, total = 0, faulty = 0, undoId } = data
  if (importId) return { is: 'job', importId }
  if (total > 0) return { is: 'partial', counted: { read, created, skipped, faulty }, found: { faults, total }, undoId }
  return { is: 'clean', read, created, message, undoId }
}

const outcomeOf = (failure: Failure): CheckOutcome => {
  const found = faultsIn(failure)
  if (found) return { is: 'faulty', message: failure.message, found }
  return failure.status >= 500 && !failure.isTransient ? { is: 'broken' } : { is: 'refused', failure }
}

/** Sends a workbook to be checked or imported, with the progress of the upload. */
export const useWorkbook = (kind: UploadKind) => {
  const client = useQueryClient()
  const { send: sendFile, progress, cancel } = useUpload(routesOf(kind).massUpload)

  /** The outcome; null if the upload was cancelled. */
  const send = async (file: File, { dryRun, partial }: SendOptions): Promise<CheckOutcome | null> => {
    const input = { file, ...(dryRun && { dryRun }), ...(partial && { partial }) }
    return sendFile(input, ({ data, message }) => {
      if (!dryRun) void client.invalidateQueries({ predicate: isOutdatedAfter([kind, 'massUpload']) })
      return outcomeOfReply(data, message)
    }).catch((error: unknown) => outcomeOf(failureOf(error)))
  }
  return { send, progress, cancel }
}
