import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { Company } from '@tradewind/contract/crm/company.contract'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project.contract'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import type { User } from '@tradewind/contract/platform/user.contract'
import { myUserId } from './visit.tsx'

/** The id of the company with this number. */
export const companyId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`

export const sampleTime = '2026-03-01T10:00:00.000Z'

export const sampleCompany = (number: number, fields: Partial<Company> = {}): Company => ({
  uniqueId: companyId(number),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: null,
  legalName: `Company ${number}`,
  country: 'Norway',
  website: `https://company${number}.example`,
  companyTypeList: ['END_USER'],
  address: null,
  taxRefNumber: null,
  custom: {},
  ...fields,
})

export const sampleContact = (number: number, fields: Partial<Contact> = {}): Contact => ({
  uniqueId: `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`,
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: null,
  firstName: 'Contact',
  lastName: String(number),
  fullName: `Contact ${number}`,
  title: 'Buyer',
  contactRole: 'INFLUENCER',
  companyId: companyId(number),
  company: { uniqueId: companyId(number), legalName: `Company ${number}` },
  country: 'Germany',
  email: null,
  emailBounced: false,
  hotlisted: false,
  number: null,
  language: null,
  custom: {},
  ...fields,
})

/** The tenant's custom field of companies with this number: a text field by default. */
export const sampleCustomField = (number: number, fields: Partial<CustomField> = {}): CustomField => ({
  uniqueId: companyId(number),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: null,
  kind: 'company',
  key: `field_${number}`,
  label: `Field ${number}`,
  type: 'TEXT',
  choices: [],
  position: number,
  retiredAt: null,
  ...fields,
})

/** An import of companies from a text file, which has ended. */
export const sampleFileImport = (fields: Partial<FileImport> = {}): FileImport => ({
  uniqueId: companyId(1),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: myUserId,
  byName: 'Ada Lovelace',
  kind: 'company',
  source: 'FILE',
  fileName: 'firms.csv',
  size: 1000,
  state: 'TAKEN',
  sheets: [],
  columns: [],
  options: {
    encoding: null,
    separator: null,
    sheet: null,
    headerRow: 1,
    mapping: [],
    key: null,
    existing: 'update',
    erase: false,
    defaults: {},
    values: [],
  },
  fields: [],
  unknown: [],
  readings: [],
  frequentFaults: [],
  read: 3,
  total: 3,
  counts: { NEW: 2, LEFT: 0, FAULTY: 1 },
  hasFaultyRows: false,
  takenAt: sampleTime,
  undoUntil: '2999-03-01T10:00:00.000Z',
  undone: null,
  problem: null,
  said: null,
  ...fields,
})

/** The screen of an import, and where it is opened. */
export const importScreen = ({ uniqueId }: FileImport) => ({
  at: `/crm/import/show/${uniqueId}`,
  path: '/crm/import/show/:uniqueId',
})

/** The admin with this number: Ina Sand by default. */
export const sampleUser = (number: number, fields: Partial<User> = {}): User => ({
  uniqueId: companyId(number),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: null,
  firstName: 'Ina',
  middleName: null,
  lastName: 'Sand',
  fullName: 'Ina Sand',
  username: 'ina@example.test',
  emailAddress: 'ina@example.test',
  role: ['ROLE_ADMIN'],
  adminRole: 'ROLE_ADMIN',
  userCompanyName: null,
  userCompanyCountry: null,
  isPartner: false,
  brandLogoUID: null,
  allowedCountries: [],
  reviewsSearchEnabled: false,
  tenant: 'Tradewind',
  state: 'ACTIVE',
  permissionList: [],
  ...fields,
})

/** The company with this number in the project Harbour. */
export const sampleProjectCompany = (number: number, fields: Partial<ProjectCompany> = {}): ProjectCompany => ({
  uniqueId: companyId(number),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: myUserId,
  project: { uniqueId: companyId(900), name: 'Harbour' },
  companyUID: companyId(100 + number),
  company: { uniqueId: companyId(100 + number), legalName: `Company ${number}`, country: 'Norway', website: '' },
  potential: null,
  interest: null,
  priority: null,
  lastContact: null,
  nextContact: null,
  mainContact: null,
  sharedWith: [],
  projectCreatedBy: myUserId,
  custom: {},
  ...fields,
})

/** The project Harbour. */
export const sampleProject = (fields: Partial<Project> = {}): Project => ({
  uniqueId: companyId(900),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: myUserId,
  name: 'Harbour',
  sharedWith: [],
  endDate: null,
  companies: 1,
  createdByName: 'Kim Berg',
  ...fields,
})
