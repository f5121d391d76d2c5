import { roles } from '@tradewind/contract/roles'
import { sql } from 'drizzle-orm'
import { boolean, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, inTenant, tenantTable } from '#kit/database/table'

export const userRole = pgEnum('user_role', roles)

/** The people of a tenant: its staff and its members. */
export const users = tenantTable(
  'user_account',
  {
    deletedAt: instant(),
    firstName: text().notNull(),
    middleName: text(),
    lastName: text().notNull(),
    /** As typed. It is unique without regard to case. */
    emailAddress: text().notNull(),
    role: userRole().notNull(),
    /** None until the person has set one by the link that was mailed. */
    passwordHash: text(),
    /** The address is proved to be the person's: by a link that was mailed to it. */
    verifiedAt: instant(),
    userCompanyName: text(),
    isPartner: boolean().notNull().default(false),
    brandLogoUID: uuid('brand_logo_uid'),
    /** ISO codes, for level 3 alone. */
    allowedCountries: text().array().notNull().default([]),
    reviewsSearchEnabled: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('user_account_address')
      .on(t.tenantId, sql`lower(email_address)`)
      .where(sql`deleted_at is null`),
  ],
)

/** The permission keys that a user holds. */
export const userPermissions = tenantTable('user_permission', { userId: uuid().notNull(), key: text().notNull() }, (t) => [
  inTenant('user_permission_user', t, t.userId, users),
  uniqueIndex('user_permission_once').on(t.tenantId, t.userId, t.key),
])
