import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { SentenceParts } from '@tradewind/contract/kit/say'
import type { BulkUpload, SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { cancelledInWords } from '#crm/fileImport/fileImport'
import { JobProgress } from '#crm/fileImport/JobProgress'
import { problemOf } from '#crm/fileImport/uploads'
import { Faults } from '#crm/fileImport/Workbook'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { Tooltip } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import styles from './bootstrap.module.css'

const stateNames = {
  PENDING: { text: phrase('Pending'), color: 'gray' },
  PROCESSING: { text: phrase('Processing'), color: 'ink' },
  COMPLETED: { text: phrase('Completed'), color: 'green' },
  COMPLETED_WITH_ERRORS: { text: phrase('Completed with errors'), color: 'signal' },
  FAILED: { text: phrase('Failed'), color: 'red' },
  CANCELLED: { text: phrase('Cancelled@@upload'), color: 'gray' },
} as const

export const isRunning = ({ processingStatus }: Pick<BulkUpload, 'processingStatus'>) =>
  processingStatus === 'PENDING' || processingStatus === 'PROCESSING'

interface Outcome {
  sheets: [name: string, outcome: SheetOutcome][]
  problem: string | null
}

/** Parses the outcome of each sheet from the text that the server wrote. Text that cannot be parsed yields an empty outcome. */
export const outcomeOf = (parsingResponse: string): Outcome => {
  try {
    const {
      sheets = {},
      problem = null,
      said,
    } = JSON.parse(parsingResponse) as {
      sheets?: Record<string, SheetOutcome>
      problem?: string
      said?: SentenceParts
    }
    return { sheets: Object.entries(sheets), problem: problemOf({ problem, said }) }
  } catch {
    return { sheets: [], problem: null }
  }
}

/** One uploaded workbook: its file, its times, its progress, and the outcome of its sheets. */
export const BulkUploadRow = ({ upload }: { upload: BulkUpload }) => {
  const t = useText()
  const { text, color } = stateNames[upload.processingStatus]
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group wrap="nowrap" justify="space-between" align="flex-start">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {upload.document.fileName}
          </Text>
          {!isRunning(upload) && <Remove upload={upload} />}
        </Group>
        <dl className={styles.times}>
          <div>
            <dt>{t('Processing Status')}</dt>
            <dd>
              <Badge color={color}>{t(text)}</Badge>
            </dd>
          </div>
          <div>
            <dt>{t('Date Created')}</dt>
            <dd>
              <Day at={upload.dateCreated} precise />
            </dd>
          </div>
          <div>
            <dt>{t('Last Updated')}</dt>
            <dd>
              <Day at={upload.lastUpdated} precise />
            </dd>
          </div>
        </dl>
        {isRunning(upload) ? <Running upload={upload} /> : <OutcomeTree upload={upload} />}
      </Stack>
    </Paper>
  )
}

const Running = ({ upload: { uniqueId, document, read, total } }: { upload: BulkUpload }) => {
  const { mutateAsync } = useSend('POST /api/upload/bulk/:uniqueId/cancel', { changes: ['upload'] })
  return <JobProgress name={document.fileName} done={read} total={total} onCancel={() => mutateAsync({ uniqueId })} />
}

const Remove = ({ upload: { uniqueId, document } }: { upload: BulkUpload }) => {
  const t = useText()
  const toast = useToast()
  const removal = useSend('DELETE /api/upload/bulk/:uniqueId', { changes: ['upload'] })
  const remove = async () => {
    const sure = await confirm({
      title: t('Are you sure?'),
      text: t("You won't be able to revert this!"),
      details: [t('It is removed from the list, with its file. The records it created stay.')],
      recordName: document.fileName,
      confirmLabel: t('Yes, delete it!'),
    })
    if (!sure) return
    await removal.mutateAsync({ uniqueId }).then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  }
  const label = t('Delete {name}', { name: document.fileName })
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => void remove()}>
        <IconTrash size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

/** The outcome of a workbook, expandable: its sheets, and for each its counts and faults. All of it is text. */
const OutcomeTree = ({ upload }: { upload: BulkUpload }) => {
  const t = useText()
  const figure = useFormatCount()
  const { sheets, problem } = outcomeOf(upload.parsingResponse)
  const isCancelled = upload.processingStatus === 'CANCELLED'
  const faults = sheets.reduce((sum, [, { faultTotal }]) => sum + faultTotal, 0)
  const created = sheets.reduce((sum, [, sheet]) => sum + sheet.created, 0)
  return (
    <>
      {isCancelled && <Text size="sm">{cancelledInWords(t, figure, upload)}</Text>}
      {problem && !isCancelled && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t(problem)}
        </Text>
      )}
      {sheets.length > 0 && (
        <details className={styles.tree}>
          <summary>
            <strong>{t('Parsing Response')}</strong> {t('{count} row created|{count} rows created', { count: created })},{' '}
            {t('{count} error|{count} errors', { count: faults })}
          </summary>
          {sheets.map(([name, sheet]) => (
            <Sheet key={name} name={name} sheet={sheet} />
          ))}
        </details>
      )}
    </>
  )
}

const Sheet = ({ name, sheet }: { name: string; sheet: SheetOutcome }) => {
  const t = useText()
  const { read, created, skipped, faultTotal, faults } = sheet
  return (
    <details className={styles.tree} open={faultTotal > 0}>
      <summary>
        <strong>{name}</strong> {t('{read} rows read, {created} created, {skipped} skipped.', { read, created, skipped })}
      </summary>
      {faultTotal === 0 ? (
        <Text size="sm" c="dimmed" className={styles.leaf}>
          {t('No errors')}
        </Text>
      ) : (
        <div className={styles.leaf}>
          <Text size="sm">
            {t('{count} error|{count} errors', { count: faultTotal })}
            {faultTotal > faults.length && `. ${t('The first {listed} are listed.', { listed: faults.length })}`}
          </Text>
          <Faults label={t('Errors in {sheet}', { sheet: name })} faults={faults} />
        </div>
      )}
    </details>
  )
}
