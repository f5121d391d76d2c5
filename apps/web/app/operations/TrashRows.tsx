import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Trashed } from '@tradewind/contract/operations/trash.contract'
import { type KindEntry, useEntries } from '#kit/feature'
import { type Say, useLanguage, useText } from '#kit/text'
import type { Column, Ticks } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { bytesIn } from '#ui/values/bytes'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'

interface TrashRowsProps {
  rows: readonly Trashed[]
  /** Files alone are listed. */
  files: boolean
  stale: boolean
  sort: string
  onSort: (sort: string) => void
  ticks: Ticks
  onRestore: (row: Trashed) => void
}

export const TrashRows = ({ rows, files, onRestore, ...table }: TrashRowsProps) => {
  const t = useText()
  const language = useLanguage()
  const { kinds } = useEntries()
  return (
    <Rows
      label={t('Trash')}
      rows={rows}
      columns={files ? fileColumnsIn(t, language) : columnsIn(t, kinds)}
      keyOf={({ uniqueId }) => uniqueId}
      menuOf={restoring(onRestore)}
      {...table}
    />
  )
}

const nameColumn = (t: Say, width: string): Column<Trashed> => ({
  field: 'title',
  head: t('Name'),
  show: ({ title }) => title,
  width,
})
const deletedColumn = (t: Say): Column<Trashed> => ({
  field: 'dateDeleted',
  head: t('Deleted'),
  show: ({ dateDeleted }) => <Day at={dateDeleted} precise />,
  sorts: true,
})

const kindIn = (t: Say, { kind, file }: Trashed, kinds: readonly KindEntry[]) =>
  file ? t(file.folder ? 'Folder' : 'File') : t(kinds.find((known) => known.kind === kind)?.one ?? kind)

const columnsIn = (t: Say, kinds: readonly KindEntry[]): Column<Trashed>[] => [
  nameColumn(t, '40%'),
  { field: 'kind', head: t('Kind'), show: (row) => kindIn(t, row, kinds), width: '16%' },
  { ...deletedColumn(t), width: '20%' },
  { field: 'deletedByName', head: t('By'), show: ({ deletedByName }) => <Clip>{deletedByName ?? t('N/A')}</Clip>, width: '24%' },
]

/** Of files their size is of use; nobody deletes them but their owner. */
const fileColumnsIn = (t: Say, language: string): Column<Trashed>[] => [
  nameColumn(t, '50%'),
  {
    field: 'size',
    head: t('Size'),
    show: ({ file }) => (file?.folder ? t('Folder') : bytesIn(file?.size ?? 0, language)),
    figures: true,
    width: '16%',
  },
  deletedColumn(t),
]

const restoring = (onRestore: (row: Trashed) => void) =>
  function menuOf(row: Trashed) {
    return <Restore name={row.title} onRestore={() => onRestore(row)} />
  }

/** Takes one thing back from a trash. */
const Restore = ({ name, onRestore }: { name: string; onRestore: () => void }) => {
  const t = useText()
  return (
    <Tooltip label={t('Restore')}>
      <ActionIcon variant="subtle" aria-label={t('Restore {name}', { name })} onClick={onRestore}>
        <IconArrowBackUp size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
