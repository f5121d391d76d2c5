import { IconSettings } from '@tabler/icons-react'
import { all } from '@tradewind/contract/kit/policy'
import type { FeatureMenu } from '#kit/entries'
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
