import { type ImportKind, importRules } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, contactPolicy } from '@tradewind/contract/crm/policies'
import type { Rules } from '@tradewind/contract/kit/policy'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { companyImport } from '#crm/company.feature'
import { companies } from '#crm/schema/company.table'
import { contacts } from '#crm/schema/contact.table'
import { domainMatchOf, emailMatchOf, nameMatchOf, personMatchOf, taxMatchOf } from '#crm/schema/matchKeys'
import { fold } from '#kit/database/list'
import { importSpecFor } from '#kit/record/importSpec'
import { importSheet } from '#kit/record/sheets'
import { contactImport } from '../contact.feature.ts'
import { withCompaniesInAnyCase } from './companyNames.ts'

export type Values = Readonly<Record<string, unknown>>
/** A record as it is stored. */
export type Stored = Values & { uniqueId: string; updatedAt: string }

/** How records of a kind are imported, with the fields that the tenant has added. */
export type Spec = Awaited<ReturnType<typeof importSpecFor>>

/** How the existing records that match a row of a file are found. */
export interface RecordKey {
  /** The column that is searched, and its name in a record. */
  column: AnyPgColumn
  field: string
  /** The value of the column for a row; null if the row lacks the data. */
  searchValueOf: (fields: Values) => string | null
  /** Whether one of the records with that value matches the row. */
  isSame: (record: Stored, fields: Values) => boolean
  /** The keys of a row by which duplicate rows are found, before references are resolved. */
  duplicateKeysOf: (fields: Values) => DuplicateKeys
  /** How the records of rows without the data are found, if they can be. */
  otherwise?: RecordKey
}

/** A row duplicates an earlier one which has kept one of the keys that this one seeks. */
interface DuplicateKeys {
  sought: readonly string[]
  kept: readonly string[]
}

/** What the import must know of a kind in addition to its workbook spec. */
export interface ImportedKind {
  spec: Spec
  rules: Rules
  see: Rules
  update: Rules
  remove: Rules
  keys: Readonly<Record<string, RecordKey>>
  /** The field that must be unique. */
  unique?: { field: string; key: RecordKey }
  /** How possible duplicates of a new record are found. */
  likeness: readonly Pick<RecordKey, 'column' | 'field' | 'searchValueOf'>[]
  /** The fields of a row that name its record. */
  named: readonly string[]
  /** For a field of the sheet that names another record: the columns that store it, the human-readable one first. */
  stored: Readonly<Record<string, readonly string[]>>
}

const text = (fields: Values, field: string) => {
  const value = fields[field]
  return typeof value === 'string' ? value : ''
}
const lowerText = (fields: Values, field: string) => text(fields, field).trim().toLowerCase()
const sortKey = (name: string) => fold(name).slice(0, 200) || null

const oneKey = (key: string | null): DuplicateKeys => {
  const keys = key === null ? [] : [key]
  return { sought: keys, kept: keys }
}

/** A key by a column that is computed from a field: an equal value is a match. */
const byMatch = (column: AnyPgColumn, field: string, matchOf: (fields: Values) => string | null): RecordKey => ({
  column,
  field,
  searchValueOf: matchOf,
  isSame: () => true,
  duplicateKeysOf: (fields) => oneKey(matchOf(fields)),
})

const byName: RecordKey = {
  column: companies.nameKey,
  field: 'nameKey',
  searchValueOf: (fields) => sortKey(text(fields, 'legalName')),
  isSame: (record, fields) => lowerText(record, 'legalName') === lowerText(fields, 'legalName'),
  duplicateKeysOf: (fields) => oneKey(lowerText(fields, 'legalName') || null),
}

const byTaxNumber = byMatch(companies.taxMatch, 'taxMatch', (fields) => taxMatchOf(text(fields, 'taxRefNumber')))
const byWebsite = byMatch(companies.domainMatch, 'domainMatch', (fields) => domainMatchOf(text(fields, 'website')))

/** Staff may import all types of company; the template and members have all but end users. */
const { companyTypeList } = companyFields
const staffCompanySheet = importSheet('Companies', {
  ...companyFields,
  companyTypeList: { ...companyTypeList, sheet: { width: companyTypeList.sheet.width } },
})

const company: ImportedKind = {
  spec: { ...companyImport, sheet: staffCompanySheet, forMembers: companyImport },
  rules: importRules.company,
  see: companyPolicy.see,
  update: companyPolicy.update,
  remove: companyPolicy.remove,
  keys: { legalName: byName, taxRefNumber: byTaxNumber, website: byWebsite },
  unique: { field: 'legalName', key: byName },
  likeness: [
    byTaxNumber,
    { column: companies.nameMatch, field: 'nameMatch', searchValueOf: (fields) => nameMatchOf(text(fields, 'legalName')) },
    byWebsite,
  ],
  named: ['legalName'],
  stored: {},
}

/** Whether the record is of the company that the row names, if it names one. */
const isInCompany = (record: Stored, fields: Values) =>
  fields['companyId'] === undefined || record['companyId'] === fields['companyId']

const byNameInCompany: RecordKey = {
  column: contacts.lastKey,
  field: 'lastKey',
  searchValueOf: (fields) => (text(fields, 'firstName') && fields['companyId'] ? sortKey(text(fields, 'lastName')) : null),
  isSame: (record, fields) => isInCompany(record, fields) && record['firstKey'] === sortKey(text(fields, 'firstName')),
  duplicateKeysOf: (fields) => {
    const [first, last, employer] = [text(fields, 'firstName'), text(fields, 'lastName'), lowerText(fields, 'company')]
    return oneKey(first && last && employer ? JSON.stringify([sortKey(first), sortKey(last), employer]) : null)
  },
}

/** Two contacts of one name in a company count as one if neither has an email address, as in the form and in mass uploads. */
const byNameWithoutEmail: RecordKey = {
  ...byNameInCompany,
  isSame: (record, fields) => record['email'] === null && byNameInCompany.isSame(record, fields),
}

const byEmail: RecordKey = {
  column: contacts.emailMatch,
  field: 'emailMatch',
  searchValueOf: (fields) => emailMatchOf(text(fields, 'email')),
  isSame: isInCompany,
  // A row that names no company may be of any.
  duplicateKeysOf: (fields) => {
    const [email, employer] = [emailMatchOf(text(fields, 'email')), lowerText(fields, 'company')]
    if (email === null) return byNameWithoutEmail.duplicateKeysOf(fields)
    const [inCompany, inNone] = [`${email} ${employer}`, `${email} `]
    return employer ? { sought: [inCompany, inNone], kept: [inCompany, email] } : { sought: [email], kept: [inNone, email] }
  },
  otherwise: byNameWithoutEmail,
}

const contact: ImportedKind = {
  spec: withCompaniesInAnyCase(contactImport),
  rules: importRules.contact,
  see: contactPolicy.see,
  update: contactPolicy.update,
  remove: contactPolicy.remove,
  keys: { email: byEmail, name: byNameInCompany },
  likeness: [
    byEmail,
    {
      column: contacts.personMatch,
      field: 'personMatch',
      searchValueOf: (fields) => {
        const [firstName, lastName, companyName] = ['firstName', 'lastName', 'companyName'].map((field) => text(fields, field))
        return personMatchOf({ firstName: firstName!, lastName: lastName!, companyName: companyName! })
      },
    },
  ],
  named: ['firstName', 'lastName'],
  stored: { company: ['companyName', 'companyId', 'country'] },
}

export const kinds: Readonly<Record<ImportKind, ImportedKind>> = { company, contact }

/** How records of a kind are imported for the actor, with the fields that the tenant has added. */
export const specIn = (kind: ImportKind, context: Parameters<typeof importSpecFor>[1]) => importSpecFor(kinds[kind].spec, context)
