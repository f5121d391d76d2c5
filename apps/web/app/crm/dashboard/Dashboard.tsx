import { Stack, Title } from '@mantine/core'
import { guard } from '#kit/account/guard'
import { useCall } from '#kit/api/query'
import { Head } from '#kit/page/head'
import { phrase, useText } from '#kit/text'
import styles from './dashboard.module.css'
import { KpiCard } from './KpiCard.tsx'
import { NewestCompanies } from './NewestCompanies.tsx'
import { Places } from './Places.tsx'

export const handle = { name: phrase('Dashboard') }
export const clientLoader = guard()

/** The landing page of the signed-in area: a greeting, what was reported, the places that are open to whoever came, the newest companies. */
export default function Dashboard() {
  const t = useText()
  return (
    <Stack gap="xl">
      <Head title={t('Dashboard')} />
      <Hero />
      <KpiCard />
      <Places />
      <NewestCompanies />
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
