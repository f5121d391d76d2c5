import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { Input, Kind, RecordOf, Rows } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { useCall, useList, usePrefetch, useSend } from '#kit/api/query'

/** What a list may be asked for: its page from 0, its order, and a text for each filter. */
export interface Asked {
  page: number
  size: number
  sort?: string
  [filter: string]: string | number | undefined
}

/** What a form of this kind sends. */
export type FieldsOf<K extends Kind> = Input<Extract<`POST /api/${K}/`, `POST /api/${Kind}/`>>

// The routes of a kind are put together from its name here alone, where the compiler cannot follow: `Kind` vouches for them.
type Any = never

export const useRecords = <K extends Kind>(kind: K, asked: Asked) =>
  useList(`GET /api/${kind}/` as Any, asked as Any) as UseQueryResult<Rows<RecordOf<K>>>

export const useRecord = <K extends Kind>(kind: K, uniqueId: string | undefined) =>
  useCall(`GET /api/${kind}/:uniqueId` as Any, { uniqueId } as Any, { enabled: uniqueId !== undefined }) as UseQueryResult<
    RecordOf<K>
  >

/** Creates a record, or changes the one whose `uniqueId` is among the fields. */
export const useSave = (kind: Kind) => {
  const [create, update] = [
    useSend(`POST /api/${kind}/` as 'POST /api/company/'),
    useSend(`PATCH /api/${kind}/` as 'PATCH /api/company/'),
  ]
  return {
    save: (fields: object) => ('uniqueId' in fields ? update.mutateAsync(fields as Any) : create.mutateAsync(fields as Any)),
    isPending: create.isPending || update.isPending,
  }
}

export const useRemove = (kind: Kind) => useSend(`DELETE /api/${kind}/:uniqueId` as 'DELETE /api/company/:uniqueId')

/** What was done to one record, the latest first. The entries in sight stay while more are fetched. */
export const useHistory = (kind: Kind, asked: { uniqueId: string; page: number; size: number }) =>
  useList(`GET /api/${kind}/history/:uniqueId` as 'GET /api/company/history/:uniqueId', asked)

export const useExport = (kind: Kind) =>
  useSend(`POST /api/${kind}/export` as 'POST /api/company/export') as unknown as UseMutationResult<
    { data: { url: string } },
    Failure,
    object
  >

/** Fetches ahead what a hovered link or page number will ask for. */
export const useAhead = (kind: Kind) => {
  const prefetch = usePrefetch()
  return {
    page: (asked: Asked) => prefetch(`GET /api/${kind}/` as Any, asked as Any),
    record: (uniqueId: string) => prefetch(`GET /api/${kind}/:uniqueId` as Any, { uniqueId } as Any),
  }
}
