import { Alert, Box, Button, Group, List, Select, Stack, Text } from '@mantine/core'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { type duplicateActions, MAX_LISTED_FAULTS, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { download } from '#kit/browser/download'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useFormatCount } from '#ui/values/figures'
import { useImportWords, statusNames } from './fileImport.ts'
import { problemOf } from './uploads.ts'
import styles from './import.module.css'

/** What became of the rows. Of a cancelled import only what it wrote, if anything: its rows with errors are listed below. */
export const OutcomeCounts = ({ fileImport: { state, counts } }: { fileImport: FileImport }) => {
  const t = useText()
  const figure = useFormatCount()
  const isCancelled = state === 'CANCELLED'
  const shownStatuses = rowStatuses.filter((status) => counts[status] && !(isCancelled && status === 'FAULTY'))
  if (isCancelled && shownStatuses.length === 0) return null
  return (
    <Alert
      color={isCancelled ? 'gray' : 'green'}
      role="status"
      icon={!isCancelled && <IconCheck aria-hidden />}
      title={t(isCancelled ? 'Imported until then' : 'The file was imported')}
    >
      <List size="sm">
        {shownStatuses.map((status) => (
          <List.Item key={status} {...(status === 'FAULTY' && { c: 'red' })}>
            {t(statusNames[status])}
            {t(':')} {figure(counts[status] ?? 0)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** The errors that several rows have, and the way to mend those for which a default value is enough. */
export const FrequentFaults = ({ fileImport, onDefaults }: { fileImport: FileImport; onDefaults: () => void }) => {
  const t = useText()
  const { columnOf } = useImportWords(fileImport)
  const { frequentFaults } = fileImport
  if (frequentFaults.length === 0) return null
  return (
    <Stack gap="xs" mb="md" component="section" aria-label={t('Frequent errors')}>
      <Text fw={600}>{t('Frequent errors')}</Text>
      <List size="sm">
        {frequentFaults.map((fault) => (
          <List.Item key={`${fault.column} ${fault.problem}`}>
            {fault.column && (
              <>
                <strong>{columnOf(fault.column)}</strong>
                {t(':')}{' '}
              </>
            )}
            {t(problemOf(fault))} · {t('{count} row|{count} rows', { count: fault.rows })}
          </List.Item>
        ))}
      </List>
      {frequentFaults.some(({ lacksDefault }) => lacksDefault) && (
        <Button variant="default" size="xs" onClick={onDefaults} style={{ alignSelf: 'start' }}>
          {t('Choose default values')}
        </Button>
      )}
    </Stack>
  )
}

/** Downloads the rows with faults, and says so if the file will not have all of them. */
export const FaultyButton = ({ fileImport: { uniqueId, source, counts } }: { fileImport: FileImport }) => {
  const t = useText()
  const figure = useFormatCount()
  const total = counts.FAULTY ?? 0
  const listed = { read: figure(MAX_LISTED_FAULTS), total: figure(total) }
  const toast = useToast()
  const downloadRows = async () => {
    try {
      download(await call('GET /api/massUpload/:uniqueId/faulty', { uniqueId }))
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Group mb="sm">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void downloadRows()}
      >
        {t('Download rows with errors')}
      </Button>
      {source === 'FILE' && total > MAX_LISTED_FAULTS && (
        <Text size="sm">{t('The file has the first {read} of {total} rows with errors.', listed)}</Text>
      )}
    </Group>
  )
}

/** What a row changes in an existing record, field by field. */
export const RowChanges = ({ fileImport, changes }: { fileImport: FileImport; changes: ImportRow['changes'] }) => {
  const t = useText()
  const { labelOf, show } = useImportWords(fileImport)
  if (changes.length === 0) return <Text size="sm">{t('No changes')}</Text>
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <Text component="li" size="sm" key={field}>
          {labelOf(field)}
          {t(':')} <del>{show(field, before)}</del> → <ins>{show(field, after)}</ins>
        </Text>
      ))}
    </ul>
  )
}

const [CREATE, SKIP] = ['CREATE', 'SKIP'] as const

type Action = (typeof duplicateActions)[number]

// One after the other: the last choice is the one that stays.
const useDecide = () => useSend('PATCH /api/massUpload/:uniqueId/decide', { changes: ['massUpload'], queueKey: 'decide' })

const choices: readonly (readonly [Action, string])[] = [
  ['CREATE', phrase('Create all')],
  ['SKIP', phrase('Skip all')],
  ['UPDATE', phrase('Update the existing records')],
]

/** Decides on all likely duplicates at once. */
export const DecideAll = ({ fileImport: { uniqueId } }: { fileImport: FileImport }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending, variables } = useDecide()
  const decideAll = (action: Action) =>
    mutateAsync({ uniqueId, action }).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Stack gap={4} mb="sm">
      <Group gap="xs" role="group" aria-label={t('What to do with all likely duplicates')}>
        {choices.map(([action, text]) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            loading={isPending && variables.action === action}
            onClick={() => void decideAll(action)}
          >
            {t(text)}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {t('Rows that resemble several records, or one that you may not change, update none: they keep their choice.')}
      </Text>
    </Stack>
  )
}

/** An earlier row among the choices, which are texts. */
const rowChoice = (row: number) => `row ${row}`
const valueOf = ({ decision }: Pick<ImportRow, 'decision'>) => {
  if (decision?.earlierRow !== undefined) return rowChoice(decision.earlierRow)
  return decision?.recordId ?? decision?.action ?? CREATE
}

/** The decision that a choice is. */
const decisionOf = ({ repeats = [] }: ImportRow, choice: string) => {
  if (choice === CREATE || choice === SKIP) return { action: choice }
  const earlierRow = repeats.find((one) => rowChoice(one) === choice)
  return { action: 'UPDATE' as const, ...(earlierRow === undefined ? { recordId: choice } : { earlierRow }) }
}

/** What the import does with a likely duplicate, and what an update changes. The choice is saved at once. */
export const DuplicateDecision = ({ fileImport, row }: { fileImport: FileImport; row: ImportRow }) => {
  const t = useText()
  const toast = useToast()
  const [value, setValue] = useState(valueOf(row))
  const { mutateAsync, isPending } = useDecide()
  // All rows may be decided on at once, or by somebody else.
  const [stored, setStored] = useState(valueOf(row))
  if (stored !== valueOf(row) && !isPending) {
    setStored(valueOf(row))
    setValue(valueOf(row))
  }
  const decide = async (chosen: string) => {
    setValue(chosen)
    try {
      await mutateAsync({ uniqueId: fileImport.uniqueId, row: row.row, ...decisionOf(row, chosen) })
    } catch (error) {
      setValue(valueOf(row))
      toast.failure(failureOf(error))
    }
  }
  const changes = row.like.find((record) => record.uniqueId === value)?.changes
  return (
    <>
      <Select
        size="xs"
        mt={6}
        maw={320}
        aria-label={t('What to do with row {row}', { row: row.row })}
        allowDeselect={false}
        data={[
          { value: CREATE, label: t('Create anyway') },
          { value: SKIP, label: t('Skip') },
          ...row.like
            .filter(({ mayUpdate }) => mayUpdate)
            .map((record) => ({ value: record.uniqueId, label: t('Update “{name}”', { name: record.title }) })),
          ...(row.repeats ?? []).map((earlier) => ({
            value: rowChoice(earlier),
            label: t('Update row {row}', { row: earlier }),
          })),
        ]}
        value={value}
        onChange={(chosen) => chosen && void decide(chosen)}
      />
      {changes && (
        <Box mt={6} aria-live="polite">
          <RowChanges fileImport={fileImport} changes={changes} />
        </Box>
      )}
    </>
  )
}
