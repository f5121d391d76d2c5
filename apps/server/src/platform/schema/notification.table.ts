import type { CountryCode } from '@tradewind/contract/countries'
import { notificationTypes } from '@tradewind/contract/platform/notification.contract'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import { instant, scopedForeignKey, tenantTable } from '#kit/database/table'
import { users } from './user.table.ts'

export const notificationType = pgEnum('notification_type', notificationTypes)

/** The values of a notification's placeholders. Countries are named in the reader's language. */
export type NoticeValues = Readonly<Record<string, string | { country: CountryCode }>>

/** A notification of a user. It is translated when it is read. */
export const notifications = tenantTable(
  'notification',
  {
    userId: uuid().notNull(),
    type: notificationType().notNull().default('PUSH_WEB'),
    /** English texts with placeholders, and their values. */
    subject: text().notNull(),
    content: text().notNull(),
    values: jsonb().$type<NoticeValues>().notNull(),
    /** The path of the page to open, without the area. */
    path: text(),
    readAt: instant(),
  },
  (t) => [
    scopedForeignKey('notification_user', t, t.userId, users),
    index('notification_of_user').on(t.tenantId, t.userId, t.dateCreated, t.uniqueId),
    index('notification_unread')
      .on(t.tenantId, t.userId)
      .where(sql`read_at is null`),
  ],
)
