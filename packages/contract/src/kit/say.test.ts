import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalText, text } from './fields.ts'
import { grouped, problemFields, say, sentenceFrom, sentenceIn } from './say.ts'

const taken = say('There is already “{name}”', { name: '{count} $& “Home”' })
const damaged = say('The workbook is damaged: {what}.', { what: say("'{name}' is missing", { name: 'a.xml' }) })
const rows = (count: number) => say('{count} row was imported.|{count} rows were imported.', { count: grouped(count) })

test('wherever a string is wanted a sentence is its English', () => {
  expect(String(taken)).toBe('There is already “{count} $& “Home””')
  expect(String(damaged)).toBe("The workbook is damaged: 'a.xml' is missing.")
  expect(JSON.stringify({ legalName: taken, faults: [damaged] })).toBe(
    '{"legalName":"There is already “{count} $& “Home””","faults":["The workbook is damaged: \'a.xml\' is missing."]}',
  )
})

test('a figure chooses the form, and is grouped where the sentence says so', () => {
  expect([0, 1, 1234].map((count) => String(rows(count)))).toEqual([
    '0 rows were imported.',
    '1 row was imported.',
    '1,234 rows were imported.',
  ])
  expect(String(say('At most {count} characters', { count: 2000 }))).toBe('At most 2000 characters')
  expect(String(say('Company | Country'))).toBe('Company | Country')
})

test('a sentence is the same after it was kept, or has come from a thread', () => {
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

test('a problem has its parts beside it where it has any', () => {
  expect(problemFields(say('Yes or no'))).toEqual({ problem: 'Yes or no' })
  expect(problemFields(taken)).toEqual({ problem: String(taken), said: taken.said })
})

const issuesOf = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error!.issues.map(sentenceIn)

test('a schema refuses with the sentence that it was given, and takes nothing else of it', () => {
  expect(issuesOf(text('Title', 3), 'Long')[0]!.said).toEqual({
    text: '{what} can have {count} characters at most',
    values: { what: { text: 'Title' }, count: 3 },
  })
  expect(issuesOf(optionalText('Title'), '\0').map(String)).toEqual(['This has a character that cannot be saved'])
  const chosen = z.literal('a', say('Choose {values}', { values: 'a' }))
  expect([chosen.safeParse('a').success, ...issuesOf(chosen, 'b').map(String)]).toEqual([true, 'Choose a'])
})

test('what fills a sentence is what its text has holes for', () => {
  // @ts-expect-error a hole has no value
  expect(String(say('There is already “{name}”', {}))).toBe('There is already “{name}”')
  // @ts-expect-error a value has no hole
  expect(String(say('Yes or no', { name: 'Acme' }))).toBe('Yes or no')
  // @ts-expect-error a value is misspelt
  expect(String(say('There is already “{name}”', { nam: 'Acme' }))).toBe('There is already “{name}”')
})
