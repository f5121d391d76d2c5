import { Anchor, Paper, Text } from '@mantine/core'
import type { OperatorBackup, OperatorMail, OperatorNode, OperatorQueue } from '@tradewind/contract/operations/operator.contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { type Translate, useLanguage, useText } from '#kit/text'
import { Section } from '#platform/tenant/Section'
import type { Column } from '#ui/list/columns'
import { More } from '#ui/list/Pager'
import { Rows } from '#ui/list/Rows'
import { QueryContent } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import styles from '#platform/tenant/overview.module.css'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a number of seconds in the largest unit that it fills: '3 hours'. */
export const formatAge = (seconds: number, language: string) => {
  const [unit, size] = units.find(([, least]) => seconds >= least) ?? units[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(seconds / size))
}

/** Formats milliseconds so that they can be compared easily: '250 ms', '1.5 s'. */
export const formatDuration = (milliseconds: number, language: string) => {
  const isShort = milliseconds < 1000
  const unit = isShort ? 'millisecond' : 'second'
  const formatter = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  return formatter.format(isShort ? Math.round(milliseconds) : milliseconds / 1000)
}

/** The polling interval in milliseconds. */
const POLL_INTERVAL = 10_000
const HEIGHT = 120

const Nothing = ({ children }: { children: string }) => (
  <Paper withBorder p="md">
    <Text c="dimmed">{children}</Text>
  </Paper>
)

const nodeColumns = (t: Translate, language: string): Column<OperatorNode>[] => [
  { field: 'name', head: t('Name'), show: ({ name }) => <Clip>{name}</Clip>, width: '12%' },
  {
    field: 'isSilent',
    head: t('State'),
    show: ({ isSilent }) => <Badge color={isSilent ? 'red' : 'green'}>{isSilent ? t('Silent') : t('Running')}</Badge>,
    width: '9%',
  },
  { field: 'role', head: t('Role'), show: ({ role }) => <Clip>{rolesIn(t)[role]}</Clip>, width: '11%' },
  { field: 'version', head: t('Version'), show: ({ version }) => <Clip>{version}</Clip> },
  { field: 'startedAt', head: t('Started'), show: ({ startedAt }) => <Day at={startedAt} precise />, width: '15%' },
  { field: 'seenAt', head: t('Last seen'), show: ({ seenAt }) => <Day at={seenAt} precise />, width: '15%' },
  {
    field: 'connections',
    head: t('Connections'),
    show: ({ connections, connectionsMax }) => t('{count} of {all}', { count: connections, all: connectionsMax }),
    figures: true,
  },
  { field: 'live', head: t('Open pages'), show: ({ live }) => live.toLocaleString(language), figures: true },
  { field: 'memory', head: t('Memory'), show: ({ memory }) => formatBytes(memory, language), figures: true },
]

const rolesIn = (t: Translate): Record<OperatorNode['role'], string> => ({
  all: t('Calls and jobs'),
  web: t('Calls'),
  worker: t('Jobs'),
})

type NodeReplica = NonNullable<OperatorNode['replicas']>[number] & { node: string; uniqueId: string }

const replicaColumns = (t: Translate, language: string): Column<NodeReplica>[] => [
  { field: 'name', head: t('Replica'), show: ({ name }) => <Clip>{name}</Clip>, width: '36%' },
  { field: 'node', head: t('Node'), show: ({ node }) => <Clip>{node}</Clip> },
  {
    field: 'isRead',
    head: t('State'),
    show: ({ isRead }) => <Badge color={isRead ? 'green' : 'red'}>{isRead ? t('In use') : t('Not in use')}</Badge>,
  },
  {
    field: 'lag',
    head: t('Behind by'),
    show: ({ lag }) => t('{count} s', { count: lag.toLocaleString(language, { maximumFractionDigits: 1 }) }),
    figures: true,
  },
]

/** The replicas of the database, as each node sees them. Nothing if there are none. */
const Replicas = ({ nodes }: { nodes: readonly OperatorNode[] }) => {
  const t = useText()
  const language = useLanguage()
  const rows = nodes.flatMap(({ name: node, uniqueId, replicas = [] }) =>
    replicas.map((one) => ({ ...one, node, uniqueId: `${uniqueId} ${one.name}` })),
  )
  if (rows.length === 0) return null
  return <Rows label={t('Replicas')} rows={rows} columns={replicaColumns(t, language)} />
}

/** The processes of the application. */
export const Nodes = () => {
  const t = useText()
  const language = useLanguage()
  const [size, setSize] = useState(20)
  const nodes = useCall(
    'GET /api/operator/node/',
    { page: 0, size, sort: 'startedAt' },
    { refetchInterval: POLL_INTERVAL, keepsPreviousData: true },
  )
  return (
    <Section title={t('Nodes')} count={nodes.data?.total}>
      <QueryContent of={nodes} height={HEIGHT}>
        {(list) => (
          <>
            {list.total === 0 && <Nothing>{t('No node has reported yet.')}</Nothing>}
            {list.total > 0 && <Rows label={t('Nodes')} rows={list.rows} columns={nodeColumns(t, language)} />}
            <More list={list} onMore={() => setSize(size + 20)} />
            <Replicas nodes={list.rows} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

const queueColumns = (t: Translate, language: string): Column<OperatorQueue>[] => {
  const figure = (count: number) => count.toLocaleString(language)
  return [
    { field: 'queue', head: t('Queue'), show: ({ queue }) => <Clip>{queue}</Clip>, width: '36%' },
    { field: 'waiting', head: t('Waiting'), show: ({ waiting }) => figure(waiting), figures: true },
    { field: 'active', head: t('Being done'), show: ({ active }) => figure(active), figures: true },
    {
      field: 'failed',
      head: t('Failed'),
      show: ({ failed }) => (failed > 0 ? <Badge color="red">{figure(failed)}</Badge> : figure(failed)),
      figures: true,
    },
    {
      field: 'oldest',
      head: t('Oldest waits for'),
      show: ({ oldest }) => (oldest === null ? '–' : formatAge(oldest, language)),
      figures: true,
    },
  ]
}

/** The queues that are not empty. */
export const Queues = () => {
  const t = useText()
  const language = useLanguage()
  const [size, setSize] = useState(10)
  const queues = useCall(
    'GET /api/operator/queue/',
    { page: 0, size },
    { refetchInterval: POLL_INTERVAL, keepsPreviousData: true },
  )
  return (
    <Section title={t('Queues')} count={queues.data?.total}>
      <QueryContent of={queues} height={HEIGHT}>
        {(list) => (
          <>
            {list.total === 0 && <Nothing>{t('No jobs are waiting, and none have failed.')}</Nothing>}
            {list.total > 0 && (
              <Rows
                label={t('Queues')}
                rows={list.rows.map((row) => ({ ...row, uniqueId: row.queue }))}
                columns={queueColumns(t, language)}
              />
            )}
            <More list={list} onMore={() => setSize(size + 20)} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

const problemColumns = (t: Translate): Column<OperatorMail['problems'][number]>[] => [
  { field: 'dateCreated', head: t('Written'), show: ({ dateCreated }) => <Day at={dateCreated} precise />, width: '18%' },
  { field: 'recipient', head: t('Recipient'), show: ({ recipient }) => <Clip>{recipient}</Clip>, width: '22%' },
  { field: 'tenantName', head: t('Tenant'), show: ({ tenantName }) => <Clip>{tenantName || '–'}</Clip>, width: '18%' },
  { field: 'problem', head: t('What the mail server said'), show: ({ problem }) => <Clip lines={2}>{t(problem)}</Clip> },
]

/** The letters that have not been sent. */
export const Mail = () => {
  const t = useText()
  const language = useLanguage()
  const mail = useCall('GET /api/operator/mail', {}, { refetchInterval: POLL_INTERVAL })
  return (
    <Section
      title={t('Emails')}
      action={
        <Anchor component={Link} to="/superAdmin/letter/list" size="sm">
          {t('Unsent emails')}
        </Anchor>
      }
    >
      <QueryContent of={mail} height={HEIGHT}>
        {({ waiting, failed, oldest, problems }) => (
          <>
            <dl className={styles.totals}>
              {[
                { label: t('Waiting'), value: waiting.toLocaleString(language) },
                { label: t('Not sent'), value: failed.toLocaleString(language) },
                { label: t('Oldest waits for'), value: oldest === null ? '–' : formatAge(oldest, language) },
              ].map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {problems.length > 0 && (
              <Rows
                label={t('Emails')}
                rows={problems}
                columns={problemColumns(t)}
                card={{ title: ({ recipient }) => recipient, titleFields: ['recipient'] }}
              />
            )}
          </>
        )}
      </QueryContent>
    </Section>
  )
}

const backupColumns = (t: Translate, language: string): Column<OperatorBackup>[] => [
  { field: 'takenAt', head: t('Contains data until'), show: ({ takenAt }) => <Day at={takenAt} precise />, width: '17%' },
  { field: 'place', head: t('Place@@of a backup'), show: ({ place }) => <Clip>{place}</Clip>, width: '27%' },
  { field: 'rows', head: t('Rows'), show: ({ rows }) => rows.toLocaleString(language), figures: true },
  { field: 'files', head: t('Files'), show: ({ files }) => files.toLocaleString(language), figures: true },
  {
    field: 'missing',
    head: t('Damaged files'),
    show: ({ missing }) => (missing > 0 ? <Badge color="red">{missing.toLocaleString(language)}</Badge> : '0'),
    figures: true,
  },
  {
    field: 'verifiedAt',
    head: t('Verified'),
    show: ({ verifiedAt }) => (verifiedAt ? <Day at={verifiedAt} precise /> : <Badge color="signal">{t('Not verified')}</Badge>),
  },
]

/** The backups that were made. */
export const Backups = () => {
  const t = useText()
  const language = useLanguage()
  const [size, setSize] = useState(5)
  const backups = useCall('GET /api/operator/backup/', { page: 0, size, sort: '-takenAt' }, { keepsPreviousData: true })
  return (
    <Section title={t('Backups')} count={backups.data?.total}>
      <QueryContent of={backups} height={HEIGHT}>
        {(list) => (
          <>
            {list.total === 0 && <Nothing>{t('No backup of this database is known. Make one with npm run backup.')}</Nothing>}
            {list.total > 0 && <Rows label={t('Backups')} rows={list.rows} columns={backupColumns(t, language)} />}
            <More list={list} onMore={() => setSize(size + 20)} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}
