import { screen } from '#kit/screen'

export const tenantSettingScreens = [screen('tenantSetting/list', 'platform/tenantSetting/TenantSettings.tsx')]

/** In the area of the super admin alone. */
export const tenantConfigurationScreens = [
  screen('tenant/configuration/:uniqueId', 'platform/tenantSetting/TenantConfiguration.tsx'),
]
