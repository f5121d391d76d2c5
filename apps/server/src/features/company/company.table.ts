import { type CompanyInput, companyTypes } from '@tradewind/contract/company/company.contract'
import { companyPolicy } from '@tradewind/contract/company/company.policy'
import { countryName } from '@tradewind/contract/countries'
import { inArray, sql } from 'drizzle-orm'
import { index, pgEnum, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { countriesNamed } from '#kit/country'
import { contains, fold, lines } from '#kit/database/list'
import { worldTable } from '#kit/database/table'
import { kind } from '#kit/record/kind'

export const companyType = pgEnum('company_type', companyTypes)
const living = sql`deleted_at is null`

export const companies = worldTable(
  'company',
  {
    legalName: text().notNull(),
    /** ISO code. */
    country: text().notNull(),
    website: text().notNull(),
    companyTypeList: companyType().array().notNull(),
    address: text(),
    taxRefNumber: text(),
    /** Folded, to sort by. */
    nameKey: text().notNull().default(''),
    /** The country's folded name, to sort by. */
    countryKey: text().notNull().default(''),
  },
  (t) => [
    unique('company_in_country').on(t.tenantId, t.worldId, t.uniqueId, t.country),
    uniqueIndex('company_legal_name')
      .on(t.tenantId, t.worldId, sql`lower(btrim(legal_name))`)
      .where(living),
    index('company_by_name').on(t.tenantId, t.worldId, t.nameKey, t.uniqueId).where(living),
    index('company_by_country').on(t.tenantId, t.worldId, t.countryKey, t.uniqueId).where(living),
    index('company_in_countries').on(t.tenantId, t.worldId, t.country, t.dateCreated, t.uniqueId).where(living),
  ],
)

/** How many folded letters a sort looks at: an index row has its bounds. */
const KEY_LENGTH = 200

export const companyKind = kind({
  name: 'company',
  table: companies,
  policy: companyPolicy,
  title: 'legalName',
  kept: ({ legalName, country, website, address, taxRefNumber }) => ({
    searchText: lines(legalName, countryName(country as CompanyInput['country']), website, address, taxRefNumber),
    nameKey: fold(legalName).slice(0, KEY_LENGTH),
    countryKey: fold(countryName(country as CompanyInput['country'])),
  }),
  sorts: { dateCreated: companies.dateCreated, legalName: companies.nameKey, country: companies.countryKey },
  filters: {
    legalName: (needle) => contains(companies, needle, 1),
    country: (needle) => inArray(companies.country, countriesNamed(needle)),
  },
  virtual: {
    // A company is in a level's project when one of them is shared with it. No project has a company yet: nothing is reached.
    sharedWith: () => sql`false`,
  },
})
