import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Import } from '@tradewind/contract/kit/massUpload'
import { useEffect, useRef } from 'react'
import { useCall, useSend } from '#kit/api/query'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useWatchedResults } from '#kit/browser/watchedResults'
import { useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { JobProgress } from './JobProgress.tsx'
import { UndoUpload, useUndoAction } from './UndoImport.tsx'
import { cancelRoute, fetchFaulty, problemOf, type UploadKind } from './uploads.ts'
import { FaultTable, NoFaults, PartialOutcome, Workbook } from './Workbook.tsx'

const isOver = ({ processingStatus }: Pick<Import, 'processingStatus'>) =>
  processingStatus !== 'PENDING' && processingStatus !== 'PROCESSING'

/** Polls every second until the job has ended, then invalidates the lists behind the dialog once. */
const useImport = (kind: UploadKind, uniqueId: string, isCheck: boolean) => {
  const { data, error, refetch } = useCall(
    `GET /api/${kind}/massUpload/:uniqueId`,
    { uniqueId },
    { refetchInterval: 1000, isFinal: isOver },
  )
  const tellSuccess = useSuccess(kind)
  const watched = useRef(false)
  useEffect(() => {
    if (data && !isOver(data)) watched.current = true
    if (data?.processingStatus !== 'COMPLETED' || !watched.current) return
    watched.current = false
    if (!isCheck) tellSuccess(data)
  })
  return { data, error, refetch }
}

/** The import by which the records that a job has created can be undone has the id of the job. */
const undoIdOf = ({ uniqueId, created }: Import) => (created > 0 ? uniqueId : undefined)

const useSuccess = (kind: UploadKind) => {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const undoAction = useUndoAction(kind)
  return (job: Import) => {
    const { created, read } = job
    const text = t('{created} of {read} rows were imported.', { created, read })
    toast.show({ title: t('Mass Upload Successful'), text, ...undoAction(undoIdOf(job)) })
    void client.invalidateQueries({ queryKey: [kind], predicate: ({ queryKey }) => !String(queryKey[1]).includes('massUpload') })
    void client.invalidateQueries({ queryKey: ['massUpload'] })
  }
}

interface MassUploadProps {
  kind: UploadKind
  /** `new`, the id of an upload that runs as a job (prefixed by `check:` if it only checks), or empty: then the dialog is closed. */
  upload: string
  onUpload: (upload: string) => void
}

/** Uploads records in a workbook: template, check, upload, faults, and the progress of a long upload. */
export const MassUpload = ({ kind, upload, onUpload }: MassUploadProps) => {
  const t = useText()
  const narrow = useIsNarrow()
  return (
    <Dialog
      opened={upload !== ''}
      onClose={() => onUpload('')}
      title={t('Mass Upload')}
      size="xl"
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      {upload === 'new' && <Workbook kind={kind} onJob={onUpload} onDone={() => onUpload('')} />}
      {upload !== '' && upload !== 'new' && (
        <ImportProgress
          kind={kind}
          importId={upload.replace('check:', '')}
          isCheck={upload.startsWith('check:')}
          onAnother={() => onUpload('new')}
          onLeave={() => onUpload('')}
        />
      )}
    </Dialog>
  )
}

interface ImportProps {
  kind: UploadKind
  importId: string
  /** It only checks, and writes nothing. */
  isCheck: boolean
  onAnother: () => void
  onLeave: () => void
}

/** The progress of an upload that runs as a job. It continues without this page; its address shows it again. */
const ImportProgress = ({ kind, importId, isCheck, onAnother, onLeave }: ImportProps) => {
  const t = useText()
  useWatchedResults(`${kind}/list?upload=${importId}`)
  const { data, error, refetch } = useImport(kind, importId, isCheck)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Progress value={0} aria-label={t('Upload progress')} />
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {data.fileName}
      </Text>
      {isOver(data) ? <Outcome kind={kind} job={data} isCheck={isCheck} /> : <Running kind={kind} job={data} />}
      <ButtonRow>
        {(data.processingStatus === 'FAILED' || data.processingStatus === 'CANCELLED') && (
          <Button variant="default" onClick={onAnother}>
            {t('Choose another workbook')}
          </Button>
        )}
        <Button onClick={onLeave}>{isOver(data) ? t('Close') : t('Stop watching')}</Button>
      </ButtonRow>
    </Stack>
  )
}

const Running = ({ kind, job: { uniqueId, fileName, read, created, skipped } }: { kind: UploadKind; job: Import }) => {
  const { mutateAsync } = useSend(cancelRoute(kind))
  return <JobProgress name={fileName} done={created + skipped} total={read} onCancel={() => mutateAsync({ uniqueId })} />
}

const Outcome = ({ kind, job, isCheck }: { kind: UploadKind; job: Import; isCheck: boolean }) => {
  const t = useText()
  const { read, created, skipped, faults, total, faulty = 0 } = job
  const problem = problemOf(job)
  const undoId = job.processingStatus === 'COMPLETED' ? undoIdOf(job) : undefined
  if (job.processingStatus === 'CANCELLED') {
    return (
      <Text size="sm" role="status">
        {t(isCheck ? 'It was cancelled.' : 'It was cancelled. Nothing was imported.')}
      </Text>
    )
  }
  if (faulty > 0) {
    const counted = { read, created, skipped, faulty }
    return (
      <PartialOutcome
        counted={counted}
        found={{ faults, total }}
        isCheck={isCheck}
        undoId={undoId}
        onDownload={() => fetchFaulty(kind, job.uniqueId)}
      />
    )
  }
  if (isCheck && job.processingStatus === 'COMPLETED') return <NoFaults count={read} />
  return (
    <>
      <Text size="sm" role="status">
        {t('{read} rows read, {created} created, {skipped} skipped.', { read, created, skipped })}
      </Text>
      {undoId && <UndoUpload undoId={undoId} />}
      {problem && (
        <Alert color="red" role="alert">
          {t(problem)}
        </Alert>
      )}
      {faults.length > 0 && <FaultTable faults={faults} total={total} />}
    </>
  )
}
