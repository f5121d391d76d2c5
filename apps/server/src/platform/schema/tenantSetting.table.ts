import { jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '#kit/database/table'

/** What was decided otherwise than the standard. */
const settings = () => ({ key: text().notNull(), value: jsonb().$type<boolean | number | string>().notNull() })

export const tenantSettings = tenantTable('tenant_setting', settings(), (t) => [
  uniqueIndex('tenant_setting_key').on(t.tenantId, t.key),
])

export const tenantConfigurations = tenantTable('tenant_configuration', settings(), (t) => [
  uniqueIndex('tenant_configuration_key').on(t.tenantId, t.key),
])
