import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '#kit/api/calls'
import { useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { phrase, type Say, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { bytesIn } from '#ui/values/bytes'
import { Day } from '#ui/values/Day'
import { EmptyTrash } from '#ui/trash/EmptyTrash'
import { Restore } from '#ui/trash/Restore'
import { Paged } from '#ui/paging/Paged'
import { Usage } from '../items/Usage.tsx'
import { guardOwn } from '../own.ts'
import { useStrayDrops } from '../items/useStrayDrops.ts'
import { useTrashing } from './useTrashing.ts'

export const handle = { name: phrase('Trash of the drive') }
export const clientLoader = guardOwn

type Trashed = RowOf<'GET /api/files/trash'>
const size = 20

/** What was deleted from the own drive in the last 30 days: the way back, and the way to end it. */
export default function DriveTrash() {
  const t = useText()
  useStrayDrops()
  const language = useLanguage()
  const address = useListAddress({ filters: [], sort: '-deletedAt' })
  const prefetch = usePrefetch()
  const askedFor = (page: number) => ({ page: page - 1, size, sort: address.sort as 'deletedAt' })
  const list = useList('GET /api/files/trash', askedFor(address.page))
  const [ticked, onTick] = useState<ReadonlySet<string>>(new Set())
  const chosen = (list.data?.rows ?? []).filter(({ uniqueId }) => ticked.has(uniqueId))
  const trashing = useTrashing(() => onTick(new Set()))
  return (
    <Stack>
      <Head chosen={chosen} total={list.data?.total} trashing={trashing} />
      <Paged
        list={list}
        address={address}
        size={size}
        onAhead={(page) => prefetch('GET /api/files/trash', askedFor(page))}
        empty={<EmptyTrash />}
      >
        {(rows) => (
          <Rows
            label={t('Trash')}
            rows={rows}
            columns={columnsIn(t, language)}
            keyOf={({ uniqueId }) => uniqueId}
            sort={address.sort}
            onSort={(sort) => address.change({ sort })}
            ticks={{ ticked, onTick, nameOf: (key) => rows.find(({ uniqueId }) => uniqueId === key)?.name ?? '' }}
            menuOf={restoring(trashing.restore)}
            stale={list.isPlaceholderData}
          />
        )}
      </Paged>
      <Usage />
    </Stack>
  )
}

interface HeadProps {
  chosen: readonly Trashed[]
  total: number | undefined
  trashing: ReturnType<typeof useTrashing>
}

const Head = ({ chosen, total, trashing }: HeadProps) => {
  const t = useText()
  const count = chosen.length
  return (
    <PageHeader
      title={t('Trash of the drive')}
      here={t('Trash')}
      count={total}
      trail={[{ text: t('My Drive'), path: 'drive/my-drive' }]}
    >
      {total !== undefined && total > 0 && (
        <Group gap="xs">
          <Button variant="default" color="red" loading={trashing.isPurging} onClick={() => void trashing.purge(chosen)}>
            {count === 0 ? t('Empty the trash') : t('Delete {count} for good', { count })}
          </Button>
          <Button disabled={count === 0} loading={trashing.isRestoring} onClick={() => void trashing.restore(chosen)}>
            {count === 0 ? t('Restore') : t('Restore {count} file|Restore {count} files', { count })}
          </Button>
        </Group>
      )}
    </PageHeader>
  )
}

const columnsIn = (t: Say, language: string): Column<Trashed>[] => [
  { field: 'name', head: t('Name'), show: ({ name }) => name, width: '50%' },
  {
    field: 'size',
    head: t('Size'),
    show: ({ folder, size: bytes }) => (folder ? t('Folder') : bytesIn(bytes ?? 0, language)),
    figures: true,
    width: '16%',
  },
  { field: 'deletedAt', head: t('Deleted'), show: ({ deletedAt }) => <Day at={deletedAt} precise />, sorts: true },
]

const restoring = (restore: (items: readonly Trashed[]) => Promise<void>) =>
  function menuOf(item: Trashed) {
    return <Restore name={item.name} onRestore={() => void restore([item])} />
  }
