import { z } from 'zod'
import { companyApi } from '../crm/company.contract.ts'
import { companyFields } from '../crm/company.fields.ts'
import { contactApi } from '../crm/contact.contract.ts'
import { contactFields } from '../crm/contact.fields.ts'
import { eventApi } from '../crm/event.contract.ts'
import { eventFields } from '../crm/event.fields.ts'
import { meetingReportApi } from '../crm/meetingReport.contract.ts'
import { meetingReportFields } from '../crm/meetingReport.fields.ts'
import { nextStepsApi } from '../crm/nextSteps.contract.ts'
import { nextStepsFields } from '../crm/nextSteps.fields.ts'
import { projectApi, projectCompanyApi } from '../crm/project.contract.ts'
import { projectCompanyFields, projectFields } from '../crm/project.fields.ts'
import { summaryApi } from '../crm/summary.contract.ts'
import { summaryFields } from '../crm/summary.fields.ts'
import { MAX_ALTERNATIVES, MAX_CONDITION_LENGTH, MAX_CONDITIONS, parseCondition } from '../kit/conditions.ts'
import { customKinds, isCustomName } from '../kit/custom/custom.fields.ts'
import { byId, endpoint, id, instant, listQuery, recordFields } from '../kit/endpoint.ts'
import type { FieldSpecs } from '../kit/entityFields.ts'
import { atMost, isStorable, notStorableMessage, text } from '../kit/fields.ts'
import { say, Sentence } from '../kit/say.ts'
import { viewPolicy } from '../kit/view.policy.ts'
import { MAX_COLUMNS, columnNames, columnWidth, densities, type ListState } from '../kit/view.ts'
import { tenantApi } from '../platform/tenant.contract.ts'
import { tenantFields } from '../platform/tenant.fields.ts'
import { adminApi } from '../platform/user.contract.ts'
import { userFields } from '../platform/user.fields.ts'
import { contentApi } from '../site/content.contract.ts'
import { contentFields } from '../site/content.fields.ts'
import { leadApi } from '../site/lead.contract.ts'
import { leadFields } from '../site/lead.fields.ts'
import { questionApi } from '../site/member/question.contract.ts'
import { questionFields } from '../site/member/question.fields.ts'
import { topicApi } from '../site/member/topic.contract.ts'
import { topicFields } from '../site/member/topic.fields.ts'
import { webCallApi } from '../site/member/webCall.contract.ts'
import { webCallFields } from '../site/member/webCall.fields.ts'

/** The kinds of record whose lists have views, and the fields of each. */
export const viewedFields = {
  company: companyFields,
  contact: contactFields,
  meetingReport: meetingReportFields,
  summary: summaryFields,
  nextSteps: nextStepsFields,
  project: projectFields,
  projectCompany: projectCompanyFields,
  event: eventFields,
  lead: leadFields,
  content: contentFields,
  question: questionFields,
  topic: topicFields,
  webCall: webCallFields,
  admin: userFields,
  tenant: tenantFields,
} as const satisfies Record<string, FieldSpecs>

export type Viewed = keyof typeof viewedFields
export const viewedKinds = Object.keys(viewedFields) as [Viewed, ...Viewed[]]
export const isViewed = (kind: string): kind is Viewed => Object.hasOwn(viewedFields, kind)

/** Whether only its creator sees a view, or everyone in the partition. */
export const visibilities = ['PRIVATE', 'SHARED'] as const

/** The queries that each list accepts: a view is limited to these. */
const lists = {
  company: companyApi.list.input,
  contact: contactApi.list.input,
  meetingReport: meetingReportApi.list.input,
  summary: summaryApi.list.input,
  nextSteps: nextStepsApi.list.input,
  project: projectApi.list.input,
  projectCompany: projectCompanyApi.list.input,
  event: eventApi.list.input,
  lead: leadApi.list.input,
  content: contentApi.list.input,
  question: questionApi.list.input,
  topic: topicApi.list.input,
  webCall: webCallApi.list.input,
  admin: adminApi.list.input,
  tenant: tenantApi.list.input,
} as const satisfies Record<Viewed, z.ZodObject>

/** The maximum number of views that a person has of one list. */
export const MAX_VIEWS = 100

const most = <T extends z.ZodType>(one: T, count: number) => atMost(z.array(one), count)
const textOf = (characters: number) =>
  z
    .string()
    .max(characters, say('At most {count} characters', { count: characters }))
    .refine(isStorable, notStorableMessage)
const fieldName = textOf(60)
const width = z
  .number()
  .int()
  .min(columnWidth.min, say('At least {count}', { count: columnWidth.min }))
  .max(columnWidth.max, say('At most {count}', { count: columnWidth.max }))

const State = z.strictObject({
  filters: z.record(fieldName, textOf(200)).default({}),
  where: most(textOf(MAX_CONDITION_LENGTH), MAX_CONDITIONS).default([]),
  any: most(textOf(MAX_CONDITION_LENGTH), MAX_ALTERNATIVES).default([]),
  q: textOf(200).default(''),
  sort: fieldName.default(''),
  columns: most(fieldName, MAX_COLUMNS).default([]),
  widths: z.record(fieldName, width).default({}),
  size: z
    .number()
    .int()
    .min(1)
    .max(500, say('At most {count}', { count: 500 }))
    .default(20),
  density: z.enum(densities).default('line'),
})

/** Whether records of this kind may have a field of the tenant's own under this name. */
const isOwn = (entity: Viewed, name: string) => isCustomName(name) && (customKinds as readonly string[]).includes(entity)

const findUnknownColumn = (fields: string[], names: readonly string[]) => names.find((name) => !fields.includes(name))

/** Conditions in their text form; filters, sort order and search words as the list's query takes them. */
const toListQuery = ({ filters, where, any, q, sort }: ListState) => ({
  ...filters,
  ...(where.length > 0 && { where }),
  ...(any.length > 0 && { any }),
  ...(q && { q }),
  ...(sort && { sort }),
})

const reservedFilterNames = ['page', 'size', 'total', 'sort', 'q', 'where', 'any']

/** Rejects what the list of this kind does not support. */
const checkState = ({ entity, state }: { entity: Viewed; state?: ListState | undefined }, context: z.RefinementCtx) => {
  if (!state) return
  const reportIssue = (sentence: Sentence) => context.addIssue({ code: 'custom', path: ['state'], ...sentence.error() })
  const reserved = Object.keys(state.filters).find((name) => reservedFilterNames.includes(name))
  if (reserved) reportIssue(say('There is no filter “{name}” here', { name: reserved }))
  const columns = columnNames(viewedFields[entity])
  const usedColumns = [...state.columns, ...Object.keys(state.widths)].filter((name) => !isOwn(entity, name))
  const unknownColumn = findUnknownColumn(columns, usedColumns)
  if (unknownColumn !== undefined) reportIssue(say('There is no column “{name}” here', { name: unknownColumn }))
  const parsed = lists[entity].safeParse(toListQuery(state))
  for (const { code, message, ...issue } of parsed.error?.issues ?? []) {
    if (code === 'unrecognized_keys')
      reportIssue(say('There is no filter “{name}” here', { name: (issue as { keys: string[] }).keys[0]!.slice(0, 40) }))
    else context.addIssue({ code: 'custom', path: ['state'], message })
  }
}

const hasFewerKeys = (one: object, other: object) => Object.keys(one).length < Object.keys(other).length

/** Returns the part of a stored state that its list still supports, and whether something was left out. A state stored before alternatives existed has none. */
export const supportedState = (
  entity: Viewed,
  stored: Omit<ListState, 'any'> & Partial<ListState>,
): { state: ListState; isDropped: boolean } => {
  const state: ListState = { ...stored, any: stored.any ?? [] }
  const fields = viewedFields[entity]
  const { shape } = lists[entity]
  const columns = columnNames(fields)
  const isSupportedFilter = (name: string, value: string) =>
    !reservedFilterNames.includes(name) && name in shape && (shape[name as never] as z.ZodType).safeParse(value).success
  const isColumn = (name: string) => columns.includes(name) || isOwn(entity, name)
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name, value]) => isSupportedFilter(name, value)))
  const isSupportedCondition = (condition: string) =>
    isOwn(entity, condition) || !(parseCondition(fields, condition) instanceof Sentence)
  const supported: ListState = {
    ...state,
    filters,
    where: state.where.filter(isSupportedCondition),
    any: state.any.filter(isSupportedCondition),
    sort: shape.sort.safeParse(state.sort).success ? state.sort : '',
    columns: state.columns.filter(isColumn),
    widths: Object.fromEntries(Object.entries(state.widths).filter(([name]) => isColumn(name))),
  }
  const isDropped =
    hasFewerKeys(supported.filters, state.filters) ||
    hasFewerKeys(supported.where, state.where) ||
    hasFewerKeys(supported.any, state.any) ||
    hasFewerKeys(supported.columns, state.columns) ||
    supported.sort !== state.sort
  return { state: supported, isDropped }
}

const entity = z.enum(viewedKinds, say('There are no views of this'))
const visibility = z.enum(visibilities, 'PRIVATE or SHARED')
const name = text('Name', 80)

export const View = z.object({
  ...recordFields,
  entity,
  name: z.string(),
  visibility,
  state: State,
  /** The actor's list opens with this view. */
  isDefault: z.boolean(),
  /** A column or filter of the view no longer exists, and was left out. */
  isDropped: z.boolean(),
  /** Whether the actor may change and delete it. */
  mayChange: z.boolean(),
  createdByName: z.string().nullable(),
})
export type View = z.output<typeof View>

export const viewApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/view/',
    access: viewPolicy.see,
    summary: 'Lists the views of a list that you may see: your own, and those that are shared with your whole partition.',
    input: listQuery(['name'], { entity }).omit({ q: true }),
    reply: z.array(View),
    replyType: 'list',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/view/',
    access: viewPolicy.create,
    summary:
      'Saves how a list is filtered, sorted and shown, under a name. A SHARED view is visible to everybody in the partition; only admins can share views.',
    input: z.strictObject({ entity, name, visibility: visibility.default('PRIVATE'), state: State }).superRefine(checkState),
    reply: View,
    replyType: 'created',
    message: 'The view was saved.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/view/',
    access: viewPolicy.update,
    summary:
      'Updates the name of a view, what it shows, or who sees it. With `updatedAt`, 409 with the current view if somebody has changed it since.',
    input: z
      .strictObject({
        uniqueId: id,
        entity,
        name: name.optional(),
        visibility: visibility.optional(),
        state: State.optional(),
        updatedAt: instant.optional(),
      })
      .superRefine(checkState),
    reply: View,
    message: 'The view was saved.',
  }),
  setDefault: endpoint({
    method: 'PATCH',
    path: '/api/view/default',
    access: viewPolicy.see,
    summary:
      'Sets the view with which a list opens for you, one of those that you may see. Without an id, the list opens in its standard form.',
    input: z.strictObject({ entity, viewId: id.nullish() }),
    reply: z.object({ entity, viewId: id.nullable() }),
    message: 'This view is now the default.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/view/:uniqueId',
    access: viewPolicy.remove,
    summary: 'Deletes a view. It can be restored for a day.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
  restore: endpoint({
    method: 'PATCH',
    path: '/api/view/restore/:uniqueId',
    access: viewPolicy.restore,
    summary: 'Restores a deleted view within a day.',
    input: byId,
    reply: View,
    message: 'The view was restored.',
  }),
}
