import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { tenantSettingPolicy } from '@tradewind/contract/platform/policies'
import { useCall, useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { MissingTexts } from '#platform/legalText/legalTextWords'
import { ListSkeleton } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState } from '#ui/page/states'
import { SettingInputs, type SettingChange, useSaveSetting } from './SettingInputs.tsx'

export const handle = { name: phrase('Tenant Setting') }
export const clientLoader = guard({ rules: tenantSettingPolicy.see })

/** The settings of the user's own tenant; read-only for users who may not change them. */
export default function TenantSettings() {
  const t = useText()
  const client = useQueryClient()
  const { data, error, refetch } = useCall('GET /api/tenantSetting/', {})
  const { mutateAsync } = useSend('PATCH /api/tenantSetting/', { changes: ['audit'] })
  const mayChange = can(useActor(), tenantSettingPolicy.update)
  const saveSetting = useSaveSetting(async (change: SettingChange) => {
    const reply = await mutateAsync(change)
    // The account has the defaults of language and time zone for users who have not chosen any.
    void client.invalidateQueries({ queryKey: ['auth', 'GET /api/auth/account'] })
    return reply
  }, refetch)
  return (
    <Stack>
      <PageHeader title={t('Tenant Setting')} />
      <Text c="dimmed" maw="72ch">
        {mayChange
          ? t('Changes apply immediately, for everyone in the tenant.')
          : t('These settings apply to everyone in the tenant. Its tenant admins can change them.')}
      </Text>
      {mayChange && <MissingTexts />}
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={5} />}
      {data && (
        <SettingInputs
          label={t('Tenant Setting')}
          draftName="tenantSetting"
          settings={data.rows}
          saveSetting={mayChange ? saveSetting : null}
        />
      )}
    </Stack>
  )
}
