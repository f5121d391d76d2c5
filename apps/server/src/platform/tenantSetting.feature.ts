import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { emailAddress, findTimeZone } from '@tradewind/contract/kit/fields'
import { languages } from '@tradewind/contract/kit/language'
import { say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { tenantConfigurationPolicy, tenantSettingPolicy } from '@tradewind/contract/platform/policies'
import {
  type DataType,
  tenantConfigurations as configurationCatalogue,
  tenantSettings as settingCatalogue,
} from '@tradewind/contract/platform/settingCatalogue'
import { type TenantSetting, tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { pageOf, type Paging } from '#kit/database/list'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { manualTransaction, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { reencodeLogo } from '#kit/picture'
import { audit, changesOf } from '#kit/record/audit'
import { deleteDocument, nameOfDocument, storeLogo } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { tenantConfigurations, tenantSettings } from './schema/tenant.table.ts'

/** A line of the catalogue. */
interface Spec {
  dataType: DataType
  defaultValue: Value
  name: string
  description: string
  min?: number
  max?: number
}
type Value = boolean | number | string
type Given = Value | null

const valueRefusal = (sentence: Sentence) => invalid({ value: sentence })

const valueAsText = (input: Given) => String(input).trim()

const formatNumber = (number: number) => number.toLocaleString('en')

const parsers: Record<DataType, (input: Given, spec: Spec) => Value> = {
  BOOLEAN: (input) => {
    if (typeof input === 'boolean') return input
    if (input === 'true' || input === 'false') return input === 'true'
    throw valueRefusal(say('Yes or no'))
  },
  NUMBER: (input, { min = 0, max = Number.MAX_SAFE_INTEGER }) => {
    const text = valueAsText(input)
    if (!/^-?\d{1,15}$/.test(text)) throw valueRefusal(say('This is not a whole number'))
    const number = Number(text)
    if (number < min || number > max)
      throw valueRefusal(say('Choose a number from {least} to {most}', { least: formatNumber(min), most: formatNumber(max) }))
    return number
  },
  TEXT: valueAsText,
  EMAIL: (input) => {
    const text = valueAsText(input)
    const parsed = emailAddress().safeParse(text)
    if (text && !parsed.success) throw valueRefusal(sentenceIn(parsed.error.issues[0]!))
    return text
  },
  LANGUAGE: (input) => {
    const text = valueAsText(input)
    if (!(languages as readonly string[]).includes(text)) throw valueRefusal(say('This language is not available'))
    return text
  },
  TIME_ZONE: (input) => {
    const text = valueAsText(input)
    if (text && !findTimeZone(text)) throw valueRefusal(say('This is not a time zone'))
    return text
  },
  IMAGE: (input) => {
    const text = valueAsText(input).toLowerCase()
    if (text && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
      throw valueRefusal(say('This is not a picture of this tenant'))
    return text
  },
}

/** Parses a given value into the one to store. Throws a Refusal on `value` if the line of the catalogue does not allow it. */
const parseValue = (spec: Spec, input: Given): Value => {
  if (typeof input === 'boolean' && spec.dataType !== 'BOOLEAN') throw valueRefusal(say('Choose yes or no'))
  const read = input === null ? spec.defaultValue : parsers[spec.dataType](input, spec)
  if (typeof read === 'string' && (/\0/.test(read) || !read.isWellFormed()))
    throw valueRefusal(say('This has a character that cannot be saved'))
  return read
}

/** One of the two catalogues, and the table of the values that differ from it. */
interface Catalogue {
  kind: 'tenantSetting' | 'tenantConfiguration'
  specs: Readonly<Record<string, Spec>>
  table: typeof tenantSettings | typeof tenantConfigurations
}
interface SettingChange {
  key: string
  value: Value | null
  from?: boolean | string | undefined
}

const asText = (value: Value) => (typeof value === 'number' ? String(value) : value)

const toSetting = (
  key: string,
  { name, description, dataType, defaultValue }: Spec,
  value: Value = defaultValue,
): TenantSetting => ({
  key,
  name,
  description,
  dataType,
  value: asText(value),
  isStandard: value === defaultValue,
})

/** The lines of a catalogue with their current values. */
const listSettings = async ({ specs, table }: Catalogue, { sort, ...paging }: Paging, db: Reader) => {
  const differing = new Map((await db.select().from(table)).map(({ key, value }) => [key, value]))
  const rows = Object.entries(specs).map(([key, spec]) => toSetting(key, spec, differing.get(key)))
  const byKey = sort ? rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)) : rows
  return pageOf(sort?.startsWith('-') ? byKey.toReversed() : byKey, paging)
}

/** Whether it is a logo of this tenant, and not a user's: that one is deleted when the user wants it. */
const isOwnLogo = async (tx: Tx, uniqueId: string) => {
  const [found] = await tx
    .select({ id: documents.uniqueId })
    .from(documents)
    .leftJoin(users, eq(users.brandLogoUID, documents.uniqueId))
    .where(and(eq(documents.uniqueId, uniqueId), eq(documents.purpose, 'LOGO'), isNull(users.uniqueId)))
  return found !== undefined
}

/** The line of the catalogue with this key. */
const specOf = ({ specs }: Catalogue, key: string) => {
  const spec = Object.hasOwn(specs, key) ? specs[key] : undefined
  if (!spec) throw invalid({ key: say('Unknown value') })
  return spec
}

/** Stores a value that differs from the default; deletes the row of one that does not. */
const saveValue = async ({ table }: Catalogue, spec: Spec, key: string, value: Value, { tx, actor }: WriteContext) => {
  if (value === spec.defaultValue) return tx.delete(table).where(eq(table.key, key))
  const set = { value, updatedAt: nextUpdatedAt(table.updatedAt, excludedUpdatedAt) }
  return tx
    .insert(table)
    .values({ key, value, createdBy: actor.uniqueId })
    .onConflictDoUpdate({ target: [table.tenantId, table.key], set })
}

/** Changes of a picture, described by file names. */
const pictureChanges = async (key: string, before: Value, after: Value, tx: Tx) => {
  const nameOf = (value: Value) => nameOfDocument(tx, String(value) || null)
  return { [key]: { before: await nameOf(before), after: await nameOf(after) } }
}

/** Locks a setting until the transaction ends: there is no row to lock while its value is the default. */
const lockSetting = ({ kind }: Catalogue, key: string, { tx, scope }: WriteContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key} of ${scope.tenantId}`}, 3))`)

/** Changes one setting of the scope's tenant, effective immediately on every node. Returns the previous value, too. */
const changeSetting = async (catalogue: Catalogue, { key, value: input, from }: SettingChange, context: WriteContext) => {
  const { tx, scope } = context
  const spec = specOf(catalogue, key)
  const value = parseValue(spec, input)
  if (spec.dataType === 'IMAGE' && value && !(await isOwnLogo(tx, String(value))))
    throw invalid({ value: say('This is not a picture of this tenant') })
  await lockSetting(catalogue, key, context)
  const [row] = await tx.select().from(catalogue.table).where(eq(catalogue.table.key, key))
  const before = row?.value ?? spec.defaultValue
  if (value !== before) {
    if (from !== undefined && asText(before) !== from)
      throw conflict(say('Someone else has changed this setting. Please look at its current value.'))
    await saveValue(catalogue, spec, key, value, context)
    const changes =
      spec.dataType === 'IMAGE' ? await pictureChanges(key, before, value, tx) : changesOf({ [key]: before }, { [key]: value })
    await audit(context, { action: 'CHANGED', kind: catalogue.kind, title: spec.name, changes })
    await notifyNodes(tx, { topic: 'setting', tenantId: scope.tenantId })
  }
  return { setting: toSetting(key, spec, value), before }
}

const settings: Catalogue = { kind: 'tenantSetting', specs: settingCatalogue, table: tenantSettings }
const configurations: Catalogue = {
  kind: 'tenantConfiguration',
  specs: configurationCatalogue,
  table: tenantConfigurations,
}

/** Deletes a picture that was replaced or removed. */
const update = async (catalogue: Catalogue, jobs: Jobs, change: SettingChange, context: WriteContext) => {
  const { setting, before } = await changeSetting(catalogue, change, context)
  if (setting.dataType === 'IMAGE' && before && before !== setting.value)
    await deleteDocument(jobs, context.tx, context.scope.tenantId, String(before))
  return setting
}

/** The settings that a tenant admin changes. */
const tenantSettingRoutes = ({ jobs }: Pick<AppContext, 'jobs'>) =>
  routes(tenantSettingApi, {
    list: (paging, { db }) => listSettings(settings, paging, db),
    update: (change, context) => update(settings, jobs, change, context),
  })

/** The configuration that the super admin changes, for the own tenant or another. */
const tenantConfigurationRoutes = ({ jobs, files }: Pick<AppContext, 'jobs' | 'files'>) =>
  routes(tenantConfigurationApi, {
    list: (paging, { db }) => listSettings(configurations, paging, db),
    update: (change, context) => update(configurations, jobs, change, context),
    // A manual transaction, so that no transaction waits while the picture is re-encoded.
    uploadLogo: manualTransaction(async ({ file }: { file: Uploaded }, { write }) => {
      const { png } = await reencodeLogo(file.path)
      return write(async (context) => {
        const value = await storeLogo(files, context, file.filename, png)
        return update(configurations, jobs, { key: 'TENANT_LOGO', value }, context)
      })
    }),
  })

/** The settings of a tenant, changed by its admins and by the super admin. */
export const tenantSettingFeature = (context: AppContext): Feature => ({
  routes: () => [tenantSettingRoutes(context), tenantConfigurationRoutes(context)],
  announced: [
    { name: settings.kind, policy: tenantSettingPolicy },
    { name: configurations.kind, policy: tenantConfigurationPolicy, acrossTenants: true },
  ],
})
