import { Anchor, Group, Paper, SegmentedControl, Skeleton, Title } from '@mantine/core'
import type { CountryRow } from '@tradewind/contract/crm/dashboard.contract'
import { dashboardPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { QueryContent } from '#ui/page/states'
import { Figures } from '#ui/values/Chart'
import { Clip } from '#ui/values/Clip'
import { useFormatCount } from '#ui/values/figures'
import styles from './dashboard.module.css'

const WorldMap = lazyWithRetry(async () => (await import('./WorldMap.tsx')).WorldMap)

type Measure = 'companies' | 'reports' | 'projects'

/** The measures, and the list that a country opens. Projects have no list by country. */
const measures: Record<Measure, { text: string; list?: string }> = {
  companies: { text: phrase('Companies'), list: 'company/list' },
  reports: { text: phrase('Reports'), list: 'meetingReport/list' },
  projects: { text: phrase('Projects') },
}
const isMeasure = (text: string): text is Measure => Object.hasOwn(measures, text)

/** The number of countries that are listed next to the map. */
const MAX_LISTED = 8

/** The countries of companies, reports and projects, for users who may count them: a map, the countries with the most, and a table of all. */
export const Countries = () => (can(useActor(), dashboardPolicy.countries) ? <Card /> : null)

const Card = () => {
  const t = useText()
  const [measure, setMeasure] = useState<Measure>('companies')
  const counts = useCall('GET /api/dashboard/countries', {})
  if (counts.data?.rows.length === 0) return null
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby="countries">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id="countries">
          {t('Markets')}
        </Title>
        <SegmentedControl
          aria-label={t('What the map shows')}
          value={measure}
          onChange={(chosen) => isMeasure(chosen) && setMeasure(chosen)}
          data={Object.entries(measures).map(([value, { text }]) => ({ value, label: t(text) }))}
        />
      </Group>
      <QueryContent of={counts} height={360}>
        {({ rows }) => <Markets rows={rows} measure={measure} />}
      </QueryContent>
    </Paper>
  )
}

const Markets = ({ rows, measure }: { rows: readonly CountryRow[]; measure: Measure }) => {
  const t = useText()
  const at = useArea()
  const figure = useFormatCount()
  const { list } = measures[measure]
  const pathOf = list ? ({ code }: CountryRow) => at(`${list}?where=country:is:${code}`) : undefined
  const counted = rows.filter((row) => row[measure] > 0).toSorted((one, other) => other[measure] - one[measure])
  return (
    <>
      <div className={styles.markets}>
        <Suspense fallback={<Skeleton height={320} />}>
          <WorldMap
            countries={counted.map((row) => ({
              code: row.code,
              value: row[measure],
              label: `${row.country}: ${figure(row[measure])}`,
              path: pathOf?.(row),
            }))}
          />
        </Suspense>
        <ol className={`${styles.ranks} quiet-links`}>
          {counted.slice(0, MAX_LISTED).map((row) => (
            <li key={row.code}>
              {pathOf ? (
                <Anchor component={Link} to={pathOf(row)} prefetch="intent" miw={0}>
                  <Clip lines={1}>{row.country}</Clip>
                </Anchor>
              ) : (
                <Clip lines={1}>{row.country}</Clip>
              )}
              <span>{figure(row[measure])}</span>
            </li>
          ))}
        </ol>
      </div>
      <Figures
        label={t('Countries')}
        heads={[t('Country'), t('Companies'), t('Reports'), t('Projects')]}
        rows={rows.map(({ country, companies, reports, projects }) => [country, ...[companies, reports, projects].map(figure)])}
      />
    </>
  )
}
