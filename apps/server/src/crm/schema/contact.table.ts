import type { contactApi } from '@tradewind/contract/crm/contact.contract'
import { contactFields, contactRoles } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { eq, sql } from 'drizzle-orm'
import { foreignKey, index, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import { customColumns, customValues } from '#kit/custom/definitions'
import { fold } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { notDeleted, partitionTable } from '#kit/database/table'
import { entity } from '#kit/record/entity'
import { phoneDigits } from '#kit/record/phone'
import { languageEnum } from '#platform/schema/message.table'
import { companies, companyEntity } from './company.table.ts'
import { emailMatchOf, personMatchOf } from './matchKeys.ts'

export const contactRole = pgEnum('contact_role', contactRoles)

export const contacts = partitionTable(
  'contact',
  {
    ...customColumns(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    title: text().notNull(),
    contactRole: contactRole().notNull(),
    companyId: uuid().notNull(),
    /** The company's, which the rules of level 3 use. Kept in sync by the foreign key. */
    country: text().notNull(),
    /** The company's, which lists show, sort by and search. Updated with the company's name. */
    companyName: text().notNull(),
    email: text(),
    number: text(),
    /** The language of letters to them. Null: chosen by the sender. */
    language: languageEnum(),
    /** The lower-case address from which a letter bounced: no mail is sent to the contact while it is their address. */
    bouncedEmail: text(),
    fullName: text().notNull().default(''),
    /** Folded, for sorting. */
    firstKey: text().notNull().default(''),
    lastKey: text().notNull().default(''),
    companyKey: text().notNull().default(''),
    /** Keys for finding possible duplicates: `matchKeys.ts`. */
    emailMatch: text(),
    personMatch: text(),
  },
  (t) => [
    foreignKey({
      name: 'contact_company',
      columns: [t.tenantId, t.partitionId, t.companyId, t.country],
      foreignColumns: [companies.tenantId, companies.partitionId, companies.uniqueId, companies.country],
    }), // checked at commit: the copies of the company's columns are updated before that
    index('contact_of_company').on(t.tenantId, t.partitionId, t.companyId, t.dateCreated, t.uniqueId),
    index('contact_by_first').on(t.tenantId, t.partitionId, t.firstKey, t.uniqueId).where(notDeleted),
    index('contact_by_last').on(t.tenantId, t.partitionId, t.lastKey, t.uniqueId).where(notDeleted),
    index('contact_by_company').on(t.tenantId, t.partitionId, t.companyKey, t.uniqueId).where(notDeleted),
    // These two are for filters and counts; they give no order.
    index('contact_by_role').on(t.tenantId, t.partitionId, t.contactRole).where(notDeleted),
    index('contact_in_countries').on(t.tenantId, t.partitionId, t.country).where(notDeleted),
    index('contact_by_phone')
      .using('gin', t.partitionId, sql`${phoneDigits(sql`number`)} gin_trgm_ops`)
      .where(sql`deleted_at is null and number is not null`),
    index('contact_without_email')
      .on(t.tenantId, t.partitionId, t.email, t.dateCreated)
      .where(sql`deleted_at is null and email is null`),
    // Few contacts have one.
    index('contact_of_language')
      .on(t.tenantId, t.partitionId, t.language)
      .where(sql`deleted_at is null and language is not null`),
    index('contact_same_email')
      .on(t.tenantId, t.partitionId, t.emailMatch, t.uniqueId)
      .where(sql`deleted_at is null and email_match is not null`),
    index('contact_same_person')
      .on(t.tenantId, t.partitionId, t.personMatch, t.uniqueId)
      .where(sql`deleted_at is null and person_match is not null`),
  ],
)

const keyOf = (name: string) => fold(name).slice(0, 200)
const contactNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

export const contactCustom = customValues('contact_custom', contacts)

export const contactEntity = entity<typeof contacts, typeof contactApi, typeof contactFields>({
  name: 'contact',
  table: contacts,
  fields: contactFields,
  custom: contactCustom,
  policy: contactPolicy,
  title: 'fullName',
  titleLine: 4,
  phone: contacts.number,
  onTimeline: true,
  isPerson: true,
  search: {
    sort: 'lastName',
    titleSorts: ['firstName', 'lastName'],
    detail: ({ title, companyName }) => `${title}, ${companyName}`,
  },
  subjects: ({ uniqueId, companyId }) => [uniqueId, companyId],
  // The names of tables, as projects and reports import contacts, not the other way round.
  shownOn: (ids) => sql`select project_id as id from project_company
    where company_id in (select ${contacts.companyId} from ${contacts} where ${contacts.uniqueId} = ${anyOf(ids)})
    union select id from project_company where main_contact_id = ${anyOf(ids)}
    union select meeting_report_id from meeting_report_attendee where contact_id = ${anyOf(ids)}`,
  parents: [{ of: companyEntity, column: 'companyId', called: phrase('company') }],
  copies: [{ of: companyEntity, column: 'companyId', fields: { companyName: 'legalName', country: 'country' } }],
  searchLines: (contact) => ({ companyId: contact.companyName, 4: contactNameOf(contact) }),
  computedColumns: (contact) => ({
    fullName: contactNameOf(contact),
    firstKey: keyOf(contact.firstName),
    lastKey: keyOf(contact.lastName),
    companyKey: keyOf(contact.companyName),
    emailMatch: emailMatchOf(contact.email),
    personMatch: personMatchOf(contact),
  }),
  sorts: {
    firstName: contacts.firstKey,
    lastName: contacts.lastKey,
    company: contacts.companyKey,
  },
  filters: { companyId: (companyId) => eq(contacts.companyId, companyId) },
  conditions: { company: contacts.companyName },
})
