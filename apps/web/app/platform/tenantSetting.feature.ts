import { IconForms, IconSettings } from '@tabler/icons-react'
import { customFieldPolicy } from '@tradewind/contract/kit/custom/custom.policy'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import type { Feature } from '#kit/feature'

const group = phrase('Admin Settings')

export const tenantSettingFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Tenant Setting'),
      path: 'tenantSetting/list',
      icon: IconSettings,
      rules: [[['ROLE_TENANT_ADMIN'], all]],
    },
    {
      group,
      text: phrase('Custom fields'),
      path: 'customField/list',
      icon: IconForms,
      rules: customFieldPolicy.create,
    },
  ],
  screens: {
    work: { 'tenantSetting/list': 'platform/tenantSetting/TenantSettings.tsx' },
    staff: { 'customField/list': 'platform/tenantSetting/CustomFields.tsx' },
    superAdmin: { 'tenant/configuration/:uniqueId': 'platform/tenantSetting/TenantConfiguration.tsx' },
  },
}
