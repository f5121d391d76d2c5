import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { nextStepsPolicy } from '@tradewind/contract/crm/nextSteps.policy'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import type { ReadContext } from '#kit/http/context'
import { type Entity, rowFilter } from '#kit/record/entity'

type Counted = 'contacts' | 'reports' | 'openTasks'
interface Source {
  what: Counted
  of: Entity
  rules: Rules
  companyId: typeof contacts.companyId | typeof meetingReports.companyId | typeof nextSteps.companyId
  only?: SQL
}

const sources: readonly Source[] = [
  { what: 'contacts', of: contactEntity, rules: contactPolicy.see, companyId: contacts.companyId },
  { what: 'reports', of: meetingReportEntity, rules: meetingReportPolicy.see, companyId: meetingReports.companyId },
  {
    what: 'openTasks',
    of: nextStepsEntity,
    rules: nextStepsPolicy.see,
    companyId: nextSteps.companyId,
    only: eq(nextSteps.nextStepsStatus, 'OPEN'),
  },
]

/** How many of a kind each of these companies has, as far as who asks may see them. */
const countOf = ({ what, of, rules, companyId, only }: Source, ids: readonly string[], { actor }: ReadContext) => {
  const reach = rowFilter(of, rules, actor)
  const theirs = and(inArray(companyId, [...ids]), isNull(of.table.deletedAt), only, reach === 'all' ? undefined : reach)
  return sql`select ${what}::text as what, ${companyId} as company, count(*)::int as many from ${of.table} where ${theirs} group by ${companyId}`
}

/** Companies of a project, each with how many contacts, reports and open tasks it has: one query for all of them. */
export const withCounts = async <One extends { companyId: string }>(rows: One[], context: ReadContext) => {
  const seen = sources.filter(({ rules }) => can(context.actor, rules))
  if (rows.length === 0 || seen.length === 0) return rows.map((row) => ({ ...row, counts: {} }))
  const ids = [...new Set(rows.map(({ companyId }) => companyId))]
  const counts = seen.map((source) => countOf(source, ids, context))
  const { rows: found } = await context.db.execute<{ what: Counted; company: string; many: number }>(
    sql.join(counts, sql` union all `),
  )
  const many = new Map(found.map(({ what, company, many: count }) => [`${what} ${company}`, count]))
  return rows.map((row) => ({
    ...row,
    counts: Object.fromEntries(seen.map(({ what }) => [what, many.get(`${what} ${row.companyId}`) ?? 0])),
  }))
}
