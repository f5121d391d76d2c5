import { Alert, Anchor, Box, Button, Group, List, Progress, Radio, Stack, Table, Text } from '@mantine/core'
import { IconCheck, IconDownload, IconFileAlert } from '@tabler/icons-react'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { FileDrop } from './FileDrop.tsx'
import { handOver } from './fileImport.ts'
import { UndoUpload, useUndoAction } from './UndoImport.tsx'
import {
  type Faulty,
  fetchMarked,
  fetchTemplate,
  problemOf,
  type RowCounts,
  type UploadKind,
  useWorkbook,
  type CheckOutcome,
} from './uploads.ts'
import styles from './massUpload.module.css'

interface WorkbookProps {
  kind: UploadKind
  onJob: (importId: string) => void
  onDone: () => void
}

/** Chooses a workbook, checks it, and uploads it. */
export const Workbook = ({ kind, onJob, onDone }: WorkbookProps) => {
  const t = useText()
  const at = useArea()
  const [file, setFile] = useState<File | null>(null)
  const [partial, setPartial] = useState(false)
  const { send, progress, cancel, checkResult, forget, choose } = useSending({ kind, file, partial, setFile, onJob, onDone })
  const earlier = (
    <Anchor component={Link} to={at('import/list')} inherit>
      {t('Earlier imports')}
    </Anchor>
  )
  const otherFiles = (
    <Anchor component={Link} to={at(`import/new?kind=${kind}`)} inherit>
      {t('Import CSV or another Excel file')}
    </Anchor>
  )
  const choosePartial = (chosen: boolean) => {
    forget()
    setPartial(chosen)
  }
  return (
    <Stack>
      <Rules kind={kind} />
      <FileDrop file={file} onFile={choose} onRefused={handOver} disabled={progress !== null}>
        {t('Choose an Excel workbook (.xlsx) that was made from the template.')} {otherFiles}
      </FileDrop>
      <WithFaults partial={partial} onChange={choosePartial} disabled={progress !== null} />
      {progress !== null && <UploadProgress share={progress} onCancel={cancel} />}
      {checkResult && file && <CheckResult kind={kind} file={file} checkResult={checkResult} />}
      <Group justify="flex-end">
        <Text span size="sm" mr="auto">
          {otherFiles} · {earlier}
        </Text>
        <Group wrap="nowrap" ml="auto">
          <Button variant="default" disabled={!file || progress !== null} onClick={() => void send(true)}>
            {t('Check')}
          </Button>
          <Button disabled={!file || progress !== null} onClick={() => void send(false)}>
            {t('Upload')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

interface SendingOptions extends WorkbookProps {
  file: File | null
  /** Imports the good rows even if others have faults. */
  partial: boolean
  setFile: (file: File | null) => void
}

const useSending = ({ kind, file, partial, setFile, onJob, onDone }: SendingOptions) => {
  const t = useText()
  const toast = useToast()
  const workbook = useWorkbook(kind)
  const undoAction = useUndoAction(kind)
  const [checkResult, setCheckResult] = useState<(CheckOutcome & { isCheck: boolean }) | null>(null)

  const fail = () => {
    toast.show({ title: t('Error'), text: t('Something went wrong!'), failed: true })
    onDone()
  }
  const succeed = ({ read, created, message, undoId }: Extract<CheckOutcome, { is: 'clean' }>) => {
    const text = message ? t(message) : t('{created} of {read} rows were imported.', { created, read })
    toast.show({ title: t('Mass Upload Successful'), text, ...undoAction(undoId) })
    onDone()
  }
  const send = async (dryRun: boolean) => {
    setCheckResult(null)
    const reply = file && (await workbook.send(file, { dryRun, partial }))
    if (reply?.is === 'job') onJob(dryRun ? `check:${reply.importId}` : reply.importId)
    else if (reply?.is === 'broken') fail()
    else if (reply?.is === 'clean' && !dryRun) succeed(reply)
    else setCheckResult(reply && { ...reply, isCheck: dryRun })
  }
  const choose = (chosen: File | null) => {
    handOver(null)
    setCheckResult(null)
    setFile(chosen)
  }
  return { send, choose, checkResult, forget: () => setCheckResult(null), progress: workbook.progress, cancel: workbook.cancel }
}

/** The format of the cells, by kind. */
const formatHints: Readonly<Record<UploadKind, string>> = {
  company: phrase('No spaces before or after a text; types from the list, several with commas between them.'),
  contact: phrase('No spaces before or after a text; roles from the list, companies exactly as they are called here.'),
}

const Rules = ({ kind }: { kind: UploadKind }) => {
  const t = useText()
  const toast = useToast()
  const downloadTemplate = () => fetchTemplate(kind).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Group align="flex-start" justify="space-between">
      <List size="sm" flex="1 1 300px" c="dimmed">
        <List.Item>{t('Fill every red column; leave the names of columns and sheets as they are.')}</List.Item>
        <List.Item>{t(formatHints[kind])}</List.Item>
        <List.Item>{t('Check first: it changes nothing.')}</List.Item>
      </List>
      <Button variant="light" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void downloadTemplate()}>
        {t('Download the template')}
      </Button>
    </Group>
  )
}

interface WithFaultsProps {
  partial: boolean
  onChange: (partial: boolean) => void
  disabled: boolean
}

/** Chooses what happens to a workbook in which some rows have faults. */
const WithFaults = ({ partial, onChange, disabled }: WithFaultsProps) => {
  const t = useText()
  return (
    <Radio.Group
      label={t('If some rows have errors')}
      value={partial ? 'partial' : 'whole'}
      onChange={(value) => onChange(value === 'partial')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="whole" label={t('Import all rows or none')} disabled={disabled} />
        <Radio value="partial" label={t('Import the valid rows and return the others')} disabled={disabled} />
      </Stack>
    </Radio.Group>
  )
}

/** The progress of an upload, and the button to cancel it. */
export const UploadProgress = ({ share, onCancel }: { share: number; onCancel: () => void }) => {
  const t = useText()
  const isSent = share >= 1
  return (
    <Group wrap="nowrap">
      <Progress flex={1} value={share * 100} animated={isSent} aria-label={t('Upload progress')} />
      <Text size="sm" role="status">
        {isSent ? t('Reading …') : `${Math.round(share * 100)} %`}
      </Text>
      {!isSent && (
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
    </Group>
  )
}

interface CheckResultProps {
  kind: UploadKind
  file: File
  checkResult: CheckOutcome & { isCheck: boolean }
}

const CheckResult = ({ kind, file, checkResult }: CheckResultProps) => {
  const t = useText()
  if (checkResult.is === 'partial') return <PartialOutcome {...checkResult} onDownload={() => fetchMarked(kind, file, true)} />
  if (checkResult.is === 'faulty')
    return <FaultTable message={checkResult.message} {...checkResult.found} onDownloadMarked={() => fetchMarked(kind, file)} />
  if (checkResult.is === 'refused') {
    return (
      <Alert color="red" role="alert" title={t('This workbook was not imported')}>
        {t(checkResult.failure.message)}
      </Alert>
    )
  }
  return checkResult.is === 'clean' && <NoFaults count={checkResult.read} />
}

interface FaultTableProps extends Faulty {
  message?: string
  /** Downloads the uploaded workbook with its faulty cells marked. */
  onDownloadMarked?: () => Promise<void>
  /** The label of that button. */
  markedText?: string
}

/** The number of faults in a list; one that stands for several rows counts once for each. */
const countFaults = (faults: readonly Fault[]) => faults.reduce((sum, { rows = 1 }) => sum + rows, 0)

/** The faulty cells of a workbook, and the button that downloads it with them marked. */
export const FaultTable = ({ message, faults, total, onDownloadMarked, markedText }: FaultTableProps) => {
  const t = useText()
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={t('{count} error|{count} errors', { count: total })}>
        <Stack gap="sm" align="flex-start">
          {message && <Text size="sm">{t(message)}</Text>}
          {total > countFaults(faults) && <Text size="sm">{t('The first {listed} are listed.', { listed: faults.length })}</Text>}
          {onDownloadMarked && (
            <MarkedButton
              onDownloadMarked={onDownloadMarked}
              text={markedText ?? t('Download my workbook with the errors marked')}
            />
          )}
        </Stack>
      </Alert>
      <Faults label={t('Errors')} faults={faults} />
    </Stack>
  )
}

/** The faulty cells of a workbook, a row each. The scrollable area can be reached by keyboard. */
export const Faults = ({ label, faults }: { label: string; faults: readonly Fault[] }) => {
  const t = useText()
  return (
    <Box className={styles.faults} role="region" aria-label={label} tabIndex={0}>
      <Table stickyHeader tabularNums layout="fixed" miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right" w={72}>
              {t('Row')}
            </Table.Th>
            <Table.Th w="20%">{t('Column')}</Table.Th>
            <Table.Th w="26%">{t('Value')}</Table.Th>
            <Table.Th>{t('Problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.map(({ row, column, value, problem, said, rows = 1 }) => (
            <Table.Tr key={`${row} ${column} ${problem}`}>
              <Table.Td ta="right">{rows > 1 ? `${row} …` : row}</Table.Td>
              <Table.Td>{column}</Table.Td>
              <Table.Td>{value}</Table.Td>
              <Table.Td>
                {rows > 1
                  ? t('{count} rows: {problem}', { count: rows, problem: t(problemOf({ problem, said })) })
                  : t(problemOf({ problem, said }))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

const MarkedButton = ({ onDownloadMarked, text }: { onDownloadMarked: () => Promise<void>; text: string }) => {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const handleClick = () => {
    setBusy(true)
    return onDownloadMarked()
      .catch((error: unknown) => toast.failure(failureOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<IconFileAlert size={16} aria-hidden />}
      onClick={() => void handleClick()}
    >
      {text}
    </Button>
  )
}

interface PartialOutcomeProps {
  counted: RowCounts
  found: Faulty
  /** It was only checked: nothing has been imported yet. */
  isCheck: boolean
  /** The import by which the created records can be undone, if there are any. */
  undoId: string | undefined
  /** Downloads the bad rows as a workbook. */
  onDownload: () => Promise<void>
}

/** The outcome of a workbook with good and bad rows: how many were imported, and the faults of the others. */
export const PartialOutcome = ({
  counted: { read, created, skipped, faulty },
  found,
  isCheck,
  undoId,
  onDownload,
}: PartialOutcomeProps) => {
  const t = useText()
  const words = isCheck
    ? t('{good} of {read} rows can be imported or already exist. Nothing has been changed yet.', {
        good: read - faulty,
        read,
      })
    : t('{read} rows read, {created} created, {skipped} skipped, {total} with errors.', { read, created, skipped, total: faulty })
  return (
    <>
      <Alert color={isCheck || created > 0 ? 'green' : 'gray'} role="status" icon={<IconCheck aria-hidden />}>
        {words}
      </Alert>
      {undoId && <UndoUpload undoId={undoId} />}
      <FaultTable {...found} onDownloadMarked={onDownload} markedText={t('Download the rows with errors as a workbook')} />
    </>
  )
}

/** A checked workbook with `count` rows and no faults. */
export const NoFaults = ({ count }: { count: number }) => {
  const t = useText()
  return (
    <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('No errors')}>
      {t(
        '{count} row can be imported. Nothing has been changed yet.|{count} rows can be imported. Nothing has been changed yet.',
        {
          count,
        },
      )}
    </Alert>
  )
}
