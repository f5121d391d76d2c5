import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Trashed } from '@tradewind/contract/trash/trash.contract'
import { useEntries } from '#kit/entries'
import { useText } from '#kit/text'
import { Cards } from '#ui/list/Cards'
import type { Listed } from '#ui/list/columns'
import { DataTable } from '#ui/list/DataTable'
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
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const kindOf = (name: string) => t(kinds.find(({ kind }) => kind === name)?.one ?? name)
  const listed: Listed<Trashed> = {
    label: t('Trash'),
    rows,
    columns: [
      { field: 'title', head: t('Name'), show: ({ title }) => title, width: '40%' },
      { field: 'kind', head: t('Kind'), show: ({ kind }) => kindOf(kind), width: '16%' },
      { field: 'dateDeleted', head: t('Deleted'), show: ({ dateDeleted }) => <Day at={dateDeleted} precise />, sorts: true, width: '20%' },
      { field: 'deletedByName', head: t('By'), show: ({ deletedByName }) => <Clip>{deletedByName ?? t('N/A')}</Clip>, width: '24%' },
    ],
    keyOf: ({ uniqueId }) => uniqueId,
    menuOf: (row) => (
      <Tooltip label={t('Restore')}>
        <ActionIcon variant="subtle" aria-label={t('Restore {name}', { name: row.title })} onClick={() => onRestore(row)}>
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
    ),
    sort,
    onSort,
    ticks: { ticked, onTick, nameOf: (key) => rows.find(({ uniqueId }) => uniqueId === key)?.title ?? '' },
    stale,
  }
  return narrow ? <Cards {...listed} /> : <DataTable {...listed} />
}
