import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalText, text } from './fields.ts'
import { grouped, problemFields, say, sentenceFrom, sentenceIn } from './say.ts'

const taken = say('There is already “{name}”', { name: '{count} $& “Home”' })
const damaged = say('The workbook is damaged: {what}.', { what: say("'{name}' is missing", { name: 'a.xml' }) })
const rows = (count: number) => say('{count} row was imported.|{count} rows were imported.', { count: grouped(count) })

test('a sentence converts to its English text wherever a string is expected', () => {
  expect(String(taken)).toBe('There is already “{count} $& “Home””')
  expect(String(damaged)).toBe("The workbook is damaged: 'a.xml' is missing.")
  expect(JSON.stringify({ legalName: taken, faults: [damaged] })).toBe(
    '{"legalName":"There is already “{count} $& “Home””","faults":["The workbook is damaged: \'a.xml\' is missing."]}',
  )
})

test('the meaning for translators is no part of the English sentence', () => {
  const { said } = say('{what} is required', { what: say('Title@@heading') })
  expect(String(sentenceFrom(said))).toBe('Title is required')
  expect(said.values).toEqual({ what: { text: 'Title@@heading' } })
})

test('a number selects the singular or plural form, and is grouped if the sentence says so', () => {
  expect([0, 1, 1234].map((count) => String(rows(count)))).toEqual([
    '0 rows were imported.',
    '1 row was imported.',
    '1,234 rows were imported.',
  ])
  expect(String(say('At most {count} characters', { count: 2000 }))).toBe('At most 2000 characters')
  expect(String(say('Company | Country'))).toBe('Company | Country')
})

test('a sentence is the same after it was stored, or passed between threads', () => {
  for (const sentence of [taken, damaged, say('Yes or no'), say('At most {count}', { count: 5 })]) {
    const back = sentenceFrom(structuredClone(sentence.said))
    expect([String(back), back.said]).toEqual([String(sentence), sentence.said])
  }
  expect(damaged.said).toEqual({
    text: 'The workbook is damaged: {what}.',
    values: { what: { text: "'{name}' is missing", values: { name: 'a.xml' } } },
  })
  expect(rows(1234).said.values).toEqual({ count: 1234 })
  expect(String(sentenceFrom(rows(1234).said))).toBe('1,234 rows were imported.')
  expect(String(sentenceFrom('Kept before sentences had parts'))).toBe('Kept before sentences had parts')
})

test('a problem comes with the parts of its sentence if it has any', () => {
  expect(problemFields(say('Yes or no'))).toEqual({ problem: 'Yes or no' })
  expect(problemFields(taken)).toEqual({ problem: String(taken), said: taken.said })
})

const issuesOf = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error!.issues.map(sentenceIn)

test('a schema rejects with the sentence it was given, and takes no other options from it', () => {
  expect(issuesOf(text('Title', 3), 'Long')[0]!.said).toEqual({
    text: '{what} can have {count} characters at most',
    values: { what: { text: 'Title' }, count: 3 },
  })
  expect(issuesOf(optionalText('Title'), '\0').map(String)).toEqual(['This has a character that cannot be saved'])
  const chosen = z.literal('a', say('Choose {values}', { values: 'a' }))
  expect([chosen.safeParse('a').success, ...issuesOf(chosen, 'b').map(String)]).toEqual([true, 'Choose a'])
})

test('the compiler requires the values of a sentence to match the placeholders of its text', () => {
  // @ts-expect-error a hole has no value
  expect(String(say('There is already “{name}”', {}))).toBe('There is already “{name}”')
  // @ts-expect-error a value has no hole
  expect(String(say('Yes or no', { name: 'Acme' }))).toBe('Yes or no')
  // @ts-expect-error a value is misspelt
  expect(String(say('There is already “{name}”', { nam: 'Acme' }))).toBe('There is already “{name}”')
})
