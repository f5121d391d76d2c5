import type { Condition } from '@tradewind/contract/kit/conditions'
import { say } from '@tradewind/contract/kit/say'
import { tenantFields } from '@tradewind/contract/platform/tenant.fields'
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { invalidatableCache } from '#kit/cache'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { DEFAULT_PAGE_SIZE, normalizeText } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import { deferStatement, queryEachScope } from '#kit/database/transaction'
import { notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { compileConditionsOf } from '#kit/record/conditions'
import { tenantDomains, tenantFigures, tenants } from '#platform/schema/tenant.table'

export type Tenant = typeof tenants.$inferSelect

const everywhere = tenantScope()
const cacheOptions = { name: 'tenants', maxEntries: 10_000, ttl: 600_000 }

const firstOf = async (rows: Promise<Tenant[]>) => (await rows)[0]

const byHost = (db: Database, host: string) =>
  db
    .as(everywhere)
    .select(getTableColumns(tenants))
    .from(tenants)
    .innerJoin(tenantDomains, eq(tenantDomains.tenantId, tenants.uniqueId))
    .where(eq(tenantDomains.domain, host))

const byCondition = (db: Database, condition: SQL) => db.as(everywhere).select().from(tenants).where(condition)

/** The ids of the tenants that are not deleted. */
export const currentTenants = (db: Database) =>
  db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants).where(isNull(tenants.deletedAt))

/** Finds tenants and caches them, until a node message reports a change. */
export const openTenants = (db: Database, canCache: () => boolean) => {
  const cache = invalidatableCache<Tenant | undefined>(canCache, cacheOptions)
  return {
    byId: (id: string) => cache.get(id, () => firstOf(byCondition(db, eq(tenants.uniqueId, id)))),
    byHost: (host: string) => cache.get(`host ${host}`, () => firstOf(byHost(db, host))),
    main: () => cache.get('main', () => firstOf(byCondition(db, eq(tenants.isMain, true)))),
    forget: () => cache.forget(),
  }
}
export type Tenants = ReturnType<typeof openTenants>

/** Locks the data that all tenants share. Call it before any other write: nodes of a cluster that lock it later would deadlock. */
export const lockTenants = (tx: Tx) => deferStatement(tx, sql`select pg_advisory_xact_lock(hashtext('tenants'))`)

/** Counts the rows that match a condition, in each tenant in turn under its row-level security. Only for what the super admin queries across tenants. */
export const countEach = async (db: Database, table: PgTable, condition: SQL) => {
  const all = await db.as(everywhere).select({ tenantId: tenants.uniqueId }).from(tenants).where(isNull(tenants.erasedAt))
  const scopes = all.map(({ tenantId }) => tenantScope(tenantId))
  const counted = sql`select count(*)::int as count from ${table} where ${condition}`
  const found = await db.write(everywhere, (tx) => queryEachScope<{ count: number }>(tx, scopes, counted))
  return all.map(({ tenantId }, at) => ({ tenantId, count: found[at]![0]!.count }))
}

/** Does this work in each tenant that has no row of a table: adds initial rows to tenants that are older than the table. */
export const forEachTenantWithout = async (db: Database, table: PgTable, work: (tx: Tx) => Promise<void>) => {
  const counted = await countEach(db, table, sql`true`)
  for (const { tenantId } of counted.filter((one) => one.count === 0)) await db.write(tenantScope(tenantId), work)
}

/** The host of a request, without its port, lower case. */
export const hostName = (host: string | undefined) => (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

const { users, records, storage, lastActivity, updatedAt: countedAt } = getTableColumns(tenantFigures)
const tenantColumns = { ...getTableColumns(tenants), figures: { users, records, storage, lastActivity, countedAt } }

/** Excludes those that are being deleted permanently. */
const isNotErased = isNull(tenants.erasedAt)

const selectTenants = (db: Reader | Tx) =>
  db.select(tenantColumns).from(tenants).leftJoin(tenantFigures, eq(tenantFigures.tenantId, tenants.uniqueId))

/** A tenant as the super admin sees it, soft-deleted or not. `lock`: until the transaction ends. */
export const findTenant = async (db: Reader | Tx, uniqueId: string, lock = false) => {
  const query = selectTenants(db)
    .where(and(eq(tenants.uniqueId, uniqueId), isNotErased))
    .$dynamic()
  const [tenant] = await (lock ? query.for('update', { of: tenants }) : query)
  if (!tenant) throw notFound(say('Tenant not found'))
  return tenant
}

/** Lower case, without accents, like `fold`. There are too few tenants for an index. */
const folded = (column: AnyPgColumn) => sql`regexp_replace(normalize(lower(${column}), nfd), '[\\u0300-\\u036f]', '', 'g')`

const contains = (needle: string | undefined, ...columns: AnyPgColumn[]): SQL | undefined => {
  const text = normalizeText((needle ?? '').trim())
  if (!text) return undefined
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => sql`${folded(column)} like ${pattern}`))
}

const { fullName, firstName, middleName, lastName, emailAddress, phoneNumber, domainName, secondaryDomainName } = tenants
const searched = [fullName, firstName, middleName, lastName, emailAddress, phoneNumber, domainName, secondaryDomainName]

const sorts = {
  dateCreated: tenants.dateCreated,
  fullName: folded(fullName),
  domainName: tenants.domainName,
  /** Tenants that were not counted yet have the fewest. */
  users: sql`coalesce(${users}, -1)`,
}
const stateFilters = { ACTIVE: isNull(tenants.deletedAt), DELETED: isNotNull(tenants.deletedAt) }

/** A condition on the text in any of these columns. */
const textIn = (...columns: AnyPgColumn[]) => ({
  matches: ({ operator, values: [text = ''] }: Condition) => {
    if (operator === 'contains') return contains(text, ...columns) ?? sql`true`
    const isText = or(...columns.map((column) => sql`coalesce(${folded(column)}, '') = ${normalizeText(text)}`))!
    return operator === 'is' ? isText : not(isText)
  },
})

/** Its conditions need neither a search text nor other tables. */
const conditionsTable = tenants as unknown as SoftDeleteTable
const conditions = {
  fullName: textIn(fullName),
  domainName: textIn(domainName, secondaryDomainName),
  emailAddress: textIn(firstName, middleName, lastName, emailAddress),
  dateCreated: tenants.dateCreated,
  state: { choices: stateFilters },
}

interface TenantQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
  fullName?: string | undefined
  domainName?: string | undefined
  state?: keyof typeof stateFilters | undefined
}

/** A page of the tenants, or all of them if no page was requested. */
export const listTenants = async (query: TenantQuery, context: ReadContext) => {
  const { db } = context
  const { page, size, sort = '-dateCreated' } = query
  const matching = and(
    isNotErased,
    contains(query.q, ...searched),
    contains(query.fullName, fullName),
    contains(query.domainName, domainName, secondaryDomainName),
    query.state && stateFilters[query.state],
    ...compileConditionsOf({ table: conditionsTable, fields: tenantFields, conditions }, { ...query }, context),
  )
  const direction = sort.startsWith('-') ? desc : asc
  const key = sorts[sort.replace('-', '') as keyof typeof sorts]
  const found = selectTenants(db).where(matching).orderBy(direction(key), direction(tenants.uniqueId)).$dynamic()
  const counting = db.select({ total: count() }).from(tenants).where(matching)
  const isPage = page !== undefined || size !== undefined
  const [rows, [counted]] = await Promise.all([
    isPage ? found.limit(size ?? DEFAULT_PAGE_SIZE).offset((page ?? 0) * (size ?? DEFAULT_PAGE_SIZE)) : found,
    counting,
  ])
  return { rows, total: counted!.total, estimated: false }
}
