import { Alert, Button, Group, List, Paper, Stack, Tabs, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconDownload } from '@tabler/icons-react'
import type { FileImport, Undone } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { keptReasons, type RowStatus, rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.words'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { download } from '#kit/browser/download'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { RecordLink } from '#ui/record/RecordLink'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { useFigure } from '#ui/values/figures'
import { ImportRows } from './ImportRows.tsx'
import { mayUndo, useUndoImport } from './useUndoImport.ts'
import { kindNames, statusNames, useImportWords } from './words.ts'

/** What the file would do, row by row, and the way to have it done. */
export const Difference = ({ given, onBack }: { given: FileImport; onBack: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { uniqueId, counts } = given
  const { mutateAsync, isPending } = useSend('POST /api/massUpload/:uniqueId/take', { changes: ['massUpload'] })
  const taken = (counts.NEW ?? 0) + (counts.CHANGED ?? 0)
  const take = () => mutateAsync({ uniqueId }).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Stack gap="md">
      <RowTabs given={given} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('Back to columns')}
        </Button>
        <Button disabled={taken === 0} loading={isPending} onClick={() => void take()}>
          {t('Import {count} row|Import {count} rows', { count: taken })}
        </Button>
      </Group>
      {taken === 0 && (
        <Text size="sm" c="dimmed" ta="right">
          {t('There is nothing to import: no row is new or changed.')}
        </Text>
      )}
    </Stack>
  )
}

/** The rows of a file by what becomes of them. */
const RowTabs = ({ given }: { given: FileImport }) => {
  const t = useText()
  const figure = useFigure()
  const { counts } = given
  const found = rowStatuses.filter((status) => counts[status])
  const [tab, setTab] = useState<RowStatus>(found[0] ?? 'NEW')
  return (
    <Paper withBorder p="md">
      <Tabs value={tab} onChange={(value) => value && setTab(value as RowStatus)} keepMounted={false}>
        <Tabs.List>
          {found.map((status) => (
            <Tabs.Tab
              key={status}
              value={status}
              rightSection={<Badge color={status === 'FAULTY' ? 'red' : 'gray'}>{figure(counts[status] ?? 0)}</Badge>}
            >
              {t(statusNames[status])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {found.map((status) => (
          <Tabs.Panel key={status} value={status} pt="md">
            {status === 'FAULTY' && <FaultyButton uniqueId={given.uniqueId} />}
            <ImportRows key={status} given={given} status={status} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  )
}

/** Gives the rows with faults back as a text file. */
const FaultyButton = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const toast = useToast()
  const take = async () => {
    try {
      download(await call('GET /api/massUpload/:uniqueId/faulty', { uniqueId }))
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Button size="xs" variant="default" mb="sm" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void take()}>
      {t('Download rows with errors')}
    </Button>
  )
}

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
