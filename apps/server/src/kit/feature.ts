import type { TenantSwitch } from '@tradewind/contract/kit/endpoint'
import type { Rules } from '@tradewind/contract/kit/policy'
import type { RetentionSetting } from '@tradewind/contract/platform/settingCatalogue'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Tx } from './database/database.ts'
import type { WriteContext } from './http/context.ts'
import { firstReplies, isOldReply } from './http/idempotency.ts'
import type { Routes } from './http/routes.ts'
import type { Routine, Worker } from './jobs.ts'
import type { Entity } from './record/entity.ts'
import type { ImportSpec } from './record/importSpec.ts'
import type { CreateBulkSheet } from './record/sheets.ts'
import { imports } from './record/uploadState.ts'

/**
 * A column that references a record of a kind and copies nothing of it: when that record is merged into another one, the column is set to the other
 * one. (Columns that copy values declare that in their entity, by `copies`.)
 */
interface Reference {
  /** The kind that is referenced, by the name of its entity. */
  to: string
  table: PgTable
  column: string
  /** The kind of the rows, or of what they link to. Rows without a kind are neither counted nor listed. */
  kind?: string
  /** A column that is unique among the rows of one record that are not deleted: of two equal rows, one stays where it is. */
  uniqueColumn?: string
}

/** What else a feature does when records of a kind are merged. Both run after the references have moved, in the same transaction. */
interface MergeHook {
  /** The name under which the merge stores what `merged` returns. Never renamed. */
  name: string
  /** The kind, by the name of its entity. */
  of: string
  /** Receives the id of the record that stays; returns JSON for `undone`. */
  merged: (into: string, context: WriteContext) => Promise<unknown>
  undone: (stored: unknown, context: WriteContext) => Promise<void>
}

/** Rows of an append-only table; the column holds their age as an instant or a day. */
interface RetentionRule {
  table: PgTable
  since: AnyPgColumn
  /** The setting for how many days a tenant stores them. */
  setting: RetentionSetting
}

/** A kind whose changes are announced to open pages: an entity, or one that is announced without ids, to users who see all of it. */
export interface NewsSource {
  name: string
  policy: { see: Rules }
  /** Instead, records that show what was written are announced: a query of their kinds and ids (`kind`, `id`). */
  shownAs?: (ids: readonly string[]) => SQL
  /** The super admin reads it in other tenants, too. */
  acrossTenants?: true
}

/** What one feature adds to the application. `app.ts` lists the features. */
export interface Feature {
  /** The setting that switches the feature off: the search then skips its records. Its calls name it in the contract. */
  tenantSwitch?: TenantSwitch
  routes?: () => readonly Routes[]
  /** Registers routes that are not API calls. */
  mount?: (app: FastifyInstance) => void
  workers?: readonly Worker[]
  schedules?: readonly Routine[]
  /** Its kinds of records. Trash, sweep, audit trail, timelines and the search of everything serve them as they declare. */
  entities?: readonly Entity[]
  /** Further kinds whose writes are announced to open pages. */
  announced?: readonly NewsSource[]
  /** Its columns that reference records of other features. */
  references?: readonly Reference[]
  mergeHooks?: readonly MergeHook[]
  /** Rows to delete once the condition holds, in the partitions of one tenant. Children before their parents. */
  expired?: readonly (readonly [PgTable, SQL])[]
  /** Rows to delete once they are older than the tenant's retention setting. */
  retention?: readonly RetentionRule[]
  /** How to import its records from workbooks: from uploads that a job imports, and from the workbook that bootstraps a tenant. */
  imports?: readonly ImportSpec[]
  /** Its other sheets in the workbook that bootstraps a tenant. */
  sheets?: readonly CreateBulkSheet[]
  /** Runs once per start of a node, before it serves requests. */
  onStart?: () => Promise<void>
  /** Creates what every new tenant begins with, in a transaction in that tenant's scope. */
  onTenantCreated?: (tx: Tx) => Promise<void>
  /** Runs when a user has proved that an email address is theirs. */
  onAddressProved?: (tx: Tx, user: { uniqueId: string; emailAddress: string }) => Promise<void>
  /** Cleans up the records of a deleted user. */
  onUserDeleted?: (tx: Tx, userId: string) => Promise<void>
  /** Counts what goes with a user who is deleted, by kind: what is deleted with the account, tasks that others get, shares that end. */
  countWithUser?: (tx: Tx, user: { uniqueId: string; isMember: boolean }) => Promise<Readonly<Record<string, number>>>
  /** Ends what a user cannot do any more after the account was closed or deleted, or its role was changed. */
  onAccessChanged?: (context: WriteContext, userId: string) => Promise<void>
  /** Removes a document of this feature, with the reference to it. Returns false where the document belongs to another feature. */
  removeDocument?: (document: { uniqueId: string; purpose: string }, context: WriteContext) => Promise<boolean>
  /** Prepares one tenant's records before its expired rows are deleted, in the same transaction. */
  beforeSweep?: (tx: Tx) => Promise<unknown>
  /** Runs after the rows were deleted, in the same transaction. */
  afterSweep?: (tx: Tx) => Promise<unknown>
  /** Removes more of one tenant's data in transactions of its own, after the rows. */
  sweep?: (tenantId: string) => Promise<unknown>
}

/** What the kit itself stores for features, and when it expires: uploads, and replies for repeated calls. */
export const kitFeature = (): Feature => ({
  expired: [
    [imports, sql`created_at < now() - interval '30 days'`],
    [firstReplies, isOldReply],
  ],
})

/** The features of the application, for those that serve all of them. A function, since the list is complete only after all are declared. */
export type AllFeatures = () => readonly Feature[]

/** Runs a hook of all features, one after the other. */
export const runHooks = async <Hook extends 'onTenantCreated' | 'onAddressProved' | 'onUserDeleted' | 'onAccessChanged'>(
  all: AllFeatures,
  hook: Hook,
  ...args: Parameters<NonNullable<Feature[Hook]>>
) => {
  for (const feature of all()) await (feature[hook] as ((...given: unknown[]) => Promise<void>) | undefined)?.(...args)
}
