import { Anchor, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { plans } from '@tradewind/contract/plan'
import { isMember } from '@tradewind/contract/roles'
import type { Answer } from '#kit/api/calls'
import { useCall } from '#kit/api/query'
import { useEntries } from '#kit/feature'
import { useActor, useSwitchedOff } from '#kit/session'
import { type Say, useLanguage, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { LazyPart } from '#ui/page/lazyWithRetry'
import { megabytesIn } from '#ui/values/figures'
import styles from './dashboard.module.css'

/** What features tell a member at one glance, side by side, and what the plan has left. Each has its height before it has come. */
export const Cards = () => {
  const { home } = useEntries()
  if (!isMember(useActor())) return null
  return (
    <div className={styles.cards}>
      {home.map((part) => (
        <div key={part.name} className={styles.part}>
          <LazyPart load={part.load} given={{}} fallback={<Skeleton />} />
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

/** What the plan gives by month, and what of it is left. */
const Allowances = () => {
  const t = useText()
  const questions = useCall('GET /api/question/remaining', {}, { fresh: true })
  const calls = useCall('GET /api/webCall/remaining', {}, { fresh: true })
  return (
    <dl className={styles.allowances}>
      <dt>{t('Questions')}</dt>
      <dd>{questions.data && leftOf(questions.data, t)}</dd>
      <dt>{t('Web calls')}</dt>
      <dd>{calls.data && leftOf(calls.data, t)}</dd>
    </dl>
  )
}

const leftOf = ({ left, most }: Answer<'GET /api/question/remaining'>, t: Say) =>
  left === null || most === null ? t('As many as you like') : t('{left} of {most} left this month', { left, most })

const Storage = () => {
  const t = useText()
  const language = useLanguage()
  const { data } = useCall('GET /api/files/usage', {})
  if (!data) return <Skeleton height={44} />
  const taken = data.used + data.reserved
  const left = megabytesIn(Math.max(0, data.quota - taken), language)
  const label = t('{left} of {quota} left for files', { left, quota: megabytesIn(data.quota, language) })
  const share = Math.min(100, Math.round((100 * taken) / data.quota))
  return (
    <Stack gap={4}>
      <Text size="sm">{label}</Text>
      <Progress value={share} {...(share > 90 && { color: 'red' })} aria-label={label} />
    </Stack>
  )
}
