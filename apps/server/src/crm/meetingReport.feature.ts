import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { meetingApi, meetingReportApi, missingInMeeting } from '@tradewind/contract/crm/meetingReport.contract'
import {
  companyPolicy,
  contactPolicy,
  meetingReportPolicy,
  nextStepsPolicy,
  summaryPolicy,
} from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Rules } from '@tradewind/contract/kit/policy'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, asc, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { withOwnFaults } from '#kit/custom/ownFaults'
import { tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { anyOf } from '#kit/database/scoped'
import { checkAll, invalid, Refusal } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { recordActivity } from '#kit/record/activity'
import { crud, findRecord, requireReference, withRelations } from '#kit/record/crud'
import { assertAllowed, rowCondition } from '#kit/record/entity'
import { exportHandlers } from '#kit/record/sheets'
import { currentTenants } from '#platform/tenant.queries'
import { fullNamesOf } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { createCompany } from './company.feature.ts'
import { visibleCompanyIds } from './company.queries.ts'
import { createContact } from './contact.feature.ts'
import { taskCreator } from './nextSteps.feature.ts'
import { areContactsOf } from './project.queries.ts'
import { recordRelatedChange } from './relatedChange.ts'
import { companyEntity } from './schema/company.table.ts'
import { contacts } from './schema/contact.table.ts'
import {
  attendees,
  meetingReportEntity,
  type meetingReports,
  recalculateContactDays,
  recalculateForCompanies,
  today,
} from './schema/meetingReport.table.ts'
import { projectCompanies } from './schema/project.table.ts'
import { summaries, summaryEntity } from './schema/summary.table.ts'
import { summaryCreator } from './summary.feature.ts'

/** Recalculates the days of contact where the day of a report has come. Skips rows that are locked by somebody else's change. */
const updateDueDays = (tx: Tx) => {
  const { uniqueId, reportAhead } = projectCompanies
  const due = tx.select({ uniqueId }).from(projectCompanies).where(lte(reportAhead, today())).for('update', { skipLocked: true })
  return recalculateContactDays(tx, inArray(uniqueId, due))
}

type Needs = Pick<AppContext, 'db' | 'maintenance' | 'logger'>

/** Updates the days of contact over time. Runs every 15 minutes, as a day begins at another hour in each time zone. */
const contactDaysSchedule = ({ db, maintenance, logger }: Needs) => ({
  name: 'meetingReport.contactDays',
  cron: '*/15 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), (id) => maintenance.write(tenantScope(id), updateDueDays))
  },
})

type Row = typeof meetingReports.$inferSelect
type Context = ReadContext | WriteContext

const attendeesOf = async (ids: string[], context: Context) => {
  const { uniqueId, fullName, title, email } = contacts
  const found = await readerOf(context)
    .select({ reportId: attendees.meetingReportId, uniqueId, fullName, title, email })
    .from(attendees)
    .innerJoin(contacts, eq(contacts.uniqueId, attendees.contactId))
    .where(sql`${attendees.meetingReportId} = ${anyOf(ids)}`)
    .orderBy(asc(contacts.lastKey), asc(contacts.uniqueId))
  return Map.groupBy(found, ({ reportId }) => reportId)
}

/** The number of summaries of each report that the actor may see. */
const summariesOf = async (ids: string[], context: Context) => {
  const allowed = rowCondition(summaryEntity, summaryPolicy.see, context.actor, 'few')
  const condition = and(sql`${summaries.meetingReportId} = ${anyOf(ids)}`, isNull(summaries.deletedAt), allowed)
  const counted = await readerOf(context)
    .select({ id: summaries.meetingReportId, many: count() })
    .from(summaries)
    .where(condition)
    .groupBy(summaries.meetingReportId)
  return new Map(counted.map(({ id, many }) => [id, many]))
}

/** Reports in the format of the reply: with their company, attendees, author, and number of summaries. */
const withPeople = async (rows: Row[], context: Context) => {
  if (rows.length === 0) return []
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const [people, many, names, visibleId] = await Promise.all([
    attendeesOf(ids, context),
    summariesOf(ids, context),
    fullNamesOf(
      readerOf(context),
      rows.map(({ createdBy }) => createdBy),
    ),
    visibleCompanyIds(
      rows.map(({ companyId }) => companyId),
      context,
    ),
  ])
  return rows.map((row) => ({
    ...row,
    companyUID: row.companyId,
    company: { uniqueId: visibleId(row.companyId), legalName: row.companyName, country: row.country },
    attendees: people.get(row.uniqueId) ?? [],
    createdByName: names.get(row.createdBy ?? '') ?? null,
    summaries: many.get(row.uniqueId) ?? 0,
  }))
}

const meetingReportColumns: readonly ExportColumn<typeof meetingReports.$inferSelect>[] = [
  { header: phrase('Created On'), value: (report) => report.dateCreated, kind: 'date' },
  { header: phrase('Date'), value: (report) => report.date, kind: 'date' },
  { header: phrase('Company'), value: (report) => report.companyName, width: 40 },
  { header: phrase('Country'), value: (report) => countryName(report.country as CountryCode), width: 24 },
  { header: phrase('EventType'), value: (report) => report.eventType, width: 24 },
]

const { show, ...records } = withRelations(meetingReportEntity, withPeople)

/** A report in the format of the reply. */
/** The company of a report, which the actor must be able to see. */
const reportedCompany = async (companyId: string, context: WriteContext) => {
  const company = await requireReference(
    companyEntity,
    companyPolicy.see,
    ['companyUID', companyId],
    say('Choose a company'),
    context,
  )
  return { companyId, companyName: company.legalName, country: company.country }
}

/** Throws if an attendee is not a contact of the company, or is deleted. */
const assertAttendees = async (ids: readonly string[], companyId: string, context: WriteContext) => {
  if (!(await areContactsOf(ids, companyId, context))) throw invalid({ attendees: say('Choose contacts of this company') })
}

const insertAttendees = (ids: readonly string[], { uniqueId }: Row, { tx }: WriteContext) =>
  insertMany(
    tx,
    attendees,
    ids.map((contactId) => ({ meetingReportId: uniqueId, contactId })),
  )

/** Replaces the attendees. Only new ones must be contacts of the company, unless the report moves to another company. */
const replaceAttendees = async (ids: readonly string[], row: Row, isMoved: boolean, context: WriteContext) => {
  const ofReport = eq(attendees.meetingReportId, row.uniqueId)
  const before = (await context.tx.select({ id: attendees.contactId }).from(attendees).where(ofReport)).map(({ id }) => id)
  const removedIds = before.filter((id) => !ids.includes(id))
  const added = ids.filter((id) => !before.includes(id))
  await assertAttendees(isMoved ? ids : added, row.companyId, context)
  if (removedIds.length + added.length === 0) return row
  if (removedIds.length > 0) await context.tx.delete(attendees).where(and(ofReport, inArray(attendees.contactId, removedIds)))
  await insertAttendees(added, row, context)
  const changes = { attendees: await namesOf(before, ids, context) }
  const changed = await recordRelatedChange(
    meetingReportEntity,
    row.uniqueId,
    { changes, on: [row.companyId, ...removedIds] },
    context,
  )
  await recordActivity(context, meetingReportEntity, [changed], { action: 'SHARED', on: added })
  return changed
}

/** The names of the attendees before and after. */
const namesOf = async (before: readonly string[], after: readonly string[], { tx }: WriteContext) => {
  const { uniqueId, fullName } = contacts
  const found = await tx
    .select({ uniqueId, fullName })
    .from(contacts)
    .where(inArray(uniqueId, [...before, ...after]))
  const namesFor = (ids: readonly string[]) => found.filter((one) => ids.includes(one.uniqueId)).map((one) => one.fullName)
  return { before: namesFor(before), after: namesFor(after) }
}

type ReportFields = z.output<typeof meetingReportApi.create.input>
type ReportChange = z.output<typeof meetingReportApi.update.input>

/** Creates a report with its attendees, and returns its row. */
const createReport = async ({ companyUID, attendees: ids, ...fields }: ReportFields, context: WriteContext) => {
  const company = await reportedCompany(companyUID, context)
  await assertAttendees(ids, companyUID, context)
  const row = await crud(meetingReportEntity).create({ ...fields, ...company }, context)
  await insertAttendees(ids, row, context)
  await recordActivity(context, meetingReportEntity, [row], { action: 'CREATED', on: ids })
  return row
}

const exportSpec = {
  of: meetingReportEntity,
  rules: meetingReportPolicy.export,
  title: 'Meeting reports',
  columns: meetingReportColumns,
}

const meetingReportRoutes = (appContext: Pick<AppContext, 'db' | 'tickets'>) =>
  routes(meetingReportApi, {
    ...records,
    ...exportHandlers(exportSpec, appContext),

    create: withOwnFaults(meetingReportEntity, async (fields: ReportFields, context) =>
      show(await createReport(fields, context), context),
    ),

    update: withOwnFaults(meetingReportEntity, async ({ companyUID, attendees: ids, ...fields }: ReportChange, context) => {
      const before = await findRecord(meetingReportEntity, meetingReportPolicy.see, fields.uniqueId, context)
      const isMoved = companyUID !== undefined && companyUID !== before.companyId
      if (isMoved && !ids) throw invalid({ attendees: say('Choose who attended') })
      const company = isMoved ? await reportedCompany(companyUID, context) : {}
      return records.update({ ...fields, ...company }, context, async (row) => {
        if (isMoved) await recalculateForCompanies(context.tx, [before.companyId])
        return ids && replaceAttendees(ids, row, isMoved, context)
      })
    }),
  })

type Meeting = z.output<typeof meetingApi.create.input>

/** Runs work and prefixes the field names of its validation errors with a part of the form: `text` within `summaries.0` becomes `summaries.0.text`. */
const prefixFaults = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 422)) throw error
    const faults = Object.entries(error.data as Record<string, Sentence>)
    throw invalid(Object.fromEntries(faults.map(([field, sentence]) => [`${part}.${field}`, sentence])), error.sentence)
  }
}

/** Creates each item of a list if the actor may create any, and returns them. The errors of all items are thrown together. */
const createEach = async <Item, Made>(
  part: string,
  items: readonly Item[],
  rules: Rules,
  { actor }: WriteContext,
  create: (item: Item) => Promise<Made>,
) => {
  if (items.length > 0) assertAllowed(actor, rules)
  return checkAll(...items.map((item, at) => () => prefixFaults(`${part}.${at}`, () => create(item))))
}

/** The company of a meeting: an existing one that the actor sees, or a new one. */
const meetingCompany = async ({ companyUID, newCompany }: Meeting, context: WriteContext) => {
  if (newCompany) {
    assertAllowed(context.actor, companyPolicy.create)
    return prefixFaults('newCompany', () => createCompany(newCompany, context))
  }
  return requireReference(companyEntity, companyPolicy.see, ['companyUID', companyUID!], say('Choose a company'), context)
}

/** Throws if new contacts lack what their creation would demand, so that it is reported together with the faults of the company. */
const requireComplete = (meeting: Meeting, { actor }: WriteContext) => {
  const missing = missingInMeeting(meeting, actor)
  if (Object.keys(missing).length > 0) throw invalid(missing)
}

const meetingRoutes = ({ notify }: Pick<AppContext, 'notify'>) => {
  const createSummary = summaryCreator(notify)
  const createTask = taskCreator(notify)
  return routes(meetingApi, {
    create: withOwnFaults(meetingReportEntity, async (meeting: Meeting, context) => {
      const { newContacts, date, eventType, custom } = meeting
      const [{ uniqueId: companyId }] = await checkAll(
        () => meetingCompany(meeting, context),
        () => requireComplete(meeting, context),
      )
      const created = await createEach('newContacts', newContacts, contactPolicy.create, context, (contact) =>
        createContact({ ...contact, companyId }, context),
      )
      const attendeeIds = [...meeting.attendees, ...created.map(({ uniqueId }) => uniqueId)]
      const report = await createReport({ date, eventType, companyUID: companyId, attendees: attendeeIds, custom }, context)
      await createEach('summaries', meeting.summaries, summaryPolicy.create, context, async ({ nextSteps, ...summary }) => {
        const { uniqueId: summaryUID } = await createSummary({ ...summary, meetingReportUID: report.uniqueId }, context)
        return createEach('nextSteps', nextSteps, nextStepsPolicy.create, context, (step) =>
          createTask({ ...step, summaryUID }, context),
        )
      })
      return show(report, context)
    }),
  })
}

export const meetingReportFeature = (context: AppContext): Feature => ({
  routes: () => [meetingReportRoutes(context), meetingRoutes(context)],
  schedules: [contactDaysSchedule(context)],
  entities: [meetingReportEntity],
  references: [{ to: 'contact', table: attendees, column: 'contactId', kind: meetingReportEntity.name }],
})
