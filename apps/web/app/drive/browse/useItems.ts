import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import { useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'

/** Items on a page, as the drive counts them. */
const size = 10

type Sort = 'name'

/** A page of what lies in a folder of the own drive, as the address filters and sorts it. */
export const useItems = (parentId: string | undefined) => {
  const address = useListAddress({ filters: ['name', 'sharedWith'], sort: 'name' })
  const prefetch = usePrefetch()
  const { name, sharedWith } = address.filters
  const askedFor = (page: number) => ({
    page: page - 1,
    size,
    sort: address.sort as Sort,
    ...(parentId && { parentId }),
    ...(name && { name }),
    ...(sharedWith && { sharedWith }),
  })
  const list = useList('GET /api/files/', askedFor(address.page))
  return {
    address,
    list,
    size,
    isFiltered: Boolean(name || sharedWith),
    ahead: (page: number) => prefetch('GET /api/files/', askedFor(page)),
  }
}
export type Items = ReturnType<typeof useItems>

/** Which rows are ticked. What is no longer in sight is not picked. */
export const useTicked = (rows: readonly DriveItem[]) => {
  const [ticked, onTick] = useState<ReadonlySet<string>>(new Set())
  return {
    ticks: { ticked, onTick, nameOf: (key: string) => rows.find(({ uniqueId }) => uniqueId === key)?.name ?? '' },
    picked: rows.filter(({ uniqueId }) => ticked.has(uniqueId)),
    clear: () => onTick(new Set()),
  }
}
export type Ticked = ReturnType<typeof useTicked>
