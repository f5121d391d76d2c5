import { z } from 'zod'
import { countryName, isCountryCode } from '../countries.ts'
import { countryCode } from '../country-spellings.ts'
import { language } from './language.ts'
import { say, Sentence } from './say.ts'

/** Matches a UUID in lower case, as part of a regular expression; without a capturing group. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()
export const notStorableMessage = 'This has a character that cannot be saved'

/** The error message for an empty field with this label. */
export const required = (label: string) => say('{what} is required', { what: new Sentence(label) })

/** A longer text is rejected without being checked further: the time that a pattern takes may grow with the square of the length. */
const atMostCharacters = (label: string, max: number) => {
  const { error } = say('{what} can have {count} characters at most', { what: new Sentence(label), count: max })
  return { error, abort: true }
}

/** A required text, trimmed. */
export const text = (label: string, max = 200) =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .max(max, atMostCharacters(label, max))
    .refine(isStorable, notStorableMessage)

/** An optional text. Empty is null. */
export const optionalText = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .max(max, atMostCharacters(label, max))
    .refine(isStorable, notStorableMessage)
    .transform((value) => value || null)
    .nullish()

/** Control characters and characters that change the direction of text: what is shown is not what is stored. */
const controlCharacters = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const genericDomains = 'com|net|org|info|biz|io|dev|app|xyz|online|site|shop|store|top|club|link|click|live|page|tech|cloud'
const countryDomains = 'at|be|ch|cn|co|cz|de|dk|es|eu|fi|fr|gg|ie|in|it|jp|ly|me|nl|no|pl|pt|ru|se|tk|to|tv|uk|us'
/** With a scheme, as www., with a path, or a well-known top-level domain: mail programs turn these into links. */
const webAddressPattern = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`(?<![\p{L}\p{N}])www\.`,
    String.raw`[\p{L}\p{N}]\.\p{L}{2,}[/?]`,
    String.raw`[\p{L}\p{N}]\.(?:${genericDomains})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-]{2,}\.(?:${countryDomains})(?![\p{L}\p{N}])`,
  ].join('|'),
  'iu',
)
const hasNoControlCharacters = (value: string | null | undefined) => !value || !controlCharacters.test(value)
const controlCharactersMessage = 'A name cannot contain line breaks or characters that change the text direction'
const hasNoWebAddress = (value: string | null | undefined) => !value || !webAddressPattern.test(value.normalize('NFKC'))
const webAddressMessage = 'A name cannot contain a web address'

/** The name of a person, a company or a tenant, which letters contain: a text on one line, without web addresses. */
export const nameText = (label: string, max?: number) =>
  text(label, max).refine(hasNoControlCharacters, controlCharactersMessage).refine(hasNoWebAddress, webAddressMessage)

/** The same, optional. Empty is null. */
export const optionalName = (label: string, max?: number) =>
  optionalText(label, max).refine(hasNoControlCharacters, controlCharactersMessage).refine(hasNoWebAddress, webAddressMessage)

/** What mail programs turn into a link, however it is disguised, and what is read as markup. */
const linkPattern = new RegExp(
  [
    webAddressPattern.source,
    '@',
    String.raw`(?=[\p{L}\p{N}-]*\p{L})[\p{L}\p{N}-]{2,}\.\p{L}{2,}`,
    String.raw`(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)`,
    String.raw`(?<![\p{L}\p{N}])(?:mailto|tel|sms|javascript|data|skype|whatsapp|tg):(?=\S)`,
  ].join('|'),
  'iu',
)
const markupPattern = /<\s*[\p{L}/!?]|&(?:#\w+|\p{L}{2,});|\]\s*\(|\[\s*\/?\s*(?:url|link|img|b|i|u)\b/iu
const toDisplayedText = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\u3002/g, '.')

/**
 * An optional sentence that letters contain in a user's name: a text on one line, without web or email addresses and without markup. Empty is null.
 */
export const optionalSentence = (label: string, max: number) =>
  optionalText(label, max)
    .refine(
      hasNoControlCharacters,
      say('{what} cannot contain line breaks or characters that change the text direction', { what: new Sentence(label) }),
    )
    .refine(
      (value) => !value || !linkPattern.test(toDisplayedText(value)),
      say('{what} cannot contain web or email addresses', { what: new Sentence(label) }),
    )
    .refine(
      (value) => !value || !markupPattern.test(toDisplayedText(value)),
      say('{what} is plain text: leave out the markup', { what: new Sentence(label) }),
    )

/** One strict address: no display name, quotes, commas or line breaks. Stored as typed. */
export const emailAddress = (label = 'Email address') =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .max(254, say('{what} can have {count} characters at most', { what: new Sentence(label), count: 254 }))
    .pipe(z.email(say('{what} is not a valid address', { what: new Sentence(label) })))

/** The same, optional. Empty is null. */
export const optionalEmailAddress = (label?: string) =>
  z
    .union([z.literal('').transform(() => null), emailAddress(label)])
    .nullish()
    .transform((value) => value ?? null)

const withScheme = (value: string) => (/^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`)
const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /^[^.]+(\.[^.]+)+\.?$|^\[/.test(url.hostname)
}

/** A web address, http or https only. Without a scheme it gets https. */
export const webAddress = (label: string) =>
  text(label, 2048)
    .transform(withScheme)
    .refine(isWebAddress, say('{what} is not a web address', { what: new Sentence(label) }))

/** `true` and `false`, also as strings from a form or query. */
export const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'Yes or no')

/** A finite number: neither infinite nor NaN. */
export const finiteNumber = z.number('This is not a number')

/** A calendar day: `YYYY-MM-DD`. */
export const day = (label: string) =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .pipe(z.iso.date(say('{what} is not a day', { what: new Sentence(label) })))
    .refine((value) => value >= '0001', say('{what} is not a day', { what: new Sentence(label) })) // PostgreSQL knows no year 0

/** An optional day. Empty is null. */
export const optionalDay = (label: string) =>
  z
    .union([z.literal('').transform(() => null), day(label)])
    .nullish()
    .transform((value) => value ?? null)

const phoneNumberCheck = (label: string) =>
  z
    .string()
    .trim()
    .max(40, atMostCharacters(label, 40))
    .regex(/^[\d\s+()-]*$/, say('{what} can only contain digits, spaces, + - ( and )', { what: new Sentence(label) }))

/** Digits, spaces, + - ( ), 40 at most. Empty is null. */
export const phoneNumber = (label: string) =>
  phoneNumberCheck(label)
    .transform((number) => number || null)
    .nullish()

/** The same, required. */
export const requiredPhoneNumber = (label: string) => text(label).pipe(phoneNumberCheck(label))

const toList = (value: unknown) => {
  if (value === '') return []
  if (typeof value === 'string' && value.startsWith('[')) return parseJson(value)
  return typeof value === 'string' ? [value] : value
}
const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** A list whose length is checked before its values: a list that is far too long is rejected with one sentence. */
export const atMost = <S extends z.ZodType>(
  list: S,
  most: number,
  tooMany: Sentence | string = say('At most {count}', { count: most }),
) =>
  z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length > most)
      context.addIssue({ code: 'custom', message: typeof tooMany === 'string' ? tooMany : tooMany.error().message })
    return value
  }, list) as unknown as z.ZodType<z.output<S>, z.input<S>>

/** Several distinct values, up to a maximum: a list in JSON; in a form a repeated field, or a list as JSON. */
export const distinctValues = <T extends z.ZodType>(one: T, sentence: string, most: number, tooMany?: Sentence | string) =>
  z.preprocess(
    toList,
    atMost(
      z.array(one, sentence).transform((list) => [...new Set(list)]),
      most,
      tooMany,
    ),
  ) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>

/** Another record: its id, or the record itself as it was returned. */
export const reference = (sentence: string) =>
  z.union([z.uuid(sentence), z.looseObject({ uniqueId: z.uuid(sentence) }).transform(({ uniqueId }) => uniqueId)], sentence)

/** Whether markup has 200 KB at most. */
export const isRichText = (markup: string) => markup.length <= 200_000 && new TextEncoder().encode(markup).length <= 204_800

/** Markup from the editor; the server sanitises it. 200 KB at most. */
export const richText = (label: string) =>
  text(label, 200_000).refine(isRichText, say('{what} can be {count} KB at most', { what: new Sentence(label), count: 200 }))

/** What forms send if only day or time was typed, or one that does not exist: '2026-03-09T'. */
const isPartlyTyped = (input: unknown) => typeof input === 'string' && input !== ''

/** A timestamp that PostgreSQL can store, to the millisecond. Rejects a missing one with this sentence. */
export const moment = (sentence: string) =>
  z.iso
    .datetime({ offset: true, error: ({ input }) => (isPartlyTyped(input) ? 'Enter both day and time' : sentence) })
    .transform((value) => new Date(value).toISOString()) // PostgreSQL accepts fewer offsets
    .refine((value) => value >= '0001' && value < '9999', sentence)

/** The common fields of every form for visitors. */
export const visitorFields = {
  /** The language of the page, and of the letter. */
  lang: language.optional(),
  /** An invisible honeypot field. If it is filled in, the sender is a bot, and gets a success reply. */
  website: z.string().max(2048).optional(),
}

const parseCountry = (country: string, context: z.RefinementCtx) => {
  const code = countryCode(country)
  if (code) return code
  context.addIssue({ code: 'custom', message: 'Choose a country', input: country })
  return z.NEVER
}

/** A country as people write it (name, ISO code, a common spelling), parsed to its ISO code. */
export const countryIn = z.string('Country is required').trim().min(1, 'Country is required').transform(parseCountry)

/** The same, optional. Empty is null. */
export const optionalCountry = z
  .string()
  .trim()
  .transform((country, context) => (country ? parseCountry(country, context) : null))
  .nullish()

/** A stored ISO code, returned as the English short name. */
export const countryOut = z
  .string()
  .transform((code) => (isCountryCode(code) ? countryName(code) : code))
  .pipe(z.string())

/**
 * Returns the time zone with this name, such as Europe/Berlin; undefined for an unknown one. An offset is not accepted: it has no daylight saving
 * time, and PostgreSQL reads its sign the other way round.
 */
export const findTimeZone = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
