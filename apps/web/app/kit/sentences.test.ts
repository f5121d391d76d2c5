import { expect, test } from 'vitest'
import { problemOf } from '#crm/fileImport/uploads'
import { createTranslate, storeSentenceSources } from './text.ts'

const german = createTranslate({
  language: 'de',
  texts: {
    Home: 'Startseite',
    Website: 'Webseite',
    'There is already a company “{name}”': 'Es gibt schon ein Unternehmen „{name}“',
    'The sheet has more than {count} rows.': 'Das Blatt hat mehr als {count} Zeilen.',
    '{count} row was imported.|{count} rows were imported.': '{count} Zeile wurde importiert.|{count} Zeilen wurden importiert.',
    '{what} is required': 'Bitte füllen Sie „{what}“ aus',
    'The workbook is damaged: {what}.': 'Die Arbeitsmappe ist beschädigt: {what}.',
    "'{name}' is missing": '„{name}“ fehlt',
  },
})

test('translates a sentence that the server filled in by its template, and leaves user-given names in it unchanged', () => {
  const text = 'There is already a company “{name}”'
  storeSentenceSources({ said: { 'There is already a company “Home”': { text, values: { name: 'Home' } } } })
  storeSentenceSources({
    said: { 'There is already a company “{count} $1 “Home””': { text, values: { name: '{count} $1 “Home”' } } },
  })
  expect(german('There is already a company “Home”')).toBe('Es gibt schon ein Unternehmen „Home“')
  expect(german('There is already a company “{count} $1 “Home””')).toBe('Es gibt schon ein Unternehmen „{count} $1 “Home”“')
})

test('translates a text nested in a sentence, too, even if that text has values of its own', () => {
  storeSentenceSources({ said: { 'Website is required': { text: '{what} is required', values: { what: { text: 'Website' } } } } })
  const what = { text: "'{name}' is missing", values: { name: 'Home' } }
  storeSentenceSources({
    said: { "The workbook is damaged: 'Home' is missing.": { text: 'The workbook is damaged: {what}.', values: { what } } },
  })
  expect(german('Website is required')).toBe('Bitte füllen Sie „Webseite“ aus')
  expect(german("The workbook is damaged: 'Home' is missing.")).toBe('Die Arbeitsmappe ist beschädigt: „Home“ fehlt.')
})

test('formats a number in the reader’s language, and uses it to choose singular or plural', () => {
  const text = '{count} row was imported.|{count} rows were imported.'
  storeSentenceSources({ said: { '1 row was imported.': { text, values: { count: 1 } } } })
  storeSentenceSources({ said: { '1,234 rows were imported.': { text, values: { count: 1234 } } } })
  expect(german('1 row was imported.')).toBe('1 Zeile wurde importiert.')
  expect(german('1,234 rows were imported.')).toBe('1.234 Zeilen wurden importiert.')
})

test('translates the sentence of a fault by the template that comes with it', () => {
  const said = { text: 'The sheet has more than {count} rows.', values: { count: 2000 } }
  expect(german(problemOf({ problem: 'The sheet has more than 2000 rows.', said }))).toBe('Das Blatt hat mehr als 2.000 Zeilen.')
})

test('leaves a sentence unchanged if its template has no translation or is unknown', () => {
  const said = { text: 'At most {count} characters', values: { count: 2000 } }
  expect(german(problemOf({ problem: 'At most 2000 characters', said }))).toBe('At most 2000 characters')
  expect(german('There is already a company “Acme”')).toBe('There is already a company “Acme”')
  for (const nothing of [null, undefined, {}, { message: 'x' }]) storeSentenceSources(nothing)
})
