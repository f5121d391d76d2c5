import type { TenantSwitch } from '@tradewind/contract/kit/endpoint'
import type { RetentionSetting } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Tx } from './database/database.ts'
import type { SoftDeleteTable } from './database/table.ts'
import type { WriteContext } from './http/context.ts'
import { firstReplies, isOldReply } from './http/idempotency.ts'
import type { Routes } from './http/routes.ts'
import type { Routine, Worker } from './jobs.ts'
import type { BulkSheetIn } from './record/bulkSheet.ts'
import type { Entity, Row } from './record/entity.ts'
import type { ImportSpec } from './record/importSpec.ts'
import { imports } from './record/upload.ts'

/** How the search over all records shows one entity. */
interface SearchView<T extends SoftDeleteTable = SoftDeleteTable> {
  sort: string
  /** What is beside the title. */
  detail: (row: Row<T>) => string
  /** That is a text, of which the words around those that were found are shown. */
  isText?: true
  /** The filters that its list is asked with, where that is not `q`. */
  filters?: (actor: Actor, asked: { q: string }) => object
}

interface Uses<T extends SoftDeleteTable = SoftDeleteTable> {
  search?: SearchView<T>
  /** Its events are on the timelines of companies, contacts and projects. */
  onTimeline?: true
  /** The audit trail shows what changed in its records only to those who may see the records. */
  confidential?: true
  /** Each of its records is a person: when one is purged, the trail and the timelines keep that something was done, and not to whom. */
  ofPerson?: true
}
interface EntityUse extends Uses {
  entity: Entity
}

/** An entity of a feature and where it appears besides its own screens. All go to the trash and are swept from it. */
export const entityUse = <T extends SoftDeleteTable>(of: Entity<T>, uses: Uses<T> = {}): EntityUse => ({
  ...(uses as unknown as Uses),
  entity: of,
})

/**
 * A column that names a record of a kind, and copies nothing of it: when the record becomes part of another one, it names that. (Those that copy
 * something say so in their entity, by `copies`.)
 */
interface Reference {
  /** The kind that is named, as its entity is called. */
  to: string
  table: PgTable
  column: string
  /** The kind of the rows, or of what they link to. Those of no kind are neither counted nor named. */
  kind?: string
  /** A column in which the living rows of one record differ: of two that are alike one stays where it is. */
  once?: string
}

/** Rows of a table that only grows: how old each is says a column, an instant or a day. */
interface Ages {
  table: PgTable
  since: AnyPgColumn
  /** For how many days a tenant keeps them. */
  setting: RetentionSetting
}

/** What one feature adds to the application. `app.ts` lists the features. */
export interface Feature {
  /** The setting that switches it off: its records are not found by the search then. Its calls name it in the contract. */
  needs?: TenantSwitch
  routes?: () => readonly Routes[]
  /** Addresses that are no calls of the API. */
  mount?: (app: FastifyInstance) => void
  workers?: readonly Worker[]
  schedules?: readonly Routine[]
  entities?: readonly EntityUse[]
  /** Its columns that name records of others. */
  references?: readonly Reference[]
  /** Rows that are deleted once the condition holds, in the partitions of one tenant. Children come before their parents. */
  expired?: readonly (readonly [PgTable, SQL])[]
  /** Rows that are deleted once they are older than the tenant keeps them. */
  ages?: readonly Ages[]
  /** How its records arrive in workbooks: in uploads that a job takes in, and in the one that bootstraps a tenant. */
  imports?: readonly ImportSpec[]
  /** Its other sheets in the workbook that bootstraps a tenant. */
  sheets?: readonly BulkSheetIn[]
  /** Once per start of a node, before it answers. */
  onStart?: () => Promise<void>
  /** Gives a new tenant what every tenant begins with, in a transaction that is in it. */
  onTenantCreated?: (tx: Tx) => Promise<void>
  /** Somebody has proved that an address is theirs. */
  onAddressProved?: (tx: Tx, user: { uniqueId: string; emailAddress: string }) => Promise<void>
  /** What a person leaves behind in the records when they are deleted. */
  onUserDeleted?: (tx: Tx, userId: string) => Promise<void>
  /** Removes a document that belongs to this feature, with the reference to it. False where it is another feature's. */
  removeDocument?: (document: { uniqueId: string; purpose: string }, context: WriteContext) => Promise<boolean>
  /** Prepares one tenant's records before its expired rows are deleted, in that transaction. */
  beforeSweep?: (tx: Tx) => Promise<unknown>
  /** What follows from the deleted rows, in the same transaction. */
  afterSweep?: (tx: Tx) => Promise<unknown>
  /** What it removes of one tenant in transactions of its own, after the rows. */
  sweep?: (tenantId: string) => Promise<unknown>
}

/** What the kit itself keeps for features, and no longer: uploads, and replies for repeats of a call. */
export const kitFeature = (): Feature => ({
  expired: [
    [imports, sql`created_at < now() - interval '30 days'`],
    [firstReplies, isOldReply],
  ],
})

/** The features of the application, for those that serve all of them. Called when needed: they are known once all are declared. */
export type AllFeatures = () => readonly Feature[]

/** What a hook of the features does, one feature after the other. */
export const runHooks = async <Hook extends 'onTenantCreated' | 'onAddressProved' | 'onUserDeleted'>(
  all: AllFeatures,
  hook: Hook,
  ...given: Parameters<NonNullable<Feature[Hook]>>
) => {
  for (const feature of all()) await (feature[hook] as ((...given: unknown[]) => Promise<void>) | undefined)?.(...given)
}
