import { Button, Paper, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { type Translate, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/Paged'
import { More } from '#ui/list/Pager'
import { Rows } from '#ui/list/Rows'
import { ErrorState } from '#ui/page/states'
import { Facts } from '#ui/record/DetailPage'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import { externalLink, mailtoOf } from '#ui/values/links'
import { Section, StateBadge } from './Section.tsx'
import { contactOf, labelsIn } from './tenant.ts'

const step = 10

const columnsIn = (t: Translate): Column<User>[] => [
  { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, width: '35%' },
  {
    field: 'emailAddress',
    head: t('Email Address'),
    show: ({ emailAddress }) => emailAddress,
    hrefOf: ({ emailAddress }) => mailtoOf(emailAddress),
    width: '45%',
  },
  { field: 'dateCreated', head: t('Date Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, width: '20%' },
]

/** The admins of the tenant that this part of the page acts in. */
export const TenantAdmins = ({ tenantId }: { tenantId: string }) => {
  const t = useText()
  const [size, setSize] = useState(step)
  const { data, error, refetch } = useList('GET /api/admin/', { roleName: 'ROLE_TENANT_ADMIN', page: 0, size })
  const create = (
    <Button
      component={Link}
      to={`/superAdmin/tenant/admin/create/${tenantId}`}
      variant="default"
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      {t('Create Tenant Admin')}
    </Button>
  )
  return (
    <Section title={t('Tenant Admin List')} count={data?.total} action={create}>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.total === 0 && <Nobody />}
      {data && data.total > 0 && (
        <Rows
          label={t('Tenant Admin List')}
          rows={data.rows}
          columns={columnsIn(t)}
          linkOf={({ uniqueId }) => `/superAdmin/tenant/admin/show/${uniqueId}?tenant=${tenantId}`}
        />
      )}
      <More list={data} onMore={() => setSize(size + step)} />
    </Section>
  )
}

const Nobody = () => {
  const t = useText()
  return (
    <Paper withBorder p="md">
      <Text c="dimmed">
        {t('This tenant has no admin yet. A tenant admin receives an email with a link to choose a password.')}
      </Text>
    </Paper>
  )
}

/** The details of a tenant and its figures. */
export const TenantFacts = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const labels = labelsIn(t)
  const { figures, emailAddress } = tenant
  const language = useLanguage()
  const figure = (count: number) => count.toLocaleString(language)
  return (
    <Facts
      facts={[
        { label: t('State'), value: <StateBadge {...tenant} /> },
        { label: labels.domainName, value: tenant.domainName && <Site host={tenant.domainName} {...tenant} /> },
        {
          label: labels.secondaryDomainName,
          value: tenant.secondaryDomainName && <Site host={tenant.secondaryDomainName} {...tenant} />,
        },
        { label: t('Contact person'), value: contactOf(tenant) },
        { label: labels.emailAddress, value: externalLink(mailtoOf(emailAddress), emailAddress) },
        { label: labels.phoneNumber, value: tenant.phoneNumber },
        { label: labels.address, value: tenant.address },
        { label: t('Date Created'), value: <Day at={tenant.dateCreated} /> },
        ...(figures
          ? [
              { label: t('Users'), value: figure(figures.users) },
              { label: t('Records'), value: figure(figures.records) },
              { label: t('Storage'), value: formatBytes(figures.storage, language) },
              { label: t('Last Activity'), value: <Day at={figures.lastActivity} precise /> },
            ]
          : [{ label: t('Users'), value: t('Not counted yet') }]),
      ]}
    />
  )
}

/** Opens the pages of a tenant at one of its host names; those of a deleted tenant are offline. */
const Site = ({ host, deletedAt }: Pick<Tenant, 'deletedAt'> & { host: string }) => {
  if (deletedAt) return host
  return externalLink(`//${host}${location.port && `:${location.port}`}`, host)
}
