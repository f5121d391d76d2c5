import {
  type SettingValues,
  tenantConfigurations as configurationCatalogue,
  tenantSettings as settingCatalogue,
} from '@tradewind/contract/platform/settingCatalogue'
import { invalidatableCache } from '#kit/cache'
import { type Database, tenantScope } from '#kit/database/database'
import { tenantConfigurations, tenantSettings } from './schema/tenant.table.ts'

const defaultValues = Object.fromEntries(
  Object.entries({ ...settingCatalogue, ...configurationCatalogue }).map(([key, { defaultValue }]) => [key, defaultValue]),
) as SettingValues

const loadSettings = async (db: Database, tenantId: string) => {
  const reader = db.as(tenantScope(tenantId))
  const [settings, configurations] = await Promise.all([
    reader.select().from(tenantSettings),
    reader.select().from(tenantConfigurations),
  ])
  const differing = [...settings, ...configurations].filter(({ key }) => key in defaultValues)
  const settingValues = { ...defaultValues, ...Object.fromEntries(differing.map(({ key, value }) => [key, value])) }
  return { tenantId, settingValues }
}

/** Finds all settings of a tenant, defaultValues included, and caches them until a node message reports a change. */
export const openSettings = (db: Database, canCache: () => boolean) => {
  const cache = invalidatableCache<Awaited<ReturnType<typeof loadSettings>>>(canCache, {
    name: 'settings',
    maxEntries: 10_000,
    ttl: 600_000,
  })
  return {
    of: async (tenantId: string): Promise<SettingValues> =>
      (await cache.get(tenantId, () => loadSettings(db, tenantId))).settingValues,
    forget: (tenantId?: string) => cache.forget((one) => !tenantId || one.tenantId === tenantId),
  }
}
export type TenantSettings = ReturnType<typeof openSettings>

/** The path of the tenant's logo, if it has one. */
export const logoOf = ({ TENANT_LOGO }: Pick<SettingValues, 'TENANT_LOGO'>) =>
  TENANT_LOGO ? `/api/document/${TENANT_LOGO}` : null
