import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import {
  type CustomChoice,
  type CustomKind,
  customKinds,
  type CustomType,
  MAX_CUSTOM_CHOICES,
  MAX_CUSTOM_FIELDS,
} from '@tradewind/contract/kit/custom/custom.fields'
import { customFieldPolicy } from '@tradewind/contract/kit/custom/custom.policy'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { eq, sql } from 'drizzle-orm'
import { customFields, definitionsOf, loadDefinitions } from '#kit/custom/definitions'
import { fold, pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { checkAll, conflict, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyOfKinds } from '#kit/record/activity'
import { assertCurrent, audit, type Changes, changesOf } from '#kit/record/audit'

/** A key made from a label, which none of these has. */
const keyOf = (label: string, usedKeys: readonly string[]) => {
  const slug = fold(label)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '')
  const key = slug || 'field'
  for (let at = 1; ; at++) {
    const one = at === 1 ? key : `${key}_${at}`
    if (!usedKeys.includes(one)) return one
  }
}

const isSame = (one: string, other: string) => fold(one.trim()) === fold(other.trim())
const hasChoices = (type: CustomType) => type === 'CHOICE' || type === 'SEVERAL'

interface GivenChoice {
  key?: string | undefined
  label: string
  isRetired?: boolean | undefined
}

const choicesRefusal = (sentence: Sentence) => invalid({ choices: sentence })

/** The new choices of a field: those given, then the omitted ones, retired. */
const choicesFrom = (input: readonly GivenChoice[], before: readonly CustomChoice[]): CustomChoice[] => {
  const usedKeys = before.map(({ key }) => key)
  const newChoices = input.map(({ key, label, isRetired = false }): CustomChoice => {
    if (key !== undefined && !before.some((choice) => choice.key === key))
      throw choicesRefusal(say('This is not one of the choices'))
    const choiceKey = key ?? keyOf(label, usedKeys)
    usedKeys.push(choiceKey)
    return { key: choiceKey, label, isRetired }
  })
  if (new Set(newChoices.map(({ key }) => key)).size < newChoices.length) throw choicesRefusal(say('A choice appears twice'))
  const removed = before
    .filter(({ key }) => !newChoices.some((choice) => choice.key === key))
    .map((choice) => ({ ...choice, isRetired: true }))
  const all = [...newChoices, ...removed]
  const active = all.filter(({ isRetired }) => !isRetired)
  if (active.length === 0) throw choicesRefusal(say('Enter at least one choice'))
  const duplicate = active.find((one, at) => active.some((other, index) => index < at && isSame(one.label, other.label)))
  if (duplicate) throw choicesRefusal(say('There is already “{name}”', { name: duplicate.label }))
  if (all.length > MAX_CUSTOM_CHOICES) throw choicesRefusal(say('At most {count} choices', { count: MAX_CUSTOM_CHOICES }))
  return all
}

const choicesFor = (type: CustomType, input: readonly GivenChoice[] | undefined, before: readonly CustomChoice[]) => {
  if (hasChoices(type)) return choicesFrom(input ?? [], before)
  if (input && input.length > 0) throw invalid({ choices: say('A field of this type has no choices') })
  return []
}

/** Locks the fields of a kind for this transaction. */
const lockKind = (kind: CustomKind, { tx, scope }: WriteContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.tenantId} ${kind}`}, 9))`)

type Definition = typeof customFields.$inferSelect

const checkLabelFree = (label: string, fields: readonly Definition[], butId?: string) => {
  const other = fields.find((field) => field.uniqueId !== butId && !field.retiredAt && isSame(field.label, label))
  if (other) throw invalid({ label: say('There is already “{name}”', { name: other.label }) })
}

const checkFieldCount = (fields: readonly Definition[]) => {
  if (fields.filter(({ retiredAt }) => !retiredAt).length >= MAX_CUSTOM_FIELDS)
    throw conflict(say('A kind of record can have {count} fields of your own at most', { count: MAX_CUSTOM_FIELDS }))
}

const lockField = async (uniqueId: string, context: WriteContext) => {
  const [found] = await context.tx.select().from(customFields).where(eq(customFields.uniqueId, uniqueId))
  if (!found) throw notFound()
  await lockKind(found.kind, context)
  const [field] = await context.tx.select().from(customFields).where(eq(customFields.uniqueId, uniqueId)).for('update')
  return field!
}

const auditField = (action: 'CREATED' | 'CHANGED', field: Definition, changes: Changes, context: WriteContext) =>
  audit(context, { action, kind: 'customField', recordId: field.uniqueId, title: field.label, changes })

const saveField = async (before: Definition, fields: Partial<Definition>, context: WriteContext) => {
  const changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return before
  const [field] = await context.tx
    .update(customFields)
    .set({ ...fields, updatedAt: nextUpdatedAt(customFields.updatedAt) })
    .where(eq(customFields.uniqueId, before.uniqueId))
    .returning()
  await auditField('CHANGED', field!, changes, context)
  // Records of all partitions show its values, or do so no longer.
  if ('retiredAt' in changes) notifyOfKinds(context, [{ name: before.kind, table: customFields }])
  return field!
}

const customFieldRoutes = routes(customFieldApi, {
  list: async ({ kind, retired, sort, ...query }, { db }) => {
    const found = (await loadDefinitions(db, kind)).filter(({ retiredAt }) => retired || retiredAt === null)
    const fields = customKinds.flatMap((one) => found.filter((field) => field.kind === one))
    return pageOf(sort === '-position' ? fields.toReversed() : fields, query)
  },

  create: async ({ kind, label, type, choices, position }, context) => {
    await lockKind(kind, context)
    const fields = await definitionsOf(context.tx, kind, 'all')
    checkFieldCount(fields)
    const [, newChoices] = await checkAll(
      () => checkLabelFree(label, fields),
      () => choicesFor(type, choices, []),
    )
    const key = keyOf(
      label,
      fields.map((field) => field.key),
    )
    const last = Math.max(-1, ...fields.map((field) => field.position))
    const [field] = await context.tx
      .insert(customFields)
      .values({ kind, key, label, type, choices: newChoices, position: position ?? last + 1, createdBy: context.actor.uniqueId })
      .returning()
    await auditField('CREATED', field!, {}, context)
    return field!
  },

  update: async ({ uniqueId, updatedAt, choices, ...fields }, context) => {
    const before = await lockField(uniqueId, context)
    await assertCurrent({ ...fields, choices, updatedAt }, before, context)
    const all = await definitionsOf(context.tx, before.kind, 'all')
    const [, newChoices] = await checkAll(
      () => fields.label !== undefined && checkLabelFree(fields.label, all, uniqueId),
      () => choices && choicesFor(before.type, choices, before.choices),
    )
    const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    return saveField(before, { ...definedFields, ...(newChoices && { choices: newChoices }) }, context)
  },

  retire: async ({ uniqueId }, context) => {
    const before = await lockField(uniqueId, context)
    return before.retiredAt ? before : saveField(before, { retiredAt: new Date().toISOString() }, context)
  },

  bringBack: async ({ uniqueId }, context) => {
    const before = await lockField(uniqueId, context)
    if (!before.retiredAt) return before
    const fields = await definitionsOf(context.tx, before.kind, 'all')
    checkFieldCount(fields)
    checkLabelFree(before.label, fields, uniqueId)
    return saveField(before, { retiredAt: null }, context)
  },
})

/** The fields that a tenant adds to its records. */
export const customFieldFeature = (): Feature => ({
  routes: () => [customFieldRoutes],
  announced: [{ name: 'customField', policy: customFieldPolicy }],
})
