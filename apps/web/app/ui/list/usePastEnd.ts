import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Rows } from '#kit/api/calls'

interface Paged {
  /** The page in sight, from 1. */
  page: number
  change: (to: { page: number }, how: { replace: boolean }) => void
}

type Listed = Pick<UseQueryResult<Rows<unknown>>, 'data' | 'isPlaceholderData'>

/** The last page, where this one lies past the end, since the last row of it was deleted; else undefined. */
export const pageInstead = (
  { rows, total, counting }: Pick<Rows<unknown>, 'rows' | 'total' | 'counting'>,
  page: number,
  size: number,
) => {
  const last = Math.max(1, Math.ceil(total / size))
  return rows.length === 0 && !counting && page > last ? last : undefined
}

/** Leads from a page past the end of a list to its last one. Back does not lead there again. */
export const usePastEnd = ({ data, isPlaceholderData }: Listed, { page, change }: Paged, size: number) => {
  const instead = data && !isPlaceholderData ? pageInstead(data, page, size) : undefined
  useEffect(() => {
    if (instead !== undefined) change({ page: instead }, { replace: true })
  })
}
