import type { Files } from '@tradewind/byte-store/files'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { emailAddress, timeZoneNamed } from '@tradewind/contract/kit/fields'
import { languages } from '@tradewind/contract/kit/language'
import { say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import {
  type DataType,
  tenantConfigurations as configurationCatalogue,
  tenantSettings as settingCatalogue,
} from '@tradewind/contract/platform/settingCatalogue'
import { type Decision, tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { pageOf, type Paging } from '#kit/database/list'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { manualTransaction, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { remakeLogo } from '#kit/picture'
import { audit, changesOf } from '#kit/record/audit'
import { endDocument, keepLogo, nameOfDocument } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { tenantConfigurations, tenantSettings } from './schema/tenant.table.ts'

/** A line of the catalogue. */
interface Spec {
  dataType: DataType
  standard: Value
  name: string
  description: string
  least?: number
  most?: number
}
type Value = boolean | number | string
type Given = Value | null

const refused = (sentence: Sentence) => invalid({ value: sentence })

const valueAsText = (given: Given) => String(given).trim()

const figure = (number: number) => number.toLocaleString('en')

const readers: Record<DataType, (given: Given, spec: Spec) => Value> = {
  BOOLEAN: (given) => {
    if (typeof given === 'boolean') return given
    if (given === 'true' || given === 'false') return given === 'true'
    throw refused(say('Yes or no'))
  },
  NUMBER: (given, { least = 0, most = Number.MAX_SAFE_INTEGER }) => {
    const text = valueAsText(given)
    if (!/^-?\d{1,15}$/.test(text)) throw refused(say('This is not a whole number'))
    const number = Number(text)
    if (number < least || number > most)
      throw refused(say('Choose a number from {least} to {most}', { least: figure(least), most: figure(most) }))
    return number
  },
  TEXT: valueAsText,
  EMAIL: (given) => {
    const text = valueAsText(given)
    const parsed = emailAddress().safeParse(text)
    if (text && !parsed.success) throw refused(sentenceIn(parsed.error.issues[0]!))
    return text
  },
  LANGUAGE: (given) => {
    const text = valueAsText(given)
    if (!(languages as readonly string[]).includes(text)) throw refused(say('This language is not available'))
    return text
  },
  TIME_ZONE: (given) => {
    const text = valueAsText(given)
    if (text && !timeZoneNamed(text)) throw refused(say('This is not a time zone'))
    return text
  },
  IMAGE: (given) => {
    const text = valueAsText(given).toLowerCase()
    if (text && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
      throw refused(say('This is not a picture of this tenant'))
    return text
  },
}

/** Parses a given value into the one to store. Throws a Refusal on `value` if the line of the catalogue does not allow it. */
const readValue = (spec: Spec, given: Given): Value => {
  if (typeof given === 'boolean' && spec.dataType !== 'BOOLEAN') throw refused(say('Choose yes or no'))
  const read = given === null ? spec.standard : readers[spec.dataType](given, spec)
  if (typeof read === 'string' && (/\0/.test(read) || !read.isWellFormed()))
    throw refused(say('This has a character that cannot be saved'))
  return read
}

/** One of the two catalogues, and the table of the values that differ from it. */
interface Catalogue {
  kind: 'tenantSetting' | 'tenantConfiguration'
  specs: Readonly<Record<string, Spec>>
  table: typeof tenantSettings | typeof tenantConfigurations
}
interface Deciding {
  key: string
  value: Value | null
}

const asText = (value: Value) => (typeof value === 'number' ? String(value) : value)

const shown = (key: string, { name, description, dataType, standard }: Spec, value: Value = standard): Decision => ({
  key,
  name,
  description,
  dataType,
  value: asText(value),
  isStandard: value === standard,
})

/** The lines of a catalogue with their current values. */
const listDecisions = async ({ specs, table }: Catalogue, { sort, ...asked }: Paging, db: Reader) => {
  const differing = new Map((await db.select().from(table)).map(({ key, value }) => [key, value]))
  const rows = Object.entries(specs).map(([key, spec]) => shown(key, spec, differing.get(key)))
  const byKey = sort ? rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)) : rows
  return pageOf(sort?.startsWith('-') ? byKey.toReversed() : byKey, asked)
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

/** Stores a value that differs from the standard; deletes the row of one that does not. */
const keep = async ({ table }: Catalogue, spec: Spec, key: string, value: Value, { tx, actor }: WriteContext) => {
  if (value === spec.standard) return tx.delete(table).where(eq(table.key, key))
  const set = { value, updatedAt: nextUpdatedAt(table.updatedAt, excludedUpdatedAt) }
  return tx
    .insert(table)
    .values({ key, value, createdBy: actor.uniqueId })
    .onConflictDoUpdate({ target: [table.tenantId, table.key], set })
}

/** Changes of a picture, described by file names. */
const ofPictures = async (key: string, before: Value, after: Value, tx: Tx) => {
  const nameOf = (value: Value) => nameOfDocument(tx, String(value) || null)
  return { [key]: { before: await nameOf(before), after: await nameOf(after) } }
}

/** Changes one setting of the scope's tenant, effective immediately on every node. Returns the previous value, too. */
const decide = async (catalogue: Catalogue, { key, value: given }: Deciding, context: WriteContext) => {
  const { tx, scope } = context
  const spec = specOf(catalogue, key)
  const value = readValue(spec, given)
  if (spec.dataType === 'IMAGE' && value && !(await isOwnLogo(tx, String(value))))
    throw invalid({ value: say('This is not a picture of this tenant') })
  const [row] = await tx.select().from(catalogue.table).where(eq(catalogue.table.key, key)).for('update')
  const before = row?.value ?? spec.standard
  if (value !== before) {
    await keep(catalogue, spec, key, value, context)
    const changes =
      spec.dataType === 'IMAGE' ? await ofPictures(key, before, value, tx) : changesOf({ [key]: before }, { [key]: value })
    await audit(context, { action: 'CHANGED', kind: catalogue.kind, title: spec.name, changes })
    await notifyNodes(tx, { topic: 'setting', tenantId: scope.tenantId })
  }
  return { decision: shown(key, spec, value), before }
}

const settings: Catalogue = { kind: 'tenantSetting', specs: settingCatalogue, table: tenantSettings }
const configurations: Catalogue = {
  kind: 'tenantConfiguration',
  specs: configurationCatalogue,
  table: tenantConfigurations,
}

/** Deletes a picture that was replaced or removed. */
const update = async (catalogue: Catalogue, jobs: Jobs, deciding: Deciding, context: WriteContext) => {
  const { decision, before } = await decide(catalogue, deciding, context)
  if (decision.dataType === 'IMAGE' && before && before !== decision.value)
    await endDocument(jobs, context.tx, context.scope.tenantId, String(before))
  return decision
}

/** The settings that a tenant admin changes. */
const tenantSettingRoutes = ({ jobs }: { jobs: Jobs }) =>
  routes(tenantSettingApi, {
    list: (asked, { db }) => listDecisions(settings, asked, db),
    update: (deciding, context) => update(settings, jobs, deciding, context),
  })

/** The configuration that the super admin changes, for the own tenant or another. */
const tenantConfigurationRoutes = ({ jobs, files }: { jobs: Jobs; files: Files }) =>
  routes(tenantConfigurationApi, {
    list: (asked, { db }) => listDecisions(configurations, asked, db),
    update: (deciding, context) => update(configurations, jobs, deciding, context),
    // A manual transaction, so that no transaction waits while the picture is re-encoded.
    uploadLogo: manualTransaction(async ({ file }: { file: Uploaded }, { write }) => {
      const { png } = await remakeLogo(file.path)
      return write(async (context) => {
        const value = await keepLogo(files, context, file.filename, png)
        return update(configurations, jobs, { key: 'TENANT_LOGO', value }, context)
      })
    }),
  })

/** The settings of a tenant, changed by its admins and by the super admin. */
export const tenantSettingFeature = (context: AppContext): Feature => ({
  routes: () => [tenantSettingRoutes(context), tenantConfigurationRoutes(context)],
})
