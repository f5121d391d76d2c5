import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { dashboardPolicy } from '@tradewind/contract/crm/dashboard.policy'
import { can } from '@tradewind/contract/kit/policy'
import { useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { DownloadMenu } from '#ui/list/ExportMenu'
import { KpiFilters } from './KpiFilters.tsx'
import { KpiPager } from './KpiPager.tsx'
import { KpiTable } from './KpiTable.tsx'
import { type Kpi, useKpi } from './useKpi.ts'

/** How many meeting reports were created in a range of days, by user, country or company, for those who may see it. */
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

const Export = ({ kpi: { asked } }: { kpi: Kpi }) => {
  const prepare = useSend('POST /api/dashboard/reportsKpi/export', { changes: ['audit'] })
  const { filterType, dateFrom, dateTo } = asked
  return (
    <DownloadMenu
      isPending={prepare.isPending}
      prepare={async (format) => (await prepare.mutateAsync({ filterType, dateFrom, dateTo, format })).data.url}
    />
  )
}

const Counted = ({ kpi }: { kpi: Kpi }) => {
  const { data, error, isPlaceholderData, refetch } = kpi.counted
  if (error && !isPlaceholderData) return <NoData onRetry={error.status === 422 ? undefined : () => void refetch()} />
  if (!data) return <ListSkeleton rows={5} />
  if (data.totalElements === 0) return <NoData />
  const first = (kpi.page - 1) * kpi.asked.size + 1
  return (
    <>
      <KpiTable rows={data.data} stale={isPlaceholderData} first={first} />
      <KpiPager kpi={kpi} first={first} shown={data.data.length} total={data.totalElements} pages={data.totalPages} />
    </>
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
