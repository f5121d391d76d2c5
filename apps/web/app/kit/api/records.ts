import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { CustomKind, CustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { useState } from 'react'
import type { CreateRoute, ExportableKind, Kind, RecordOf } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { customFieldsInput, hasCustomFields } from '#kit/api/listCalls'
import { useCall, useList, usePrefetch, useSend } from '#kit/api/query'

// Only here are the routes of a kind built from its name, which the compiler cannot check: `Kind` guarantees that they exist.
type Any = never

const isGone = (error: Failure | null) => error?.status === 404 || error?.status === 403

/**
 * A record by its id, until it is deleted or the user may no longer see it. With `toChange` it is returned only after a fresh read, since the server
 * rejects a change of an older version; newer versions are returned as they arrive, and the last one stays, as a form has what was typed over it.
 */
export const useRecord = <K extends Kind>(kind: K, uniqueId: string | undefined, { toChange = false } = {}) => {
  const read = useCall(`GET /api/${kind}/:uniqueId` as Any, { uniqueId } as Any, {
    enabled: uniqueId !== undefined,
    refetchOnMount: toChange,
  }) as UseQueryResult<RecordOf<K>>
  const { data, error, isLoading, refetch } = read
  const [freshId, setFreshId] = useState<string>()
  const isFresh = toChange ? uniqueId !== undefined && freshId === uniqueId : !isGone(error)
  if (uniqueId && !isFresh && data && !error && read.isFetchedAfterMount) setFreshId(uniqueId)
  return { data: isFresh ? data : undefined, error, isLoading, refetch }
}

/** Creates a record, by its kind's own call or by this route, or updates the one whose `uniqueId` is among the fields. */
export const useSave = (kind: Kind, route = `POST /api/${kind}/` as CreateRoute) => {
  const [create, update] = [useSend(route as 'POST /api/company/'), useSend(`PATCH /api/${kind}/` as 'PATCH /api/company/')]
  return {
    save: (fields: object) => {
      const sent = groupCustomFields(fields) as Any
      return 'uniqueId' in fields ? update.mutateAsync(sent) : create.mutateAsync(sent)
    },
    isPending: create.isPending || update.isPending,
  }
}

export const useRemove = (kind: Kind) => useSend(`DELETE /api/${kind}/:uniqueId` as 'DELETE /api/company/:uniqueId')

/** The history of one record, the latest first. The visible entries stay while more are fetched. */
export const useHistory = (kind: Kind, query: { uniqueId: string; page: number; size: number }) =>
  useList(`GET /api/${kind}/history/:uniqueId` as 'GET /api/company/history/:uniqueId', query)

export const useExport = (kind: Kind | ExportableKind) =>
  useSend(`POST /api/${kind}/export` as 'POST /api/company/export', { changes: ['audit'] }) as unknown as UseMutationResult<
    { data: { url: string } },
    Failure,
    object
  >

/** Prefetches the record that a hovered link leads to. */
export const usePrefetchRecord = (kind: Kind) => {
  const prefetch = usePrefetch()
  return (uniqueId: string) => prefetch(`GET /api/${kind}/:uniqueId` as Any, { uniqueId } as Any)
}

// Repeated here: every screen loads this file, and few need the rest of the module that describes these fields.
export const customPrefix = 'custom.' satisfies CustomName

/** The tenant's custom fields of a kind of record, in their order. They are read once, for all screens. */
export const useCustomFields = (kind: string, { enabled = true }: { enabled?: boolean } = {}) =>
  useCall('GET /api/customField/', customFieldsInput(kind as CustomKind), { enabled: enabled && hasCustomFields(kind) })

/** A record with the values of its custom fields beside the others, under the names that lists and refusals use for them: `custom.colour`. */
export const withCustom = <T extends object>(record: T): T => {
  const { custom } = record as { custom?: object }
  const entries = Object.entries(custom ?? {}).map(([key, value]: [string, unknown]) => [`${customPrefix}${key}`, value])
  return entries.length === 0 ? record : { ...record, ...(Object.fromEntries(entries) as object) }
}

/** Converts the fields of a form to the input of a call: custom fields are grouped under `custom`. An empty one is cleared. */
const groupCustomFields = (fields: object): object => {
  const customEntries = Object.entries(fields).filter(([name]) => name.startsWith(customPrefix))
  const others = Object.entries(fields).filter(([name]) => !name.startsWith(customPrefix))
  const custom = customEntries.map(([name, value]: [string, unknown]) => [
    name.slice(customPrefix.length),
    value === '' ? null : value,
  ])
  return {
    ...Object.fromEntries(others.map(([name, value]: [string, unknown]) => [name, groupNestedCustomFields(value)])),
    ...(customEntries.length > 0 && { custom: Object.fromEntries(custom) }),
  }
}

/** Also converts the custom fields of records that the form creates in addition. */
const groupNestedCustomFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(groupNestedCustomFields)
  const isRecord = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isRecord ? groupCustomFields(value) : value
}
