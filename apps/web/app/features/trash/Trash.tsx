import { Button, NativeSelect, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { trashPolicy } from '@tradewind/contract/trash/trash.policy'
import { useState } from 'react'
import { guard } from '#kit/account/guard'
import type { Rows } from '#kit/api/calls'
import { useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { useEntries } from '#kit/entries'
import { phrase, useLanguage, useText } from '#kit/text'
import type { Trashed } from '@tradewind/contract/trash/trash.contract'
import { Bones } from '#ui/list/Bones'
import { Pager } from '#ui/list/Pager'
import { EmptyState } from '#ui/page/EmptyState'
import { PageHeader } from '#ui/page/PageHeader'
import { Trouble } from '#ui/page/Trouble'
import { RestoreAs } from './RestoreAs.tsx'
import { TrashRows } from './TrashRows.tsx'
import { useRestore } from './useRestore.ts'

export const handle = { name: phrase('Trash') }
export const clientLoader = guard({ rules: trashPolicy.see })

const size = 20

/** What was deleted in the last 30 days, and the way back. */
export default function Trash() {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  const trash = useTrash()
  const { list, address, chosen, restoring } = trash
  return (
    <Stack>
      <PageHeader title={t('Trash')} count={list.data && figure.format(list.data.total)}>
        {list.data && list.data.total > 0 && (
          <Button disabled={chosen.length === 0} loading={restoring.isPending} onClick={() => void restoring.restore(chosen)}>
            {chosen.length === 0 ? t('Restore') : t('Restore {count} record|Restore {count} records', { count: chosen.length })}
          </Button>
        )}
      </PageHeader>
      <KindFilter kind={address.filters.kind} onKind={(kind) => address.change({ filters: { kind } })} />
      {list.error && !list.data && <Trouble failure={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Bones />}
      {list.data && <Found trash={trash} found={list.data} />}
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

const Found = ({ trash, found }: { trash: ReturnType<typeof useTrash>; found: Rows<Trashed> }) => {
  const { list, address, ticked, setTicked, restoring, ahead } = trash
  const { restore, taken, giveUp } = restoring
  if (found.total === 0) return <Empty />
  return (
    <>
      <TrashRows
        rows={found.rows}
        stale={list.isPlaceholderData}
        sort={address.sort}
        onSort={(sort) => address.change({ sort })}
        ticked={ticked}
        onTick={setTicked}
        onRestore={(row) => void restore([row])}
      />
      <Pager page={address.page} size={size} {...found} addressOf={(page) => address.addressAfter({ page })} onAhead={ahead} />
      {taken && <RestoreAs row={taken} onRestore={(title) => restore([taken], title)} onClose={giveUp} />}
    </>
  )
}

const Empty = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconTrash}
      title={t('The trash is empty')}
      text={t('What is deleted stands here for 30 days, and can be taken back. Then it is gone for good.')}
    />
  )
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
