import { countryCodes, countryName } from '@tradewind/contract/countries'
import type { Condition } from '@tradewind/contract/kit/conditions'
import type { WhereOf } from '@tradewind/contract/kit/entityFields'
import { type Language, languages } from '@tradewind/contract/kit/language'
import { englishOf } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { type Message, messageApi } from '@tradewind/contract/platform/message.contract'
import type { messageFields } from '@tradewind/contract/platform/message.fields'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { eq } from 'drizzle-orm'
import { lruCache } from '#kit/cache'
import { currentKey, firstKey, shippedTexts } from '#kit/catalogues'
import { DEFAULT_PAGE_SIZE, normalizeText } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyNodes } from '#kit/notifyNodes'
import { assertCurrent, audit, changesOf } from '#kit/record/audit'
import { historyAfterCheck } from '#kit/record/crud'
import { derivedId, type TextsOf } from '#platform/message.queries'
import { messages } from '#platform/schema/message.table'
import type { AppContext } from '../appContext.ts'
import type { TenantSettings } from './tenantSetting.queries.ts'

type OwnText = Pick<typeof messages.$inferSelect, 'key' | 'language' | 'text' | 'updatedAt'>
type MessageState = Omit<Message, 'uniqueId'>
type TextField = WhereOf<typeof messageFields>

const countryNames = new Set(countryCodes.map(countryName))

/** The English source of every text that tenants may change: each of the other languages has them all. Names of countries are not among them. */
const keys = Object.keys(shippedTexts('de')).filter((key) => !countryNames.has(key))

const everyText = languages.flatMap((language) =>
  keys.map((key) => ({ key, language, shipped: shippedTexts(language)[key] ?? englishOf(key) })),
)

/** The id of a text in a tenant. A text that is reworded keeps it. */
const idOf = (tenantId: string, { key, language }: Pick<Message, 'key' | 'language'>) =>
  derivedId(`${tenantId} ${language} ${firstKey(key)}`)

const withId = (tenantId: string, state: MessageState): Message => ({ uniqueId: idOf(tenantId, state), ...state })

type Text = (typeof everyText)[number]
const toState = (text: Text, ownText: OwnText | undefined): MessageState => ({
  ...text,
  text: ownText?.text ?? text.shipped,
  isOverridden: ownText !== undefined,
  updatedAt: ownText?.updatedAt ?? null,
})

const asShipped = (tenantId: string, text: Text | undefined) => text && withId(tenantId, toState(text, undefined))

/** A shipped text by its English source; undefined if the product has no such text. */
const shippedMessage = (tenantId: string, { key, language }: Pick<Message, 'key' | 'language'>) =>
  asShipped(
    tenantId,
    everyText.find((text) => text.key === key && text.language === language),
  )

/** The shipped texts by their ids in a tenant: computing the ids of all of them takes some 50 milliseconds. */
const textsById = lruCache<ReadonlyMap<string, Text>>({ name: 'texts by id', seconds: 600, entries: 10 })

/** A shipped text by its id; undefined if the product has no such text. */
const shippedMessageById = async (tenantId: string, uniqueId: string) => {
  const index = async () => new Map(everyText.map((text) => [idOf(tenantId, text), text]))
  const texts = await textsById.get(tenantId, index, () => true)
  return asShipped(tenantId, texts.get(uniqueId))
}

/** The same text in the tenant's own words. */
const inOwnWords = (message: Message, { text, updatedAt }: OwnText): Message => ({
  ...message,
  text,
  updatedAt,
  isOverridden: true,
})

interface MessageQuery {
  where?: readonly Condition<TextField>[] | undefined
  any?: readonly Condition<TextField>[] | undefined
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
  key?: string | undefined
  text?: string | undefined
  language?: Language | 'all' | undefined
  isOverridden?: 'true' | 'false' | undefined
}

/** A soft hyphen, where a long word may be broken, is not typed. */
const containsText = (text: string, needle = '') =>
  !needle.trim() || normalizeText(text.replaceAll('\u00ad', '')).includes(normalizeText(needle.trim()))

/** Whether a condition of the list holds for a text. */
const holdsFor =
  (state: MessageState) =>
  ({ field, operator, values }: Condition<TextField>) => {
    const own = normalizeText(String(state[field]))
    if (operator === 'contains') return containsText(own, values[0])
    return values.some((value) => normalizeText(value) === own) === (operator === 'is')
  }

const meetsConditions = (state: MessageState, { where = [], any = [] }: MessageQuery) =>
  where.every(holdsFor(state)) && (any.length === 0 || any.some(holdsFor(state)))

const isMatch = (state: MessageState, query: MessageQuery) => {
  const { key, text, language, isOverridden } = state
  return (
    meetsConditions(state, query) &&
    (!query.language || query.language === 'all' || query.language === language) &&
    (!query.isOverridden || query.isOverridden === String(isOverridden)) &&
    containsText(key, query.key) &&
    containsText(text, query.text) &&
    (containsText(key, query.q) || containsText(text, query.q))
  )
}

const sortTexts = (list: readonly MessageState[], sort: string) => {
  const field = sort.replace('-', '') as 'key' | 'text' | 'updatedAt'
  const direction = sort.startsWith('-') ? -1 : 1
  const keyed = list.map((said) => ({ said, by: [normalizeText(said[field] ?? ''), said.key, said.language].join('\n') }))
  return keyed.toSorted((one, other) => (one.by < other.by ? -direction : direction)).map(({ said }) => said)
}

/** The texts that match a query, with a tenant's own words. They are part of the code, some thousands at most, and are filtered in memory. */
const listMessages = (tenantId: string, ownTexts: readonly OwnText[], query: MessageQuery) => {
  const { page = 0, size = query.page === undefined ? Infinity : DEFAULT_PAGE_SIZE, sort = 'key' } = query
  const words = new Map(ownTexts.map((one) => [`${one.language} ${currentKey(one.key)}`, one]))
  const allTexts = everyText.map((text) => toState(text, words.get(`${text.language} ${text.key}`)))
  const matching = sortTexts(
    allTexts.filter((state) => isMatch(state, query)),
    sort,
  )
  const from = page === 0 ? 0 : page * size
  return {
    rows: matching.slice(from, from + size).map((state) => withId(tenantId, state)),
    total: matching.length,
    estimated: false,
  }
}

/** A text with a count has a singular and a plural form, separated by `|`. In any other text a `|` is literal. */
const formsIn = (text: string, counts: boolean) => (counts ? text.split('|') : [text])
const hasCount = (key: string) => key.includes('|') || key.includes('{count}')

const placeholdersIn = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))]
const joinUnlisted = (placeholders: readonly string[], known: readonly string[]) =>
  placeholders.filter((placeholder) => !known.includes(placeholder)).join(', ')

/** The message for what is wrong with a translation of a key: each form must have exactly the placeholders of its English form. */
const faultIn = (key: string, text: string) => {
  const [keyForms, forms] = [formsIn(key, hasCount(key)), formsIn(text, hasCount(key))]
  if (keyForms.length !== forms.length) return say('Write as many forms as the English text, separated by |')
  const pairs = keyForms.map((form, at) => [placeholdersIn(form), placeholdersIn(forms[at]!)] as const)
  for (const [expected, actual] of pairs) {
    const missing = joinUnlisted(expected, actual)
    if (missing) return say('Keep {holes} in the text', { holes: missing })
    const unexpected = joinUnlisted(actual, expected)
    if (unexpected) return say('There is no value for {holes}', { holes: unexpected })
  }
  return undefined
}

const ALREADY_OVERRIDDEN = say('There is already another text: change that one')

/** The current text; locked where it is about to be changed. */
const findCurrent = async (shipped: Message | undefined, context: ReadContext | WriteContext) => {
  if (!shipped) throw notFound(say('Text not found'))
  const isIt = eq(messages.uniqueId, shipped.uniqueId)
  const [ownText] =
    'tx' in context
      ? await context.tx.select().from(messages).where(isIt).for('update')
      : await context.db.select().from(messages).where(isIt)
  return ownText ? inOwnWords(shipped, ownText) : shipped
}

const byId = async (uniqueId: string, context: ReadContext | WriteContext) =>
  findCurrent(await shippedMessageById(context.scope.tenantId, uniqueId), context)

/** Saves the tenant's words: updates the existing row, or inserts one unless somebody else was faster. */
const saveText = async ({ uniqueId, key, language, isOverridden }: Message, text: string, { tx, actor }: WriteContext) => {
  const [row] = isOverridden
    ? await tx
        .update(messages)
        .set({ text, updatedAt: nextUpdatedAt(messages.updatedAt) })
        .where(eq(messages.uniqueId, uniqueId))
        .returning()
    : await tx
        .insert(messages)
        .values({ uniqueId, key, language, text, createdBy: actor.uniqueId })
        .onConflictDoNothing()
        .returning()
  if (!row) throw conflict(ALREADY_OVERRIDDEN)
  return row
}

/** Changes a text to these words. Changing it to the shipped ones deletes the tenant's own. */
const reword = async (before: Message, text: string, context: WriteContext): Promise<Message> => {
  if (text === before.text) return before
  const { uniqueId, key, shipped } = before
  const isReset = text === shipped
  if (isReset) await context.tx.delete(messages).where(eq(messages.uniqueId, uniqueId))
  const after = isReset
    ? { ...before, text, isOverridden: false, updatedAt: null }
    : inOwnWords(before, await saveText(before, text, context))
  await audit(context, {
    action: 'CHANGED',
    kind: 'message',
    recordId: uniqueId,
    title: key,
    changes: changesOf(before, { text }),
  })
  await notifyNodes(context.tx, { topic: 'message', tenantId: context.scope.tenantId })
  return after
}

const checkText = (key: string, text: string) => {
  const fault = faultIn(key, text)
  if (fault) throw invalid({ text: fault })
  return text
}

interface Shared {
  texts: TextsOf
  settings: TenantSettings
}

const messageRoutes = ({ texts, settings }: Shared) =>
  routes(messageApi, {
    translations: async ({ lang }, { scope: { tenantId } }) =>
      texts.of(tenantId, lang ?? ((await settings.of(tenantId)).DEFAULT_LANGUAGE as Language)),

    list: async (query, { db, scope }) => listMessages(scope.tenantId, await db.select().from(messages), query),

    get: async ({ uniqueId }, context) => byId(uniqueId, context),

    create: async ({ key, language, text }, context) => {
      const shipped = shippedMessage(context.scope.tenantId, { key, language })
      if (!shipped) throw invalid({ key: say('Unknown text') })
      const before = await findCurrent(shipped, context)
      if (before.isOverridden) throw conflict(ALREADY_OVERRIDDEN)
      return reword(before, checkText(key, text), context)
    },

    update: async ({ uniqueId, text, updatedAt }, context) => {
      const before = await byId(uniqueId, context)
      await assertCurrent({ text, updatedAt }, before, context)
      return text === undefined ? before : reword(before, checkText(before.key, text), context)
    },

    remove: async ({ uniqueId }, context) => {
      const before = await byId(uniqueId, context)
      await reword(before, before.shipped, context)
      return { uniqueId }
    },

    history: historyAfterCheck(byId),
  })

/** The texts of the product, in the tenant's own words where it has some. */
export const messageFeature = (context: AppContext): Feature => ({
  routes: () => [messageRoutes(context)],
  announced: [{ name: 'message', policy: messagePolicy }],
})
