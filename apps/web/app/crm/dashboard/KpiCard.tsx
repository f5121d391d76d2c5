import { ActionIcon, Anchor, Button, CopyButton, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { KpiRow } from '@tradewind/contract/crm/dashboard.contract'
import { dashboardPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { roleNames } from '@tradewind/contract/platform/user.fields'
import { Link } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useActor } from '#kit/session'
import { type Translate, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/Paged'
import { PageLinks, useUnlessStale } from '#ui/list/Pager'
import { ExportMenu, Rows } from '#ui/list/Rows'
import { Tooltip } from '#ui/page/floating'
import { RecordLink } from '#ui/record/RecordLink'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { type Aggregation, aggregationOf, type Kpi, KpiFilters, type KpiQuery, pagesAround, useKpi } from './kpi.tsx'
import styles from './dashboard.module.css'

/** How many meeting reports were created in a range of days, by user, country or company, for users who may see it. */
export const KpiCard = () => (can(useActor(), dashboardPolicy.reportsKpi) ? <Card /> : null)

const Card = () => {
  const t = useText()
  const kpi = useKpi()
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby="kpi">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h3" id="kpi">
            {t('Reports KPI')}
          </Title>
          {can(useActor(), dashboardPolicy.exportKpi) && <Export kpi={kpi} />}
        </Group>
        <KpiFilters kpi={kpi} />
        <Counted kpi={kpi} />
      </Stack>
    </Paper>
  )
}

const Export = ({ kpi: { query } }: { kpi: Kpi }) => {
  const prepare = useSend('POST /api/dashboard/reportsKpi/export', { changes: ['audit'] })
  const { filterType, dateFrom, dateTo } = query
  return (
    <ExportMenu
      isPending={prepare.isPending}
      prepare={async (format) => (await prepare.mutateAsync({ filterType, dateFrom, dateTo, format })).data.url}
    />
  )
}

const Counted = ({ kpi }: { kpi: Kpi }) => {
  const { data, error, isPlaceholderData, refetch } = kpi.counted
  if (error && !isPlaceholderData) return <NoData onRetry={error.status === 422 ? undefined : () => void refetch()} />
  if (!data) return <ListSkeleton rows={5} />
  if (data.totalElements === 0)
    return (
      <>
        {data.previousReports ? <Sum {...data} /> : null}
        <NoData />
      </>
    )
  const first = (kpi.page - 1) * kpi.query.size + 1
  return (
    <>
      <Sum {...data} />
      <KpiTable rows={data.data} days={kpi.query} stale={isPlaceholderData} first={first} />
      <KpiPager kpi={kpi} first={first} rowCount={data.data.length} total={data.totalElements} pages={data.totalPages} />
    </>
  )
}

/** The total number of reports, and the total of the preceding range of the same length. */
const Sum = ({
  totalReports,
  previousReports = 0,
}: Pick<Answer<'GET /api/dashboard/reportsKpi'>, 'totalReports' | 'previousReports'>) => {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  return (
    <Text>
      <Text span fw={650}>
        {t('{count} report|{count} reports', { count: totalReports })}
      </Text>
      <Text span c="dimmed">
        {' · '}
        {t('{change} against the period before', { change: changeOf(totalReports, previousReports, figure) })}
      </Text>
    </Text>
  )
}

const NoData = ({ onRetry }: { onRetry?: (() => void) | undefined }) => {
  const t = useText()
  return (
    <Stack gap={4} align="center" py="xl" role="status">
      <Text fw={600}>{t('No data available')}</Text>
      <Text c="dimmed" ta="center">
        {t('No data available for the selected filters')}
      </Text>
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Stack>
  )
}

interface KpiTableProps {
  days: Pick<KpiQuery, 'dateFrom' | 'dateTo'>
  rows: readonly KpiRow[]
  stale: boolean
  first: number
}

/** The counted reports, with the columns of the aggregation. */
const KpiTable = ({ rows, days, stale, first }: KpiTableProps) => {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  const canOpenUsers = can(useActor(), userPolicy.list)
  const maxCount = Math.max(1, ...rows.map(({ totalReportsCreated }) => totalReportsCreated))
  const at = useArea()
  const columns = columnsOf(rows[0] ? aggregationOf(rows[0]) : 'USER', { t, figure, maxCount, days, at, canOpenUsers })
  const narrow = useIsNarrow()
  return (
    <Rows
      label={t('Reports KPI')}
      rows={rows.map((row) => ({ ...row, uniqueId: row.userId ?? row.companyUID ?? row.country ?? '' }))}
      columns={narrow ? namesFirst(columns) : columns}
      first={first}
      stale={stale}
    />
  )
}

interface KpiPagerProps {
  kpi: Kpi
  /** The number of the first row on the page. */
  first: number
  /** The number of rows on the page. */
  rowCount: number
  total: number
  pages: number
}

/** Which rows of how many are shown, and links to at most ten pages. With a single page the links are left out. */
const KpiPager = ({ kpi, first, rowCount, total, pages }: KpiPagerProps) => {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  const { page, counted, addressOf } = kpi
  const firstShown = useUnlessStale(first, counted.isPlaceholderData)
  return (
    <Group justify="space-between" component="nav" aria-label={t('Pages')}>
      <Text size="sm" c="dimmed">
        {rowCount > 0 &&
          t('{first}–{last} of {total}', {
            first: figure.format(firstShown),
            last: figure.format(firstShown + rowCount - 1),
            total: figure.format(total),
          })}
      </Text>
      {pages > 1 && (
        <PageLinks
          page={page}
          pages={pages}
          numbers={pagesAround(page, pages)}
          targetOf={(target) => ({ to: addressOf(target), preventScrollReset: true })}
        />
      )}
    </Group>
  )
}

/** What the cells of the table need. */
interface CellContext {
  t: Translate
  figure: Intl.NumberFormat
  /** The range of days. */
  days: Pick<KpiQuery, 'dateFrom' | 'dateTo'>
  at: (path: string) => string
  /** The highest number of reports in a row of the page. */
  maxCount: number
  /** The actor may open the pages of users. */
  canOpenUsers: boolean
}

/** The beginning of an id, with a button that copies all of it. */
const Id = ({ of = '' }: { of: string | undefined }) => {
  const t = useText()
  return (
    <span className={styles.kpiId}>
      <span title={of}>{of.slice(0, 8)}…</span>
      <CopyButton value={of} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('Copied') : t('Copy the id')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              onClick={copy}
              aria-label={copied ? t('Copied') : t('Copy the id')}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  )
}

/** The change against the period before, as an arrow and a figure. */
const changeOf = (now: number, before: number, figure: Intl.NumberFormat) => {
  const change = now - before
  if (change === 0) return '±0'
  return `${change > 0 ? '+' : '−'}${figure.format(Math.abs(change))}`
}

/** The path of the list of the reports that a row counts. Two companies may have names that a condition does not distinguish. */
const listOf = ({ userId, companyUID, code }: KpiRow, { dateFrom, dateTo }: Pick<KpiQuery, 'dateFrom' | 'dateTo'>) => {
  const params = new URLSearchParams({ where: `dateCreated:between:${dateFrom},${dateTo}` })
  if (companyUID) return `meetingReport/company/${companyUID}?${params}`
  if (userId) params.append('where', `createdBy:is:${userId}`)
  else params.append('where', `country:is:${code}`)
  return `meetingReport/list?${params}`
}

/** The number of reports: a figure that links to them, a bar relative to the other rows, and the change against the period before. */
const Count = ({ row, days, maxCount, figure, t, at }: CountProps) => {
  const { totalReportsCreated: total, previousReportsCreated: before } = row
  return (
    <span className={styles.kpiCount}>
      <span>
        <Anchor component={Link} to={at(listOf(row, days))} prefetch="intent" c="inherit" underline="hover">
          {figure.format(total)}
        </Anchor>
        {before !== undefined && (
          <Text span size="xs" c="dimmed" title={t('{count} before', { count: before })}>
            {' '}
            {changeOf(total, before, figure)}
          </Text>
        )}
      </span>
      <Progress value={(100 * total) / maxCount} size={4} className={styles.kpiBar} aria-hidden />
    </span>
  )
}

interface CountProps extends Pick<CellContext, 't' | 'figure' | 'maxCount' | 'days' | 'at'> {
  row: KpiRow
}

/** The name of a user as a link. A deleted user has neither name nor page. */
const UserName = ({ userId = '', userName, opens, t }: Pick<KpiRow, 'userId' | 'userName'> & { opens: boolean; t: Translate }) =>
  opens && userName ? <RecordLink kind="admin" uniqueId={userId} name={userName} /> : <Clip>{userName ?? t('former user')}</Clip>

const totalsIn = ({ t, figure, maxCount, days, at }: CellContext): Column<KpiRow>[] => [
  {
    field: 'totalReportsCreated',
    head: t('Total Reports Created'),
    show: (row) => <Count row={row} maxCount={maxCount} days={days} figure={figure} t={t} at={at} />,
    width: '17%',
    figures: true,
  },
  {
    field: 'latestReportDate',
    head: t('Latest Report Date'),
    show: ({ latestReportDate }) => <Day at={latestReportDate} />,
    width: '15%',
  },
]

const userIn = ({ t, canOpenUsers }: CellContext): Column<KpiRow>[] => [
  { field: 'userId', head: t('User ID'), show: ({ userId }) => <Id of={userId} />, width: '13%' },
  { field: 'userName', head: t('User Name'), show: (row) => <UserName {...row} opens={canOpenUsers} t={t} /> },
  { field: 'emailAddress', head: t('Email Address'), show: ({ emailAddress }) => <Clip>{emailAddress}</Clip>, width: '20%' },
  {
    field: 'roles',
    head: t('Roles'),
    show: ({ roles = [] }) => roles.map((role) => t(roleNames[role])).join(', '),
    width: '11%',
  },
]

const companyIn = ({ t }: CellContext): Column<KpiRow>[] => [
  { field: 'companyUID', head: t('Company ID'), show: ({ companyUID }) => <Id of={companyUID} />, width: '14%' },
  {
    field: 'companyName',
    head: t('Company Name'),
    show: ({ companyUID = '', companyName = '' }) => <RecordLink kind="company" uniqueId={companyUID} name={companyName} />,
  },
]

const countryIn = ({ t }: CellContext): Column<KpiRow> => ({
  field: 'country',
  head: t('Country'),
  show: ({ country }) => <Clip>{country && t(country)}</Clip>,
})

/** The columns for an aggregation. */
const columnsOf = (aggregation: Aggregation, writing: CellContext): Column<KpiRow>[] => {
  const columns: Record<Aggregation, Column<KpiRow>[]> = {
    USER: userIn(writing),
    COUNTRY: [countryIn(writing)],
    COMPANY: [...companyIn(writing), countryIn(writing)],
  }
  return [...columns[aggregation], ...totalsIn(writing)]
}

/** The title of a card is a name, not an id. */
const namesFirst = (columns: readonly Column<KpiRow>[]) =>
  columns.toSorted((one, other) => Number(isId(one)) - Number(isId(other)))

const isId = ({ field }: Column<KpiRow>) => field === 'userId' || field === 'companyUID'
