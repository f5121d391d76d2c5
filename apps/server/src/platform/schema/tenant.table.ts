import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { globalTable, instant, tenantTable } from '#kit/database/table'

/** The tenants. The personal name and the email address are their contact person's. */
export const tenants = globalTable(
  'tenant',
  {
    uniqueId: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    dateCreated: instant('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: instant('deleted_at'),
    /** It is being deleted permanently: it is shown nowhere, and a job removes its data. */
    erasedAt: instant('erased_at'),
    createdBy: uuid(),
    isMain: boolean().notNull().default(false),
    fullName: text().notNull(),
    firstName: text().notNull().default(''),
    middleName: text(),
    lastName: text().notNull().default(''),
    emailAddress: text().notNull().default(''),
    phoneNumber: text(),
    domainName: text(),
    secondaryDomainName: text(),
    address: text(),
  },
  (t) => [
    uniqueIndex('tenant_main')
      .on(t.isMain)
      .where(sql`is_main`),
  ],
)

/** Every host name by which a tenant is found: unique over all tenants, in either of the two columns. */
export const tenantDomains = globalTable('tenant_domain', {
  domain: text().primaryKey(),
  tenantId: uuid()
    .notNull()
    .references(() => tenants.uniqueId, { onDelete: 'cascade' }),
  updatedAt: instant('updated_at')
    .notNull()
    .default(sql`now()`),
})

/** The figures of each tenant when it was last counted. */
export const tenantFigures = globalTable('tenant_figure', {
  tenantId: uuid()
    .primaryKey()
    .references(() => tenants.uniqueId, { onDelete: 'cascade' }),
  users: integer().notNull(),
  records: integer().notNull(),
  /** Bytes of files. */
  storage: bigint({ mode: 'number' }).notNull(),
  lastActivity: instant(),
  /** What is in the trash: records, and bytes of files. Null until a release that counts it has done so. */
  trashRecords: integer(),
  trashStorage: bigint({ mode: 'number' }),
  updatedAt: instant('updated_at')
    .notNull()
    .default(sql`now()`),
})

/** The values that differ from the default. */
const settings = () => ({ key: text().notNull(), value: jsonb().$type<boolean | number | string>().notNull() })

export const tenantSettings = tenantTable('tenant_setting', settings(), (t) => [
  uniqueIndex('tenant_setting_key').on(t.tenantId, t.key),
])

export const tenantConfigurations = tenantTable('tenant_configuration', settings(), (t) => [
  uniqueIndex('tenant_configuration_key').on(t.tenantId, t.key),
])
