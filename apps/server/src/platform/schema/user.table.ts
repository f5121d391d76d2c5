import { themes } from '@tradewind/contract/platform/identity.contract'
import { assignees } from '@tradewind/contract/platform/permission.contract'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { adminApi, User } from '@tradewind/contract/platform/user.contract'
import { userFields } from '@tradewind/contract/platform/user.fields'
import { type Role, roles } from '@tradewind/contract/roles'
import { and, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { boolean, index, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { fold, searchContains } from '#kit/database/list'
import { globalTable, instant, notDeleted, scopedForeignKey, softDeleteTable, tenantTable } from '#kit/database/table'
import { entity } from '#kit/record/entity'
import { documents } from './document.table.ts'
import { languageEnum } from './message.table.ts'

export const userRole = pgEnum('user_role', roles)
export const userTheme = pgEnum('user_theme', themes)

/** The users of a tenant: its staff and its members. */
export const users = softDeleteTable(
  'user_account',
  {
    firstName: text().notNull(),
    middleName: text(),
    lastName: text().notNull(),
    /** As typed. Unique case-insensitively. */
    emailAddress: text().notNull(),
    role: userRole().notNull(),
    /** Null until the user has set one by the mailed link. */
    passwordHash: text(),
    hasPassword: boolean()
      .notNull()
      .generatedAlwaysAs(sql`password_hash is not null`),
    /** When the address was verified, by a link that was mailed to it. */
    verifiedAt: instant(),
    userCompanyName: text(),
    /** ISO code of the company's country. */
    userCompanyCountry: text(),
    isPartner: boolean().notNull().default(false),
    brandLogoUID: uuid('brand_logo_uid'),
    /** ISO codes, for level 3 only. */
    allowedCountries: text().array().notNull().default([]),
    reviewsSearchEnabled: boolean().notNull().default(false),
    /** When the account was closed: nobody can sign in to it until it is opened again. */
    deactivatedAt: instant(),
    /** The language that the user has chosen; null: the browser's preference. */
    language: languageEnum(),
    timeZone: text(),
    theme: userTheme().notNull().default('auto'),
    /** Folded sort keys. */
    nameKey: text().notNull().default(''),
    addressKey: text().notNull().default(''),
  },
  (t) => [
    scopedForeignKey('user_account_logo', t, t.brandLogoUID, documents),
    uniqueIndex('user_account_address')
      .on(t.tenantId, sql`lower(email_address)`)
      .where(notDeleted),
    index('user_account_by_name').on(t.tenantId, t.nameKey, t.uniqueId).where(notDeleted),
    index('user_account_by_address').on(t.tenantId, t.addressKey, t.uniqueId).where(notDeleted),
    index('user_account_by_role').on(t.tenantId, t.role, t.uniqueId).where(notDeleted),
    index('user_account_invited')
      .on(t.tenantId, t.uniqueId)
      .where(sql`deleted_at is null and not has_password`),
    index('user_account_closed')
      .on(t.tenantId, t.uniqueId)
      .where(sql`deleted_at is null and deactivated_at is not null`),
    index('user_account_shown')
      .on(t.tenantId, t.uniqueId)
      .where(
        sql`deleted_at is null and deactivated_at is null and user_company_name is not null and (is_partner or reviews_search_enabled)`,
      ),
    index('user_account_of_logo')
      .on(t.tenantId, t.brandLogoUID)
      .where(sql`brand_logo_uid is not null`),
  ],
)

/** The account is neither deleted nor closed: the user can sign in, and gets mail. */
export const isOpenAccount = and(isNull(users.deletedAt), isNull(users.deactivatedAt))!

interface NameParts {
  firstName: string
  middleName?: string | null | undefined
  lastName: string
}
export const fullNameOf = ({ firstName, middleName, lastName }: NameParts) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** There is a valid link for choosing the first password. The table is named, since its own file imports this one. */
export const hasInvitation = sql`exists (select from link_token invitation where invitation.user_id = ${users.uniqueId}
  and invitation.purpose = 'SET_PASSWORD' and invitation.used_at is null and invitation.expires_at > now())`

const isInvited = and(isNull(users.deactivatedAt), not(users.hasPassword))!
const stateConditions: Readonly<Record<User['state'], SQL>> = {
  INVITED: and(isInvited, hasInvitation)!,
  INVITATION_EXPIRED: and(isInvited, not(hasInvitation))!,
  ACTIVE: and(isNull(users.deactivatedAt), users.hasPassword)!,
  DEACTIVATED: isNotNull(users.deactivatedAt),
}

/** How many folded characters a sort key has: the size of an index row is limited. */
const KEY_LENGTH = 200

export const userEntity = entity<typeof users, typeof adminApi, typeof userFields>({
  name: 'user',
  table: users,
  fields: userFields,
  policy: userPolicy,
  title: 'emailAddress',
  searchLines: (user) => ({ fullName: fullNameOf(user) }),
  computedColumns: (user) => ({
    nameKey: fold(fullNameOf(user)).slice(0, KEY_LENGTH),
    addressKey: fold(user.emailAddress).slice(0, KEY_LENGTH),
  }),
  sorts: { fullName: users.nameKey, emailAddress: users.addressKey, adminRole: users.role },
  filters: {
    fullName: (needle) => searchContains(users, needle, 1),
    emailAddress: (needle) => searchContains(users, needle, 2),
    roleName: (role) => eq(users.role, role as Role),
    state: (state) => stateConditions[state as User['state']],
  },
  conditions: {
    fullName: users.nameKey,
    emailAddress: users.addressKey,
    adminRole: users.role,
    state: { choices: stateConditions },
  },
})

export const permissionAssignee = pgEnum('permission_assignee', assignees)

/** The permissions: the same for every tenant. */
export const permissions = globalTable(
  'permission',
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
    /** What the code checks. An unknown key grants nothing. */
    key: text().notNull(),
    /** The displayed name. */
    value: text().notNull(),
    assignee: permissionAssignee().notNull().default('ADMIN'),
  },
  (t) => [uniqueIndex('permission_key').on(t.key)],
)

/** Which permissions a user holds. */
export const userPermissions = tenantTable(
  'user_permission',
  {
    userId: uuid().notNull(),
    permissionId: uuid()
      .notNull()
      .references(() => permissions.uniqueId),
  },
  (t) => [
    scopedForeignKey('user_permission_user', t, t.userId, users),
    uniqueIndex('user_permission_once').on(t.tenantId, t.userId, t.permissionId),
  ],
)
