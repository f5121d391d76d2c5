import type { CompanyInput } from '@tradewind/contract/crm/company.contract'
import type { ContactInput } from '@tradewind/contract/crm/contact.contract'
import { companyPolicy, contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { deliveryPeriods, serviceNames } from '@tradewind/contract/site/lead.constants'
import { leadApi, publicApi } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/policies'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { assertNameFree } from '#crm/company.queries'
import { companies, companyEntity } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { liveRows } from '#kit/database/list'
import { expiredInTrash, nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { logChanges } from '#kit/record/activity'
import { changesOf } from '#kit/record/audit'
import { crud, findRecord, requireReference, withRelations } from '#kit/record/crud'
import { assertAllowed } from '#kit/record/entity'
import { exportHandlers } from '#kit/record/sheets'
import { legalTextVersions } from '#platform/schema/message.table'
import { users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { contactPartner, contactUs, enquiryWorker, type Needs, subscribePlan } from './enquiry.ts'
import { countryNameOf, planNameOf } from './lead.queries.ts'
import { assessments } from './schema/assessment.table.ts'
import { type Lead, leadEntity, leads } from './schema/lead.table.ts'

const publicRoutes = (needs: Needs) =>
  routes(publicApi, {
    contactUs: contactUs(needs),
    subscribePlan: subscribePlan(needs),
    contactUsPartner: contactPartner(needs),
  })

/** The records that leads refer to: the requested partner, the company and contact they were converted to, and whether answers came with them. */
const loadReferences = (ids: readonly string[], context: ReadContext | WriteContext) =>
  readerOf(context)
    .select({
      uniqueId: leads.uniqueId,
      partner: { uniqueId: users.uniqueId, userCompanyName: sql<string>`${users.userCompanyName}` },
      company: { uniqueId: companies.uniqueId, legalName: companies.legalName },
      contact: { uniqueId: contacts.uniqueId, fullName: contacts.fullName },
      answers: assessments.uniqueId,
      consent: { version: legalTextVersions.version, language: legalTextVersions.language },
    })
    .from(leads)
    .leftJoin(users, and(eq(users.uniqueId, leads.memberId), sql`${users.userCompanyName} is not null`))
    .leftJoin(companies, and(eq(companies.uniqueId, leads.companyId), isNull(companies.deletedAt)))
    .leftJoin(contacts, and(eq(contacts.uniqueId, leads.contactId), isNull(contacts.deletedAt)))
    .leftJoin(legalTextVersions, eq(legalTextVersions.uniqueId, leads.consentId))
    .leftJoin(assessments, and(eq(assessments.leadId, leads.uniqueId), isNull(assessments.deletedAt)))
    .where(inArray(leads.uniqueId, [...ids]))

/** Which of these addresses belong to users of the tenant. Queries the live view: row-level security on the table keeps an index on `lower` unused. */
const findRegistered = async (emails: readonly string[], context: ReadContext | WriteContext) => {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))]
  const address = sql<string>`lower(${users.emailAddress})`
  const found = await readerOf(context)
    .select({ address })
    .from(liveRows(users, context.scope))
    .where(sql`${address} = any(${sql.param(addresses)}::text[])`)
  return new Set(found.map((user) => user.address))
}

/** Leads with their related data, in two queries for all of them. */
const withReferences = async (rows: Lead[], context: ReadContext | WriteContext) => {
  if (rows.length === 0) return []
  const [referenceRows, registered] = await Promise.all([
    loadReferences(
      rows.map(({ uniqueId }) => uniqueId),
      context,
    ),
    findRegistered(
      rows.map(({ email }) => email),
      context,
    ),
  ])
  const byId = new Map(referenceRows.map((other) => [other.uniqueId, other]))
  return rows.map((row) => {
    const { partner = null, company = null, contact = null, answers = null, consent = null } = byId.get(row.uniqueId) ?? {}
    const registeredUser = registered.has(row.email.toLowerCase())
    const givenConsent = consent && { ...consent, at: row.consentedAt! }
    return { ...row, partner, company, contact, consent: givenConsent, hasAnswers: answers !== null, registeredUser }
  })
}

type LeadReply = Awaited<ReturnType<typeof withReferences>>[number]

const leadColumns: readonly ExportColumn<LeadReply>[] = [
  { header: phrase('Date Created'), value: (lead) => lead.dateCreated, kind: 'date' },
  { header: phrase('Source'), value: (lead) => lead.source },
  { header: phrase('First Name'), value: (lead) => lead.firstName, width: 20 },
  { header: phrase('Last Name'), value: (lead) => lead.lastName, width: 20 },
  { header: phrase('Title'), value: (lead) => lead.title, width: 20 },
  { header: phrase('Email'), value: (lead) => lead.email, width: 36 },
  { header: phrase('Contact Number'), value: (lead) => lead.contactNumber, kind: 'phone', width: 20 },
  { header: phrase('Country'), value: (lead) => countryNameOf(lead.country), width: 24 },
  { header: phrase('Registered User'), value: ({ registeredUser }) => (registeredUser ? 'YES' : 'NO') },
  { header: phrase('Partner'), value: ({ partner }) => partner?.userCompanyName, width: 24 },
  { header: phrase('Plan'), value: planNameOf },
  { header: phrase('Services'), value: (lead) => lead.services.map((key) => serviceNames[key]), isTranslated: true, width: 40 },
  { header: phrase('Target Market'), value: (lead) => countryNameOf(lead.targetCountry), width: 24 },
  {
    header: phrase('Delivery Period'),
    value: (lead) => lead.deliveryPeriod && deliveryPeriods[lead.deliveryPeriod],
    isTranslated: true,
    width: 24,
  },
  { header: phrase('Privacy Policy'), value: ({ consent }) => consent && `${consent.version} (${consent.language})` },
  { header: phrase('Consent'), value: ({ consent }) => consent?.at, kind: 'date' },
  { header: phrase('Comments'), value: (lead) => lead.comments, width: 60 },
]

interface Conversion {
  uniqueId: string
  companyId?: string | undefined
  company?: CompanyInput | undefined
  contact: Omit<z.output<typeof ContactInput>, 'companyId'>
}

const leadReply = async (lead: Lead, context: WriteContext) => (await withReferences([lead], context))[0]!

/** A lead becomes one contact. Throws a conflict if that contact is not deleted. Returns the name of its company, if that is not deleted. */
const requireNotConverted = async (lead: Lead, context: WriteContext) => {
  const { company, contact } = await leadReply(lead, context)
  if (contact) throw conflict(say('This lead is already a contact.'), { company, contact })
  return company?.legalName ?? null
}

const newCompany = async (fields: CompanyInput, context: WriteContext) => {
  assertAllowed(context.actor, companyPolicy.create)
  await assertNameFree(fields.legalName, context, { field: 'company.legalName' })
  return crud(companyEntity).create(fields, context)
}

const findOrCreateCompany = ({ companyId, company }: Conversion, context: WriteContext) => {
  if (Boolean(companyId) === Boolean(company)) throw invalid({ companyId: say('Choose a company, or enter a new one') })
  if (company) return newCompany(company, context)
  return requireReference(companyEntity, companyPolicy.see, ['companyId', companyId!], say('Choose a company'), context)
}

/** Converts a lead to a contact, and to a company unless an existing one is named; in one transaction, and once. */
const convert = async (input: Conversion, context: WriteContext) => {
  const lead = await findRecord(leadEntity, leadPolicy.convert, input.uniqueId, context, 'update')
  const previousCompany = await requireNotConverted(lead, context)
  assertAllowed(context.actor, contactPolicy.create)
  const { uniqueId: companyId, legalName: companyName, country } = await findOrCreateCompany(input, context)
  const contact = await crud(contactEntity).create({ ...input.contact, companyId, companyName, country }, context)
  const change = { companyId, contactId: contact.uniqueId }
  const [changed] = await context.tx
    .update(leads)
    .set({ ...change, updatedAt: nextUpdatedAt(leads.updatedAt) })
    .where(eq(leads.uniqueId, lead.uniqueId))
    .returning()
  const names = { company: companyName, contact: contact.fullName }
  await logChanges(context, leadEntity, 'CHANGED', [changed!], changesOf({ company: previousCompany, contact: null }, names))
  return leadReply(changed!, context)
}

const { list, get, remove, history } = withRelations(leadEntity, withReferences)

const exportOptions = {
  of: leadEntity,
  rules: leadPolicy.export,
  title: 'Leads',
  columns: leadColumns,
  related: withReferences,
}

const leadRoutes = (appContext: Pick<AppContext, 'db' | 'tickets'>) =>
  routes(leadApi, {
    list,
    get,
    remove,
    history,
    convert,
    ...exportHandlers(exportOptions, appContext),
  })

/** Clears the references of leads to a company or contact that is purged. */
const clearPurgedReferences = async (tx: Tx) => {
  await tx
    .update(leads)
    .set({ contactId: null })
    .where(sql`${leads.contactId} in ${expiredInTrash(contacts)}`)
  await tx
    .update(leads)
    .set({ companyId: null })
    .where(sql`${leads.companyId} in ${expiredInTrash(companies)}`)
}

/** Requests from visitors. */
export const leadFeature = (context: AppContext): Feature => ({
  routes: () => [publicRoutes(context), leadRoutes(context)],
  workers: [enquiryWorker(context)],
  entities: [leadEntity],
  references: [
    { to: 'company', table: leads, column: 'companyId' },
    { to: 'contact', table: leads, column: 'contactId' },
  ],
  beforeSweep: clearPurgedReferences,
})
