import { triggerKinds } from '@tradewind/contract/trust/campaign.constants'
import { skipReasons } from '@tradewind/contract/trust/review.constants'
import { boolean, date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { contacts } from '#crm/schema/contact.table'
import { partitionTable, scopedForeignKey } from '#kit/database/table'
import { languageEnum } from '#platform/schema/message.table'
import { users } from '#platform/schema/user.table'

/** When an owner's customers are invited automatically. */
export const reviewTriggers = partitionTable(
  'review_trigger',
  {
    ownerId: uuid().notNull(),
    kind: text({ enum: triggerKinds }).notNull(),
    isOn: boolean().notNull().default(false),
    days: integer().notNull(),
    reminders: boolean().notNull().default(false),
    sentence: text(),
    language: languageEnum(),
    /** When it was switched on: earlier events are ignored. */
    since: date({ mode: 'string' }),
  },
  (t) => [
    scopedForeignKey('review_trigger_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_trigger_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.kind),
  ],
)
export type TriggerRow = typeof reviewTriggers.$inferSelect

/** The contacts that a trigger has processed, and for which event: each contact once. */
export const reviewTriggerAsks = partitionTable(
  'review_trigger_ask',
  {
    ownerId: uuid().notNull(),
    contactId: uuid().notNull(),
    /** The trigger's kind, the meeting report or project, and the owner: unique for each contact. */
    about: text().notNull(),
    /** The campaign that invited the contact; or else why it was not invited. */
    campaignId: uuid(),
    because: text({ enum: skipReasons }),
  },
  (t) => [
    scopedForeignKey('review_trigger_ask_owner', t, t.ownerId, users).onDelete('cascade'),
    scopedForeignKey('review_trigger_ask_contact', t, t.contactId, contacts).onDelete('cascade'),
    uniqueIndex('review_trigger_ask_once').on(t.tenantId, t.partitionId, t.contactId, t.about),
    index('review_trigger_ask_of_owner').on(t.tenantId, t.partitionId, t.ownerId),
  ],
)
