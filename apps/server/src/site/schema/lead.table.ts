import { type CountryCode, countryName } from '@tradewind/contract/countries'
import type { PlanKey } from '@tradewind/contract/plan'
import { type DeliveryPeriod, type LeadSource, leadSources, type ServiceKey } from '@tradewind/contract/site/lead.constants'
import type { leadApi } from '@tradewind/contract/site/lead.contract'
import { leadFields } from '@tradewind/contract/site/lead.fields'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { eq, sql } from 'drizzle-orm'
import { index, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import { companies } from '#crm/schema/company.table'
import { contacts } from '#crm/schema/contact.table'
import { fold } from '#kit/database/list'
import { instant, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { entity } from '#kit/record/entity'
import { phoneDigits } from '#kit/record/phone'

export const leadSource = pgEnum('lead_source', leadSources)

/** Visitors who made a request. They are in the staff's partition. */
export const leads = partitionTable(
  'lead',
  {
    source: leadSource().notNull(),
    /** As entered, either as one name or as first and last name. */
    name: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    title: text(),
    email: text().notNull(),
    contactNumber: text(),
    /** ISO code. */
    country: text().notNull(),
    comments: text(),
    plan: text().$type<PlanKey>(),
    services: text()
      .array()
      .$type<ServiceKey[]>()
      .notNull()
      .default(sql`'{}'`),
    /** ISO code. */
    targetCountry: text(),
    deliveryPeriod: text().$type<DeliveryPeriod>(),
    /** The requested member, if any. */
    memberId: uuid(),
    /** What the lead was converted to. */
    companyId: uuid(),
    contactId: uuid(),
    /** The version of the privacy policy that was accepted, if the form requires it, and when. Versions are never deleted. */
    consentId: uuid(),
    consentedAt: instant(),
    firstNameKey: text().notNull().default(''),
    lastNameKey: text().notNull().default(''),
    /** In lower case. */
    emailKey: text().notNull().default(''),
    countryName: text().notNull().default(''),
  },
  (t) => [
    scopedForeignKey('lead_company', t, t.companyId, companies),
    scopedForeignKey('lead_contact', t, t.contactId, contacts),
    index('lead_of_source').on(t.tenantId, t.partitionId, t.source, t.dateCreated, t.uniqueId).where(notDeleted),
    index('lead_by_first_name').on(t.tenantId, t.partitionId, t.firstNameKey, t.uniqueId).where(notDeleted),
    index('lead_by_last_name').on(t.tenantId, t.partitionId, t.lastNameKey, t.uniqueId).where(notDeleted),
    index('lead_by_email').on(t.tenantId, t.partitionId, t.emailKey, t.uniqueId).where(notDeleted),
    index('lead_by_country').on(t.tenantId, t.partitionId, t.countryName, t.uniqueId).where(notDeleted),
    index('lead_in_countries').on(t.tenantId, t.partitionId, t.country, t.dateCreated, t.uniqueId).where(notDeleted),
    index('lead_by_phone')
      .using('gin', t.partitionId, sql`${phoneDigits(sql`contact_number`)} gin_trgm_ops`)
      .where(sql`deleted_at is null and contact_number is not null`),
    // Few leads have one; queried for every company and contact that is purged.
    index('lead_of_company')
      .on(t.tenantId, t.partitionId, t.companyId)
      .where(sql`company_id is not null`),
    index('lead_of_contact')
      .on(t.tenantId, t.partitionId, t.contactId)
      .where(sql`contact_id is not null`),
  ],
)
export type Lead = typeof leads.$inferSelect

const sortKey = (name: string) => fold(name).slice(0, 200)
/** The name of the country of an address; an account has none. */
const countryNameOf = (country: string) => country && countryName(country as CountryCode)

export const leadEntity = entity<typeof leads, typeof leadApi, typeof leadFields>({
  name: 'lead',
  table: leads,
  fields: leadFields,
  policy: leadPolicy,
  title: 'name',
  keepsTitle: true,
  phone: leads.contactNumber,
  confidential: true,
  isPerson: true,
  search: { sort: '-dateCreated', titleSorts: ['firstName', 'lastName'], detail: ({ email }) => email },
  searchLines: ({ name, country }) => ({ 1: name, 3: countryNameOf(country) }),
  computedColumns: ({ firstName = '', lastName = '', email, country }) => ({
    firstNameKey: sortKey(firstName),
    lastNameKey: sortKey(lastName),
    emailKey: sortKey(email),
    countryName: fold(countryNameOf(country)),
  }),
  sorts: {
    firstName: leads.firstNameKey,
    lastName: leads.lastNameKey,
    email: leads.emailKey,
    country: leads.countryName,
  },
  filters: {
    source: (source) => eq(leads.source, source as LeadSource),
  },
  conditions: { company: leads.companyId },
})
