import { Box, Button, Group, Table, Text } from '@mantine/core'
import type { FileImport, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { RowStatus } from '@tradewind/contract/crm/bulk/fileImport.words'
import { useState } from 'react'
import { useList } from '#kit/api/query'
import { useText } from '#kit/text'
import { Read } from '#ui/page/states'
import { RecordLink } from '#ui/record/RecordLink'
import { useFigure } from '#ui/values/figures'
import { problemOf } from './uploads.ts'
import { useImportWords } from './words.ts'
import styles from './import.module.css'

const SIZE = 50

interface RowsProps {
  given: FileImport
  status: RowStatus
}

/** The rows of one kind, a page after the other. What scrolls can be reached by keyboard. */
export const ImportRows = ({ given, status }: RowsProps) => {
  const t = useText()
  const [page, setPage] = useState(0)
  const { uniqueId } = given
  const list = useList('GET /api/massUpload/:uniqueId/rows', { uniqueId, status, page, size: SIZE })
  return (
    <Read of={list} height={240}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t('No rows')}</Text>
        ) : (
          <>
            <Box style={{ overflowX: 'auto' }} role="region" aria-label={t('Rows')} tabIndex={0}>
              <RowTable given={given} status={status} rows={rows} />
            </Box>
            <Pages page={page} total={total} counted={given.counts[status] ?? total} onPage={setPage} />
          </>
        )
      }
    </Read>
  )
}

const RowTable = ({ given, status, rows }: RowsProps & { rows: readonly ImportRow[] }) => {
  const t = useText()
  return (
    <Table layout="fixed" tabularNums className={styles.rows} aria-label={t('Rows')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={72} ta="right">
            {t('Row')}
          </Table.Th>
          <Table.Th w="32%">{t('Record')}</Table.Th>
          <Table.Th>{t('Result')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.row}>
            <Table.Td ta="right">{row.row}</Table.Td>
            <Table.Td>
              {row.uniqueId ? <RecordLink kind={given.kind} uniqueId={row.uniqueId} name={row.title} /> : t(row.title)}
            </Table.Td>
            <Table.Td>
              <Becoming given={given} status={status} row={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Becoming = ({ given, status, row }: RowsProps & { row: ImportRow }) => {
  if (status === 'CHANGED') return <Changes given={given} row={row} />
  if (status === 'NEW') return <NewRecord given={given} row={row} />
  return status === 'FAULTY' ? <RowFaults given={given} row={row} /> : <Left row={row} />
}

const Changes = ({ given, row }: { given: FileImport; row: ImportRow }) => {
  const { labelOf, show } = useImportWords(given)
  return (
    <ul className={styles.changes}>
      {row.changes.map(({ field, before, after }) => (
        <Text component="li" size="sm" key={field}>
          {labelOf(field)}: <del>{show(field, before)}</del> → <ins>{show(field, after)}</ins>
        </Text>
      ))}
    </ul>
  )
}

const NewRecord = ({ given, row }: { given: FileImport; row: ImportRow }) => {
  const t = useText()
  const { show } = useImportWords(given)
  const shown = given.fields
    .filter(({ field }) => (row.values[field] ?? null) !== null)
    .map(({ field }) => show(field, row.values[field]))
    .filter((text) => text !== row.title)
  return (
    <>
      <Text size="sm">{shown.join(' · ')}</Text>
      {row.like.length > 0 && (
        <Text size="sm" c="orange.8">
          {t('Possible duplicate of:')}{' '}
          {row.like.map(({ uniqueId, title }, at) => (
            <span key={uniqueId}>
              {at > 0 && ', '}
              <RecordLink kind={given.kind} uniqueId={uniqueId} name={title} />
            </span>
          ))}
        </Text>
      )}
    </>
  )
}

const RowFaults = ({ given, row }: { given: FileImport; row: ImportRow }) => {
  const t = useText()
  const { columnOf } = useImportWords(given)
  return (
    <ul className={styles.changes}>
      {row.faults.map((fault) => (
        <Text component="li" size="sm" key={`${fault.column} ${fault.problem}`}>
          {fault.column && <strong>{columnOf(fault.column)}: </strong>}
          {t(problemOf(fault))}
        </Text>
      ))}
    </ul>
  )
}

const Left = ({ row: { reason } }: { row: ImportRow }) => {
  const t = useText()
  if (!reason) return <Text size="sm">{t('No changes')}</Text>
  return <Text size="sm">{reason === 'EXISTS' ? t('It already exists.') : t('You do not have permission to change it')}</Text>
}

interface PagesProps {
  page: number
  /** Rows that can be looked at, and rows that there are. */
  total: number
  counted: number
  onPage: (page: number) => void
}

const Pages = ({ page, total, counted, onPage }: PagesProps) => {
  const t = useText()
  const figure = useFigure()
  const [first, last] = [page * SIZE + 1, Math.min((page + 1) * SIZE, total)]
  return (
    <Group justify="space-between" mt="sm" component="nav" aria-label={t('Pages')}>
      <Text size="sm" c="dimmed">
        {t('{first}–{last} of {total}', { first: figure(first), last: figure(last), total: figure(total) })}
        {counted > total && ` · ${t('The first {listed} are listed.', { listed: figure(total) })}`}
      </Text>
      {total > SIZE && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <Button size="xs" variant="default" disabled={last >= total} onClick={() => onPage(page + 1)}>
            {t('Next page')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
