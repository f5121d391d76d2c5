import { expect, test } from 'vitest'
import { madeFrom } from './sentence.ts'
import { saying } from './text.ts'

const german = saying({
  language: 'de',
  madeFrom,
  texts: {
    Home: 'Startseite',
    Website: 'Webseite',
    'There is already a company “{name}”': 'Es gibt schon ein Unternehmen „{name}“',
    'The sheet has more than {count} rows.': 'Das Blatt hat mehr als {count} Zeilen.',
    "The sheet '{name}' is missing. The workbook has {what}.": 'Das Blatt „{name}“ fehlt. Die Arbeitsmappe enthält {what}.',
    '{count} row was taken in.|{count} rows were taken in.': '{count} Zeile wurde übernommen.|{count} Zeilen wurden übernommen.',
    '{what} is required': 'Bitte füllen Sie „{what}“ aus',
    'The workbook is damaged: {what}.': 'Die Arbeitsmappe ist beschädigt: {what}.',
    "'{name}' is missing": '„{name}“ fehlt',
    '{company}: {todo}': '{todo} ({company})',
  },
})

test('a sentence that the server filled in is said by the text that it was made from', () => {
  expect(german("The sheet 'Companies' is missing. The workbook has 'Tabelle1', 'Tabelle2'.")).toBe(
    "Das Blatt „Companies“ fehlt. Die Arbeitsmappe enthält 'Tabelle1', 'Tabelle2'.",
  )
})

test('what somebody has named stays as it is, however it reads', () => {
  expect(german('There is already a company “Home”')).toBe('Es gibt schon ein Unternehmen „Home“')
  expect(german('There is already a company “{count} & $1 “Home””')).toBe('Es gibt schon ein Unternehmen „{count} & $1 “Home”“')
})

test('the name of a field is said too, and so is a reason, which may itself be filled in', () => {
  expect(german('Website is required')).toBe('Bitte füllen Sie „Webseite“ aus')
  expect(german("The workbook is damaged: 'xl/workbook.xml' is missing.")).toBe(
    'Die Arbeitsmappe ist beschädigt: „xl/workbook.xml“ fehlt.',
  )
})

test('a figure is written as the language writes it, and chooses the form', () => {
  expect(german('The sheet has more than 200,000 rows.')).toBe('Das Blatt hat mehr als 200.000 Zeilen.')
  expect(german('1 row was taken in.')).toBe('1 Zeile wurde übernommen.')
  expect(german('1,234 rows were taken in.')).toBe('1.234 Zeilen wurden übernommen.')
})

test('a sentence that no text fits reads as it came', () => {
  for (const sentence of [
    '',
    'Many rows were taken in.',
    ' is required',
    'There is already a company “”',
    '{what}',
    'Acme: call back',
  ])
    expect(german(sentence)).toBe(sentence)
})

test('of several texts that fit, the one is meant that leaves least to its holes', () => {
  const texts = {
    '{file} was taken in.': '{file} wurde übernommen.',
    '{file} was taken in. The upload says what is wrong with {what}.': '{file} wurde übernommen. Falsch ist {what}.',
  }
  const say = saying({ language: 'de', madeFrom, texts })
  expect(say('a.xlsx was taken in. The upload says what is wrong with row 2.')).toBe('a.xlsx wurde übernommen. Falsch ist row 2.')
  expect(say('a.xlsx was taken in.')).toBe('a.xlsx wurde übernommen.')
})
