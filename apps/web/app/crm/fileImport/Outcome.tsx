import { Alert, Box, Button, Group, List, Paper, Stack, Table, Tabs, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { notUndoneReasons, type RowStatus, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport, ImportRow, UndoOutcome } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { RecordLink } from '#ui/record/RecordLink'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { kindNames, statusNames, useImportWords, useMayUndo, useUndoImport } from './fileImport.ts'
import { DecideAll, DuplicateDecision, FaultyButton, FrequentFaults, OutcomeCounts, RowChanges } from './OutcomeParts.tsx'
import { ReadValues, UnknownValues } from './UnknownValues.tsx'
import { problemOf } from './uploads.ts'
import styles from './import.module.css'

interface DifferenceProps {
  fileImport: FileImport
  onBack: (to: 'columns' | 'defaults') => void
}

/** A preview of what the import would do, row by row, and the button to run it. */
export const Difference = ({ fileImport, onBack }: DifferenceProps) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, counts } = fileImport
  const { mutateAsync, isPending } = useSend('POST /api/massUpload/:uniqueId/take', { changes: ['massUpload'] })
  const importCount = (counts.NEW ?? 0) + (counts.DUPLICATE ?? 0) - (counts.SKIPPED ?? 0) + (counts.CHANGED ?? 0)
  const runImport = () => mutateAsync({ uniqueId }).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Stack gap="md">
      <UnknownValues fileImport={fileImport} />
      <ReadValues fileImport={fileImport} />
      <RowTabs fileImport={fileImport} onBack={onBack} />
      <Group gap="xs" justify="flex-end" className={styles.actions}>
        <Button variant="default" onClick={() => onBack('columns')}>
          {t('Back to columns')}
        </Button>
        <Button disabled={importCount === 0} loading={isPending} onClick={() => void runImport()}>
          {t('Import {count} row|Import {count} rows', { count: importCount })}
        </Button>
      </Group>
      {importCount === 0 && (
        <Text size="sm" c="dimmed" ta="right">
          {counts.SKIPPED
            ? t('There is nothing to import: all new rows are skipped, and none is changed.')
            : t('There is nothing to import: no row is new or changed.')}
        </Text>
      )}
    </Stack>
  )
}

/** The rows of a file by their status. */
const RowTabs = ({ fileImport, onBack }: DifferenceProps) => {
  const t = useText()
  const figure = useFormatCount()
  const { counts } = fileImport
  const presentStatuses = rowStatuses.filter((status) => counts[status])
  const [tab, setTab] = useState<RowStatus>(presentStatuses[0] ?? 'NEW')
  return (
    <Paper withBorder p="md">
      <Tabs value={tab} onChange={(value) => value && setTab(value as RowStatus)} keepMounted={false}>
        <Tabs.List>
          {presentStatuses.map((status) => (
            <Tabs.Tab
              key={status}
              value={status}
              rightSection={<Badge color={status === 'FAULTY' ? 'red' : 'gray'}>{figure(counts[status] ?? 0)}</Badge>}
            >
              {t(statusNames[status])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {presentStatuses.map((status) => (
          <Tabs.Panel key={status} value={status} pt="md">
            {status === 'FAULTY' && <FrequentFaults fileImport={fileImport} onDefaults={() => onBack('defaults')} />}
            {status === 'FAULTY' && <FaultyButton fileImport={fileImport} />}
            {status === 'DUPLICATE' && fileImport.state === 'CHECKED' && <DecideAll fileImport={fileImport} />}
            <ImportRows key={status} fileImport={fileImport} status={status} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  )
}

/** The outcome of an import: counts, rows with faults, and the button to undo it. */
export const Outcome = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const at = useArea()
  const canUndo = useMayUndo()(fileImport)
  const { undo, isPending } = useUndoImport()
  return (
    <Stack gap="md">
      {fileImport.undone ? (
        <UndoneAlert fileImport={fileImport} undoOutcome={fileImport.undone} />
      ) : (
        <OutcomeCounts fileImport={fileImport} />
      )}
      {canUndo && (
        <Text size="sm" c="dimmed">
          {t('Can be undone until')} <Day at={fileImport.undoUntil} />
        </Text>
      )}
      <Group>
        {canUndo && (
          <Button
            variant="default"
            loading={isPending}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void undo(fileImport)}
          >
            {t('Undo import')}
          </Button>
        )}
        <Button component={Link} to={at(`${fileImport.kind}/list`)}>
          {t(kindNames[fileImport.kind])}
        </Button>
      </Group>
      {fileImport.hasFaultyRows && !fileImport.undone && (
        <Paper withBorder p="md">
          <Text fw={600} mb="sm">
            {t('Rows with errors were not imported')}
          </Text>
          <FaultyButton fileImport={fileImport} />
          {fileImport.source === 'FILE' && <ImportRows fileImport={fileImport} status="FAULTY" />}
        </Paper>
      )}
    </Stack>
  )
}

const UndoneAlert = ({
  fileImport,
  undoOutcome: { trashed, restored, keptCount, kept },
}: {
  fileImport: FileImport
  undoOutcome: UndoOutcome
}) => {
  const t = useText()
  const { labelOf } = useImportWords(fileImport)
  const hasUndone = trashed + restored > 0
  return (
    <>
      <Alert
        color={hasUndone ? 'green' : 'gray'}
        role="status"
        icon={hasUndone && <IconCheck aria-hidden />}
        title={t(hasUndone ? 'The import was undone' : 'Nothing was undone')}
      >
        <List size="sm">
          <List.Item>{t('{count} record moved to the trash|{count} records moved to the trash', { count: trashed })}</List.Item>
          <List.Item>{t('{count} record restored|{count} records restored', { count: restored })}</List.Item>
          <List.Item>{t('{count} record left unchanged|{count} records left unchanged', { count: keptCount })}</List.Item>
        </List>
      </Alert>
      {kept.length > 0 && (
        <Paper withBorder p="md">
          <Text fw={600} mb="sm">
            {t('Not undone')}
          </Text>
          <List size="sm">
            {kept.map(({ uniqueId, title, reason, fields }) => (
              <List.Item key={uniqueId}>
                {reason === 'GONE' ? title : title && <RecordLink kind={fileImport.kind} uniqueId={uniqueId} name={title} />}
                {title && ': '}
                {t(notUndoneReasons[reason])}
                {fields.length > 0 && ` (${fields.map(labelOf).join(', ')})`}
              </List.Item>
            ))}
          </List>
          {keptCount > kept.length && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('and {count} more', { count: keptCount - kept.length })}
            </Text>
          )}
        </Paper>
      )}
    </>
  )
}

const SIZE = 50

interface RowsProps {
  fileImport: FileImport
  status: RowStatus
}

/** The rows with one status, page by page. The scrollable area can be reached by keyboard. */
const ImportRows = ({ fileImport, status }: RowsProps) => {
  const t = useText()
  const [page, setPage] = useState(0)
  const { uniqueId } = fileImport
  const list = useList('GET /api/massUpload/:uniqueId/rows', { uniqueId, status, page, size: SIZE })
  return (
    <QueryContent of={list} height={240}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t('No rows')}</Text>
        ) : (
          <>
            <Box style={{ overflowX: 'auto' }} role="region" aria-label={t('Rows')} tabIndex={0}>
              <RowTable fileImport={fileImport} status={status} rows={rows} />
            </Box>
            <Pages page={page} total={total} counted={fileImport.counts[status] ?? total} onPage={setPage} />
          </>
        )
      }
    </QueryContent>
  )
}

const RowTable = ({ fileImport, status, rows }: RowsProps & { rows: readonly ImportRow[] }) => {
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
              {row.uniqueId ? <RecordLink kind={fileImport.kind} uniqueId={row.uniqueId} name={row.title} /> : t(row.title)}
            </Table.Td>
            <Table.Td>
              <RowOutcome fileImport={fileImport} status={status} row={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const RowOutcome = ({ fileImport, status, row }: RowsProps & { row: ImportRow }) => {
  if (status === 'CHANGED') return <RowChanges fileImport={fileImport} changes={row.changes} />
  if (status === 'NEW') return <NewRecord fileImport={fileImport} row={row} />
  if (status === 'DUPLICATE') {
    return (
      <>
        <NewRecord fileImport={fileImport} row={row} />
        {fileImport.state === 'CHECKED' && <DuplicateDecision fileImport={fileImport} row={row} />}
      </>
    )
  }
  return status === 'FAULTY' ? <RowFaults fileImport={fileImport} row={row} /> : <SkipReason row={row} />
}

const NewRecord = ({ fileImport, row }: { fileImport: FileImport; row: ImportRow }) => {
  const t = useText()
  const { show } = useImportWords(fileImport)
  const valueTexts = fileImport.fields
    .filter(({ field }) => (row.values[field] ?? null) !== null)
    .map(({ field }) => show(field, row.values[field]))
    .filter((text) => text !== row.title)
  return (
    <>
      <Text size="sm">{valueTexts.join(' · ')}</Text>
      {row.like.length > 0 && (
        <Text size="sm" c="var(--mantine-color-signal-light-color)">
          {t('Possible duplicate of:')}{' '}
          {row.like.map(({ uniqueId, title }, at) => (
            <span key={uniqueId}>
              {at > 0 && ', '}
              <RecordLink kind={fileImport.kind} uniqueId={uniqueId} name={title} />
            </span>
          ))}
        </Text>
      )}
      {row.repeats && (
        <Text size="sm" c="var(--mantine-color-signal-light-color)">
          {t('Probably the same as row {row}', { row: row.repeats.join(', ') })}
        </Text>
      )}
    </>
  )
}

const RowFaults = ({ fileImport, row }: { fileImport: FileImport; row: ImportRow }) => {
  const t = useText()
  const { columnOf } = useImportWords(fileImport)
  return (
    <ul className={styles.changes}>
      {row.faults.map((fault) => (
        <Text component="li" size="sm" key={`${fault.column} ${fault.problem}`}>
          {fault.column && (
            <>
              <strong>{columnOf(fault.column)}</strong>
              {fault.value && (
                <>
                  {' '}
                  <q>{fault.value}</q>
                </>
              )}
              {': '}
            </>
          )}
          {t(problemOf(fault))}
        </Text>
      ))}
    </ul>
  )
}

const SkipReason = ({ row: { reason } }: { row: ImportRow }) => {
  const t = useText()
  return <Text size="sm">{reason ? t(leftReasons[reason]) : t('No changes')}</Text>
}

const leftReasons: Readonly<Record<NonNullable<ImportRow['reason']>, string>> = {
  EXISTS: phrase('It already exists.'),
  NOT_YOURS: phrase('You do not have permission to change it'),
  DUPLICATE: phrase('It was skipped as a likely duplicate.'),
}

interface PagesProps {
  page: number
  /** The number of rows that can be shown, and the number of all rows. */
  total: number
  counted: number
  onPage: (page: number) => void
}

const Pages = ({ page, total, counted, onPage }: PagesProps) => {
  const t = useText()
  const figure = useFormatCount()
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
