import type { AuditEntry } from '@tradewind/contract/audit/audit.contract'
import { countryName, isCountryCode } from '@tradewind/contract/countries'
import type { AuditAction, Entry } from '@tradewind/contract/kit/history'
import { tenantConfigurations, tenantSettings } from '@tradewind/contract/tenantSetting/catalogue'
import { isLanguage, languageNames } from '#kit/languages'
import { phrase, type Say } from '#kit/text'
import { showIn as showUserIn } from '#ui/user/user.words'
import { dayOf, momentOf } from '#ui/values/dates'
import { inWords } from '#ui/values/words'

export const actionNames: Readonly<Record<AuditAction, string>> = {
  CREATED: phrase('Created'),
  CHANGED: phrase('Changed'),
  DELETED: phrase('Deleted'),
  RESTORED: phrase('Taken back'),
  IMPORTED: phrase('Imported'),
  EXPORTED: phrase('Exported'),
  SIGNED_IN: phrase('Signed in'),
  SIGNED_OUT: phrase('Signed out'),
  REFUSED: phrase('Refused'),
}

/** Kinds that neither search nor trash knows. */
export const otherKinds: Readonly<Record<string, string>> = {
  user: phrase('User'),
  tenant: phrase('Tenant'),
  permission: phrase('Permission'),
  tenantSetting: phrase('Tenant setting'),
  tenantConfiguration: phrase('Tenant configuration'),
  message: phrase('Message'),
  bulkUpload: phrase('Bulk upload'),
  audit: phrase('Audit trail'),
  reviewAudience: phrase('Audience'),
  review: phrase('Review'),
}

/** Kinds whose records are called by a text of ours. */
const saidTitles = /^(tenantSetting|tenantConfiguration|permission)$/

/** What a record is called in an entry. */
export const titleIn = (t: Say, { kind, title }: Pick<AuditEntry, 'kind' | 'title'>) => (saidTitles.test(kind) ? t(title) : title)

/** Fields that the forms call otherwise than they are spelt. */
const fieldNames: Readonly<Record<string, string>> = {
  companyTypeList: phrase('Company Types'),
  companyName: phrase('Company'),
  companyId: phrase('Company'),
  plainText: phrase('Text'),
  todo: phrase('Todo'),
  nextStepsStatus: phrase('Status'),
  assignedUser: phrase('User Assigned'),
  mainContactId: phrase('Main Contact'),
  eventDateTime: phrase('Date and Time'),
  adminRole: phrase('Role'),
  userCompanyName: phrase('Company Name'),
  isPartner: phrase('Is a Partner'),
  reviewType: phrase('Survey Type'),
  reviewsSearchEnabled: phrase('Review Visible on Global Search'),
  companyDescription: phrase('Company Description'),
  showAsTestimonial: phrase('Testimonial'),
  ownerReply: phrase('Reply'),
  reason: phrase('Reason'),
  added: phrase('Added'),
  contacts: phrase('Contacts'),
  isActive: phrase('Active'),
  permissionList: phrase('Permissions'),
  brandName: phrase('Brand name'),
  brandLogoUID: phrase('Brand Logo'),
  permanently: phrase('Permanently'),
  projectId: phrase('Project'),
  summaryId: phrase('Summary'),
  meetingReportId: phrase('Meeting report'),
  meetingDate: phrase('Date'),
}

/** What is decided for a tenant, by its key. */
const decisions: Readonly<Record<string, { dataType: string; name: string }>> = { ...tenantSettings, ...tenantConfigurations }

/** How a field is called: 'legalName' is 'Legal Name'. */
export const fieldName = (field: string) =>
  fieldNames[field] ??
  decisions[field]?.name ??
  field.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** A field that says what another one of the same entry says in plain words. */
const saidBy: Readonly<Record<string, string>> = { text: 'plainText', companyId: 'companyName' }

/** The changes of an entry that tell something, by field. */
export const tellingOf = (changes: Entry['changes']) =>
  Object.entries(changes).filter(([field]) => !(saidBy[field] && saidBy[field] in changes))

const isId = (value: unknown) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** Nobody can read what stood there: ids of other records. */
export const isUnreadable = ({ before, after }: Entry['changes'][string]) => [before, after].flat().some(isId)

/** Constants that the forms call otherwise than they are spelt. */
const constantNames: Readonly<Record<string, string>> = {
  MANUFACTURER_BRAND: phrase('Manufacturer / Brand'),
  IMPORTER_DISTRIBUTOR: phrase('Importer / Distributor'),
  TECH_SOLUTION_PROVIDER: phrase('Tech Solution Provider'),
  ENGINEERING_SERVICES: phrase('Engineering Services'),
  SYSTEM_INTEGRATORS: phrase('System Integrators'),
  CONSULTING_ADVISORY: phrase('Consulting / Advisory'),
  HR_ACCOUNTING_LEGAL: phrase('HR / Accounting / Legal'),
  END_USER: phrase('End User'),
  DECISION_MAKER: phrase('Decision Maker'),
  NO_INFLUENCE: phrase('No Influence'),
  WEB_MEETING: phrase('Web Meeting'),
  FACE_TO_FACE_MEETING: phrase('Face to Face Meeting'),
  VISIT_AT_FAIR: phrase('Visit at Fair'),
}

/** Constants of the wire, in the fields that hold them: 'HIGH' is 'High'. */
const constants = /^(companyTypeList|contactRole|eventType|nextStepsStatus|potential|interest|priority|state)$/
const spoken = (constant: string) => constantNames[constant] ?? constant.charAt(0) + constant.slice(1).toLowerCase()

const dayIn = (value: string) => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayOf(value)
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) ? momentOf(value) : null
}

/** A field's value in words: countries by name, days as everywhere. */
export const showIn = (t: Say) => (field: string, value: unknown) => {
  const said = [value].flat().map((one: unknown) => {
    if (typeof one !== 'string') return one
    if (constants.test(field)) return t(spoken(one))
    if (decisions[field]?.dataType === 'LANGUAGE' && isLanguage(one)) return languageNames[one]
    return field === 'country' && isCountryCode(one) ? countryName(one) : (dayIn(one) ?? one)
  })
  return inWords(said.map((one) => showUserIn(t)(field, one)))
}
