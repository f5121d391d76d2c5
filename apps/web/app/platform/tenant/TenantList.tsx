import { Stack } from '@mantine/core'
import { IconBuildingSkyscraper } from '@tabler/icons-react'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { tenantPolicy } from '@tradewind/contract/platform/tenant.policy'
import { guard } from '#kit/account/guard'
import { phrase, type Say, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { StateBadge } from './StateBadge.tsx'
import { contactOf, domainsOf } from './tenant.words.ts'
import { Erasing } from './lifecycle/Erasing.tsx'
import { TenantMenu } from './lifecycle/TenantMenu.tsx'

export const handle = { name: phrase('Tenants') }
export const clientLoader = guard({ rules: tenantPolicy.see })

const columnsIn = (t: Say, figure: Intl.NumberFormat): Column<Tenant>[] => [
  { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, sorts: true, width: '20%' },
  {
    field: 'domainName',
    head: t('Domain Name'),
    show: (tenant) => <Clip lines={3}>{domainsOf(tenant).join(', ') || '–'}</Clip>,
    sorts: true,
    width: '19%',
  },
  { field: 'contact', head: t('Contact'), show: (tenant) => <Contact {...tenant} />, width: '26%' },
  { field: 'users', head: t('Users'), show: ({ figures }) => usersOf(figures, figure), width: '8%', figures: true },
  { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '12%' },
  { field: 'deletedAt', head: t('State'), show: (tenant) => <StateBadge {...tenant} />, width: '15%' },
]

const menuOf = (tenant: Tenant) => <TenantMenu tenant={tenant} />

const usersOf = (figures: Tenant['figures'], figure: Intl.NumberFormat) => (figures ? figure.format(figures.users) : '–')

const Contact = (tenant: Tenant) => (
  <Stack gap={0}>
    <Clip lines={1}>{contactOf(tenant)}</Clip>
    <Clip c="dimmed" fz="sm">
      {tenant.emailAddress}
    </Clip>
  </Stack>
)

export default function TenantList() {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  return (
    <Erasing>
      <ListPage
        kind="tenant"
        title={t('Tenants')}
        policy={tenantPolicy}
        columns={columnsIn(t, figure)}
        nameOf={({ fullName }) => fullName}
        filters={{ fullName: t('Name'), domainName: t('Domain Name') }}
        sort="-dateCreated"
        createText={t('Create Tenant')}
        empty={{
          icon: IconBuildingSkyscraper,
          title: t('No tenants yet'),
          text: t('Each tenant has pages, people and records of its own, behind its own host name.'),
        }}
        menuOf={menuOf}
      />
    </Erasing>
  )
}
