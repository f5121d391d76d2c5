import { englishOf } from '@tradewind/contract/kit/phrase'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Texts } from '../../apps/server/src/kit/catalogues.ts'
import { catalogues, mergeCatalogues, translatedLanguages } from './texts.ts'

const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary-translations.md'), 'utf8')

/** The table of the glossary: its headers, and each term with its forms in each column. */
const [columnHeaders = [], ...terms] = glossary
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.split(',').map((form) => form.trim())))

/** The languages in the order of the columns. */
const columns = { de: 'German', es: 'Spanish', fr: 'French', it: 'Italian' } as const

/** English texts in which a term's word means something else. */
const exceptions = [
  // values of the interface, and names that the specification gives
  'USER, COUNTRY or COMPANY',
  'Event Type',
  'Project Events',
  'User Assigned',
  // the work of an editor
  'in review',
  'for review',
  // plain words
  'contact number',
  'contact person',
  'contact details',
  'contact us',
  'contact your administrator',
  'Setting up a company',
  'a record of each promise',
  'kept on record',
  'Report this remark',
  'Record calls',
  'Your records stay yours',
  'who leads it',
  'your next meeting',
  'spam folder',
  'are merged. Unmerge them',
  'Export strategy and plan',
  'behind the plan',
  'Review your progress',
  'Review the progress',
]

const wordPattern = (form: string) => new RegExp(String.raw`(?<![\p{L}_-])${form}(?![\p{L}_-])`, 'iu')
const removePhrase = (text: string, phrase: string) => text.replaceAll(new RegExp(phrase, 'giu'), ' ')
const plainTexts = new Map<string, string>()
/** Returns a text without its placeholders and without the words that are no term in it. Cached: every term needs every text, in each language. */
const stripText = (english: string) => {
  const stripped = plainTexts.get(english) ?? exceptions.reduce(removePhrase, englishOf(english).replaceAll(/\{\w+\}/g, ' '))
  plainTexts.set(english, stripped)
  return stripped
}

/** Returns the texts that contain a term in English, and none of its forms in the language. */
const violationsOf = (texts: Texts, english: readonly string[], forms: readonly string[]) => {
  const words = english.map(wordPattern)
  return Object.entries(texts)
    .filter(([key]) => words.some((form) => form.test(stripText(key))))
    .filter(([, text]) => !forms.some((form) => text.toLowerCase().includes(form.toLowerCase())))
}

test('the glossary has a column for each language, and no empty cells', () => {
  expect(columnHeaders.flat()).toEqual(['English', ...Object.values(columns)])
  expect(Object.keys(columns).toSorted()).toEqual(translatedLanguages.toSorted())
  expect(terms.length).toBeGreaterThan(30)
  expect(terms.filter((cells) => cells.length !== columnHeaders.length || cells.flat().includes(''))).toEqual([])
})

test('finds texts that contain the English term but not its translation, matching whole English words only', () => {
  const texts = {
    'New companies': 'Neue Firmen',
    'Company name': 'Unternehmensname',
    Accompany: 'Begleiten',
    '{company} is new': 'Neu',
  }
  expect(violationsOf(texts, ['company', 'companies'], ['Unternehmen'])).toEqual([['New companies', 'Neue Firmen']])
})

test('each exception is needed', () => {
  const keys = Object.keys(mergeCatalogues(catalogues('de')))
  expect(exceptions.filter((phrase) => !keys.some((key) => new RegExp(phrase, 'iu').test(key)))).toEqual([])
})

describe.each(translatedLanguages)('in %s', (language) => {
  const texts = mergeCatalogues(catalogues(language))
  const column = 1 + Object.keys(columns).indexOf(language)

  test.each(terms.map((cells) => [cells[0]?.[0] ?? '', cells] as const))('“%s” is translated as in the glossary', (_, cells) => {
    expect(violationsOf(texts, cells[0] ?? [], cells[column] ?? [])).toEqual([])
  })
})
