import { hash } from 'node:crypto'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { type Language, languages } from '@tradewind/contract/kit/language'
import { currentKey, firstKey, shippedTexts } from '#kit/catalogues'
import { plain } from '#kit/database/list'
import type { messages } from '#platform/schema/message.table'

type Own = Pick<typeof messages.$inferSelect, 'key' | 'language' | 'text' | 'updatedAt'>
type Said = Omit<Message, 'uniqueId'>

/** Every English text that the product says: each of the other languages has them all. */
const keys = Object.keys(shippedTexts('de'))

const everyText = languages.flatMap((language) =>
  keys.map((key) => ({ key, language, shipped: shippedTexts(language)[key] ?? key })),
)

/**
 * The id of a text in a tenant: a UUID of version 8, made from what it is, so that every node and every start makes the same. A text that
 * is reworded keeps it.
 */
const idOf = (tenantId: string, { key, language }: Pick<Message, 'key' | 'language'>) => {
  const digits = hash('sha256', `${tenantId} ${language} ${firstKey(key)}`)
  const variant = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, variant + digits.slice(17, 20)]
  return [...parts, digits.slice(20, 32)].join('-')
}

const withId = (tenantId: string, said: Said): Message => ({ uniqueId: idOf(tenantId, said), ...said })

type Text = (typeof everyText)[number]
const saidOf = (text: Text, own: Own | undefined): Said => ({
  ...text,
  text: own?.text ?? text.shipped,
  isOverridden: own !== undefined,
  updatedAt: own?.updatedAt ?? null,
})

/** A text of the product by its English or by its id, as it is shipped; nothing where the product says no such text. */
export const shippedMessage = (tenantId: string, which: { key: string; language: Language } | { uniqueId: string }) => {
  const isIt = (text: Text) =>
    'uniqueId' in which ? idOf(tenantId, text) === which.uniqueId : text.key === which.key && text.language === which.language
  const text = everyText.find(isIt)
  return text && withId(tenantId, saidOf(text, undefined))
}

/** The same text in the tenant's own words. */
export const inOwnWords = (message: Message, { text, updatedAt }: Own): Message => ({
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

/** What is asked for of all texts, with a tenant's own words among them. They are a part of the code, some thousands at most: memory finds them. */
export const messagesAmong = (tenantId: string, own: readonly Own[], asked: Asked) => {
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
