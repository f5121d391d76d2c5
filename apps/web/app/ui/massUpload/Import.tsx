import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Import as Job } from '@tradewind/contract/massUpload/massUpload.contract'
import { useEffect, useRef } from 'react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { FaultTable } from '#ui/massUpload/FaultTable'
import type { UploadKind } from '#ui/massUpload/uploads'
import { Trouble } from '#ui/page/Trouble'
import { useToast } from '#ui/toast/toast'

interface ImportProps {
  kind: UploadKind
  importId: string
  onAnother: () => void
  onLeave: () => void
}

/** How far an upload that runs as a job has come. It goes on without this page; its address shows it again. */
export const Import = ({ kind, importId, onAnother, onLeave }: ImportProps) => {
  const t = useText()
  const { data, error, refetch } = useImport(kind, importId)
  if (error && !data) return <Trouble failure={error} onRetry={() => void refetch()} />
  if (!data) return <Progress value={0} aria-label={t('Upload progress')} />
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {data.fileName}
      </Text>
      {isOver(data) ? <Outcome job={data} /> : <Running job={data} />}
      <Group justify="flex-end">
        {data.processingStatus === 'FAILED' && (
          <Button variant="default" onClick={onAnother}>
            {t('Choose another workbook')}
          </Button>
        )}
        <Button onClick={onLeave}>{isOver(data) ? t('Close') : t('Stop watching')}</Button>
      </Group>
    </Stack>
  )
}

const Running = ({ job: { read, created, skipped } }: { job: Job }) => {
  const t = useText()
  const done = read > 0 ? (100 * (created + skipped)) / read : 0
  return (
    <>
      <Progress value={done || 100} animated aria-label={t('Upload progress')} />
      <Text size="sm" role="status">
        {t('{read} rows read, {created} created so far. It goes on when you leave this page.', { read, created })}
      </Text>
    </>
  )
}

const Outcome = ({ job: { read, created, skipped, faults, total, problem } }: { job: Job }) => {
  const t = useText()
  return (
    <>
      <Text size="sm" role="status">
        {t('{read} rows read, {created} created, {skipped} skipped.', { read, created, skipped })}
      </Text>
      {problem && (
        <Alert color="red" role="alert">
          {t(problem)}
        </Alert>
      )}
      {faults.length > 0 && <FaultTable faults={faults} total={total} />}
    </>
  )
}

/** Asks each second until the job has ended, and then once makes the lists behind it fresh. */
const useImport = (kind: UploadKind, uniqueId: string) => {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const watched = useRef(false)
  const { data, error, refetch } = useCall(`GET /api/${kind}/massUpload/:uniqueId`, { uniqueId }, { every: 1000, until: isOver })
  const status = data?.processingStatus
  useEffect(() => {
    if (status === 'PENDING' || status === 'PROCESSING') watched.current = true
    if (status !== 'COMPLETED' || !watched.current) return
    watched.current = false
    toast.show({
      title: t('Mass Upload Successful'),
      text: t('{created} of {read} rows were taken in.', { created: data?.created ?? 0, read: data?.read ?? 0 }),
    })
    void client.invalidateQueries({ queryKey: [kind], predicate: ({ queryKey }) => !String(queryKey[1]).includes('massUpload') })
  }, [status, data, toast, t, client, kind])
  return { data, error, refetch }
}

const isOver = ({ processingStatus }: { processingStatus: string }) =>
  processingStatus === 'COMPLETED' || processingStatus === 'FAILED'
