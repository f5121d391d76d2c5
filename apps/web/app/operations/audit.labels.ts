import { companyTypeNames } from '@tradewind/contract/crm/company.fields'
import { priorityNames } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { AuditEntry } from '@tradewind/contract/platform/audit.contract'
import { tenantConfigurations, tenantSettings } from '@tradewind/contract/platform/settingCatalogue'
import { assessmentCategoryNames } from '@tradewind/contract/site/assessment.constants'
import { removalNames } from '@tradewind/contract/trust/reviewCase.constants'
import { isLanguage, languageNames, type Translate } from '#kit/text'
import { showIn as showUserIn } from '#platform/user/user.labels'
import { contentFormatter, labelsIn as contentLabelsIn } from '#site/content/staff/contentWords'
import { typeNames } from '#trust/reviewTypes'
import { countryLabel } from '#ui/entity/useCountryOptions'
import { formatValue } from '#ui/entity/words'
import { fieldNameOf } from '#ui/record/History'
import { formatDay, formatMoment } from '#ui/values/dates'

/** Names of kinds that appear in neither search nor trash. */
export const otherKinds: Readonly<Record<string, string>> = {
  user: phrase('User'),
  tenant: phrase('Tenant'),
  permission: phrase('Permission'),
  tenantSetting: phrase('Tenant setting'),
  tenantConfiguration: phrase('Tenant configuration'),
  message: phrase('Message'),
  bulkUpload: phrase('Bulk upload'),
  job: phrase('Job'),
  fileImport: phrase('Import from a file'),
  audit: phrase('Audit trail'),
  customField: phrase('Custom field'),
  reviewAudience: phrase('Audience'),
  review: phrase('Review'),
  reviewCase: phrase('Reported review'),
  reviewOwnQuestion: phrase('Own question of a survey'),
  view: phrase('Saved view'),
}

/** Kinds whose titles are texts of the application, which are translated. */
const translatedTitles = /^(tenantSetting|tenantConfiguration|permission)$/

/** The title of the record in an entry. */
export const titleIn = (t: Translate, { kind, title }: Pick<AuditEntry, 'kind' | 'title'>) =>
  translatedTitles.test(kind) ? t(title) : title

/** The settings of a tenant, by key. */
const settings: Readonly<Record<string, { dataType: string; name: string }>> = { ...tenantSettings, ...tenantConfigurations }

/** Labels that only the trail needs. */
const ownNames: Readonly<Record<string, string>> = {
  /** Whether work was cancelled: the word of its own screen, which differs from that of a web call. */
  cancelled: phrase('Cancelled@@upload'),
  publishedAt: phrase('Shown from'),
  decidedBecause: phrase('Reason'),
}

/** The label of a field; a setting has the label of the settings page. */
export const fieldName = (field: string) => ownNames[field] ?? settings[field]?.name ?? fieldNameOf(field)

/** Constants whose label differs from their spelling. */
const constantNames: Readonly<Record<string, string>> = {
  ...companyTypeNames,
  DECISION_MAKER: phrase('Decision Maker'),
  NO_INFLUENCE: phrase('No Influence'),
  WEB_MEETING: phrase('Web Meeting'),
  FACE_TO_FACE_MEETING: phrase('Face to Face Meeting'),
  VISIT_AT_FAIR: phrase('Visit at Fair'),
  ...assessmentCategoryNames,
  ...removalNames,
  ...typeNames,
}

/** Fields that contain constants of the API: 'HIGH' becomes 'High'. */
const constants =
  /^(companyTypeList|contactRole|eventType|nextStepsStatus|potential|interest|priority|state|category|reviewType|decidedBecause)$/
const constantLabel = (constant: string) => constantNames[constant] ?? constant.charAt(0) + constant.slice(1).toLowerCase()

const dayIn = (value: string) => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value)
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) ? formatMoment(value) : null
}

/** Returns whether a value is a choice of a custom field. */
const isChoice = (value: unknown): value is { label: string; isRetired?: boolean } =>
  typeof value === 'object' && value !== null && 'label' in value

const isLanguageField = (field: string) => field === 'language' || settings[field]?.dataType === 'LANGUAGE'

const isPriority = (value: string): value is keyof typeof priorityNames => Object.hasOwn(priorityNames, value)

/** Formats a field's value as text: countries by name, days in the usual format. */
export const showIn = (t: Translate) => (field: string, value: unknown) => {
  const texts = [value].flat().map((one: unknown) => {
    if (isChoice(one)) return one.isRetired ? `${one.label} (${t('Retired')})` : one.label
    if (typeof one !== 'string') return one
    if (field === 'priority' && isPriority(one)) return t(priorityNames[one])
    if (constants.test(field)) return t(constantLabel(one))
    if (isLanguageField(field) && isLanguage(one)) return languageNames[one]
    return field === 'country' ? countryLabel(one, t) : (dayIn(one) ?? one)
  })
  return formatValue(texts.map((one) => showUserIn(t)(field, one)))
}

/** Returns the label of a field of a kind, and its formatter; content has those of its own screens. */
export const fieldWordsIn = (t: Translate, zone: string, kind: string) => {
  const show = showIn(t)
  const contentLabels: Readonly<Record<string, string>> = kind === 'content' ? contentLabelsIn(t) : {}
  const showContent = contentFormatter(t, zone)
  return {
    label: (field: string) => contentLabels[field] ?? t(fieldName(field)),
    show: (field: string, value: unknown) => (contentLabels[field] ? showContent(field, value) : show(field, value)),
  }
}
