import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { instant, linkTable, partitionTable, scopedForeignKey } from '#kit/database/table'
import { companies } from './company.table.ts'
import { contacts } from './contact.table.ts'

/** Rows that referenced a record which was merged into another one. */
export interface Moved {
  table: string
  column: string
  /** Each with the id of the record that it referenced before. */
  rows: readonly { uniqueId: string; was: string }[]
  /** For link tables: the other columns of each row, and whether it is new for the record that stays. */
  links?: readonly { was: string; others: Readonly<Record<string, string>>; isNew: boolean }[]
}

/** The fields of a record that a merge changed, besides references. */
export interface FieldChange {
  uniqueId: string
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

/** Projects that several of the merged companies were in. */
export interface CombinedPlaces {
  /** The rows that went to the trash. */
  trashed: readonly string[]
  /** The rows that were in the trash together with their project, and no longer return with it. */
  separated?: readonly string[]
  /** The rows that remain instead of those, with the values that they got from them. */
  filled: readonly FieldChange[]
}

/** Two records that are marked as not the same. */
export interface DifferentPair {
  oneId: string
  otherId: string
}

/** Which records were merged, and all data for undoing it: stored for 30 days. */
export const merges = partitionTable(
  'record_merge',
  {
    kind: text().notNull(),
    intoId: uuid().notNull(),
    fromIds: uuid().array().notNull(),
    /** The titles of the merged records. */
    names: text().array().notNull(),
    byName: text().notNull(),
    /** The fields of the record that stays, if changed by the merge. */
    filled: jsonb().$type<Pick<FieldChange, 'before' | 'after'>>().notNull(),
    moved: jsonb().$type<readonly Moved[]>().notNull(),
    /** `marks`: those “not a duplicate” that the record that stays got. `hooks`: what the features' merge hooks need to undo theirs, by name. */
    places: jsonb()
      .$type<CombinedPlaces & { marks?: readonly DifferentPair[]; hooks?: Readonly<Record<string, unknown>> }>()
      .notNull(),
    undoneAt: instant(),
  },
  (t) => [
    index('record_merge_into').on(t.tenantId, t.partitionId, t.intoId, t.dateCreated),
    index('record_merge_from').using('gin', t.fromIds),
  ],
)
export type Merge = typeof merges.$inferSelect

/** The timeline of `intoId` includes that of `fromId` before the merge. Permanent, as history does not change. */
export const mergedTimelines = linkTable('merged_timeline', { intoId: uuid().notNull(), fromId: uuid().notNull() }, (t) => [
  index('merged_timeline_from').on(t.tenantId, t.partitionId, t.fromId),
])

/** A query of the ids (`into_id`) of the records into which those that match `one` were merged, at once or one after the other. */
export const remainingIds = (one: (id: SQL) => SQL) => {
  const { intoId, fromId } = mergedTimelines
  return sql`with recursive remaining as (select ${intoId} from ${mergedTimelines} where ${one(sql`${fromId}`)}
    union select ${intoId} from remaining join ${mergedTimelines} on ${fromId} = remaining.into_id) select into_id from remaining`
}

const pairs = { oneId: uuid().notNull(), otherId: uuid().notNull() }
type Keyed = Parameters<typeof scopedForeignKey>[3]
type Pairs = Required<Parameters<typeof scopedForeignKey>[1]> & { oneId: AnyPgColumn; otherId: AnyPgColumn }
const pairsOf = (name: string, of: Keyed) => (t: Pairs) => [
  scopedForeignKey(`${name}_one`, t, t.oneId, of).onDelete('cascade'),
  scopedForeignKey(`${name}_other`, t, t.otherId, of).onDelete('cascade'),
  index(`${name}_of_other`).on(t.tenantId, t.partitionId, t.otherId),
]

/** Pairs of similar companies that are marked as not the same. The smaller id comes first. */
export const differentCompanies = linkTable('different_company', pairs, pairsOf('different_company', companies))
/** The same for contacts. */
export const differentContacts = linkTable('different_contact', pairs, pairsOf('different_contact', contacts))
