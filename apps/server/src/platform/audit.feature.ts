import type { Condition } from '@tradewind/contract/kit/conditions'
import type { AuditAction } from '@tradewind/contract/kit/history'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { auditFields } from '@tradewind/contract/platform/audit.fields'
import { auditPolicy } from '@tradewind/contract/platform/policies'
import type { Actor } from '@tradewind/contract/roles'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { listRows } from '#kit/database/rows'
import type { SoftDeleteTable } from '#kit/database/table'
import { formatterIn, startOfDay } from '#kit/days'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audits } from '#kit/record/audit'
import { compileConditionsOf } from '#kit/record/conditions'
import { rowCondition } from '#kit/record/entity'
import { downloadHandlers } from '#kit/record/sheets'
import type { AppContext } from '../appContext.ts'

type Row = typeof audits.$inferSelect
interface AuditQuery {
  where?: readonly Condition[] | undefined
  any?: readonly Condition[] | undefined
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

/** The kinds of records that only some readers of the audit trail may read, and the actor may not. */
type HiddenKinds = (actor: Actor) => readonly string[]

/** Its conditions need neither a search text nor the trash, which it has not. */
const auditTable = audits as unknown as SoftDeleteTable
const [byNameColumn, titleColumn] = [sql`${audits.byName}`, sql`${audits.title}`]

const matchText = (column: SQL, { operator, values: [text = ''] }: Condition) => {
  const containing = containsText(column, text) ?? sql`true`
  if (operator === 'contains') return containing
  // An equal text also contains it: PostgreSQL then expects as few rows, and reads the trail as for `contains`, by several processes.
  return operator === 'is' ? sql`(${containing} and lower(${column}) = lower(${text}))` : sql`lower(${column}) <> lower(${text})`
}

const isNotHidden = (hidden: readonly string[]) => (hidden.length > 0 ? notInArray(audits.kind, [...hidden]) : undefined)

/** What conditions may name. A condition on titles matches no entry whose title is hidden from the actor: the answer would tell the title. */
const conditionableList = (hidden: readonly string[]) => ({
  table: auditTable,
  fields: auditFields,
  conditions: {
    dateCreated: audits.dateCreated,
    byName: { matches: (condition: Condition) => matchText(byNameColumn, condition) },
    action: audits.action,
    // Not the other kinds: entries of former releases may have kinds that are no longer known.
    kind: { matches: ({ operator, values }: Condition) => (operator === 'is' ? inArray : notInArray)(audits.kind, [...values]) },
    title: { matches: (condition: Condition) => and(matchText(titleColumn, condition), isNotHidden(hidden))! },
  },
})

const filterFor = (rules: Rules, query: AuditQuery, context: RequestContext, hiddenKinds: HiddenKinds) => {
  const { action, kind, byName, title, dateFrom, dateTo } = query
  const { actor, scope, timeZone } = context
  const allowed = rowCondition({ table: audits }, rules, actor)
  const hidden = hiddenKinds(actor)
  return and(
    // The scope as constants next to row-level security: see decision 007.
    eq(audits.tenantId, scope.tenantId),
    eq(audits.partitionId, scope.partitionId),
    allowed,
    action && eq(audits.action, action),
    kind ? eq(audits.kind, kind) : undefined,
    containsText(byNameColumn, byName),
    containsText(titleColumn, title),
    title?.trim() ? isNotHidden(hidden) : undefined,
    dateFrom ? sql`${audits.dateCreated} >= ${startOfDay(dateFrom, timeZone)}` : undefined,
    dateTo ? sql`${audits.dateCreated} < ${startOfDay(dateTo, timeZone, 1)}` : undefined,
    ...compileConditionsOf(conditionableList(hidden), { ...query }, context),
  )
}

/** The title and changes of an entry: empty for records of kinds that the actor may not see. */
const contentColumns = (hidden: readonly string[]) => {
  if (hidden.length === 0) return sql`title, changes`
  const isHidden = inArray(audits.kind, [...hidden])
  return sql`case when ${isHidden} then '' else title end as title, case when ${isHidden} then '{}' else changes end as changes`
}

const selectOrdered = (hidden: readonly string[], condition: SQL | undefined, sort = '-dateCreated') => {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`select id as "uniqueId", to_json(created_at)#>>'{}' as "dateCreated", action, kind, record_id as "recordId",
      by_name as "byName", ${contentColumns(hidden)} from ${audits} ${condition ? sql`where ${condition}` : sql``} order by created_at ${direction}, id ${direction}`
}

type Listed = Pick<Row, 'uniqueId' | 'dateCreated' | 'action' | 'kind' | 'recordId' | 'title' | 'byName' | 'changes'>

const columnsIn = (timeOf: (instant: Date) => string): ExportColumn<Listed>[] => [
  { header: phrase('Date'), value: ({ dateCreated }) => dateCreated, kind: 'date' },
  { header: phrase('Time'), value: ({ dateCreated }) => timeOf(new Date(dateCreated)) },
  { header: phrase('Who'), value: ({ byName }) => byName || 'Deleted user', width: 32 },
  { header: phrase('Action'), value: ({ action }) => action },
  { header: phrase('Kind'), value: ({ kind }) => kind },
  { header: phrase('Record'), value: ({ title }) => title, width: 40 },
  {
    header: phrase('Changes'),
    value: ({ changes }) => (Object.keys(changes).length > 0 ? JSON.stringify(changes) : null),
    width: 60,
  },
]

const download = (hiddenKinds: HiddenKinds) => ({
  path: '/api/audit/export',
  rules: auditPolicy.export,
  kind: 'audit',
  title: 'Audit trail',
  columns: (_: AuditQuery, { timeZone }: ReadContext) => columnsIn(formatterIn(timeZone, 'time')),
  rows: (query: AuditQuery, context: ReadContext) =>
    context.stream<Listed>(
      selectOrdered(hiddenKinds(context.actor), filterFor(auditPolicy.export, query, context, hiddenKinds), query.sort),
    ),
})

const auditRoutes = (appContext: Pick<AppContext, 'db' | 'tickets'> & { hiddenKinds: HiddenKinds }) =>
  routes(auditApi, {
    ...downloadHandlers(download(appContext.hiddenKinds), appContext),
    list: (query, context) => {
      const condition = filterFor(auditPolicy.see, query, context, appContext.hiddenKinds)
      const counted = sql`select from ${audits} ${condition && sql`where ${condition}`}`
      const all = selectOrdered(appContext.hiddenKinds(context.actor), condition, query.sort)
      return listRows({ all, counted }, query, context, (rows) => rows as Listed[])
    },
  })

/** The audit trail. */
export const auditFeature = (context: AppContext, all: AllFeatures): Feature => ({
  retention: [{ table: audits, since: audits.dateCreated, setting: 'KEEP_TRAIL_DAYS' }],
  routes: () => [
    auditRoutes({
      ...context,
      hiddenKinds: (actor) =>
        all().flatMap(({ entities = [] }) =>
          entities.flatMap(({ confidential, name, policy }) => (confidential && !can(actor, policy.see) ? name : [])),
        ),
    }),
  ],
})
