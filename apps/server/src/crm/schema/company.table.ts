import { type CountryCode, countryName } from '@tradewind/contract/countries'
import type { companyApi } from '@tradewind/contract/crm/company.contract'
import { companyFields, companyTypes } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, meetingReportPolicy, projectPolicy, seesOutline } from '@tradewind/contract/crm/policies'
import { outlineOf, specsOf } from '@tradewind/contract/kit/entityFields'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { type SQL, sql } from 'drizzle-orm'
import { index, pgEnum, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { customColumns, customValues } from '#kit/custom/definitions'
import { fold } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { notDeleted, partitionTable } from '#kit/database/table'
import { entity } from '#kit/record/entity'
import { searchContainsWords } from '#kit/record/ranked'
import { domainMatchOf, nameMatchOf, taxMatchOf } from './matchKeys.ts'

export const companyType = pgEnum('company_type', companyTypes)

export const companies = partitionTable(
  'company',
  {
    ...customColumns(),
    legalName: text().notNull(),
    /** ISO code. */
    country: text().notNull(),
    website: text().notNull(),
    companyTypeList: companyType().array().notNull(),
    address: text(),
    taxRefNumber: text(),
    /** Folded, for sorting. */
    nameKey: text().notNull().default(''),
    /** The country's folded name, for sorting. */
    countryKey: text().notNull().default(''),
    /** Keys for finding possible duplicates: `matchKeys.ts`. */
    nameMatch: text(),
    domainMatch: text(),
    taxMatch: text(),
  },
  (t) => [
    unique('company_in_country').on(t.tenantId, t.partitionId, t.uniqueId, t.country),
    uniqueIndex('company_legal_name')
      .on(t.tenantId, t.partitionId, sql`lower(btrim(legal_name))`)
      .where(notDeleted),
    index('company_by_name').on(t.tenantId, t.partitionId, t.nameKey, t.uniqueId).where(notDeleted),
    index('company_by_country').on(t.tenantId, t.partitionId, t.countryKey, t.uniqueId).where(notDeleted),
    index('company_same_name')
      .on(t.tenantId, t.partitionId, t.nameMatch, t.uniqueId)
      .where(sql`deleted_at is null and name_match is not null`),
    index('company_same_domain')
      .on(t.tenantId, t.partitionId, t.domainMatch, t.uniqueId)
      .where(sql`deleted_at is null and domain_match is not null`),
    index('company_same_tax')
      .on(t.tenantId, t.partitionId, t.taxMatch, t.uniqueId)
      .where(sql`deleted_at is null and tax_match is not null`),
    index('company_of_types').using('gin', t.partitionId, t.companyTypeList).where(notDeleted),
    index('company_without_website')
      .on(t.tenantId, t.partitionId, t.website, t.dateCreated)
      .where(sql`deleted_at is null and website = ''`),
    index('company_in_countries').on(t.tenantId, t.partitionId, t.country, t.dateCreated, t.uniqueId).where(notDeleted),
  ],
)

/** The number of folded characters used for sorting: the size of an index row is limited. */
const KEY_LENGTH = 200

const outlineLines = specsOf(outlineOf(companyFields)).flatMap(([, { searchLine }]) => searchLine ?? [])

export const companyCustom = customValues('company_custom', companies)

/** Joins the project with this id, if it is not deleted and the actor may see it. Uses table names, as projects import companies. */
export const joinVisibleProject = (projectId: SQL, actor: Actor) => {
  const shared = sql`and exists (select from project_share shared where shared.project_id = ${projectId} and shared.user_id = ${actor.uniqueId})`
  // An actor who does not see all projects sees those that are shared with them.
  const allowed = can(actor, projectPolicy.see, {}) ? sql`` : shared
  return sql`join project on project.id = ${projectId} and project.deleted_at is null ${allowed}`
}

export const companyEntity = entity<typeof companies, typeof companyApi, typeof companyFields>({
  name: 'company',
  table: companies,
  fields: companyFields,
  custom: companyCustom,
  policy: companyPolicy,
  title: 'legalName',
  titleLine: 1,
  onTimeline: true,
  search: {
    sort: 'legalName',
    detail: ({ country }) => countryName(country as CountryCode),
    filters: (actor, { q }) => (seesOutline(actor) ? { outline: q } : { q }),
  },
  subjects: ({ uniqueId }) => [uniqueId],
  // The name of the table, as projects import companies, not the other way round.
  shownOn: (ids) => sql`select project_id as id from project_company where company_id = ${anyOf(ids)}
    union select id from project_company where company_id = ${anyOf(ids)}`,
  computedColumns: (company) => ({
    nameKey: fold(company.legalName).slice(0, KEY_LENGTH),
    countryKey: fold(countryName(company.country as CountryCode)),
    nameMatch: nameMatchOf(company.legalName),
    domainMatch: domainMatchOf(company.website),
    taxMatch: taxMatchOf(company.taxRefNumber),
  }),
  sorts: { legalName: companies.nameKey, country: companies.countryKey },
  ownFilters: {
    /** `q` for actors who see only the name, the country and the website of a company. */
    outline: (needle) => searchContainsWords(companies, needle, outlineLines),
  },
  conditions: {
    // Uses table names, as projects import companies, not the other way round.
    projects: {
      linked: (one, { actor }) => sql`select attached.company_id from project_company attached
        ${joinVisibleProject(sql`attached.project_id`, actor)} where attached.deleted_at is null and ${one(sql`attached.project_id`)}`,
    },
    lastReport: {
      linked: (one, { actor, timeZone }) => {
        const isUpToToday = (
          report: SQL,
        ) => sql`${report}.deleted_at is null and ${report}.date <= (now() at time zone ${timeZone})::date
          ${can(actor, meetingReportPolicy.see, {}) ? sql`` : sql`and ${report}.created_by = ${actor.uniqueId}`}`
        return sql`select last.company_id from meeting_report last where ${isUpToToday(sql`last`)} and ${one(sql`last.date`)}
          and not exists (select from meeting_report later
            where later.company_id = last.company_id and later.date > last.date and ${isUpToToday(sql`later`)})`
      },
    },
  },
  policyFields: {
    // In a project, not deleted, that is shared with the user. Uses table names, as projects import companies, not the other way round.
    sharedWith: (userId) => ({
      ids: [
        sql`select attached.company_id from project_company attached
          join project_share shared on shared.project_id = attached.project_id and shared.user_id = ${userId}
          join project on project.id = attached.project_id and project.deleted_at is null
          where attached.deleted_at is null`,
      ],
    }),
  },
})
