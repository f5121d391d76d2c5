import { Anchor } from '@mantine/core'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { useLanguage, useText } from '#kit/text'
import { Facts } from '#ui/record/Facts'
import { bytesIn } from '#ui/values/bytes'
import { Day } from '#ui/values/Day'
import { StateBadge } from './Section.tsx'
import { contactOf, labelsIn } from './tenant.words.ts'

/** What is known of a tenant, and what it holds. */
export const TenantFacts = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const labels = labelsIn(t)
  const { figures, emailAddress } = tenant
  const language = useLanguage()
  const figure = (count: number | undefined) => count?.toLocaleString(language)
  return (
    <Facts
      facts={[
        { label: t('State'), value: <StateBadge {...tenant} /> },
        { label: labels.domainName, value: tenant.domainName },
        { label: labels.secondaryDomainName, value: tenant.secondaryDomainName },
        { label: t('Contact person'), value: contactOf(tenant) },
        { label: labels.emailAddress, value: <Anchor href={`mailto:${emailAddress}`}>{emailAddress}</Anchor> },
        { label: labels.phoneNumber, value: tenant.phoneNumber },
        { label: labels.address, value: tenant.address },
        { label: t('Date Created'), value: <Day at={tenant.dateCreated} /> },
        { label: t('Users'), value: figure(figures?.users) },
        { label: t('Records'), value: figure(figures?.records) },
        { label: t('Storage'), value: figures && bytesIn(figures.storage, language) },
        { label: t('Last Activity'), value: figures && <Day at={figures.lastActivity} precise /> },
      ]}
    />
  )
}
