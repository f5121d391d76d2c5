import { Alert, Paper, Stack, Stepper, Text } from '@mantine/core'
import { isRunning } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall, useSend } from '#kit/api/query'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useWatchedResults } from '#kit/browser/watchedResults'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useFormatCount } from '#ui/values/figures'
import { Columns } from './Columns.tsx'
import { cancelledInWords, kindNames, stateNames } from './fileImport.ts'
import { JobProgress } from './JobProgress.tsx'
import { Difference, Outcome } from './Outcome.tsx'
import { problemOf } from './uploads.ts'

export const handle = { name: phrase('Import from a file') }
export const clientLoader = guard({ rules: fileImportPolicy.see })

/** The step of an import: its columns, its difference, or its outcome. */
const stepOf = ({ state, takenAt }: Pick<FileImport, 'state' | 'takenAt'>) => {
  if (state === 'DRAFT' || state === 'FAILED' || (state === 'CANCELLED' && !takenAt)) return 1
  return state === 'CHECKING' || state === 'CHECKED' ? 2 : 3
}

export default function ImportShow() {
  const { uniqueId = '' } = useParams()
  const t = useText()
  useWatchedResults(`import/show/${uniqueId}`)
  const found = useCall(
    'GET /api/massUpload/:uniqueId',
    { uniqueId },
    { refetchInterval: 1000, isFinal: ({ state }) => !isRunning(state) },
  )
  const { data } = found
  const trail = [
    ...(data ? [{ text: t(kindNames[data.kind]), path: `${data.kind}/list` }] : []),
    { text: t('Imports'), path: 'import/list' },
  ]
  return (
    <Stack gap="md">
      <PageHeader title={data?.fileName ?? t('Import from a file')} trail={trail} loading={!data && !found.error} />
      <QueryContent of={found} height={420}>
        {(read) => <Steps fileImport={read} />}
      </QueryContent>
    </Stack>
  )
}

const Steps = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const narrow = useIsNarrow()
  const [goneBackTo, setGoneBackTo] = useState<'columns' | 'defaults' | null>(null)
  const step = goneBackTo && fileImport.state === 'CHECKED' ? 1 : stepOf(fileImport)
  return (
    <Stack gap="md">
      {!narrow && fileImport.source !== 'TEMPLATE' && (
        <Stepper active={step} size="sm" aria-label={t('Steps')} allowNextStepsSelect={false}>
          <Stepper.Step label={t('File')} />
          <Stepper.Step label={t('Columns')} />
          <Stepper.Step label={t('Changes')} />
          <Stepper.Step label={t('Result')} />
        </Stepper>
      )}
      <EarlyEnd fileImport={fileImport} />
      {isRunning(fileImport.state) && <Running fileImport={fileImport} />}
      {step === 1 && (
        <Columns fileImport={fileImport} startsAtDefaults={goneBackTo === 'defaults'} onCompare={() => setGoneBackTo(null)} />
      )}
      {step === 2 && fileImport.state === 'CHECKED' && <Difference fileImport={fileImport} onBack={setGoneBackTo} />}
      {step === 3 && !isRunning(fileImport.state) && <Outcome fileImport={fileImport} />}
    </Stack>
  )
}

/** Why the import or its comparison ended early, if it did. */
const EarlyEnd = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const figure = useFormatCount()
  const problem = problemOf({ problem: fileImport.problem, said: fileImport.said })
  if (fileImport.state === 'CANCELLED') {
    return (
      <Alert color="gray" role="status" title={t(stateNames.CANCELLED)}>
        {fileImport.takenAt ? cancelledInWords(t, figure, fileImport) : t('It was cancelled. Nothing was imported.')}
      </Alert>
    )
  }
  return (
    problem && (
      <Alert color="red" role="alert" title={t('The import failed')}>
        {t(problem)}
      </Alert>
    )
  )
}

/** How many of the records that an import has written its Undo has looked at. A record that is restored in part also counts as kept. */
const undoProgress = ({ counts: { NEW = 0, DUPLICATE = 0, CHANGED = 0 }, undone }: Pick<FileImport, 'counts' | 'undone'>) => {
  const total = NEW + DUPLICATE + CHANGED
  return { total, done: undone ? Math.min(total, undone.trashed + undone.restored + undone.keptCount) : 0 }
}

/** The progress of a job. It continues without this page; its address shows it again. */
const Running = ({ fileImport }: { fileImport: FileImport }) => {
  const { uniqueId, fileName, state, read, total } = fileImport
  const t = useText()
  const { mutateAsync } = useSend('POST /api/massUpload/:uniqueId/cancel')
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Text fw={600}>{t(stateNames[state])}</Text>
        {state === 'UNDOING' ? (
          <JobProgress name={fileName} {...undoProgress(fileImport)} />
        ) : (
          <JobProgress name={fileName} done={read} total={total} onCancel={() => mutateAsync({ uniqueId })} />
        )}
      </Stack>
    </Paper>
  )
}
