import { Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import { IconEye, IconRefresh, IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type {
  FailedJob,
  FailedJobDetails,
  OperatorMigrations,
  OperatorSettings,
  OperatorStorage,
  Slow,
} from '@tradewind/contract/operations/operator.contract'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { type Translate, useText, useLanguage } from '#kit/text'
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
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import { Backups, Mail, Nodes, Queues, formatDuration } from './processes.tsx'
import styles from '#platform/tenant/overview.module.css'

const HEIGHT = 120

/** Rows that their name identifies. */
const byName = <T extends { name: string }>(rows: readonly T[]) => rows.map((row) => ({ ...row, uniqueId: row.name }))

const slowColumns = (t: Translate, language: string): Column<Slow>[] => [
  { field: 'name', head: t('Name'), show: ({ name }) => <Clip>{name}</Clip>, width: '42%' },
  { field: 'count', head: t('Times'), show: ({ count }) => count.toLocaleString(language), figures: true },
  { field: 'slowest', head: t('Slowest'), show: ({ slowest }) => formatDuration(slowest, language), figures: true },
  { field: 'average', head: t('On average'), show: ({ average }) => formatDuration(average, language), figures: true },
  { field: 'lastAt', head: t('Last'), show: ({ lastAt }) => <Day at={lastAt} precise />, width: '18%' },
]

const SlowTable = ({ label, rows }: { label: string; rows: readonly Slow[] }) => {
  const t = useText()
  const language = useLanguage()
  return (
    <Stack gap="xs">
      <Text fw={600}>{label}</Text>
      {rows.length === 0 && <Text c="dimmed">{t('No slow calls since the nodes started.')}</Text>}
      {rows.length > 0 && <Rows label={label} rows={byName(rows)} columns={slowColumns(t, language)} />}
    </Stack>
  )
}

/** Slow calls and statements, by name. */
export const SlowOperations = () => {
  const t = useText()
  const slow = useCall('GET /api/operator/slow', {}, { refetchInterval: 30_000 })
  return (
    <Section title={t('Slow calls')}>
      <QueryContent of={slow} height={HEIGHT}>
        {({ calls, statements }) => (
          <>
            <SlowTable label={t('Calls')} rows={calls} />
            <SlowTable label={t('Statements')} rows={statements} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

const tableColumns = (t: Translate, language: string): Column<OperatorStorage['tables'][number]>[] => [
  { field: 'name', head: t('Table'), show: ({ name }) => <Clip>{name}</Clip>, width: '50%' },
  { field: 'bytes', head: t('Storage'), show: ({ bytes }) => formatBytes(bytes, language), figures: true },
  { field: 'rows', head: t('Rows'), show: ({ rows }) => Math.round(rows).toLocaleString(language), figures: true },
]

const tenantColumns = (t: Translate, language: string): Column<OperatorStorage['tenants'][number]>[] => [
  { field: 'fullName', head: t('Tenant'), show: ({ fullName }) => <Clip>{fullName}</Clip>, width: '60%' },
  { field: 'bytes', head: t('Files'), show: ({ bytes }) => formatBytes(bytes, language), figures: true },
]

const Kept = ({ storage: { database, tables, files, tenants, trash, countedAt } }: { storage: OperatorStorage }) => {
  const t = useText()
  const language = useLanguage()
  const totals = [
    { label: t('Database'), value: formatBytes(database, language) },
    { label: t('Files'), value: formatBytes(files, language) },
    { label: t('Files in the trash'), value: formatBytes(trash.files, language) },
    { label: t('Records in the trash'), value: trash.records.toLocaleString(language) },
  ]
  return (
    <>
      <dl className={styles.totals}>
        {totals.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {t('Counted at:')} <Day at={countedAt} precise />
      </Text>
      <Rows label={t('Biggest tables')} rows={byName(tables)} columns={tableColumns(t, language)} />
      {tenants.length > 0 && (
        <Rows
          label={t('Files by tenant')}
          rows={tenants}
          columns={tenantColumns(t, language)}
          linkOf={({ uniqueId }) => `/superAdmin/tenant/show/${uniqueId}`}
        />
      )}
    </>
  )
}

/** The size of the database, the files and the trash. */
export const Storage = () => {
  const t = useText()
  const storage = useCall('GET /api/operator/storage', {})
  return (
    <Section title={t('Storage')}>
      <QueryContent of={storage} height={HEIGHT}>
        {(usage) => <Kept storage={usage} />}
      </QueryContent>
    </Section>
  )
}

const migrationColumns = (t: Translate): Column<OperatorMigrations['applied'][number]>[] => [
  { field: 'name', head: t('Migration'), show: ({ name }) => <Clip>{name}</Clip>, width: '65%' },
  { field: 'at', head: t('Applied'), show: ({ at }) => <Day at={at} precise /> },
]

/** The release, and its migrations of the database. */
export const Migrations = () => {
  const t = useText()
  const migrations = useCall('GET /api/operator/migration', {})
  return (
    <Section title={t('Migrations')} count={migrations.data?.count}>
      <QueryContent of={migrations} height={HEIGHT}>
        {({ release, previousRelease, applied, pending, postgres }) => (
          <>
            <Text>
              {t('Release {release}, beside which {previous} may run, on PostgreSQL {postgres}', {
                release,
                previous: previousRelease,
                postgres,
              })}
            </Text>
            <Group gap="xs">
              {pending.length === 0 && <Badge color="green">{t('None is pending')}</Badge>}
              {pending.map((name) => (
                <Badge key={name} color="red">
                  {t('Pending: {name}', { name })}
                </Badge>
              ))}
            </Group>
            <Rows label={t('Migrations')} rows={byName(applied)} columns={migrationColumns(t)} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

type Setting = OperatorSettings['settings'][number]

const Value = ({ value, isSet, isHidden }: Setting) => {
  const t = useText()
  if (value !== null && !isHidden) return <Clip>{value}</Clip>
  return (
    <Text span inherit c="dimmed">
      {isSet && isHidden ? t('Set, and hidden') : t('Not set')}
    </Text>
  )
}

const settingColumns = (t: Translate): Column<Setting>[] => [
  { field: 'name', head: t('Setting'), show: ({ name }) => <Clip>{name}</Clip>, width: '36%' },
  { field: 'value', head: t('In force'), show: (setting) => <Value {...setting} />, width: '44%' },
  { field: 'isSet', head: t('From'), show: ({ isSet }) => (isSet ? t('The environment') : t('The default')) },
]

/** The settings of the node that replied. */
export const Settings = () => {
  const t = useText()
  const settings = useCall('GET /api/operator/setting', {})
  return (
    <Section title={t('Settings')}>
      <QueryContent of={settings} height={HEIGHT}>
        {({ node, settings: all }) => (
          <>
            <Text c="dimmed">{t('The values in use on {node}, the node that answered.', { node })}</Text>
            <Rows label={t('Settings')} rows={byName(all)} columns={settingColumns(t)} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

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
        {(rows) => <Rows label={t('Failed jobs')} rows={rows} columns={columnsIn(t, setOpenJob)} {...listing.table} />}
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
