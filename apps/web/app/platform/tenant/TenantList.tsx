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
import { tenantFields } from '@tradewind/contract/platform/tenant.fields'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { Link } from 'react-router'
import { guard } from '#kit/guard'
import { useLanguage, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { RowMenu } from '#ui/record/RowMenu'
import { Clip } from '#ui/values/Clip'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ViewedList } from '#ui/view/ViewedList'
import { StateBadge } from './Section.tsx'
import { contactOf, domainsOf, useLifecycle } from './tenant.ts'

export const handle = { name: phrase('Tenants') }

const formerFilters = {
  fullName: (text: string) => `fullName:contains:${text}`,
  domainName: (text: string) => `domainName:contains:${text}`,
  state: (state: string) => `state:is:${state}`,
}

const checkAccess = guard({ rules: tenantPolicy.see })
export const clientLoader = (visit: { request: Request }) => checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)

const menuOf = (tenant: Tenant) => <TenantMenu tenant={tenant} />

const UserCount = ({ figures }: Pick<Tenant, 'figures'>) => {
  const language = useLanguage()
  return figures ? figures.users.toLocaleString(language) : '–'
}

const Contact = (tenant: Tenant) => (
  <Clip>
    {contactOf(tenant)}{' '}
    <Text span inherit c="dimmed">
      {tenant.emailAddress}
    </Text>
  </Clip>
)

const renderers = {
  domainName: (tenant: Tenant) => <Clip>{domainsOf(tenant).join(', ') || '–'}</Clip>,
  emailAddress: (tenant: Tenant) => <Contact {...tenant} />,
  users: ({ figures }: Tenant) => <UserCount figures={figures} />,
  state: (tenant: Tenant) => <StateBadge {...tenant} />,
}

export default function TenantList() {
  const t = useText()
  const { columns } = useFields(tenantFields)
  return (
    <EraseDialogProvider>
      <ViewedList
        kind="tenant"
        title={t('Tenants')}
        policy={tenantPolicy}
        columns={columns(renderers)}
        fields={tenantFields}
        nameOf={({ fullName }) => fullName}
        filters={{}}
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
