import { z } from 'zod'
import { countryName, isCountryCode } from '../countries.ts'
import { countryCode } from '../country-spellings.ts'
import { language } from './language.ts'
import { say, Sentence } from './say.ts'

/** PostgreSQL keeps neither NUL nor half a character. */
export const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
export const unstorable = 'This has a character that cannot be saved'

/** What is said of an empty field with this label. */
export const required = (label: string) => say('{what} is required', { what: new Sentence(label) })

/** A required text, trimmed. */
export const text = (label: string, max = 200) =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .max(max, say('{what} can have {count} characters at most', { what: new Sentence(label), count: max }))
    .refine(storable, unstorable)

/** A text that may be left out. Empty is null. */
export const optionalText = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .max(max, say('{what} can have {count} characters at most', { what: new Sentence(label), count: max }))
    .refine(storable, unstorable)
    .transform((value) => value || null)
    .nullish()

/** Signs that steer a line or turn its direction: what is shown is not what is kept. */
const steering = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const generic = 'com|net|org|info|biz|io|dev|app|xyz|online|site|shop|store|top|club|link|click|live|page|tech|cloud'
const ofCountry = 'at|be|ch|cn|co|cz|de|dk|es|eu|fi|fr|gg|ie|in|it|jp|ly|me|nl|no|pl|pt|ru|se|tk|to|tv|uk|us'
/** With a scheme, as www., with a path, or a domain of a known kind: mail programs make links of these. */
const pageAddress = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`(?<![\p{L}\p{N}])www\.`,
    String.raw`[\p{L}\p{N}]\.\p{L}{2,}[/?]`,
    String.raw`[\p{L}\p{N}]\.(?:${generic})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-]{2,}\.(?:${ofCountry})(?![\p{L}\p{N}])`,
  ].join('|'),
  'iu',
)
const unsteered = (value: string | null | undefined) => !value || !steering.test(value)
const steers = 'A name cannot contain line breaks or characters that change the text direction'
const leadsNowhere = (value: string | null | undefined) => !value || !pageAddress.test(value.normalize('NFKC'))
const leads = 'A name cannot contain a web address'

/** The name of somebody, of a firm or a tenant, which letters carry to others: a text in one line, without addresses of pages. */
export const nameText = (label: string, max?: number) => text(label, max).refine(unsteered, steers).refine(leadsNowhere, leads)

/** The same, where it may be left out. Empty is null. */
export const optionalName = (label: string, max?: number) =>
  optionalText(label, max).refine(unsteered, steers).refine(leadsNowhere, leads)

/** What mail programs make a link of, however it is disguised; and what is read as markup. */
const linked = new RegExp(
  [
    pageAddress.source,
    '@',
    String.raw`(?=[\p{L}\p{N}-]*\p{L})[\p{L}\p{N}-]{2,}\.\p{L}{2,}`,
    String.raw`(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)`,
    String.raw`(?<![\p{L}\p{N}])(?:mailto|tel|sms|javascript|data|skype|whatsapp|tg):(?=\S)`,
  ].join('|'),
  'iu',
)
const tagged = /<\s*[\p{L}/!?]|&(?:#\w+|\p{L}{2,});|\]\s*\(|\[\s*\/?\s*(?:url|link|img|b|i|u)\b/iu
const asRead = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\u3002/g, '.')

/**
 * A sentence that letters carry to others in somebody's name, where it may be left out: a text in one line, without addresses of pages or
 * people and without markup. Empty is null.
 */
export const optionalSentence = (label: string, max: number) =>
  optionalText(label, max)
    .refine(
      unsteered,
      say('{what} cannot contain line breaks or characters that change the text direction', { what: new Sentence(label) }),
    )
    .refine(
      (value) => !value || !linked.test(asRead(value)),
      say('{what} cannot contain web or email addresses', { what: new Sentence(label) }),
    )
    .refine(
      (value) => !value || !tagged.test(asRead(value)),
      say('{what} is plain text: leave out the markup', { what: new Sentence(label) }),
    )

/** One strict address: no display name, quotes, commas or line breaks. Kept as typed. */
export const emailAddress = (label = 'Email address') =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .max(254, say('{what} can have {count} characters at most', { what: new Sentence(label), count: 254 }))
    .pipe(z.email(say('{what} is not a valid address', { what: new Sentence(label) })))

/** The same, where it may be left out. Empty is null. */
export const optionalEmailAddress = (label?: string) =>
  z
    .union([z.literal('').transform(() => null), emailAddress(label)])
    .nullish()
    .transform((given) => given ?? null)

const schemed = (value: string) => (/^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`)
const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /^[^.]+(\.[^.]+)+\.?$|^\[/.test(url.hostname)
}

/** A web address, http or https alone. Without a scheme it gets https. */
export const webAddress = (label: string) =>
  text(label, 2048)
    .transform(schemed)
    .refine(isWebAddress, say('{what} is not a web address', { what: new Sentence(label) }))

/** `true` and `false`, also as the words that a form or query carries. */
export const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'Yes or no')

/** A number that is neither endless nor none. */
export const numeric = z.number('This is not a number')

/** A calendar day: `YYYY-MM-DD`. */
export const day = (label: string) =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .pipe(z.iso.date(say('{what} is not a day', { what: new Sentence(label) })))
    .refine((given) => given >= '0001', say('{what} is not a day', { what: new Sentence(label) })) // PostgreSQL knows no year 0

/** A day that may be left out. Empty is null. */
export const optionalDay = (label: string) =>
  z
    .union([z.literal('').transform(() => null), day(label)])
    .nullish()
    .transform((given) => given ?? null)

const dialled = (label: string) =>
  z
    .string()
    .trim()
    .max(40, say('{what} can have {count} characters at most', { what: new Sentence(label), count: 40 }))
    .regex(/^[\d\s+()-]*$/, say('{what} can only contain digits, spaces, + - ( and )', { what: new Sentence(label) }))

/** Digits, spaces, + - ( ), 40 at most. Empty is null. */
export const phoneNumber = (label: string) =>
  dialled(label)
    .transform((number) => number || null)
    .nullish()

/** The same, where it must be given. */
export const requiredPhoneNumber = (label: string) => text(label).pipe(dialled(label))

const asList = (given: unknown) => {
  if (given === '') return []
  if (typeof given === 'string' && given.startsWith('[')) return parsed(given)
  return typeof given === 'string' ? [given] : given
}
const parsed = (given: string): unknown => {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

/** A list whose length is looked at before its values are: what is far too long is refused by one sentence. */
export const atMost = <S extends z.ZodType>(
  list: S,
  most: number,
  tooMany: Sentence | string = say('At most {count}', { count: most }),
) =>
  z.preprocess((given, context) => {
    if (Array.isArray(given) && given.length > most)
      context.addIssue({ code: 'custom', message: typeof tooMany === 'string' ? tooMany : tooMany.error().message })
    return given
  }, list) as unknown as z.ZodType<z.output<S>, z.input<S>>

/** Several values, each once, and so many at most: a list in JSON; in a form its field repeated, or a list as JSON. */
export const several = <T extends z.ZodType>(one: T, sentence: string, most: number, tooMany?: Sentence | string) =>
  z.preprocess(
    asList,
    atMost(
      z.array(one, sentence).transform((list) => [...new Set(list)]),
      most,
      tooMany,
    ),
  ) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>

/** Another record: its id, or the record itself as it was read. */
export const reference = (sentence: string) =>
  z.union([z.uuid(sentence), z.looseObject({ uniqueId: z.uuid(sentence) }).transform(({ uniqueId }) => uniqueId)], sentence)

/** Markup of 200 KB at most. */
export const isRichText = (markup: string) => markup.length <= 200_000 && new TextEncoder().encode(markup).length <= 204_800

/** Markup as the editor gives it; the server cleans it. 200 KB at most. */
export const richText = (label: string) =>
  text(label, 200_000).refine(isRichText, say('{what} can be {count} KB at most', { what: new Sentence(label), count: 200 }))

/** A day and time that PostgreSQL can keep, to the millisecond. Refuses the rest with this sentence. */
export const moment = (sentence: string) =>
  z.iso
    .datetime({ offset: true, error: sentence })
    .transform((given) => new Date(given).toISOString()) // PostgreSQL takes fewer offsets
    .refine((given) => given >= '0001' && given < '9999', sentence)

/** What every form of visitors sends besides. */
export const visiting = {
  /** What the page speaks, and its letter will. */
  lang: language.optional(),
  /** Nobody sees this field. Who fills it in is a machine, and is answered as if all were well. */
  website: z.string().max(2048).optional(),
}

const codeOf = (written: string, context: z.RefinementCtx) => {
  const code = countryCode(written)
  if (code) return code
  context.addIssue({ code: 'custom', message: 'Choose a country', input: written })
  return z.NEVER
}

/** A country as people write it (name, ISO code, a common spelling), read as its ISO code. */
export const countryIn = z.string('Country is required').trim().min(1, 'Country is required').transform(codeOf)

/** The same, where it may be left out. Empty is null. */
export const optionalCountry = z
  .string()
  .trim()
  .transform((written, context) => (written ? codeOf(written, context) : null))
  .nullish()

/** A stored ISO code, answered as the English short name. */
export const countryOut = z
  .string()
  .transform((code) => (isCountryCode(code) ? countryName(code) : code))
  .pipe(z.string())

/**
 * The time zone of a place, such as Europe/Berlin, as it is written; nothing where none is called so. An offset is no place: its
 * summers are not known, and PostgreSQL counts it the other way round.
 */
export const timeZoneNamed = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
