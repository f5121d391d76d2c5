import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { tenantConfigurationRoutes, tenantSettingRoutes } from './tenantSetting.routes.ts'

/** What is decided for a tenant, by its admins and by the super admin. */
export const tenantSettingFeature = (context: AppContext): Feature => ({
  routes: () => [tenantSettingRoutes(context), tenantConfigurationRoutes(context)],
})
