import type { Message } from '@tradewind/contract/platform/message.contract'
import { messageFields } from '@tradewind/contract/platform/message.fields'
import { createTranslate, type Translate } from '#kit/text'

/** A text as a title: its English, shortened. */
export const nameOf = ({ key }: Pick<Message, 'key'>) => (key.length > 60 ? `${key.slice(0, 59)}…` : key)

/** The labels of the fields, in forms, details and history. */
export const labelsIn = (t: Translate) => ({
  key: t(messageFields.key.label),
  language: t(messageFields.language.label),
  text: t(messageFields.text.label),
})

/** The placeholders of a text, each once: `{name}`. */
export const placeholdersIn = (key: string): readonly string[] => [...new Set(key.match(/\{\w+\}/g))]

const samples = {
  name: 'Acme',
  username: 'Ada Lovelace',
  tenant: 'Acme',
  address: 'ada@acme.example',
  device: 'Firefox',
  size: '2.5 MB',
  number: 2,
  row: 7,
  first: 1,
  last: 20,
  total: 1234,
  listed: 20,
  skipped: 3,
  created: 5,
  read: 1234,
}
const valuesFor = (key: string, count: number) => ({
  ...Object.fromEntries(placeholdersIn(key).map((placeholder) => [placeholder.slice(1, -1), '…'])),
  ...samples,
  count,
})

/** A preview of a text with sample values: once, or in singular and plural if it has both. */
export const previewOf = ({ key, language }: Pick<Message, 'key' | 'language'>, text: string) => {
  const say = createTranslate({ language, texts: { [key]: text } })
  const counts = key.includes('|') ? [1, 1234] : [1234]
  return counts.map((count) => say(key, valuesFor(key, count)))
}
