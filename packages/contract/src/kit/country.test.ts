import { expect, test } from 'vitest'
import { z } from 'zod'
import { countryIn, countryOut, optionalCountry } from './fields.ts'

const refusal = (value: unknown) => countryIn.safeParse(value).error?.issues.map(({ message }) => message)

test('a country is parsed from its name, its code or a common spelling', () => {
  expect(['Germany', ' de ', 'Korea, Republic of'].map((text) => countryIn.parse(text))).toEqual(['DE', 'DE', 'KR'])
})

test('an unknown country is rejected with “Choose a country”, an empty one with “Country is required”', () => {
  expect(refusal('Atlantis')).toEqual(['Choose a country'])
  expect(['', '  ', null, undefined, 7].map(refusal)).toEqual(Array.from({ length: 5 }, () => ['Country is required']))
})

test('an optional country has no value if it is empty, and is rejected with “Choose a country” if it is unknown', () => {
  expect(['fr', ' ', '', null, undefined].map((text) => optionalCountry.parse(text))).toEqual(['FR', null, null, null, undefined])
  expect(optionalCountry.safeParse('Atlantis').error?.issues).toMatchObject([{ message: 'Choose a country' }])
})

test('a country is returned as its English short name', () => {
  expect(['DE', 'KR', 'HK'].map((code) => countryOut.parse(code))).toEqual(['Germany', 'South Korea', 'Hong Kong'])
})

test('both the input and the output are described as strings in the API reference', () => {
  expect(z.toJSONSchema(countryIn, { io: 'input' })).toMatchObject({ type: 'string' })
  expect(z.toJSONSchema(countryOut, { io: 'output' })).toMatchObject({ type: 'string' })
})
