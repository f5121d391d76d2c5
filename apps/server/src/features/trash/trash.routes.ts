import { can } from '@tradewind/contract/kit/policy'
import { trashApi } from '@tradewind/contract/trash/trash.contract'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { contains, listRows } from '#kit/database/list'
import { later, type LivingTable } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { Asking, Reading, Writing } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { anyKind, type Kind, reachedOf } from '#kit/record/kind'
import { followChange } from '#kit/record/copies'
import { changesOf } from '#kit/record/trail/audit'
import { note } from '#kit/record/trail/note'
import { countBelonging, reviveWith } from '#kit/record/tree'
import { assessmentKind, auditQuestionKind } from '../auditQuestion/auditQuestion.table.ts'
import { companyKind } from '../company/company.table.ts'
import { contactKind } from '../contact/contact.table.ts'
import { contentKind } from '../content/content.table.ts'
import { eventKind } from '../event/event.table.ts'
import { leadKind } from '../lead/lead.table.ts'
import { meetingReportKind } from '../meetingReport/meetingReport.table.ts'
import { nextStepsKind } from '../nextSteps/nextSteps.table.ts'
import { projectCompanyKind, projectKind } from '../project/project.table.ts'
import { reviewQuestionKind } from '../reviewQuestion/reviewQuestion.table.ts'
import { summaryKind } from '../summary/summary.table.ts'
import { fullNamesOf } from '../user/person.queries.ts'
import { users } from '../user/user.table.ts'

/** The kinds of records that go to the trash. */
const kinds: readonly Kind[] = [
  anyKind(companyKind),
  anyKind(contactKind),
  anyKind(meetingReportKind),
  anyKind(summaryKind),
  anyKind(nextStepsKind),
  anyKind(projectKind),
  anyKind(projectCompanyKind),
  anyKind(eventKind),
  anyKind(reviewQuestionKind),
  anyKind(leadKind),
  anyKind(auditQuestionKind),
  anyKind(assessmentKind),
  anyKind(contentKind),
]

const deletedOf = (of: Kind, { actor }: Pick<Asking, 'actor'>, q?: string) => {
  const reach = reachedOf(of, of.policy.restore, actor)
  return and(isNotNull(of.table.deletedAt), reach === 'all' ? undefined : reach, contains(of.table, q))
}
const titleOf = (of: Kind) => of.table[of.title as keyof LivingTable] as unknown as SQL

interface Deleted extends Record<string, unknown> {
  uniqueId: string
  kind: string
  title: string
  dateDeleted: string
  deletedByName: string | null
}

interface Asked {
  kind?: string | undefined
  q?: string | undefined
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const list = async ({ kind, q, sort = '-dateDeleted', ...asked }: Asked, context: Reading) => {
  const mine = kinds.filter((of) => (!kind || of.name === kind) && can(context.actor, of.policy.restore))
  if (mine.length === 0) return { rows: [], total: 0, estimated: false }
  const deleted = sql.join(
    mine.map(
      (of) => sql`(select ${of.table.uniqueId} as id, ${of.name}::text as kind, ${titleOf(of)} as title,
        ${of.table.deletedAt} as at, ${of.table.deletedBy} as by from ${of.table} where ${deletedOf(of, context, q)})`,
    ),
    sql` union all `,
  )
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const all = sql`select d.id as "uniqueId", d.kind, d.title, to_json(d.at)#>>'{}' as "dateDeleted",
      (select concat_ws(' ', ${users.firstName}, ${users.lastName}) from ${users} where ${users.uniqueId} = d.by and ${users.deletedAt} is null) as "deletedByName"
    from (${deleted}) d order by d.at ${way}, d.id ${way}`
  return listRows({ all, counted: deleted }, asked, context, (rows) => rows as Deleted[])
}

const kindNamed = (kind: string) => {
  const of = kinds.find(({ name }) => name === kind)
  if (!of) throw notFound()
  return of
}

/** What belongs to these records, by kind, and whose it is. */
const belongingTo = async (of: Kind, ids: readonly string[], context: Writing) => {
  const found = await countBelonging(of, ids, context)
  const names = await fullNamesOf(
    context.tx,
    found.map(({ whose }) => whose),
  )
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    people: rows.map(({ whose, count }) => ({ uniqueId: whose, fullName: names.get(whose ?? '') ?? null, count })),
  }))
}

const belonging = async ({ kind, uniqueIds }: { kind: string; uniqueIds: string[] }, context: Writing) => {
  const of = kindNamed(kind)
  const { table } = of
  const ids = [...new Set(uniqueIds)]
  const reach = reachedOf(of, of.policy.remove, context.actor)
  const mine = and(inArray(table.uniqueId, ids), isNull(table.deletedAt), reach === 'all' ? undefined : reach)
  if ((await context.tx.$count(table, mine)) !== ids.length) throw notFound()
  return belongingTo(of, ids, context)
}

const restore = async (
  { kind, uniqueIds, title }: { kind: string; uniqueIds: string[]; title?: string | undefined },
  context: Writing,
) => {
  const of = kindNamed(kind)
  if (title && uniqueIds.length > 1) throw invalid({ title: 'A new name is for one record' })
  const ids = [...new Set(uniqueIds)]
  const { table } = of
  const found = await context.tx
    .select()
    .from(table)
    .where(and(inArray(table.uniqueId, ids), deletedOf(of, context)))
    .for('update')
  if (found.length !== ids.length) throw notFound()
  if (title && !found.every((row) => hasOwnTitle(of, row)))
    throw invalid({ title: 'Its name follows from other data. Restore it without another one.' })
  for (const row of found) await revive(of, row, title, context).catch(taken(of, row))
  return { uniqueIds: ids, belonging: await belongingTo(of, ids, context) }
}

/** Its title is a field that somebody fills and that may be taken: neither made of other fields, nor another record's. */
const hasOwnTitle = (of: Kind, row: Record<string, unknown>) =>
  !of.titleStands && !(of.title in of.kept(row)) && !(of.copies ?? []).some(({ take }) => of.title in take)

/** What belongs to a record in the trash stays there until that is restored. Until the transaction ends nobody buries it. */
const parentsLive = async ({ parents = [] }: Kind, row: Record<string, unknown>, { tx }: Writing) => {
  for (const { of, by, called } of parents) {
    const { uniqueId, deletedAt } = of.table
    const [parent] = await tx.select({ deletedAt }).from(of.table).where(eq(uniqueId, row[by])).for('share')
    if (parent?.deletedAt) throw conflict(`Its ${called} is in the trash. Restore that first.`)
  }
}

const revive = async (of: Kind, row: Record<string, unknown>, title: string | undefined, context: Writing) => {
  await parentsLive(of, row, context)
  const named: Record<string, unknown> = title ? { ...row, [of.title]: title } : row
  const changes = changesOf(row, named)
  const values = {
    [of.title]: named[of.title],
    ...of.kept(named),
    deletedAt: null,
    deletedBy: null,
    updatedAt: later(of.table.updatedAt),
  }
  await context.tx.update(of.table).set(values).where(eq(of.table.uniqueId, row['uniqueId']))
  await followChange(context.tx, of, Object.keys(changes), [named])
  await note(context, of, 'RESTORED', [named], changes)
  await reviveWith(of, [row['uniqueId'] as string], row['deletedAt'] as string, context)
}

const NAME_TAKEN = 'This name was taken meanwhile. Restore the record under another name.'

/** Says why a record cannot come back: `title` in what it says means that under another title it can. */
const taken = (of: Kind, row: Record<string, unknown>) => (error: unknown) => {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  if (code !== '23505') throw error
  if (hasOwnTitle(of, row)) throw conflict(NAME_TAKEN, { title: NAME_TAKEN })
  throw conflict('There is such a record again. This one stays in the trash.')
}

export const trashRoutes = routes(trashApi, { list, belonging, restore })
