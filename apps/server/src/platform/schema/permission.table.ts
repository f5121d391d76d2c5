import { assignees } from '@tradewind/contract/platform/permission.contract'
import { sql } from 'drizzle-orm'
import { pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { globalTable, instant, inTenant, tenantTable } from '#kit/database/table'
import { users } from './user.table.ts'

export const permissionAssignee = pgEnum('permission_assignee', assignees)

/** The permissions that there are: the same for every tenant. */
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
    /** What the product asks for. One that it does not know grants nothing. */
    key: text().notNull(),
    /** What people read. */
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
    inTenant('user_permission_user', t, t.userId, users),
    uniqueIndex('user_permission_once').on(t.tenantId, t.userId, t.permissionId),
  ],
)
