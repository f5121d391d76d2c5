import { deliveryPeriods, serviceNames } from '@tradewind/contract/site/lead.words'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { liveRows } from '#kit/database/list'
import { readerOf, type ReadContext, together, type WriteContext } from '#kit/http/context'
import type { ExportColumn } from '@tradewind/workbook/export'
import { assessments } from '#site/schema/assessment.table'
import { companies } from '#crm/schema/company.table'
import { contacts } from '#crm/schema/contact.table'
import { users } from '#platform/schema/user.table'
import { countryOf, planNameOf } from './lead.names.ts'
import { type Lead, leads } from '#site/schema/lead.table'

/** What leads name besides themselves: the partner asked for, what they were turned into, and whether answers came with them. */
const named = (ids: readonly string[], context: ReadContext | WriteContext) =>
  readerOf(context)
    .select({
      uniqueId: leads.uniqueId,
      partner: { uniqueId: users.uniqueId, userCompanyName: sql<string>`${users.userCompanyName}` },
      company: { uniqueId: companies.uniqueId, legalName: companies.legalName },
      contact: { uniqueId: contacts.uniqueId, fullName: contacts.fullName },
      answers: assessments.uniqueId,
    })
    .from(leads)
    .leftJoin(users, and(eq(users.uniqueId, leads.memberId), sql`${users.userCompanyName} is not null`))
    .leftJoin(companies, and(eq(companies.uniqueId, leads.companyId), isNull(companies.deletedAt)))
    .leftJoin(contacts, and(eq(contacts.uniqueId, leads.contactId), isNull(contacts.deletedAt)))
    .leftJoin(assessments, and(eq(assessments.leadId, leads.uniqueId), isNull(assessments.deletedAt)))
    .where(inArray(leads.uniqueId, [...ids]))

/** Which of these addresses users of the tenant have. By the view of the living: in the walled table, no index serves `lower`. */
const registered = async (emails: readonly string[], context: ReadContext | WriteContext) => {
  const asked = [...new Set(emails.map((email) => email.toLowerCase()))]
  const address = sql<string>`lower(${users.emailAddress})`
  const found = await readerOf(context)
    .select({ address })
    .from(liveRows(users, context.scope))
    .where(sql`${address} = any(${sql.param(asked)}::text[])`)
  return new Set(found.map((user) => user.address))
}

/** Leads as they are answered, in two queries for all of them. */
export const withOthers = async (rows: Lead[], context: ReadContext | WriteContext) => {
  if (rows.length === 0) return []
  const [others, known] = await together(
    context,
    () =>
      named(
        rows.map(({ uniqueId }) => uniqueId),
        context,
      ),
    () =>
      registered(
        rows.map(({ email }) => email),
        context,
      ),
  )
  const of = new Map(others.map((other) => [other.uniqueId, other]))
  return rows.map((row) => {
    const { partner = null, company = null, contact = null, answers = null } = of.get(row.uniqueId) ?? {}
    return { ...row, partner, company, contact, hasAnswers: answers !== null, registeredUser: known.has(row.email.toLowerCase()) }
  })
}

type Shown = Awaited<ReturnType<typeof withOthers>>[number]

export const leadColumns: readonly ExportColumn<Shown>[] = [
  { header: 'Date Created', value: (lead) => lead.dateCreated, kind: 'date' },
  { header: 'Source', value: (lead) => lead.source },
  { header: 'First Name', value: (lead) => lead.firstName, width: 20 },
  { header: 'Last Name', value: (lead) => lead.lastName, width: 20 },
  { header: 'Title', value: (lead) => lead.title, width: 20 },
  { header: 'Email', value: (lead) => lead.email, width: 36 },
  { header: 'Contact Number', value: (lead) => lead.contactNumber, kind: 'phone', width: 20 },
  { header: 'Country', value: (lead) => countryOf(lead.country), width: 24 },
  { header: 'Registered User', value: ({ registeredUser }) => (registeredUser ? 'YES' : 'NO') },
  { header: 'Partner', value: ({ partner }) => partner?.userCompanyName, width: 24 },
  { header: 'Plan', value: planNameOf },
  { header: 'Services', value: (lead) => lead.services.map((key) => serviceNames[key]), width: 40 },
  { header: 'Target Market', value: (lead) => countryOf(lead.targetCountry), width: 24 },
  { header: 'Delivery Period', value: (lead) => lead.deliveryPeriod && deliveryPeriods[lead.deliveryPeriod], width: 24 },
  { header: 'Comments', value: (lead) => lead.comments, width: 60 },
]
