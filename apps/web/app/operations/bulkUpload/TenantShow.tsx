import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAdjustments, IconArchive, IconEdit, IconRestore, IconTrash } from '@tabler/icons-react'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { tenantPolicy } from '@tradewind/contract/platform/tenant.policy'
import { Link } from 'react-router'
import { guard } from '#kit/account/guard'
import { ActingIn } from '#kit/api/acting'
import { phrase, useText } from '#kit/text'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Day } from '#ui/values/Day'
import { TenantAdmins } from '#platform/tenant/admins/TenantAdmins'
import { Bootstrap } from './Bootstrap.tsx'
import { BulkUploads } from './BulkUploads.tsx'
import { useLifecycle } from '#platform/tenant/lifecycle/useLifecycle'
import { TenantFacts } from '#platform/tenant/show/TenantFacts'

export const handle = { name: phrase('Tenant') }
export const clientLoader = guard({ rules: tenantPolicy.see })

/** One tenant: what is known of it, its first data, its admins, and what became of the workbooks that were sent for it. */
export default function TenantShow() {
  const t = useText()
  return (
    <DetailPage
      kind="tenant"
      policy={tenantPolicy}
      listTitle={t('Tenants')}
      nameOf={({ fullName }) => fullName}
      actions={actionsOf}
    >
      {(tenant) => (
        <>
          {tenant.deletedAt && <IsDeleted tenant={tenant} />}
          <Panel>
            <TenantFacts tenant={tenant} />
          </Panel>
          {!tenant.deletedAt && (
            <ActingIn value={tenant.uniqueId}>
              <Bootstrap tenantId={tenant.uniqueId} />
              <TenantAdmins tenantId={tenant.uniqueId} />
              <BulkUploads />
            </ActingIn>
          )}
        </>
      )}
    </DetailPage>
  )
}

const Actions = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const { remove } = useLifecycle(tenant)
  const { uniqueId, deletedAt, isMain } = tenant
  return (
    <>
      {!deletedAt && !isMain && (
        <Button variant="default" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Button>
      )}
      <Button
        component={Link}
        to={`/superAdmin/tenant/configuration/${uniqueId}`}
        variant="default"
        leftSection={<IconAdjustments size={16} aria-hidden />}
      >
        {t('Configuration')}
      </Button>
      <Button
        component={Link}
        to={`/superAdmin/tenant/edit/${uniqueId}`}
        prefetch="intent"
        leftSection={<IconEdit size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
    </>
  )
}

const actionsOf = (tenant: Tenant) => <Actions tenant={tenant} />

const IsDeleted = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const { restore, isRestoring } = useLifecycle(tenant)
  return (
    <Alert color="red" icon={<IconArchive aria-hidden />} title={t('This tenant is deleted')}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 280px">
          {t('Nobody of it can sign in, and its pages are gone, since:')} <Day at={tenant.deletedAt} precise />
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={isRestoring}
          onClick={() => void restore()}
          leftSection={<IconRestore size={16} aria-hidden />}
        >
          {t('Restore')}
        </Button>
      </Group>
    </Alert>
  )
}
