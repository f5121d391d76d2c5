import { Text } from '@mantine/core'
import {
  IconAdjustments,
  IconBuildingSkyscraper,
  IconEdit,
  IconEraser,
  IconEye,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { Link } from 'react-router'
import { guard } from '#kit/guard'
import { type Translate, useLanguage, useText } from '#kit/text'
import type { ColumnOf } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Menu } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { RowMenu } from '#ui/record/RowMenu'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { StateBadge } from './Section.tsx'
import { contactOf, domainsOf, useLifecycle } from './tenant.ts'

export const handle = { name: phrase('Tenants') }
export const clientLoader = guard({ rules: tenantPolicy.see })

const columnsIn = (t: Translate, figure: Intl.NumberFormat): ColumnOf<'tenant'>[] => [
  { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, sorts: true, width: '20%' },
  {
    field: 'domainName',
    head: t('Domain Name'),
    show: (tenant) => <Clip>{domainsOf(tenant).join(', ') || '–'}</Clip>,
    sorts: true,
    width: '19%',
  },
  { field: 'emailAddress', head: t('Contact'), show: (tenant) => <Contact {...tenant} />, width: '26%' },
  { field: 'users', head: t('Users'), show: ({ figures }) => usersOf(figures, figure), sorts: true, width: '8%', figures: true },
  { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '12%' },
  { field: 'deletedAt', head: t('State'), show: (tenant) => <StateBadge {...tenant} />, width: '15%' },
]

const menuOf = (tenant: Tenant) => <TenantMenu tenant={tenant} />

const usersOf = (figures: Tenant['figures'], figure: Intl.NumberFormat) => (figures ? figure.format(figures.users) : '–')

const Contact = (tenant: Tenant) => (
  <Clip>
    {contactOf(tenant)}{' '}
    <Text span inherit c="dimmed">
      {tenant.emailAddress}
    </Text>
  </Clip>
)

export default function TenantList() {
  const t = useText()
  const figure = new Intl.NumberFormat(useLanguage())
  return (
    <EraseDialogProvider>
      <ListPage
        kind="tenant"
        title={t('Tenants')}
        policy={tenantPolicy}
        columns={columnsIn(t, figure)}
        nameOf={({ fullName }) => fullName}
        filters={{
          fullName: t('Name'),
          domainName: t('Domain Name'),
          state: {
            label: t('State'),
            choices: [
              { value: 'ACTIVE', label: t('Active') },
              { value: 'DELETED', label: t('Deleted') },
            ],
          },
        }}
        sort="-dateCreated"
        createText={t('Create Tenant')}
        empty={{
          icon: IconBuildingSkyscraper,
          title: t('No tenants yet'),
          text: t('Each tenant has its own pages, users and records, under its own host name.'),
        }}
        menuOf={menuOf}
      />
    </EraseDialogProvider>
  )
}

/** The actions for one tenant of the list. */
const TenantMenu = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const askToErase = useAskToErase()
  return (
    <RowMenu name={tenant.fullName}>
      <Places uniqueId={tenant.uniqueId} />
      <DeletedOrNot tenant={tenant} />
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => askToErase(tenant)} leftSection={<IconEraser size={16} aria-hidden />}>
        {t('Delete Permanently')}
      </Menu.Item>
    </RowMenu>
  )
}

const Places = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const links = [
    { text: t('Details'), to: `/superAdmin/tenant/show/${uniqueId}`, icon: IconEye },
    { text: t('Configuration'), to: `/superAdmin/tenant/configuration/${uniqueId}`, icon: IconAdjustments },
    { text: t('Edit'), to: `/superAdmin/tenant/edit/${uniqueId}`, icon: IconEdit },
  ]
  return links.map(({ text, to, icon: Sign }) => (
    <Menu.Item key={to} component={Link} to={to} leftSection={<Sign size={16} aria-hidden />}>
      {text}
    </Menu.Item>
  ))
}

const DeletedOrNot = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const { remove, restore } = useLifecycle(tenant)
  if (tenant.deletedAt) {
    return (
      <Menu.Item onClick={() => void restore()} leftSection={<IconRestore size={16} aria-hidden />}>
        {t('Restore')}
      </Menu.Item>
    )
  }
  if (tenant.isMain) return null
  return (
    <Menu.Item color="red" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
      {t('Delete')}
    </Menu.Item>
  )
}

const DeletePermanently = lazyWithRetry(async () => (await import('./DeletePermanently.tsx')).DeletePermanently)

const EraseDialogContext = createContext<(tenant: Tenant) => void>(() => undefined)

/** Opens the dialog that asks whether to delete a tenant for good. */
const useAskToErase = () => useContext(EraseDialogContext)

/** Wraps the list of tenants, so that the dialog and what was typed into it outlive the row that opened it. */
const EraseDialogProvider = ({ children }: { children: ReactNode }) => {
  const [tenant, setTenant] = useState<Tenant | null>(null)
  return (
    <EraseDialogContext value={setTenant}>
      {children}
      <Suspense>{tenant && <DeletePermanently tenant={tenant} onClose={() => setTenant(null)} />}</Suspense>
    </EraseDialogContext>
  )
}
