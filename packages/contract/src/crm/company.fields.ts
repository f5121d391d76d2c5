import { createdBy, dateCreated, type FieldSpecs, valuesOf } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

/** The types of company, in the order of the forms. */
export const companyTypeNames = {
  MANUFACTURER_BRAND: phrase('Manufacturer / Brand'),
  IMPORTER_DISTRIBUTOR: phrase('Importer / Distributor'),
  TECH_SOLUTION_PROVIDER: phrase('Tech Solution Provider'),
  ENGINEERING_SERVICES: phrase('Engineering Services'),
  SYSTEM_INTEGRATORS: phrase('System Integrators'),
  CONSULTING_ADVISORY: phrase('Consulting / Advisory'),
  HR_ACCOUNTING_LEGAL: phrase('HR / Accounting / Legal'),
  ASSOCIATION: phrase('Association'),
  END_USER: phrase('End User'),
} as const
export const companyTypes = valuesOf(companyTypeNames)
export type CompanyType = (typeof companyTypes)[number]

export const companyFields = {
  legalName: {
    label: phrase('Legal Name'),
    type: 'text',
    required: true,
    searchLine: 1,
    sortable: true,
    filter: phrase('Company'),
    where: true,
    column: { at: 1, label: phrase('Company'), width: '28%' },
    sheet: { width: 40 },
    outline: true,
  },
  country: {
    label: phrase('Country'),
    type: 'country',
    required: true,
    searchLine: 2,
    sortable: true,
    filter: true,
    where: true,
    column: { at: 2, width: '13%' },
    sheet: { width: 24 },
    outline: true,
  },
  website: {
    label: phrase('Website'),
    type: 'webAddress',
    required: true,
    searchLine: 3,
    where: 'orEmpty',
    column: { at: 4, width: '22%' },
    sheet: { width: 36 },
    outline: true,
  },
  companyTypeList: {
    label: phrase('Company Types'),
    type: 'choices',
    choices: companyTypeNames,
    prompt: phrase('Choose at least one type'),
    wrongChoice: phrase('This is not a company type'),
    required: true,
    where: true,
    column: { at: 3, label: phrase('Types'), width: '25%' },
    // End users are entered only by staff, in the form.
    sheet: { width: 36, values: companyTypes.filter((type) => type !== 'END_USER') },
  },
  dateCreated: { ...dateCreated, column: { at: 5, label: phrase('Created'), width: '12%' }, outline: true },
  address: { label: phrase('Address'), type: 'longText', max: 2000, searchLine: 4, where: 'orEmpty', sheet: { width: 40 } },
  taxRefNumber: { label: phrase('Tax Ref Number'), type: 'text', searchLine: 5, where: 'orEmpty', sheet: { width: 20 } },
  /** The projects that the company is in; lists can be filtered by them. */
  projects: {
    label: phrase('Project'),
    type: 'references',
    by: 'name',
    kind: 'project',
    prompt: phrase('Choose a project'),
    maxItems: 500,
    readOnly: true,
    where: 'orEmpty',
    sheet: false,
    details: false,
  },
  /** The day of the newest report up to today that the user may see. Lists show it, but cannot be sorted by it: it differs between users. */
  lastReport: { label: phrase('Last Report'), type: 'day', readOnly: true, where: 'orEmpty', details: false },
  createdBy,
} as const satisfies FieldSpecs
