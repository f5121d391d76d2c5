import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, contactPolicy, meetingReportPolicy, seesOutline } from '@tradewind/contract/crm/policies'
import { conditionFields } from '@tradewind/contract/kit/conditions'
import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { outlineOf } from '@tradewind/contract/kit/entityFields'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { and, isNull, max, type SQL, sql } from 'drizzle-orm'
import { companies, companyEntity } from '#crm/schema/company.table'
import { preparedRead } from '#kit/database/database'
import { liveRows, liveWhere, scopePlaceholders } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import type { SoftDeleteTable } from '#kit/database/table'
import { countUpTo } from '#kit/database/total'
import { invalid } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { type Entity, filtersOf, rowCondition, rowFilter } from '#kit/record/entity'
import { contactEntity } from './schema/contact.table.ts'
import { meetingReportEntity, meetingReports } from './schema/meetingReport.table.ts'

/** The fields that conditions may name for actors who see only the outline of a company. */
export const outlineFields = conditionFields(outlineOf(companyFields))

interface StoredState {
  where: string[]
  any: string[]
  sort: string
}

const isInOutline = (condition: string) => outlineFields.has(condition.split(':')[0] as 'country')

/** The part of a stored state of the list that an actor's list accepts: the calls would reject the rest. */
export const stateInOutline = <State extends StoredState>(state: State, actor: Actor): State => {
  if (!seesOutline(actor)) return state
  const sort = isCustomName(state.sort.replace('-', '')) ? '' : state.sort
  return { ...state, where: state.where.filter(isInOutline), any: state.any.filter(isInOutline), sort }
}

/** The company is not deleted, and the actor may see it. */
export const isVisibleCompany = (actor: Actor) =>
  and(isNull(companies.deletedAt), rowCondition(companyEntity, companyPolicy.see, actor))

/** The matching companies that the actor may see, as contacts copy them. Locks them (FOR SHARE) until the transaction ends. */
export const lockVisibleCompanies = ({ tx, actor }: WriteContext, matches: SQL) => {
  const { uniqueId, legalName, country } = companies
  return tx
    .select({ companyId: uniqueId, companyName: legalName, country })
    .from(companies)
    .where(and(matches, isVisibleCompany(actor)))
    .orderBy(uniqueId)
    .for('share')
}

/** Returns a function that maps a company's id to itself if the actor may see the company, and to null otherwise: such companies are shown without a link. */
export const visibleCompanyIds = async (ids: readonly string[], context: ReadContext | WriteContext) => {
  const allowed = rowFilter(companyEntity, companyPolicy.see, context.actor)
  if (allowed === 'all') return (id: string) => id
  const { uniqueId } = companies
  const found = await readerOf(context)
    .select({ uniqueId })
    .from(companies)
    .where(and(sql`${uniqueId} = ${anyOf([...new Set(ids)])}`, allowed))
  const visibleIds = new Set(found.map((company) => company.uniqueId))
  return (id: string) => (visibleIds.has(id) ? id : null)
}

/** Adds to companies the day of their newest report up to today that the actor may see. */
export const withLastReport = async <Row extends { uniqueId: string }>(rows: readonly Row[], context: ReadContext) => {
  const { actor, db, timeZone } = context
  const { companyId, date, deletedAt } = meetingReports
  if (rows.length === 0 || !can(actor, meetingReportPolicy.see)) return rows.map((row) => ({ ...row, lastReport: null }))
  const days = await db
    .select({ companyId, last: max(date) })
    .from(meetingReports)
    .where(
      and(
        sql`${companyId} = ${anyOf(rows.map(({ uniqueId }) => uniqueId))}`,
        isNull(deletedAt),
        sql`${date} <= (now() at time zone ${timeZone})::date`,
        rowCondition(meetingReportEntity, meetingReportPolicy.see, actor),
      ),
    )
    .groupBy(companyId)
  const lastReports = new Map(days.map(({ companyId: id, last }) => [id, last]))
  return rows.map((row) => ({ ...row, lastReport: lastReports.get(row.uniqueId) ?? null }))
}

const hasName = sql`lower(btrim(${companies.legalName})) = lower(btrim(${sql.placeholder('legalName')}))`
const findNamesake = preparedRead<{ legalName: string }>(
  'namesake of a company',
  sql`select ${companies.legalName} as "legalName" from ${companies}
    where ${liveWhere(companies, hasName, scopePlaceholders, 'byKey')} and ${companies.uniqueId} is distinct from ${sql.placeholder('exceptId')}::uuid`,
)

/** Throws if a company of this partition, not deleted, has this name, and names that company. */
export const assertNameFree = async (
  legalName: string | undefined,
  { tx, scope }: WriteContext,
  { exceptId, field = 'legalName' }: { exceptId?: string; field?: string } = {},
) => {
  if (legalName === undefined) return
  const [existing] = await findNamesake(tx, { ...scope, legalName, exceptId: exceptId ?? null })
  if (existing) throw invalid({ [field]: say('There is already a company “{name}”', { name: existing.legalName }) })
}

/** Rejects a list filtered by a contact that the actor may not see; the result would reveal what the contact is related to. */
export const assertContactVisible = async ({ contactId }: { contactId?: string | undefined }, context: ReadContext) => {
  if (contactId) await findRecord(contactEntity, contactPolicy.see, contactId, context)
}

/** The number of records in the list of a kind with these filters, counted as lists count. Null if the actor may not open that list. */
export const countRecords = async <T extends SoftDeleteTable>(
  entity: Entity<T>,
  filters: Readonly<Record<string, string>>,
  { actor, db, scope }: ReadContext,
) => {
  if (!can(actor, entity.policy.see)) return null
  const allowed = rowCondition(entity, entity.policy.see, actor)
  const condition = and(allowed, ...filtersOf(entity, filters))
  return countUpTo(db, sql`select from ${liveRows(entity.table, scope)} where ${condition ?? sql`true`}`)
}
