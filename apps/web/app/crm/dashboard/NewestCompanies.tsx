import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/entries'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/ErrorState'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import styles from './dashboard.module.css'

/** The companies that came last, for those who find companies in the menu. */
export const NewestCompanies = () => {
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
