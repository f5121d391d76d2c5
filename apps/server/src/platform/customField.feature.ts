import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import {
  type CustomChoice,
  type CustomKind,
  customKinds,
  type CustomType,
  MOST_CUSTOM_CHOICES,
  MOST_CUSTOM_FIELDS,
} from '@tradewind/contract/kit/custom/custom.fields'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { eq, sql } from 'drizzle-orm'
import { customFields, definitionsOf } from '#kit/custom/definitions'
import { fold, pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { checkAll, conflict, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit, type Changes, changesOf, requireCurrent } from '#kit/record/audit'

/** A key made from a label, which none of these has. */
const keyOf = (label: string, taken: readonly string[]) => {
  const made = fold(label)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '')
  const key = made || 'field'
  for (let at = 1; ; at++) {
    const one = at === 1 ? key : `${key}_${at}`
    if (!taken.includes(one)) return one
  }
}

const isSame = (one: string, other: string) => fold(one.trim()) === fold(other.trim())
const has = (type: CustomType) => type === 'CHOICE' || type === 'SEVERAL'

interface GivenChoice {
  key?: string | undefined
  label: string
  isRetired?: boolean | undefined
}

const refuse = (sentence: Sentence) => invalid({ choices: sentence })

/** The new choices of a field: those given, then the omitted ones, retired. */
const choicesFrom = (given: readonly GivenChoice[], before: readonly CustomChoice[]): CustomChoice[] => {
  const taken = before.map(({ key }) => key)
  const named = given.map(({ key, label, isRetired = false }): CustomChoice => {
    if (key !== undefined && !before.some((choice) => choice.key === key)) throw refuse(say('This is not one of the choices'))
    const own = key ?? keyOf(label, taken)
    taken.push(own)
    return { key: own, label, isRetired }
  })
  if (new Set(named.map(({ key }) => key)).size < named.length) throw refuse(say('A choice is there twice'))
  const rest = before
    .filter(({ key }) => !named.some((choice) => choice.key === key))
    .map((choice) => ({ ...choice, isRetired: true }))
  const all = [...named, ...rest]
  const open = all.filter(({ isRetired }) => !isRetired)
  if (open.length === 0) throw refuse(say('Enter at least one choice'))
  const twice = open.find((one, at) => open.some((other, place) => place < at && isSame(one.label, other.label)))
  if (twice) throw refuse(say('There is already “{name}”', { name: twice.label }))
  if (all.length > MOST_CUSTOM_CHOICES) throw refuse(say('At most {count} choices', { count: MOST_CUSTOM_CHOICES }))
  return all
}

const choicesFor = (type: CustomType, given: readonly GivenChoice[] | undefined, before: readonly CustomChoice[]) => {
  if (has(type)) return choicesFrom(given ?? [], before)
  if (given && given.length > 0) throw invalid({ choices: say('A field of this type has no choices') })
  return []
}

/** Locks the fields of a kind for this transaction. */
const lockKind = (kind: CustomKind, { tx, scope }: WriteContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.tenantId} ${kind}`}, 9))`)

type Definition = typeof customFields.$inferSelect

const labelIsFree = (label: string, fields: readonly Definition[], butId?: string) => {
  const other = fields.find((field) => field.uniqueId !== butId && !field.retiredAt && isSame(field.label, label))
  if (other) throw invalid({ label: say('There is already “{name}”', { name: other.label }) })
}

const hasRoom = (fields: readonly Definition[]) => {
  if (fields.filter(({ retiredAt }) => !retiredAt).length >= MOST_CUSTOM_FIELDS)
    throw conflict(say('A kind of record can have {count} fields of your own at most', { count: MOST_CUSTOM_FIELDS }))
}

const find = async (uniqueId: string, context: WriteContext) => {
  const [found] = await context.tx.select().from(customFields).where(eq(customFields.uniqueId, uniqueId))
  if (!found) throw notFound()
  await lockKind(found.kind, context)
  const [field] = await context.tx.select().from(customFields).where(eq(customFields.uniqueId, uniqueId)).for('update')
  return field!
}

const noted = (action: 'CREATED' | 'CHANGED', field: Definition, changes: Changes, context: WriteContext) =>
  audit(context, { action, kind: 'customField', recordId: field.uniqueId, title: field.label, changes })

const write = async (before: Definition, fields: Partial<Definition>, context: WriteContext) => {
  const changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return before
  const [field] = await context.tx
    .update(customFields)
    .set({ ...fields, updatedAt: nextUpdatedAt(customFields.updatedAt) })
    .where(eq(customFields.uniqueId, before.uniqueId))
    .returning()
  await noted('CHANGED', field!, changes, context)
  return field!
}

const customFieldRoutes = routes(customFieldApi, {
  list: async ({ kind, retired, sort, ...asked }, { db }) => {
    const kinds = kind ? [kind] : customKinds
    const fields = (await Promise.all(kinds.map((one) => definitionsOf(db, one, retired ? 'all' : 'inUse')))).flat()
    return pageOf(sort === '-position' ? fields.toReversed() : fields, asked)
  },

  create: async ({ kind, label, type, choices, position }, context) => {
    await lockKind(kind, context)
    const fields = await definitionsOf(context.tx, kind, 'all')
    hasRoom(fields)
    const [, made] = await checkAll(
      () => labelIsFree(label, fields),
      () => choicesFor(type, choices, []),
    )
    const key = keyOf(
      label,
      fields.map((field) => field.key),
    )
    const last = Math.max(-1, ...fields.map((field) => field.position))
    const [field] = await context.tx
      .insert(customFields)
      .values({ kind, key, label, type, choices: made, position: position ?? last + 1, createdBy: context.actor.uniqueId })
      .returning()
    await noted('CREATED', field!, {}, context)
    return field!
  },

  update: async ({ uniqueId, updatedAt, choices, ...fields }, context) => {
    const before = await find(uniqueId, context)
    await requireCurrent({ ...fields, choices, updatedAt }, before, context)
    const all = await definitionsOf(context.tx, before.kind, 'all')
    const [, made] = await checkAll(
      () => fields.label !== undefined && labelIsFree(fields.label, all, uniqueId),
      () => choices && choicesFor(before.type, choices, before.choices),
    )
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    return write(before, { ...given, ...(made && { choices: made }) }, context)
  },

  retire: async ({ uniqueId }, context) => {
    const before = await find(uniqueId, context)
    return before.retiredAt ? before : write(before, { retiredAt: new Date().toISOString() }, context)
  },

  bringBack: async ({ uniqueId }, context) => {
    const before = await find(uniqueId, context)
    if (!before.retiredAt) return before
    const fields = await definitionsOf(context.tx, before.kind, 'all')
    hasRoom(fields)
    labelIsFree(before.label, fields, uniqueId)
    return write(before, { retiredAt: null }, context)
  },
})

/** The fields that a tenant adds to its records. */
export const customFieldFeature = (): Feature => ({ routes: () => [customFieldRoutes] })
