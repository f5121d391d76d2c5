import type { Language } from '@tradewind/contract/kit/language'
import { englishOf } from '@tradewind/contract/kit/phrase'
import type { SentenceParts } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { invalidatableCache } from '#kit/cache'
import { currentKey, shippedTexts } from '#kit/catalogues'
import { type Database, tenantScope } from '#kit/database/database'
import { messages } from '#platform/schema/message.table'

/** A UUID of version 8, derived from a name, so that every node and every start computes the same. */
export const derivedId = (of: string) => {
  const digits = hash('sha256', of)
  const variant = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, variant + digits.slice(17, 20)]
  return [...parts, digits.slice(20, 32)].join('-')
}

type Texts = Readonly<Record<string, string>>

/** Fills the placeholders of a text, such as `{name}`, with values. */
export const fillPlaceholders = (text: string, values: Texts) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (Object.hasOwn(values, name) ? values[name]! : placeholder))

/** The placeholders for figures. Values of all others are user data, even if they are digits. */
const figures = new Set(['count', 'total', 'read', 'created', 'changed', 'same', 'skipped', 'faulty'])
/** The placeholders for figures with one decimal, such as 4.5. */
const scores = new Set(['stars'])
const isFigure = (value = '') => /^\d+$/.test(value)
const isScore = (value: string) => /^\d+\.\d$/.test(value)

const pluralForm = (text: string, count: string | undefined, language: Language) => {
  if (!isFigure(count)) return text
  const [one = text, more = one] = text.split('|')
  return new Intl.PluralRules(language).select(Number(count)) === 'one' ? one : more
}

const formatFigure = (name: string, value: string, language: Language) => {
  if (figures.has(name) && isFigure(value)) return Number(value).toLocaleString(language)
  if (scores.has(name) && isScore(value)) return Number(value).toLocaleString(language, { minimumFractionDigits: 1 })
  return value
}

/** A text with its values: of `one|more` the value of `count` selects the form, and figures are formatted for the language. */
const formatText = (text: string, values: Texts, language: Language) => {
  const formatted = Object.entries(values).map(([name, value]) => [name, formatFigure(name, value, language)])
  return fillPlaceholders(pluralForm(text, values['count'], language), Object.fromEntries(formatted) as Texts)
}

/** Translates an English text for one language of a tenant: fills in `{name}`, and of `one|more` selects the form by the value of `count`. */
export type Translator = (english: string, values?: Texts) => string

/** Translates a stored sentence, including the sentences among its values. */
export const translateSentence = (translate: Translator, { text, values = {} }: SentenceParts): string => {
  const valueText = (value: string | number | SentenceParts) =>
    typeof value === 'object' ? translateSentence(translate, value) : String(value)
  return translate(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])))
}

const loadTexts = async (db: Database, tenantId: string, language: Language) => {
  const rows = await db.as(tenantScope(tenantId)).select().from(messages).where(eq(messages.language, language))
  const shipped = shippedTexts(language)
  const ownTexts = rows.map(({ key, text }) => [currentKey(key), text])
  const texts: Texts = rows.length > 0 ? { ...shipped, ...Object.fromEntries(ownTexts) } : shipped
  return { tenantId, texts }
}

/** Finds the texts of a tenant, its own words before the shipped ones, and caches them until a node message reports a change. */
export const openTexts = (db: Database, canCache: () => boolean) => {
  const cache = invalidatableCache<Awaited<ReturnType<typeof loadTexts>>>(canCache, {
    name: 'texts',
    maxEntries: 200, // half a megabyte each where a tenant has words of its own, with its prepared reply
    ttl: 600_000,
  })
  const textsOf = async (tenantId: string, language: Language) =>
    (await cache.get(`${tenantId} ${language}`, () => loadTexts(db, tenantId, language))).texts
  return {
    /** By English text. A missing text falls back to English. */
    of: textsOf,
    translator: async (tenantId: string, language: Language): Promise<Translator> => {
      const texts = await textsOf(tenantId, language)
      return (english, values = {}) => {
        const key = currentKey(english)
        return formatText(texts[key] ?? englishOf(key), values, language)
      }
    },
    forget: (tenantId?: string) => cache.forget((one) => !tenantId || one.tenantId === tenantId),
  }
}
export type TextsOf = ReturnType<typeof openTexts>
