import { Button, NativeSelect, Stack } from '@mantine/core'
import { trashPolicy } from '@tradewind/contract/trash/trash.policy'
import { useState } from 'react'
import { guard } from '#kit/account/guard'
import { useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { useEntries } from '#kit/entries'
import { phrase, useText } from '#kit/text'
import { NoMatch } from '#ui/page/NoMatch'
import { PageHeader } from '#ui/page/PageHeader'
import { Paged } from '#ui/paging/Paged'
import { EmptyTrash } from '#ui/trash/EmptyTrash'
import { RestoreAs } from './RestoreAs.tsx'
import { TrashRows } from './TrashRows.tsx'
import { useRestore } from './useRestore.ts'

export const handle = { name: phrase('Trash') }
export const clientLoader = guard({ rules: trashPolicy.see })

const size = 20

/** What was deleted in the last 30 days, and the way back. */
export default function Trash() {
  const t = useText()
  const { list, address, ticked, setTicked, chosen, restoring, ahead } = useTrash()
  const { restore, taken, giveUp } = restoring
  return (
    <Stack>
      <PageHeader title={t('Trash')} count={list.data?.total}>
        {list.data && list.data.total > 0 && (
          <Button disabled={chosen.length === 0} loading={restoring.isPending} onClick={() => void restore(chosen)}>
            {chosen.length === 0 ? t('Restore') : t('Restore {count} record|Restore {count} records', { count: chosen.length })}
          </Button>
        )}
      </PageHeader>
      <KindFilter kind={address.filters.kind} onKind={(kind) => address.change({ filters: { kind } })} />
      <Paged
        list={list}
        address={address}
        size={size}
        onAhead={ahead}
        empty={address.filters.kind ? <NoMatch onClear={address.clear} /> : <EmptyTrash />}
      >
        {(rows) => (
          <TrashRows
            rows={rows}
            stale={list.isPlaceholderData}
            sort={address.sort}
            onSort={(sort) => address.change({ sort })}
            ticked={ticked}
            onTick={setTicked}
            onRestore={(row) => void restore([row])}
          />
        )}
      </Paged>
      {taken && <RestoreAs row={taken} onRestore={(title) => restore([taken], title)} onClose={giveUp} />}
    </Stack>
  )
}

const useTrash = () => {
  const address = useListAddress({ filters: ['kind'], sort: '-dateDeleted' })
  const prefetch = usePrefetch()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const restoring = useRestore(() => setTicked(new Set()))
  const { kind } = address.filters
  const askedFor = (page: number) => ({ page: page - 1, size, sort: address.sort as '-dateDeleted', ...(kind && { kind }) })
  const list = useList('GET /api/trash/', askedFor(address.page))
  const chosen = (list.data?.rows ?? []).filter(({ uniqueId }) => ticked.has(uniqueId))
  return {
    address,
    list,
    ticked,
    setTicked,
    chosen,
    restoring,
    ahead: (page: number) => prefetch('GET /api/trash/', askedFor(page)),
  }
}

const KindFilter = ({ kind, onKind }: { kind: string; onKind: (kind: string) => void }) => {
  const t = useText()
  const { kinds } = useEntries()
  if (kinds.length < 2 && !kind) return null
  const data = [{ value: '', label: t('All kinds') }, ...kinds.map(({ kind: value, many }) => ({ value, label: t(many) }))]
  return (
    <NativeSelect label={t('Kind')} data={data} value={kind} onChange={(event) => onKind(event.currentTarget.value)} maw={240} />
  )
}
