import { say } from '@tradewind/contract/kit/say'
import { and, asc, count, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '#kit/database/database'
import { plain } from '#kit/database/list'
import { notFound } from '#kit/errors'
import { tenantFigures, tenants } from '#platform/schema/tenant.table'

const { users, records, storage, lastActivity, updatedAt: countedAt } = getTableColumns(tenantFigures)
const shown = { ...getTableColumns(tenants), figures: { users, records, storage, lastActivity, countedAt } }

/** Those that are not being deleted for good. */
const there = isNull(tenants.erasedAt)

const asShown = (db: Reader | Tx) =>
  db.select(shown).from(tenants).leftJoin(tenantFigures, eq(tenantFigures.tenantId, tenants.uniqueId))

/** A tenant as the super admin sees it, deleted softly or not. `lock`: until the transaction ends. */
export const findTenant = async (db: Reader | Tx, uniqueId: string, lock = false) => {
  const query = asShown(db)
    .where(and(eq(tenants.uniqueId, uniqueId), there))
    .$dynamic()
  const [tenant] = await (lock ? query.for('update', { of: tenants }) : query)
  if (!tenant) throw notFound(say('Tenant not found'))
  return tenant
}

/** Lower case, without accents, as `fold` does it. There are too few tenants for an index. */
const folded = (column: AnyPgColumn) => sql`regexp_replace(normalize(lower(${column}), nfd), '[\\u0300-\\u036f]', '', 'g')`

const contains = (needle: string | undefined, ...columns: AnyPgColumn[]): SQL | undefined => {
  const text = plain((needle ?? '').trim())
  if (!text) return undefined
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => sql`${folded(column)} like ${pattern}`))
}

const { fullName, firstName, middleName, lastName, emailAddress, phoneNumber, domainName, secondaryDomainName } = tenants
const searched = [fullName, firstName, middleName, lastName, emailAddress, phoneNumber, domainName, secondaryDomainName]

const sorts = { dateCreated: tenants.dateCreated, fullName: folded(fullName), domainName: tenants.domainName }

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
  fullName?: string | undefined
  domainName?: string | undefined
}

/** A page of the tenants, or all of them where no page was asked for. */
export const listTenants = async (asked: Asked, db: Reader) => {
  const { page, size, sort = '-dateCreated' } = asked
  const met = and(
    there,
    contains(asked.q, ...searched),
    contains(asked.fullName, fullName),
    contains(asked.domainName, domainName, secondaryDomainName),
  )
  const way = sort.startsWith('-') ? desc : asc
  const key = sorts[sort.replace('-', '') as keyof typeof sorts]
  const found = asShown(db).where(met).orderBy(way(key), way(tenants.uniqueId)).$dynamic()
  const counting = db.select({ total: count() }).from(tenants).where(met)
  const isPage = page !== undefined || size !== undefined
  const [rows, [counted]] = await Promise.all([
    isPage ? found.limit(size ?? 20).offset((page ?? 0) * (size ?? 20)) : found,
    counting,
  ])
  return { rows, total: counted!.total, estimated: false }
}
