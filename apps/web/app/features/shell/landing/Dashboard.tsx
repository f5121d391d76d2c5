import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { companyPolicy } from '@tradewind/contract/company/company.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { guard } from '#kit/account/guard'
import { useCall, useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/entries'
import { Head } from '#kit/page/head'
import { useActor } from '#kit/session'
import { phrase, useLanguage, useText } from '#kit/text'
import { Trouble } from '#ui/page/Trouble'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import styles from './landing.module.css'

export const handle = { name: phrase('Dashboard') }
export const clientLoader = guard()

/** The landing page of the signed-in area: a greeting, the places that are open to whoever came, and the newest companies. */
export default function Dashboard() {
  const t = useText()
  const actor = useActor()
  const { menu } = useEntries()
  const places = menu.filter(({ path }) => path !== 'dashboard')
  const seesCompanies = menu.some(({ path }) => path === 'company/list') && can(actor, companyPolicy.see)
  return (
    <Stack gap="xl">
      <Head title={t('Dashboard')} />
      <Hero />
      {places.length === 0 ? <NothingYet /> : <Places places={places} />}
      {seesCompanies && <NewestCompanies />}
    </Stack>
  )
}

const Hero = () => {
  const t = useText()
  const { data: account } = useCall('GET /api/auth/account', {})
  return (
    <section className={styles.hero}>
      <Title order={1}>{t('International Expansion')}</Title>
      <p className={styles.greeting}>{account ? t('Welcome, {username}', { username: account.fullName }) : ' '}</p>
    </section>
  )
}

const NothingYet = () => {
  const t = useText()
  const at = useArea()
  return (
    <Stack gap="xs" align="flex-start">
      <Text c="dimmed">{t('There is nothing to open here for your plan yet. You can look after your account.')}</Text>
      <Button component={Link} to={at('settings')} variant="default">
        {t('Settings')}
      </Button>
    </Stack>
  )
}

const Places = ({ places }: { places: readonly MenuEntry[] }) => (
  <ul className={styles.places}>
    {places.map((place) => (
      <Place key={place.path} place={place} />
    ))}
  </ul>
)

const Place = ({ place: { text, about, path, icon: Sign, count } }: { place: MenuEntry }) => {
  const t = useText()
  const at = useArea()
  return (
    <li className={styles.place}>
      <Sign size={22} stroke={1.6} aria-hidden />
      <div>
        <Anchor component={Link} to={at(path)} prefetch="intent" fw={650} c="inherit" className={styles.cover}>
          {t(text)}
        </Anchor>
        {about && (
          <Text size="sm" c="dimmed">
            {t(about)}
          </Text>
        )}
      </div>
      {count && <Total of={count} />}
    </li>
  )
}

const Total = ({ of }: { of: NonNullable<MenuEntry['count']> }) => {
  const figure = new Intl.NumberFormat(useLanguage())
  const { data } = useList(of, { page: 0, size: 1 })
  return <span className={styles.total}>{data ? figure.format(data.total) : ''}</span>
}

const newest = { page: 0, size: 5, sort: '-dateCreated' } as const

const NewestCompanies = () => {
  const t = useText()
  const at = useArea()
  const { data, error, refetch } = useList('GET /api/company/', newest)
  if (error && !data) return <Trouble failure={error} onRetry={() => void refetch()} />
  if (data?.total === 0) return null
  return (
    <section aria-labelledby="newest">
      <Title order={2} size="h4" id="newest" mb="sm">
        {t('Newest companies')}
      </Title>
      {!data && <Skeleton height={200} />}
      <ul className={styles.newest}>
        {data?.rows.map(({ uniqueId, legalName, country, dateCreated }) => (
          <li key={uniqueId}>
            <Anchor component={Link} to={at(`company/show/${uniqueId}`)} prefetch="intent" fw={600} c="inherit" miw={0}>
              <Clip lines={1}>{legalName}</Clip>
            </Anchor>
            <Text size="sm" c="dimmed">
              {country}
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
