import { expect, test } from 'vitest'
import { z } from 'zod'
import { countryIn, countryOut, optionalCountry } from './fields.ts'

const refusal = (value: unknown) => countryIn.safeParse(value).error?.issues.map(({ message }) => message)

test('a country comes in by name, code or a common spelling', () => {
  expect(['Germany', ' de ', 'Korea, Republic of'].map((text) => countryIn.parse(text))).toEqual(['DE', 'DE', 'KR'])
})

test('an unknown country is to be chosen, an empty one is required', () => {
  expect(refusal('Atlantis')).toEqual(['Choose a country'])
  expect(['', '  ', null, undefined, 7].map(refusal)).toEqual(Array.from({ length: 5 }, () => ['Country is required']))
})

test('one that may be left out is none where it is empty, and to be chosen where it is unknown', () => {
  expect(['fr', ' ', '', null, undefined].map((text) => optionalCountry.parse(text))).toEqual(['FR', null, null, null, undefined])
  expect(optionalCountry.safeParse('Atlantis').error?.issues).toMatchObject([{ message: 'Choose a country' }])
})

test('a country goes out by its English short name', () => {
  expect(['DE', 'KR', 'HK'].map((code) => countryOut.parse(code))).toEqual(['Germany', 'South Korea', 'Hong Kong'])
})

test('both are described as text in the API reference', () => {
  expect(z.toJSONSchema(countryIn, { io: 'input' })).toMatchObject({ type: 'string' })
  expect(z.toJSONSchema(countryOut, { io: 'output' })).toMatchObject({ type: 'string' })
})
