import { type Language, languages } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { type Message, messageApi } from '@tradewind/contract/platform/message.contract'
import { eq } from 'drizzle-orm'
import { currentKey, firstKey, shippedTexts } from '#kit/catalogues'
import { plain } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf, requireCurrent } from '#kit/record/audit'
import { history } from '#kit/record/crud'
import { derivedId, type TextsOf } from '#platform/message.queries'
import { messages } from '#platform/schema/message.table'
import type { AppContext } from '../appContext.ts'
import type { TenantSettings } from './tenantSetting.queries.ts'

type Own = Pick<typeof messages.$inferSelect, 'key' | 'language' | 'text' | 'updatedAt'>
type Said = Omit<Message, 'uniqueId'>

/** The English source of every text of the product: each of the other languages has them all. */
const keys = Object.keys(shippedTexts('de'))

const everyText = languages.flatMap((language) =>
  keys.map((key) => ({ key, language, shipped: shippedTexts(language)[key] ?? key })),
)

/** The id of a text in a tenant. A text that is reworded keeps it. */
const idOf = (tenantId: string, { key, language }: Pick<Message, 'key' | 'language'>) =>
  derivedId(`${tenantId} ${language} ${firstKey(key)}`)

const withId = (tenantId: string, said: Said): Message => ({ uniqueId: idOf(tenantId, said), ...said })

type Text = (typeof everyText)[number]
const saidOf = (text: Text, own: Own | undefined): Said => ({
  ...text,
  text: own?.text ?? text.shipped,
  isOverridden: own !== undefined,
  updatedAt: own?.updatedAt ?? null,
})

/** A shipped text by its English source or its id; undefined if the product has no such text. */
const shippedMessage = (tenantId: string, which: { key: string; language: Language } | { uniqueId: string }) => {
  const isIt = (text: Text) =>
    'uniqueId' in which ? idOf(tenantId, text) === which.uniqueId : text.key === which.key && text.language === which.language
  const text = everyText.find(isIt)
  return text && withId(tenantId, saidOf(text, undefined))
}

/** The same text in the tenant's own words. */
const inOwnWords = (message: Message, { text, updatedAt }: Own): Message => ({
  ...message,
  text,
  updatedAt,
  isOverridden: true,
})

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
  key?: string | undefined
  text?: string | undefined
  language?: Language | 'all' | undefined
  isOverridden?: 'true' | 'false' | undefined
}

const holds = (text: string, needle = '') => !needle.trim() || plain(text).includes(plain(needle.trim()))

const isMet = ({ key, text, language, isOverridden }: Said, asked: Asked) =>
  (!asked.language || asked.language === 'all' || asked.language === language) &&
  (!asked.isOverridden || asked.isOverridden === String(isOverridden)) &&
  holds(key, asked.key) &&
  holds(text, asked.text) &&
  (holds(key, asked.q) || holds(text, asked.q))

const sorted = (list: readonly Said[], sort: string) => {
  const field = sort.replace('-', '') as 'key' | 'text' | 'updatedAt'
  const way = sort.startsWith('-') ? -1 : 1
  const keyed = list.map((said) => ({ said, by: [plain(said[field] ?? ''), said.key, said.language].join('\n') }))
  return keyed.toSorted((one, other) => (one.by < other.by ? -way : way)).map(({ said }) => said)
}

/** The texts that match a query, with a tenant's own words. They are part of the code, some thousands at most, and are filtered in memory. */
const messagesAmong = (tenantId: string, own: readonly Own[], asked: Asked) => {
  const { page = 0, size = asked.page === undefined ? Infinity : 20, sort = 'key' } = asked
  const words = new Map(own.map((one) => [`${one.language} ${currentKey(one.key)}`, one]))
  const every = everyText.map((text) => saidOf(text, words.get(`${text.language} ${text.key}`)))
  const met = sorted(
    every.filter((said) => isMet(said, asked)),
    sort,
  )
  const from = page === 0 ? 0 : page * size
  return { rows: met.slice(from, from + size).map((said) => withId(tenantId, said)), total: met.length, estimated: false }
}

/** A text with a count has a singular and a plural form, separated by `|`. In any other text a `|` is literal. */
const formsIn = (text: string, counts: boolean) => (counts ? text.split('|') : [text])
const counting = (key: string) => key.includes('|') || key.includes('{count}')

const holesIn = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))]
const others = (holes: readonly string[], known: readonly string[]) => holes.filter((hole) => !known.includes(hole)).join(', ')

/** The message for what is wrong with a translation of a key: each form must have exactly the placeholders of its English form. */
const faultIn = (key: string, text: string) => {
  const [keyForms, forms] = [formsIn(key, counting(key)), formsIn(text, counting(key))]
  if (keyForms.length !== forms.length) return say('Write as many forms as the English text, separated by |')
  const pairs = keyForms.map((form, at) => [holesIn(form), holesIn(forms[at]!)] as const)
  for (const [wanted, given] of pairs) {
    const missing = others(wanted, given)
    if (missing) return say('Keep {holes} in the text', { holes: missing })
    const strange = others(given, wanted)
    if (strange) return say('There is no value for {holes}', { holes: strange })
  }
  return undefined
}

const taken = say('There is already another text: change that one')

/** The current text; locked where it is about to be changed. */
const nowOf = async (shipped: Message | undefined, context: ReadContext | WriteContext) => {
  if (!shipped) throw notFound(say('Text not found'))
  const isIt = eq(messages.uniqueId, shipped.uniqueId)
  const [own] =
    'tx' in context
      ? await context.tx.select().from(messages).where(isIt).for('update')
      : await context.db.select().from(messages).where(isIt)
  return own ? inOwnWords(shipped, own) : shipped
}

const byId = (uniqueId: string, context: ReadContext | WriteContext) =>
  nowOf(shippedMessage(context.scope.tenantId, { uniqueId }), context)

/** Saves the tenant's words: updates the existing row, or inserts one unless somebody else was faster. */
const keep = async ({ uniqueId, key, language, isOverridden }: Message, text: string, { tx, actor }: WriteContext) => {
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
  if (!row) throw conflict(taken)
  return row
}

/** Changes a text to these words. Changing it to the shipped ones deletes the tenant's own. */
const reword = async (before: Message, text: string, context: WriteContext): Promise<Message> => {
  if (text === before.text) return before
  const { uniqueId, key, shipped } = before
  const isBack = text === shipped
  if (isBack) await context.tx.delete(messages).where(eq(messages.uniqueId, uniqueId))
  const after = isBack
    ? { ...before, text, isOverridden: false, updatedAt: null }
    : inOwnWords(before, await keep(before, text, context))
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

const checked = (key: string, text: string) => {
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

    list: async (asked, { db, scope }) => messagesAmong(scope.tenantId, await db.select().from(messages), asked),

    get: async ({ uniqueId }, context) => byId(uniqueId, context),

    create: async ({ key, language, text }, context) => {
      const shipped = shippedMessage(context.scope.tenantId, { key, language })
      if (!shipped) throw invalid({ key: say('Unknown text') })
      const before = await nowOf(shipped, context)
      if (before.isOverridden) throw conflict(taken)
      return reword(before, checked(key, text), context)
    },

    update: async ({ uniqueId, text, updatedAt }, context) => {
      const before = await byId(uniqueId, context)
      await requireCurrent({ text, updatedAt }, before, context)
      return text === undefined ? before : reword(before, checked(before.key, text), context)
    },

    remove: async ({ uniqueId }, context) => {
      const before = await byId(uniqueId, context)
      await reword(before, before.shipped, context)
      return { uniqueId }
    },

    history: history(byId),
  })

/** The texts of the product, in the tenant's own words where it has some. */
export const messageFeature = (context: AppContext): Feature => ({ routes: () => [messageRoutes(context)] })
