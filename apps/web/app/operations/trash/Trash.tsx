import { Stack } from '@mantine/core'
import { DRIVE_ITEM } from '@tradewind/contract/drive/kind'
import { trashPolicy } from '@tradewind/contract/operations/trash.policy'
import { useState } from 'react'
import { guard } from '#kit/account/guard'
import { useCall, useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { phrase, useText } from '#kit/text'
import { Usage } from '#drive/Usage'
import { useStrayDrops } from '#drive/useStrayDrops'
import { PageHeader } from '#ui/page/PageHeader'
import { Paged } from '#ui/paging/Paged'
import { EmptyTrash } from './EmptyTrash.tsx'
import { KindFilter } from './KindFilter.tsx'
import { RestoreAs } from './RestoreAs.tsx'
import { TrashActions } from './TrashActions.tsx'
import { TrashRows } from './TrashRows.tsx'
import { usePurge } from './usePurge.ts'
import { useRestore } from './useRestore.ts'

export const handle = { name: phrase('Trash') }
export const clientLoader = guard({ rules: trashPolicy.see })

const size = 20

/** What was deleted in the last 30 days, records and files: the way back, and for files the way to end them. */
export default function Trash() {
  const t = useText()
  useStrayDrops()
  const { list, kinds, address, ticked, setTicked, chosen, restoring, purging, ahead } = useTrash()
  const { restore, taken, giveUp } = restoring
  const { kind } = address.filters
  const files = (kind || onlyOf(kinds)) === DRIVE_ITEM
  return (
    <Stack>
      <PageHeader title={t('Trash')} count={list.data?.total}>
        {list.data && list.data.total > 0 && <TrashActions {...{ chosen, files, restoring, purging }} />}
      </PageHeader>
      <KindFilter kinds={kinds} kind={kind} onKind={(chosenKind) => address.change({ filters: { kind: chosenKind } })} />
      <Paged
        list={list}
        address={address}
        size={size}
        onPrefetch={ahead}
        empty={<EmptyTrash onClear={kind && kinds?.length !== 0 ? address.clear : undefined} />}
      >
        {(rows) => (
          <TrashRows
            rows={rows}
            files={files}
            stale={list.isPlaceholderData}
            sort={address.sort}
            onSort={(sort) => address.change({ sort })}
            ticked={ticked}
            onTick={setTicked}
            onRestore={(row) => void restore([row])}
          />
        )}
      </Paged>
      {files && <Usage />}
      {taken && <RestoreAs row={taken} onRestore={(title) => restore([taken], title)} onClose={giveUp} />}
    </Stack>
  )
}

/** The kind of all that lies in the trash, where there is but one. */
const onlyOf = (kinds: readonly string[] = []) => (kinds.length === 1 ? kinds[0] : undefined)

const useTrash = () => {
  const address = useListAddress({ filters: ['kind'], sort: '-dateDeleted' })
  const prefetch = usePrefetch()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const untick = () => setTicked(new Set())
  const [restoring, purging] = [useRestore(untick), usePurge(untick)]
  const { kind } = address.filters
  const askedFor = (page: number) => ({ page: page - 1, size, sort: address.sort as '-dateDeleted', ...(kind && { kind }) })
  const list = useList('GET /api/trash/', askedFor(address.page))
  const { data: kinds } = useCall('GET /api/trash/kinds', {})
  const chosen = (list.data?.rows ?? []).filter(({ uniqueId }) => ticked.has(uniqueId))
  return {
    address,
    list,
    kinds,
    ticked,
    setTicked,
    chosen,
    restoring,
    purging,
    ahead: (page: number) => prefetch('GET /api/trash/', askedFor(page)),
  }
}
