import { expect, test } from 'vitest'
import { addressOfPage } from './PartnerCards.tsx'
import { parseQuery } from './Partners.tsx'

const read = (search: string) => parseQuery(new URLSearchParams(search))

test('reads search and page from the address; an invalid page number means the first page', () => {
  expect(read('companyName=%20nord%20&page=3')).toEqual({ companyName: 'nord', industry: undefined, country: '', page: 3 })
  expect(read('industry=FranchiseBrands').industry).toBe('FranchiseBrands')
  expect(read('industry=Any').industry).toBeUndefined()
  expect(read('country=DE').country).toBe('DE')
  for (const page of ['', '0', '-1', '1.5', 'x', '1e9']) expect(read(`page=${page}`)).toMatchObject({ companyName: '', page: 1 })
  expect(read(`companyName=${'x'.repeat(300)}`).companyName).toHaveLength(200)
})

test('a link to another page keeps the search and the language, and has no number for the first page', () => {
  const params = new URLSearchParams('companyName=nord&country=DE&page=2&lang=de')
  expect(addressOfPage(params, 3)).toBe('?companyName=nord&country=DE&page=3&lang=de')
  expect(addressOfPage(params, 1)).toBe('?companyName=nord&country=DE&lang=de')
})
