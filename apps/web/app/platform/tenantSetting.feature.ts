import { IconSettings } from '@tabler/icons-react'
import { all } from '@tradewind/contract/kit/policy'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

export const tenantSettingMenu: FeatureMenu = {
  menu: [
    {
      group: phrase('Admin Settings'),
      text: phrase('Tenant Setting'),
      about: phrase('Language, time zone and mails of everybody here.'),
      path: 'tenantSetting/list',
      icon: IconSettings,
      rules: [[['ROLE_TENANT_ADMIN'], all]],
    },
  ],
}

export const tenantSettingScreens = [screen('tenantSetting/list', 'platform/tenantSetting/TenantSettings.tsx')]

/** In the area of the super admin alone. */
export const tenantConfigurationScreens = [
  screen('tenant/configuration/:uniqueId', 'platform/tenantSetting/TenantConfiguration.tsx'),
]
