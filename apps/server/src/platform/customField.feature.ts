import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import {
  type CustomChoice,
  type CustomKind,
  customKinds,
  type CustomType,
  type CustomValues,
  MAX_CUSTOM_CHOICES,
  MAX_CUSTOM_FIELDS,
} from '@tradewind/contract/kit/custom/custom.fields'
import { customFieldPolicy } from '@tradewind/contract/kit/custom/custom.policy'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { mergeCustomValues } from '#kit/custom/check'
import { customFields, definitionsOf, loadDefinitions } from '#kit/custom/definitions'
import { type Database, tenantScope } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import { fold, pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { checkAll, conflict, invalid, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant, job, type Jobs, type Routine, worker } from '#kit/jobs'
import { notifyOfKinds } from '#kit/record/activity'
import { assertCurrent, audit, type Changes, changesOf } from '#kit/record/audit'
import type { Entity } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'
import { currentTenants } from './tenant.queries.ts'

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

interface RelabelJob {
  tenantId: string
  kind: CustomKind
  /** The field, and the choices whose labels have changed. */
  key: string
  choices: readonly string[]
}

/** Rewrites the search text of the records that have choices which were renamed. */
const relabelJob = job<RelabelJob>({ name: 'customField.relabel', retries: 8, expires: 3600, heartbeat: 20 })

/** Records that one transaction rewrites. */
const RENEWAL_BATCH = 500

interface Renewal {
  tenantId: string
  of: Entity
  /** The records whose search text is rewritten. */
  chosen: SQL
}

/** Rewrites the search text of the next records after this id, of all partitions, in the trash too. Returns the last id; undefined at the end. */
const renewNext = (db: Database, { tenantId, of: { table, custom, ...of }, chosen }: Renewal, after: string) =>
  db.write(tenantScope(tenantId), async (tx) => {
    const query = tx
      .select()
      .from(table)
      .where(and(gt(table.uniqueId, after), chosen))
    const rows = await query.orderBy(table.uniqueId).limit(RENEWAL_BATCH).for('update')
    if (rows.length === 0) return undefined
    const definitions = await definitionsOf(tx, custom!.kind, 'all')
    const renewed = rows.map((row) => {
      const updated = { ...row, ...mergeCustomValues(definitions, row['custom'] as CustomValues, {}) }
      return { ...updated, ...of.computedColumns(updated) }
    })
    const stale = renewed.filter(({ customText }, at) => customText !== rows[at]!['customText'])
    if (stale.length > 0) {
      await updateMany(tx, table, ['customText', 'searchText'], stale)
      notifyOfKinds({ tx, scope: tenantScope(tenantId) }, [{ name: custom!.kind, table: customFields }])
    }
    return rows.length < RENEWAL_BATCH ? undefined : (rows.at(-1)!['uniqueId'] as string)
  })

const renewAll = async (db: Database, renewal: Renewal) => {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last) last = await renewNext(db, renewal, last)
}

/** The entity whose records have own fields of this kind. */
const entityOf = (kind: CustomKind, all: AllFeatures) =>
  all()
    .flatMap(({ entities = [] }) => entities)
    .find(({ custom }) => custom?.kind === kind)!

const relabelWorker = ({ maintenance }: AppContext, all: AllFeatures) =>
  worker(relabelJob, async ({ tenantId, kind, key, choices }) => {
    const of = entityOf(kind, all)
    const values = sql.param(choices) // keys of choices are folded
    const chosen = sql`${of.table.uniqueId} in (select record_id from ${of.custom!.values} where field = ${key} and value = any(${values}::text[]))`
    await renewAll(maintenance, { tenantId, of, chosen })
  })

/** Has records found by the numbers in their own fields that were entered when search texts did not contain numbers. Changes nothing afterwards. */
const numberRenewal = ({ db, maintenance, logger }: AppContext, all: AllFeatures): Routine => ({
  name: 'customField.numbers',
  cron: '23 2 * * *',
  work: async () =>
    forEachTenant(logger, await currentTenants(db), async (tenantId) => {
      const definitions = await loadDefinitions(db.as(tenantScope(tenantId)))
      for (const { kind, key } of definitions.filter(({ type }) => type === 'NUMBER')) {
        const of = entityOf(kind, all)
        const holds = sql`select record_id from ${of.custom!.values} where field = ${key}`
        const isMissing = sql`strpos(custom_text, custom ->> ${key}::text) = 0`
        await renewAll(maintenance, { tenantId, of, chosen: sql`${of.table.uniqueId} in (${holds}) and ${isMissing}` })
      }
    }),
})

/** Has the records with choices whose labels have changed found by the new ones. */
const relabelRecords = async (jobs: Jobs, before: Definition, after: Definition, { tx, scope }: WriteContext) => {
  const isRenamed = ({ key, label }: CustomChoice) => after.choices.some((choice) => choice.key === key && choice.label !== label)
  const choices = before.choices.filter(isRenamed).map(({ key }) => key)
  if (choices.length > 0) await jobs.send(tx, relabelJob, { tenantId: scope.tenantId, kind: after.kind, key: after.key, choices })
}

interface FieldChange {
  uniqueId: string
  label?: string | undefined
  choices?: readonly GivenChoice[] | undefined
  position?: number | undefined
  updatedAt?: string | undefined
}

const updateField = async (jobs: Jobs, { uniqueId, updatedAt, choices, ...fields }: FieldChange, context: WriteContext) => {
  const before = await lockField(uniqueId, context)
  await assertCurrent({ ...fields, choices, updatedAt }, before, context)
  const all = await definitionsOf(context.tx, before.kind, 'all')
  const [, newChoices] = await checkAll(
    () => fields.label !== undefined && checkLabelFree(fields.label, all, uniqueId),
    () => choices && choicesFor(before.type, choices, before.choices),
  )
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const field = await saveField(before, { ...definedFields, ...(newChoices && { choices: newChoices }) }, context)
  await relabelRecords(jobs, before, field, context)
  return field
}

const customFieldRoutes = (jobs: Jobs) =>
  routes(customFieldApi, {
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
        .values({
          kind,
          key,
          label,
          type,
          choices: newChoices,
          position: position ?? last + 1,
          createdBy: context.actor.uniqueId,
        })
        .returning()
      await auditField('CREATED', field!, {}, context)
      return field!
    },

    update: (change, context) => updateField(jobs, change, context),

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
export const customFieldFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [customFieldRoutes(context.jobs)],
  workers: [relabelWorker(context, all)],
  schedules: [numberRenewal(context, all)],
  announced: [{ name: 'customField', policy: customFieldPolicy }],
})
