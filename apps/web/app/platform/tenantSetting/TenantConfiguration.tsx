import { Stack, Text } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { tenantConfigurationPolicy } from '@tradewind/contract/platform/policies'
import { useParams } from 'react-router'
import { ActingTenantContext, useCall, useSend } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState } from '#ui/page/states'
import { SettingInputs, useSaveSetting } from './SettingInputs.tsx'

export const handle = { name: phrase('Configuration') }
export const clientLoader = guard({ rules: tenantConfigurationPolicy.see })

/** The settings that the super admin makes for the tenant that the address names. */
export default function TenantConfiguration() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const { data: tenant, error, refetch } = useRecord('tenant', uniqueId)
  const trail = [{ text: t('Tenants'), path: '/superAdmin/tenant/list' }]
  if (tenant) trail.push({ text: tenant.fullName, path: `/superAdmin/tenant/show/${uniqueId}` })
  return (
    <Stack>
      <PageHeader
        title={tenant ? t('Configuration of {name}', { name: tenant.fullName }) : t('Configuration')}
        currentPage={t('Configuration')}
        trail={trail}
        loading={!tenant && !error}
      />
      {error && !tenant && <ErrorState failure={error} onRetry={() => void refetch()} />}
      <ActingTenantContext value={uniqueId}>{!error && <Configuration key={uniqueId} uniqueId={uniqueId} />}</ActingTenantContext>
    </Stack>
  )
}

const Configuration = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const { data, error, refetch } = useCall('GET /api/tenantConfiguration/', {})
  const { mutateAsync } = useSend('PATCH /api/tenantConfiguration/', { changes: ['tenant', 'audit'] })
  const saveSetting = useSaveSetting(mutateAsync, refetch)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  return (
    <>
      <Text c="dimmed" maw="72ch">
        {t('Changes apply immediately, for everyone in the tenant.')}
      </Text>
      <SettingInputs
        label={t('Configuration')}
        draftName={`tenantConfiguration/${uniqueId}`}
        settings={data.rows}
        saveSetting={saveSetting}
      />
    </>
  )
}
