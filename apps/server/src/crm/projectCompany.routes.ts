import {
  companyPolicy,
  contactPolicy,
  meetingReportPolicy,
  nextStepsPolicy,
  projectCompanyPolicy,
  projectPolicy,
} from '@tradewind/contract/crm/policies'
import { projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { companyEntity } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { meetingReportEntity, meetingReports, reportDaysOf } from '#crm/schema/meetingReport.table'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import { notifyUsersOf, projectCompanies, projectCompanyEntity, projectEntity } from '#crm/schema/project.table'
import { withOwnFaults } from '#kit/custom/ownFaults'
import { mapPage } from '#kit/database/list'
import { checkAll, conflict, invalid } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { findRecord, requireReference, withRelations } from '#kit/record/crud'
import { type Entity, rowCondition } from '#kit/record/entity'
import { exportHandlers } from '#kit/record/sheets'
import { assertContactVisible } from './company.queries.ts'
import { areContactsOf, withCompany } from './project.queries.ts'

type CountName = 'contacts' | 'reports' | 'openTasks'
interface Source {
  countName: CountName
  of: Entity
  rules: Rules
  companyId: typeof contacts.companyId | typeof meetingReports.companyId | typeof nextSteps.companyId
  condition?: SQL
}

const sources: readonly Source[] = [
  { countName: 'contacts', of: contactEntity, rules: contactPolicy.see, companyId: contacts.companyId },
  { countName: 'reports', of: meetingReportEntity, rules: meetingReportPolicy.see, companyId: meetingReports.companyId },
  {
    countName: 'openTasks',
    of: nextStepsEntity,
    rules: nextStepsPolicy.see,
    companyId: nextSteps.companyId,
    condition: eq(nextSteps.nextStepsStatus, 'OPEN'),
  },
]

/** The number of records of a kind by company, as far as the actor may see them. */
const countQuery = ({ countName, of, rules, companyId, condition }: Source, ids: readonly string[], { actor }: ReadContext) => {
  const allowed = rowCondition(of, rules, actor)
  const isCounted = and(inArray(companyId, [...ids]), isNull(of.table.deletedAt), condition, allowed)
  return sql`select ${countName}::text as what, ${companyId} as company, count(*)::int as many from ${of.table} where ${isCounted} group by ${companyId}`
}

/** Adds the number of contacts, reports and open tasks to each company of a project, with one query for all. */
const withCounts = async <One extends { companyId: string }>(rows: One[], context: ReadContext) => {
  const visible = sources.filter(({ rules }) => can(context.actor, rules))
  if (rows.length === 0 || visible.length === 0) return rows.map((row) => ({ ...row, counts: {} }))
  const ids = [...new Set(rows.map(({ companyId }) => companyId))]
  const counts = visible.map((source) => countQuery(source, ids, context))
  const { rows: found } = await context.db.execute<{ what: CountName; company: string; many: number }>(
    sql.join(counts, sql` union all `),
  )
  const many = new Map(found.map(({ what, company, many: count }) => [`${what} ${company}`, count]))
  return rows.map((row) => ({
    ...row,
    counts: Object.fromEntries(visible.map(({ countName }) => [countName, many.get(`${countName} ${row.companyId}`) ?? 0])),
  }))
}

type Row = typeof projectCompanies.$inferSelect

const { show: _, ...records } = withRelations(projectCompanyEntity, withCompany)

/** The project for a company, which must be one that the actor may attach companies to. */
const projectOf = async (projectId: string, context: WriteContext) => {
  const reference = ['project', projectId] as const
  const sentence = say('Choose a project of your own, or one that is shared with you')
  const project = await requireReference(projectEntity, projectPolicy.attach, reference, sentence, context)
  return { projectId: project.uniqueId, projectName: project.name }
}

const companyOf = async (companyId: string, context: WriteContext) => {
  const company = await requireReference(
    companyEntity,
    companyPolicy.see,
    ['company', companyId],
    say('Choose a company'),
    context,
  )
  return { companyId: company.uniqueId, companyName: company.legalName, country: company.country }
}

/** Throws if the company is in the project already. */
const assertNotInProject = async (
  { projectId, companyId }: Pick<Row, 'projectId' | 'companyId'>,
  { tx }: WriteContext,
  butId?: string,
) => {
  const same = and(
    eq(projectCompanies.projectId, projectId),
    eq(projectCompanies.companyId, companyId),
    isNull(projectCompanies.deletedAt),
    butId ? ne(projectCompanies.uniqueId, butId) : undefined,
  )
  if ((await tx.$count(projectCompanies, same)) > 0) throw conflict(say('This company is already in the project'))
}

type Day = 'lastContact' | 'nextContact'
const givenFlags = { lastContact: 'isLastContactGiven', nextContact: 'isNextContactGiven' } as const

/**
 * The days of contact: set by hand, else those of the company's reports. A change affects only the days that it names; a day that is sent
 * back unchanged, or put back to that of the reports, as Undo does, does not count as set by hand; an empty one follows the reports. With another
 * company, nothing set by hand is kept.
 */
const daysOfContact = async (
  days: { [One in Day]?: string | null | undefined },
  companyId: string,
  { tx }: WriteContext,
  before?: Row,
) => {
  const reports = await reportDaysOf(tx, companyId)
  const setByHand = (day: Day, ofReports: string | null) => {
    if (before && days[day] === undefined) return before[givenFlags[day]] && companyId === before.companyId ? before[day] : null
    if (before && days[day] === before[day]) return before[givenFlags[day]] ? before[day] : null
    return days[day] && days[day] !== ofReports ? days[day] : null
  }
  const [last, next] = [setByHand('lastContact', reports.last), setByHand('nextContact', reports.next)]
  return {
    lastContact: last ?? reports.last,
    isLastContactGiven: last !== null,
    nextContact: next ?? reports.next,
    isNextContactGiven: next !== null,
    reportAhead: reports.next,
  }
}

/** Throws unless the main contact is of the company. An unchanged main contact is not checked again. */
const assertContactOfCompany = async (
  contactId: string | null | undefined,
  companyId: string,
  context: WriteContext,
  before?: Row,
) => {
  const isUnchanged = contactId === before?.mainContactId && companyId === before?.companyId
  if (contactId && !isUnchanged && !(await areContactsOf([contactId], companyId, context)))
    throw invalid({ mainContact: say('Choose a contact of this company') })
}

/** The rows of an export, with the names that the list shows. */
const withNames = async (rows: Row[], context: ReadContext) =>
  (await withCompany(rows, context)).map(({ project, company, mainContact, ...row }) => ({
    ...row,
    project: project.name,
    company: company.legalName,
    website: company.website,
    mainContact: mainContact?.fullName ?? null,
  }))

const exportSpec = {
  of: projectCompanyEntity,
  rules: projectCompanyPolicy.export,
  title: 'Companies in projects',
  columns: projectCompanyFields,
  related: withNames,
}

type CompanyInProject = z.output<typeof projectCompanyApi.create.input>
type CompanyInProjectChange = z.output<typeof projectCompanyApi.update.input>

export const projectCompanyRoutes = ({ tickets }: Parameters<typeof exportHandlers>[1]) =>
  routes(projectCompanyApi, {
    ...records,
    ...exportHandlers(exportSpec, { tickets }),
    list: async (query, context) => {
      await assertContactVisible(query, context)
      return records.list(query, context)
    },

    ofProject: async ({ projectId, counts, ...query }, context: ReadContext) => {
      await findRecord(projectEntity, projectPolicy.see, projectId, context)
      const found = await records.list({ ...query, projectId } as typeof query, context)
      return counts ? mapPage(found, (rows) => withCounts(rows, context)) : found
    },

    create: withOwnFaults(projectCompanyEntity, async (input: CompanyInProject, context) => {
      const { project, company, mainContact, lastContact, nextContact, ...fields } = input
      const [ofProject, ofCompany] = await checkAll(
        () => projectOf(project, context),
        () => companyOf(company, context),
      )
      const parents = { ...ofProject, ...ofCompany }
      await assertNotInProject(parents, context)
      await assertContactOfCompany(mainContact, parents.companyId, context)
      const days = await daysOfContact({ lastContact, nextContact }, parents.companyId, context)
      return records.create({ ...fields, ...parents, ...days, mainContactId: mainContact ?? null }, context)
    }),

    update: withOwnFaults(projectCompanyEntity, async (input: CompanyInProjectChange, context) => {
      const { project, company, mainContact, lastContact, nextContact, ...change } = input
      const before = await findRecord(projectCompanyEntity, projectCompanyPolicy.see, change.uniqueId, context)
      const isMoved = company !== undefined && company !== before.companyId
      const [ofProject, ofCompany] = await checkAll(
        () => (project && project !== before.projectId ? projectOf(project, context) : {}),
        () => (isMoved ? companyOf(company, context) : {}),
      )
      const parents = { ...ofProject, ...ofCompany }
      const { projectId, companyId } = { ...before, ...parents }
      await assertNotInProject({ projectId, companyId }, context, before.uniqueId)
      // With another company, the main contact is not kept.
      const mainContactId = isMoved ? (mainContact ?? null) : mainContact
      await assertContactOfCompany(mainContactId, companyId, context, before)
      const person = mainContactId === undefined ? {} : { mainContactId }
      // Locked, so that a day that is set at the same time is not overwritten.
      const locked = await findRecord(projectCompanyEntity, projectCompanyPolicy.see, change.uniqueId, context, 'update')
      const days = await daysOfContact({ lastContact, nextContact }, companyId, context, locked)
      // The users of the project that it is taken from may no longer see it.
      if (projectId !== before.projectId) await notifyUsersOf(context.tx, [before.projectId])
      return records.update({ ...change, ...parents, ...days, ...person }, context)
    }),
  })
