import { index, jsonb, type AnyPgColumn, text, uuid } from 'drizzle-orm/pg-core'
import { instant, inPartition, linkTable, partitionTable } from '#kit/database/table'
import { companies } from './company.table.ts'
import { contacts } from './contact.table.ts'

/** Rows that named a record which is part of another one since. */
export interface Moved {
  table: string
  column: string
  /** Each with the record that it named before. */
  rows: readonly { uniqueId: string; was: string }[]
  /** Of a table of links: what each row joined, and which of them are new with the record that stays. */
  links?: readonly { was: string; others: Readonly<Record<string, string>>; isNew: boolean }[]
}

/** What was changed in a record by a merge, beside what moved. */
export interface Filled {
  uniqueId: string
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

/** Which records became one, and all that it takes to undo it: kept for 30 days. */
export const merges = partitionTable(
  'record_merge',
  {
    kind: text().notNull(),
    intoId: uuid().notNull(),
    fromIds: uuid().array().notNull(),
    /** What these were called. */
    names: text().array().notNull(),
    byName: text().notNull(),
    /** The fields of the record that stays, as far as the merge changed them. */
    filled: jsonb().$type<Pick<Filled, 'before' | 'after'>>().notNull(),
    moved: jsonb().$type<readonly Moved[]>().notNull(),
    /** Places in projects where both records had one: those that went to the trash, and those that took something of them. */
    places: jsonb().$type<{ trashed: readonly string[]; filled: readonly Filled[] }>().notNull(),
    undoneAt: instant(),
  },
  (t) => [
    index('record_merge_into').on(t.tenantId, t.partitionId, t.intoId, t.dateCreated),
    index('record_merge_from').using('gin', t.fromIds),
  ],
)
export type Merge = typeof merges.$inferSelect

/** On the timeline of the one stands what happened to the other before they were one. For good, as what happened stays. */
export const mergedTimelines = linkTable('merged_timeline', { intoId: uuid().notNull(), fromId: uuid().notNull() }, (t) => [
  index('merged_timeline_from').on(t.tenantId, t.partitionId, t.fromId),
])

const pairs = { oneId: uuid().notNull(), otherId: uuid().notNull() }
type Keyed = Parameters<typeof inPartition>[3]
type Pairs = Parameters<typeof inPartition>[1] & { oneId: AnyPgColumn; otherId: AnyPgColumn }
const pairsOf = (name: string, of: Keyed) => (t: Pairs) => [
  inPartition(`${name}_one`, t, t.oneId, of).onDelete('cascade'),
  inPartition(`${name}_other`, t, t.otherId, of).onDelete('cascade'),
  index(`${name}_of_other`).on(t.tenantId, t.partitionId, t.otherId),
]

/** Two companies that look alike, of which somebody has said that they are not the same. The lesser id comes first. */
export const differentCompanies = linkTable('different_company', pairs, pairsOf('different_company', companies))
/** The same of contacts. */
export const differentContacts = linkTable('different_contact', pairs, pairsOf('different_contact', contacts))
