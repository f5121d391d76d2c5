import { Anchor, Group, Paper, Progress, SegmentedControl, Skeleton, Stack, Text, Title, Alert } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CountryRow } from '@tradewind/contract/crm/dashboard.contract'
import { companyPolicy, dashboardPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { plans } from '@tradewind/contract/plan'
import { legalTextPolicy } from '@tradewind/contract/platform/policies'
import { isMember } from '@tradewind/contract/roles'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { useCall, useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { type MenuEntry, useEntries } from '#kit/feature'
import { guard } from '#kit/guard'
import { Head } from '#kit/page/page'
import { useActor, useSwitchedOff } from '#kit/session'
import { type Translate, useLanguage, useText } from '#kit/text'
import { MissingTexts, useMissingTexts } from '#platform/legalText/legalTextWords'
import { Card } from '#ui/page/Card'
import { LazyPart, lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ErrorState, QueryContent } from '#ui/page/states'
import { Figures } from '#ui/values/Chart'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { formatMegabytes, useFormatCount } from '#ui/values/figures'
import { KpiCard } from './KpiCard.tsx'
import { FirstSteps, Today, useFirstSteps, useToday } from './Today.tsx'
import styles from './dashboard.module.css'

/** The user's entries in fair mode that only this device has. Devices that store nothing have none. */
export const useUnsentEntries = () => {
  const { uniqueId } = useActor()
  return useQuery({
    queryKey: ['unsentEntries', uniqueId],
    queryFn: async () => {
      try {
        const { loadEntryCounts } = await import('#kit/browser/offlineStore')
        return await loadEntryCounts(uniqueId)
      } catch {
        return null
      }
    },
    staleTime: 0,
    networkMode: 'always',
  })
}

/** Says that entries of fair mode are not sent yet, how many of them need the user, and leads to them. */
export const UnsentEntries = () => {
  const t = useText()
  const { data: counts } = useUnsentEntries()
  if (!counts || counts.unsent === 0) return null
  const { unsent, undecided } = counts
  const unsentText = t('{count} entry of fair mode is not sent yet|{count} entries of fair mode are not sent yet', {
    count: unsent,
  })
  const undecidedText = t('{count} entry of fair mode needs you.|{count} entries of fair mode need you.', { count: undecided })
  const title = undecided === unsent ? undecidedText : unsentText
  return (
    <Alert color="signal" icon={<IconCloudUpload aria-hidden />} title={title} px="md" py="xs">
      <Group gap="xs">
        {undecided > 0 && undecided < unsent && undecidedText}
        <Anchor href="/fair" inherit>
          {t('Open fair mode')}
        </Anchor>
      </Group>
    </Alert>
  )
}

/** The cards that features add for members, side by side, and what remains of the plan. Each has its height before its data has loaded. */
const Cards = () => {
  const { home } = useEntries()
  if (!isMember(useActor())) return null
  return (
    <div className={styles.cards}>
      {home.map((part) => (
        <div key={part.name} className={styles.part}>
          <LazyPart load={part.load} props={{}} fallback={<Skeleton />} />
        </div>
      ))}
      <PlanCard />
    </div>
  )
}

const PlanCard = () => {
  const t = useText()
  const actor = useActor()
  const isOff = useSwitchedOff().includes('DRIVE_ENABLED')
  const plan = plans.find(({ role }) => actor.roles.includes(role))
  return (
    <Card title={t('Your plan')}>
      <Text fw={600}>{plan ? t(plan.name) : t('Free')}</Text>
      {plan && plan.questions > 0 && <Allowances />}
      {!isOff && plan && <Storage />}
      <Anchor href="/pricing" size="sm">
        {t('See the plans')}
      </Anchor>
    </Card>
  )
}

/** The plan's monthly allowances, and what remains of them. */
const Allowances = () => {
  const t = useText()
  const questions = useCall('GET /api/question/remaining', {}, { refetchOnMount: true })
  const calls = useCall('GET /api/webCall/remaining', {}, { refetchOnMount: true })
  return (
    <dl className={styles.allowances}>
      <dt>{t('Questions')}</dt>
      <dd>{questions.data && leftOf(questions.data, t)}</dd>
      <dt>{t('Web calls')}</dt>
      <dd>{calls.data && leftOf(calls.data, t)}</dd>
    </dl>
  )
}

const leftOf = ({ left, most }: Answer<'GET /api/question/remaining'>, t: Translate) =>
  left === null || most === null ? t('As many as you like') : t('{left} of {most} left this month', { left, most })

const Storage = () => {
  const t = useText()
  const language = useLanguage()
  const { data } = useCall('GET /api/files/usage', {})
  if (!data) return <Skeleton height={44} />
  const usedBytes = data.used + data.reserved
  const remaining = formatMegabytes(Math.max(0, data.quota - usedBytes), language)
  const label = t('{left} of {quota} left for files', { left: remaining, quota: formatMegabytes(data.quota, language) })
  const share = Math.min(100, Math.round((100 * usedBytes) / data.quota))
  return (
    <Stack gap={4}>
      <Text size="sm">{label}</Text>
      <Progress value={share} {...(share > 90 && { color: 'red' })} aria-label={label} />
    </Stack>
  )
}

export const handle = { name: phrase('Dashboard') }
export const clientLoader = guard()

/** The landing page of the signed-in area: a greeting, first steps, what is due, what was reported, markets, the newest companies. */
export default function Dashboard() {
  const t = useText()
  return (
    <Stack gap={useIsNarrow() ? 'md' : 'xl'}>
      <Head title={t('Dashboard')} />
      <Hero />
      <Sections />
    </Stack>
  )
}

/** All sections load at the same time. They appear together once the upper ones have their height, so that nothing moves away under a click. */
const Sections = () => {
  const writesTexts = can(useActor(), legalTextPolicy.see)
  const isNarrow = useIsNarrow()
  const calls = [useUnsentEntries(), useMissingTexts({ enabled: writesTexts }), useFirstSteps(), useToday()]
  const isLoading = calls.some((call) => call.isLoading)
  return (
    <div className={styles.sections}>
      {isLoading && <Skeleton height={320} />}
      <Stack gap={isNarrow ? 'lg' : 'xl'} className={isLoading ? styles.arriving : undefined}>
        <UnsentEntries />
        {writesTexts && <MissingTexts isBrief={isNarrow} />}
        <FirstSteps />
        <Today />
        <Cards />
        <KpiCard />
        <Countries />
        <Places />
        <NewestCompanies />
      </Stack>
    </div>
  )
}

const Hero = () => {
  const t = useText()
  const { data: account } = useCall('GET /api/auth/account', {})
  return (
    <section className={styles.hero}>
      <Title order={1} className={styles.title}>
        {t('International Expansion')}
      </Title>
      <p className={styles.greeting}>{account ? t('Welcome, {username}', { username: account.fullName }) : ' '}</p>
    </section>
  )
}

/** Links to pages that the actor may open, for users who have no tasks: the others have them in the menu, and see what is due instead. */
const Places = () => {
  const { menu } = useEntries()
  if (can(useActor(), nextStepsPolicy.see)) return null
  const entries = menu.filter(({ path }) => path !== 'dashboard')
  return (
    <ul className={styles.places}>
      {entries.map((entry) => (
        <MenuTile key={entry.path} entry={entry} />
      ))}
    </ul>
  )
}

const MenuTile = ({ entry: { text, description, path, icon: Sign } }: { entry: MenuEntry }) => {
  const t = useText()
  const at = useArea()
  return (
    <li className={styles.entry}>
      <Sign size={22} stroke={1.6} aria-hidden />
      <div>
        <Anchor component={Link} to={at(path)} prefetch="intent" fw={650} c="inherit" underline="hover" className={styles.cover}>
          {t(text)}
        </Anchor>
        {description && (
          <Text size="sm" c="dimmed">
            {t(description)}
          </Text>
        )}
      </div>
    </li>
  )
}

/** The newest companies, for users who have companies in their menu. */
const NewestCompanies = () => {
  const actor = useActor()
  const { menu } = useEntries()
  const isOffered = menu.some(({ path }) => path === 'company/list')
  return isOffered && can(actor, companyPolicy.see) ? <Newest /> : null
}

const newest = { page: 0, size: 5, sort: '-dateCreated' } as const

const Newest = () => {
  const t = useText()
  const at = useArea()
  const { data, error, refetch } = useList('GET /api/company/', newest)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data?.total === 0) return null
  return (
    <section aria-labelledby="newest">
      <Title order={2} size="h4" id="newest" mb="sm">
        {t('Newest companies')}
      </Title>
      {!data && <Skeleton height={200} />}
      <ul className={`${styles.newest} quiet-links`}>
        {data?.rows.map(({ uniqueId, legalName, country, dateCreated }) => (
          <li key={uniqueId}>
            <Anchor component={Link} to={at(`company/show/${uniqueId}`)} prefetch="intent" fw={600} miw={0}>
              <Clip lines={1}>{legalName}</Clip>
            </Anchor>
            <Text size="sm" c="dimmed">
              {t(country)}
            </Text>
            <Text size="sm" c="dimmed">
              <Day at={dateCreated} />
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

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
const Countries = () => (can(useActor(), dashboardPolicy.countries) ? <CountriesCard /> : null)

const CountriesCard = () => {
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
              label: `${t(row.country)}: ${figure(row[measure])}`,
              path: pathOf?.(row),
            }))}
          />
        </Suspense>
        <ol className={`${styles.ranks} quiet-links`}>
          {counted.slice(0, MAX_LISTED).map((row) => (
            <li key={row.code}>
              {pathOf ? (
                <Anchor component={Link} to={pathOf(row)} prefetch="intent" miw={0}>
                  <Clip lines={1}>{t(row.country)}</Clip>
                </Anchor>
              ) : (
                <Clip lines={1}>{t(row.country)}</Clip>
              )}
              <span>{figure(row[measure])}</span>
            </li>
          ))}
        </ol>
      </div>
      <Figures
        label={t('Countries')}
        heads={[t('Country'), t('Companies'), t('Reports'), t('Projects')]}
        rows={rows.map(({ country, companies, reports, projects }) => [
          t(country),
          ...[companies, reports, projects].map(figure),
        ])}
      />
    </>
  )
}
