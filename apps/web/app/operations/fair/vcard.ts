import { countryCodes, countryName } from '@tradewind/contract/countries'
import type { Translate } from '#kit/text'
import { normalizeForSearch } from '#ui/form/searchOptions'

/** The fields of a business card. Missing ones are empty. */
export interface Card {
  firstName: string
  lastName: string
  title: string
  email: string
  number: string
  company: string
  website: string
  country: string
}

interface Line {
  name: string
  /** The part between the name and the colon, in capitals. */
  params: string
  value: string
}

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)).trim()

/** Splits at unescaped separators, and unescapes each part. */
const partsOf = (value: string, sign: ';' | ',') => {
  const parts = ['']
  for (const [token] of value.matchAll(/\\.|[^]/g)) {
    if (token === sign) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map(unescaped)
}

/** Decodes quoted-printable text (=C3=BC), in the charset that the line names. */
const fromQuoted = (value: string, params: string) => {
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const label = /CHARSET="?([\w-]+)/.exec(params)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)))
  } catch {
    return bytes
  }
}

/** Unfolds lines: a folded line continues after a blank, a quoted-printable one after a `=` at its end. */
const wholeLines = (text: string) => {
  const lines: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last !== undefined && /^[^:]*QUOTED-PRINTABLE[^:]*:.*=$/i.test(last)) lines[lines.length - 1] = last.slice(0, -1) + line
    else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1)
    else lines.push(line)
  }
  return lines
}

const lineOf = (line: string): Line | [] => {
  const [, name, rawParams = '', value = ''] = /^\s*(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/.exec(line) ?? []
  if (!name) return []
  const params = rawParams.toUpperCase()
  return { name: name.toUpperCase(), params, value: params.includes('QUOTED-PRINTABLE') ? fromQuoted(value, params) : value }
}

/** The best of several lines: those whose parameters match `preferred` come first, then those marked PREF; fax numbers come last. */
const bestValue = (lines: readonly Line[], name: string, preferred: RegExp) => {
  const rank = ({ params }: Line) =>
    Number(/PREF/.test(params)) + 2 * Number(preferred.test(params)) - 9 * Number(/FAX/.test(params))
  const [found] = lines
    .filter((line) => line.name === name && line.value.trim())
    .toSorted((one, other) => rank(other) - rank(one))
  return found?.value ?? ''
}

/** Splits a full name: the last word is the surname. */
const namesIn = (fullName: string): [string, string] => {
  const words = fullName.trim().split(/\s+/)
  return words.length > 1 ? [words.slice(0, -1).join(' '), words.at(-1)!] : ['', words[0] ?? '']
}

const numberIn = (value: string) => unescaped(value.replace(/^tel:/i, '').replace(/;.*$/, ''))

const vcard = (text: string): Card => {
  const lines = wholeLines(text).flatMap(lineOf)
  const [lastName = '', firstName = '', middle = ''] = partsOf(bestValue(lines, 'N', /^$/), ';')
  const [, , , , , , country = ''] = partsOf(bestValue(lines, 'ADR', /WORK/), ';')
  const hasName = firstName || lastName
  const [first, last] = hasName
    ? [[firstName, middle].filter(Boolean).join(' '), lastName]
    : namesIn(unescaped(bestValue(lines, 'FN', /^$/)))
  return {
    firstName: first,
    lastName: last,
    title: unescaped(bestValue(lines, 'TITLE', /^$/)) || unescaped(bestValue(lines, 'ROLE', /^$/)),
    email: unescaped(bestValue(lines, 'EMAIL', /WORK/)).replace(/^mailto:/i, ''),
    number: numberIn(bestValue(lines, 'TEL', /CELL|WORK/)),
    company: partsOf(bestValue(lines, 'ORG', /^$/), ';')[0] ?? '',
    website: unescaped(bestValue(lines, 'URL', /WORK/)),
    country,
  }
}

const mecard = (text: string): Card => {
  const fields = new Map<string, string>()
  // The parts are unescaped only once, so that a comma in a name is still distinguished from an escaped one.
  for (const [, name, value] of text.matchAll(/(?:^|;)\s*(\w+):((?:\\.|[^;\\])*)/g))
    if (!fields.has(name!.toUpperCase())) fields.set(name!.toUpperCase(), value!)
  const of = (name: string) => fields.get(name) ?? ''
  const [lastName = '', firstName = ''] = partsOf(of('N'), ',')
  const [first, last] = firstName ? [firstName, lastName] : namesIn(lastName)
  return {
    firstName: first,
    lastName: last,
    title: unescaped(of('TITLE')),
    email: unescaped(of('EMAIL')),
    number: numberIn(of('TEL')),
    company: unescaped(of('ORG')),
    website: unescaped(of('URL')),
    country: partsOf(of('ADR'), ',').at(6) ?? '',
  }
}

/**
 * The English name of the country that a card names in English, in the reader's language or by its code, as fields have it; another text as it is.
 */
export const knownCountry = (written: string, t: Translate) => {
  const text = normalizeForSearch(written)
  const found = countryCodes.find((code) =>
    [code, countryName(code), t(countryName(code))].map(normalizeForSearch).includes(text),
  )
  return found ? countryName(found) : written
}

/** Parses a business card: a vCard 2.1, 3.0 or 4.0, or a MECARD. Null if the text is none, or has no name. */
export const cardIn = (text: string): Card | null => {
  const [, inner] = /^\s*MECARD:([^]*)$/i.exec(text) ?? []
  const isCard = inner !== undefined || /^\s*BEGIN:VCARD/i.test(text.replace(/^\uFEFF/, ''))
  if (!isCard) return null
  const card = inner === undefined ? vcard(text) : mecard(inner)
  return card.firstName || card.lastName || card.email || card.company ? card : null
}
