import { Button, Code, Stack, Table, Text } from '@mantine/core'
import { IconEye, IconRefresh, IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { FailedJob, FailedJobDetails } from '@tradewind/contract/operations/operator.contract'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { Section } from '#platform/tenant/Section'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { confirm } from '#ui/dialog/confirm'
import { Dialog } from '#ui/dialog/Dialog'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { Backups, Mail, Nodes, Queues } from './processes.tsx'
import { Migrations, Settings, SlowOperations, Storage } from './statistics.tsx'

export const handle = { name: phrase('Operation') }
// The rule of the calls, from a module that the frame of all pages loads anyway.
export const clientLoader = guard({ rules: tenantPolicy.see })

/** The state of the installation: what runs, what waits, what is stored, and the settings. Each section loads on its own. */
export default function Operation() {
  const t = useText()
  return (
    <Stack gap="xl">
      <PageHeader title={t('Operation')} />
      <Nodes />
      <Queues />
      <FailedJobs />
      <Mail />
      <Backups />
      <SlowOperations />
      <Storage />
      <Migrations />
      <Settings />
    </Stack>
  )
}

const columnsIn = (t: Translate, onLook: (job: FailedJob) => void): Column<FailedJob>[] => [
  { field: 'queue', head: t('Queue'), show: ({ queue }) => <Clip>{queue}</Clip>, width: '20%' },
  { field: 'tenantName', head: t('Tenant'), show: ({ tenantName }) => <Clip>{tenantName ?? '–'}</Clip>, width: '15%' },
  { field: 'failedAt', head: t('Failed at'), show: ({ failedAt }) => <Day at={failedAt} precise />, sorts: true, width: '16%' },
  { field: 'attempts', head: t('Attempts'), show: ({ attempts }) => attempts, figures: true, width: '9%' },
  { field: 'problem', head: t('Error'), show: ({ problem }) => <Clip lines={2}>{problem ?? '–'}</Clip> },
  {
    field: 'uniqueId',
    head: t('Actions'),
    show: (job) => (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-label={t('Look at a job of {queue}', { queue: job.queue })}
        onClick={() => onLook(job)}
      >
        {t('Look')}
      </Button>
    ),
    width: '12%',
  },
]

/** The jobs that failed for good: shows, retries and drops them. */
const FailedJobs = () => {
  const t = useText()
  const [openJob, setOpenJob] = useState<FailedJob>()
  const listing = useListing('GET /api/operator/job/', { sort: '-failedAt', size: 10 })
  return (
    <Section title={t('Failed jobs')} count={listing.list.data?.total}>
      <Paged of={listing} empty={<Text c="dimmed">{t('No jobs have failed for good.')}</Text>}>
        {(rows) => (
          <Rows
            label={t('Failed jobs')}
            rows={rows}
            columns={columnsIn(t, setOpenJob)}
            keyOf={({ uniqueId }) => uniqueId}
            {...listing.table}
          />
        )}
      </Paged>
      <Dialog opened={openJob !== undefined} onClose={() => setOpenJob(undefined)} title={openJob?.queue} size="lg">
        {openJob && <JobDialogContent job={openJob} onDone={() => setOpenJob(undefined)} />}
      </Dialog>
    </Section>
  )
}

const JobDialogContent = ({ job: { uniqueId, queue }, onDone }: { job: FailedJob; onDone: () => void }) => {
  const t = useText()
  const read = useCall('GET /api/operator/job/:uniqueId', { uniqueId, queue })
  return (
    <Stack>
      <QueryContent of={read} height={160}>
        {(job) => <Details job={job} />}
      </QueryContent>
      <Text size="sm" c="dimmed">
        {t('Secrets and what people wrote are not shown.')}
      </Text>
      <FailedJobActions uniqueId={uniqueId} queue={queue} onDone={onDone} />
    </Stack>
  )
}

const Details = ({ job: { problem, places, data } }: { job: FailedJobDetails }) => {
  const t = useText()
  return (
    <>
      <Text fw={600}>{problem ?? t('The error is not known.')}</Text>
      {places.length > 0 && (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {places.join('\n')}
        </Code>
      )}
      <Table aria-label={t('Data')} verticalSpacing={4}>
        <Table.Tbody>
          {data.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value ?? <Text c="dimmed">{t('Hidden')}</Text>}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

const FailedJobActions = ({ uniqueId, queue, onDone }: { uniqueId: string; queue: string; onDone: () => void }) => {
  const t = useText()
  const toast = useToast()
  const retry = useSend('POST /api/operator/job/retry', { changes: ['operator'] })
  const drop = useSend('DELETE /api/operator/job/:uniqueId', { changes: ['operator'] })
  const send = async (sending: typeof retry | typeof drop) => {
    try {
      toast.reply(await sending.mutateAsync({ uniqueId, queue }))
      onDone()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  const askToDrop = async () => {
    const text = t('The job will never run, and cannot be restored.')
    const isSure = await confirm({ title: t('Drop this job?'), text, recordName: queue, confirmLabel: t('Drop') })
    if (isSure) await send(drop)
  }
  return (
    <ButtonRow>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={drop.isPending}
        onClick={() => void askToDrop()}
      >
        {t('Drop')}
      </Button>
      <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={retry.isPending} onClick={() => void send(retry)}>
        {t('Try again')}
      </Button>
    </ButtonRow>
  )
}
