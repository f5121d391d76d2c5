import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { type Translate, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Pager } from '#ui/list/Pager'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import { StateBadge } from './Section.tsx'
import styles from './overview.module.css'

interface Totals {
  tenants: number
  deleted: number
  users: number
  records: number
  /** Bytes. */
  storage: number
  /** When the oldest figures of a tenant in use were counted; null before the first count. */
  countedAt: string | null
}

const inUse = (tenants: readonly Tenant[]) => tenants.filter(({ deletedAt }) => !deletedAt)

/** When the tenants were counted, the oldest first. */
const countsOf = (tenants: readonly Tenant[]) => tenants.flatMap(({ figures }) => figures?.countedAt ?? []).toSorted()

/** A running count: its tenants, and the time of the newest figures when it started. */
interface Count {
  tenants: ReadonlySet<string>
  since: string
}

export const startCount = (tenants: readonly Tenant[]): Count => ({
  tenants: new Set(inUse(tenants).map(({ uniqueId }) => uniqueId)),
  since: countsOf(tenants).at(-1) ?? '',
})

/** The number of tenants in the count that are still in use and have no newer figures yet. */
export const pendingCount = (count: Count, tenants: readonly Tenant[]) =>
  inUse(tenants).filter(({ uniqueId, figures }) => count.tenants.has(uniqueId) && (figures?.countedAt ?? '') <= count.since)
    .length

/** The totals of all tenants. */
export const totalsOf = (tenants: readonly Tenant[]): Totals => {
  const figures = tenants.flatMap((tenant) => tenant.figures ?? [])
  const sum = (field: 'users' | 'records' | 'storage') => figures.reduce((total, counted) => total + counted[field], 0)
  return {
    tenants: inUse(tenants).length,
    deleted: tenants.filter(({ deletedAt }) => deletedAt).length,
    users: sum('users'),
    records: sum('records'),
    storage: sum('storage'),
    countedAt: countsOf(inUse(tenants))[0] ?? null,
  }
}

const valueOf = ({ fullName, figures }: Tenant, field: string): string | number => {
  if (field === 'fullName') return fullName.toLowerCase()
  return (figures as Record<string, string | number | null> | null)?.[field] ?? ''
}

const compareValues = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))

/** Sorts the tenants by `field`, or descending by `-field`. Tenants without figures come first, descending last. */
export const sortTenants = (tenants: readonly Tenant[], sort: string) => {
  const descending = sort.startsWith('-')
  const field = sort.replace(/^-/, '')
  const ascending = tenants.toSorted((one, other) => compareValues(valueOf(one, field), valueOf(other, field)))
  return descending ? ascending.toReversed() : ascending
}

export const handle = { name: phrase('Super Admin') }
export const clientLoader = guard({ rules: tenantPolicy.see })

const size = 20

/** The figures of every tenant: totals, and a row for each. */
export default function TenantOverview() {
  const t = useText()
  const { tenants, error, refetch, count, isCounting } = useFigures()
  return (
    <Stack gap="lg">
      <PageHeader title={t('Super Admin Dashboard')}>
        <Button
          onClick={() => void count()}
          disabled={!tenants}
          loading={isCounting}
          leftSection={<IconRefresh size={16} aria-hidden />}
        >
          {t('Count again')}
        </Button>
      </PageHeader>
      {error && !tenants && <ErrorState failure={error} onRetry={refetch} />}
      {!tenants && !error && <Skeleton height={320} />}
      {tenants && <TotalsSection totals={totalsOf(tenants)} isCounting={isCounting} />}
      {tenants && <Table tenants={tenants} />}
    </Stack>
  )
}

const TotalsSection = ({ totals, isCounting }: { totals: Totals; isCounting: boolean }) => {
  const t = useText()
  return (
    <Stack gap="xs">
      <TotalCards totals={totals} />
      <Text size="sm" c="dimmed" role="status">
        {isCounting ? t('Counting …') : t('Counted at:')} {!isCounting && <Day at={totals.countedAt} precise />}
      </Text>
    </Stack>
  )
}

const columnsIn = (t: Translate, language: string): Column<Tenant>[] => {
  const figure = (count: number | undefined) => count?.toLocaleString(language) ?? '–'
  return [
    { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, sorts: true, width: '30%' },
    { field: 'users', head: t('Users'), show: ({ figures }) => figure(figures?.users), sorts: true, figures: true },
    { field: 'records', head: t('Records'), show: ({ figures }) => figure(figures?.records), sorts: true, figures: true },
    {
      field: 'storage',
      head: t('Storage'),
      show: ({ figures }) => (figures ? formatBytes(figures.storage, language) : '–'),
      sorts: true,
      figures: true,
    },
    {
      field: 'lastActivity',
      head: t('Last Activity'),
      show: ({ figures }) => <Day at={figures?.lastActivity} precise />,
      sorts: true,
      width: '17%',
    },
    { field: 'deletedAt', head: t('State'), show: (tenant) => <StateBadge {...tenant} />, width: '14%' },
  ]
}

const Table = ({ tenants }: { tenants: readonly Tenant[] }) => {
  const t = useText()
  const address = useListAddress({ filters: [], sort: '-users' })
  const language = useLanguage()
  const rows = sortTenants(tenants, address.sort).slice((address.page - 1) * size, address.page * size)
  return (
    <Stack gap="sm">
      <Rows
        label={t('Tenants')}
        rows={rows}
        columns={columnsIn(t, language)}
        linkOf={({ uniqueId }) => `/superAdmin/tenant/show/${uniqueId}`}
        sort={address.sort}
        onSort={(sort) => address.change({ sort })}
      />
      <Pager
        page={address.page}
        size={size}
        total={tenants.length}
        estimated={false}
        shown={rows.length}
        stale={false}
        addressOf={(page) => address.addressAfter({ page })}
        onPrefetch={() => undefined}
      />
    </Stack>
  )
}

/** The figures of all tenants together. */
const TotalCards = ({ totals }: { totals: Totals }) => {
  const t = useText()
  const language = useLanguage()
  const figure = (count: number) => count.toLocaleString(language)
  const cards = [
    { label: t('Tenants'), value: figure(totals.tenants) },
    { label: t('Users'), value: figure(totals.users) },
    { label: t('Records'), value: figure(totals.records) },
    { label: t('Storage'), value: formatBytes(totals.storage, language) },
  ]
  return (
    <dl className={styles.totals}>
      {cards.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {totals.deleted > 0 && (
        <div>
          <dt>{t('Deleted tenants')}</dt>
          <dd>{figure(totals.deleted)}</dd>
        </div>
      )}
    </dl>
  )
}

/** Milliseconds within which a count must finish at least one more tenant: the server skips one that cannot be counted. */
const COUNT_TIMEOUT = 60_000

/** The tenants with their figures, and the function that starts a count: polls every second until all figures are newer. */
const useFigures = () => {
  const t = useText()
  const toast = useToast()
  const counting = useSend('POST /api/tenant/count', { changes: ['tenant'] })
  const [running, setRunning] = useState<Count>()
  const { data, error, refetch } = useCall('GET /api/tenant/', {}, { refetchInterval: running ? 1000 : 60_000 })
  const pending = running && data ? pendingCount(running, data.rows) : 0
  if (running && data && pending === 0) setRunning(undefined)

  const giveUp = useEffectEvent(() => {
    setRunning(undefined)
    if (error) return toast.failure(error) // it is unknown what was counted
    const text = t(
      '{count} tenant could not be counted and shows its last figures.|{count} tenants could not be counted and show their last figures.',
      { count: pending },
    )
    toast.show({ title: t('ERROR'), text, failed: true })
  })
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(giveUp, COUNT_TIMEOUT)
    return () => clearTimeout(timer)
  }, [running, pending])

  const count = async () => {
    setRunning(startCount(data?.rows ?? []))
    try {
      toast.reply(await counting.mutateAsync({}))
    } catch (failure) {
      setRunning(undefined)
      toast.failure(failureOf(failure))
    }
  }
  return { tenants: data?.rows, error, refetch: () => void refetch(), count, isCounting: running !== undefined }
}
