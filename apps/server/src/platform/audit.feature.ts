import type { AuditAction } from '@tradewind/contract/kit/history'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { auditPolicy } from '@tradewind/contract/platform/policies'
import type { Actor } from '@tradewind/contract/roles'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { listRows } from '#kit/database/rows'
import { startOfDay } from '#kit/days'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audits } from '#kit/record/audit'
import { type Entity, rowCondition } from '#kit/record/entity'
import { downloadHandlers, type Tickets } from '#kit/record/sheets'
import type { AppContext } from '../appContext.ts'

type Row = typeof audits.$inferSelect
interface AuditQuery {
  action?: AuditAction | undefined
  kind?: string | undefined
  byName?: string | undefined
  title?: string | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  sort?: string | undefined
}

const containsText = (column: SQL, needle: string | undefined) =>
  needle?.trim() ? sql`lower(${column}) like lower(${`%${needle.trim().replace(/[\\%_]/g, '\\$&')}%`})` : undefined

const filterFor = (rules: Rules, query: AuditQuery, { actor, scope, timeZone }: RequestContext) => {
  const { action, kind, byName, title, dateFrom, dateTo } = query
  const reach = rowCondition({ table: audits }, rules, actor)
  return and(
    // The scope as constants next to row-level security: see decision 007.
    eq(audits.tenantId, scope.tenantId),
    eq(audits.partitionId, scope.partitionId),
    reach,
    action && eq(audits.action, action),
    kind ? eq(audits.kind, kind) : undefined,
    containsText(sql`${audits.byName}`, byName),
    containsText(sql`${audits.title}`, title),
    dateFrom ? sql`${audits.dateCreated} >= ${startOfDay(dateFrom, timeZone)}` : undefined,
    dateTo ? sql`${audits.dateCreated} < ${startOfDay(dateTo, timeZone, 1)}` : undefined,
  )
}

/** The entities that only some readers of the audit trail may read. */
type Confidential = () => readonly Entity[]

/** The changes column: empty for records of kinds that the actor may not see. */
const changesColumn = (actor: Actor, confidential: Confidential) => {
  const hiddenKinds = confidential().flatMap(({ name, policy }) => (can(actor, policy.see) ? [] : name))
  return hiddenKinds.length > 0
    ? sql`case when ${inArray(audits.kind, hiddenKinds)} then '{}' else changes end as changes`
    : sql`changes`
}

const selectOrdered = (changes: SQL, condition: SQL | undefined, sort = '-dateCreated') => {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`select id as "uniqueId", to_json(created_at)#>>'{}' as "dateCreated", action, kind, record_id as "recordId", title,
      by_name as "byName", ${changes} from ${audits} ${condition ? sql`where ${condition}` : sql``} order by created_at ${direction}, id ${direction}`
}

type Listed = Pick<Row, 'uniqueId' | 'dateCreated' | 'action' | 'kind' | 'recordId' | 'title' | 'byName' | 'changes'>

const columns: ExportColumn<Listed>[] = [
  { header: 'Date', value: ({ dateCreated }) => dateCreated, kind: 'date' },
  { header: 'Who', value: ({ byName }) => byName || 'Deleted user', width: 32 },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'Record', value: ({ title }) => title, width: 40 },
  { header: 'Changes', value: ({ changes }) => (Object.keys(changes).length > 0 ? JSON.stringify(changes) : null), width: 60 },
]

const download = (confidential: Confidential) => ({
  path: '/api/audit/export',
  rules: auditPolicy.export,
  kind: 'audit',
  title: 'Audit trail',
  columns: () => columns,
  rows: (query: AuditQuery, context: ReadContext) =>
    context.stream<Listed>(
      selectOrdered(changesColumn(context.actor, confidential), filterFor(auditPolicy.export, query, context), query.sort),
    ),
})

const auditRoutes = (appContext: { db: Database; tickets: Tickets; confidential: Confidential }) =>
  routes(auditApi, {
    ...downloadHandlers(download(appContext.confidential), appContext),
    list: (query, context) => {
      const condition = filterFor(auditPolicy.see, query, context)
      const counted = sql`select from ${audits} ${condition && sql`where ${condition}`}`
      const all = selectOrdered(changesColumn(context.actor, appContext.confidential), condition, query.sort)
      return listRows({ all, counted }, query, context, (rows) => rows as Listed[])
    },
  })

/** The audit trail. */
export const auditFeature = (context: AppContext, all: AllFeatures): Feature => ({
  retention: [{ table: audits, since: audits.dateCreated, setting: 'KEEP_TRAIL_DAYS' }],
  routes: () => [
    auditRoutes({
      ...context,
      confidential: () =>
        all().flatMap(({ entities = [] }) => entities.filter(({ confidential }) => confidential).map(({ entity }) => entity)),
    }),
  ],
})
