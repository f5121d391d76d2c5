import { Skeleton, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantPolicy } from '@tradewind/contract/platform/policies'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useParams } from 'react-router'
import { ActingTenantContext, useCall } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { useNavigateFromHere } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { PermissionPanel } from '#platform/user/PermissionPanel'
import { ManageItems, useManage, UserFacts } from '#platform/user/UserFacts'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState } from '#ui/page/states'
import { Panel } from '#ui/record/DetailPage'
import { RowMenu } from '#ui/record/RowMenu'

export const handle = { name: phrase('Tenant admin') }
export const clientLoader = guard({ rules: tenantPolicy.see })

/** One admin of another tenant, and the admin's permissions. If the link contains only the admin, the tenant is looked up first. */
export default function AdminShow() {
  const t = useText()
  const { adminUID = '' } = useParams()
  const { data: tenant, error, refetch } = useTenantOf(adminUID)
  if (tenant) {
    return (
      <ActingTenantContext value={tenant.uniqueId}>
        <Admin adminUID={adminUID} tenant={tenant} />
      </ActingTenantContext>
    )
  }
  return (
    <Stack gap="lg">
      <PageHeader title={t('Tenant admin')} loading={!error} />
      {error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />}
    </Stack>
  )
}

const useTenantOf = (adminUID: string) => {
  const [tenantId] = useParam('tenant')
  const tenantById = useRecord('tenant', tenantId || undefined)
  const tenantOfAdmin = useCall('GET /api/tenant/ofAdmin/:uniqueId', { uniqueId: adminUID }, { enabled: !tenantId })
  return tenantId ? tenantById : tenantOfAdmin
}

const Admin = ({ adminUID, tenant }: { adminUID: string; tenant: Tenant }) => {
  const t = useText()
  const { data: admin, error, refetch } = useRecord('admin', adminUID)
  const trail = [
    { text: t('Tenants'), path: '/superAdmin/tenant/list' },
    { text: tenant.fullName, path: `/superAdmin/tenant/show/${tenant.uniqueId}` },
  ]
  return (
    <Stack gap="lg">
      <PageHeader title={admin?.fullName ?? t('Tenant admin')} trail={trail} loading={!admin && !error}>
        {admin && <AdminMenu admin={admin} tenantId={tenant.uniqueId} />}
      </PageHeader>
      {error && !admin && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!admin && !error && <Skeleton height={220} />}
      {admin && (
        <>
          <Panel>
            <UserFacts user={admin} />
          </Panel>
          <PermissionPanel user={admin} />
        </>
      )}
    </Stack>
  )
}

/** The actions for the account of a tenant admin. */
const AdminMenu = ({ admin, tenantId }: { admin: User; tenantId: string }) => {
  const t = useText()
  const navigate = useNavigateFromHere()
  const { remove } = useManage(admin)
  const removeAndLeave = async () => {
    if (await remove()) await navigate(`/superAdmin/tenant/show/${tenantId}`)
  }
  return (
    <RowMenu name={admin.fullName}>
      <ManageItems user={admin} />
      <Menu.Item color="red" onClick={() => void removeAndLeave()} leftSection={<IconTrash size={16} aria-hidden />}>
        {t('Delete')}
      </Menu.Item>
    </RowMenu>
  )
}
