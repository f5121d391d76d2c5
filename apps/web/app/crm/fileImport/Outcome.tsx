import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import type { FileImport, Undone } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { keptReasons, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.words'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { RecordLink } from '#ui/record/RecordLink'
import { Day } from '#ui/values/Day'
import { useFigure } from '#ui/values/useFigure'
import { FaultyButton } from './Difference.tsx'
import { ImportRows } from './ImportRows.tsx'
import { mayUndo, useUndoImport } from './useUndoImport.ts'
import { kindNames, statusNames, useImportWords } from './words.ts'

/** What became of a file: counts, rows with faults, and the way to undo it. */
export const Outcome = ({ given }: { given: FileImport }) => {
  const t = useText()
  const at = useArea()
  const figure = useFigure()
  const { undo, isPending } = useUndoImport()
  const faulty = given.counts.FAULTY ?? 0
  return (
    <Stack gap="md">
      {given.undone ? (
        <UndoneAlert given={given} undone={given.undone} />
      ) : (
        <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('The file was imported')}>
          <List size="sm">
            {rowStatuses
              .filter((status) => given.counts[status])
              .map((status) => (
                <List.Item key={status}>
                  {t(statusNames[status])}: {figure(given.counts[status] ?? 0)}
                </List.Item>
              ))}
          </List>
        </Alert>
      )}
      {given.state === 'TAKEN' && given.undoUntil && (
        <Text size="sm" c="dimmed">
          {t('Can be undone until')} <Day at={given.undoUntil} />
        </Text>
      )}
      <Group>
        {mayUndo(given) && (
          <Button
            variant="default"
            loading={isPending}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void undo(given)}
          >
            {t('Undo import')}
          </Button>
        )}
        <Button component={Link} to={at(`${given.kind}/list`)}>
          {t(kindNames[given.kind])}
        </Button>
      </Group>
      {faulty > 0 && !given.undone && (
        <Paper withBorder p="md">
          <Text fw={600} mb="sm">
            {t('Rows with errors were not imported')}
          </Text>
          <FaultyButton uniqueId={given.uniqueId} />
          <ImportRows given={given} status="FAULTY" />
        </Paper>
      )}
    </Stack>
  )
}

const UndoneAlert = ({ given, undone: { trashed, restored, keptCount, kept } }: { given: FileImport; undone: Undone }) => {
  const t = useText()
  const { labelOf } = useImportWords(given)
  return (
    <>
      <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('The import was undone')}>
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
                {title && <RecordLink kind={given.kind} uniqueId={uniqueId} name={title} />}
                {title && ': '}
                {t(keptReasons[reason])}
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
