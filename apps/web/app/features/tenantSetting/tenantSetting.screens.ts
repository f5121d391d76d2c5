import { screen } from '#kit/screen'

export const tenantSettingScreens = [screen('tenantSetting/list', 'features/tenantSetting/TenantSettings.tsx')]

/** In the area of the super admin alone. */
export const tenantConfigurationScreens = [
  screen('tenant/configuration/:uniqueId', 'features/tenantSetting/TenantConfiguration.tsx'),
]
