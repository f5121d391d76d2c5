import type { Trashed } from '@tradewind/contract/trash/trash.contract'
import { type KindEntry, useEntries } from '#kit/entries'
import { type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Restore } from '#ui/trash/Restore'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'

interface TrashRowsProps {
  rows: readonly Trashed[]
  stale: boolean
  sort: string
  onSort: (sort: string) => void
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
  onRestore: (row: Trashed) => void
}

export const TrashRows = ({ rows, stale, sort, onSort, ticked, onTick, onRestore }: TrashRowsProps) => {
  const t = useText()
  const { kinds } = useEntries()
  return (
    <Rows
      label={t('Trash')}
      rows={rows}
      columns={columnsIn(t, kinds)}
      keyOf={({ uniqueId }) => uniqueId}
      menuOf={restoring(onRestore)}
      sort={sort}
      onSort={onSort}
      ticks={{ ticked, onTick, nameOf: (key) => rows.find(({ uniqueId }) => uniqueId === key)?.title ?? '' }}
      stale={stale}
    />
  )
}

const columnsIn = (t: Say, kinds: readonly KindEntry[]): Column<Trashed>[] => [
  { field: 'title', head: t('Name'), show: ({ title }) => title, width: '40%' },
  {
    field: 'kind',
    head: t('Kind'),
    show: ({ kind }) => t(kinds.find((known) => known.kind === kind)?.one ?? kind),
    width: '16%',
  },
  {
    field: 'dateDeleted',
    head: t('Deleted'),
    show: ({ dateDeleted }) => <Day at={dateDeleted} precise />,
    sorts: true,
    width: '20%',
  },
  { field: 'deletedByName', head: t('By'), show: ({ deletedByName }) => <Clip>{deletedByName ?? t('N/A')}</Clip>, width: '24%' },
]

const restoring = (onRestore: (row: Trashed) => void) =>
  function menuOf(row: Trashed) {
    return <Restore name={row.title} onRestore={() => onRestore(row)} />
  }
