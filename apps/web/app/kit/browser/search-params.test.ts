import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './search-params.ts'

const defaults = { filters: ['legalName', 'country'], sort: '-dateCreated' } as const
const params = (query: string) => new URLSearchParams(query)
const after = (query: string, change: object) => String(writeAddress(params(query), change, defaults))

test('missing or invalid parameters in the address fall back to the defaults', () => {
  const plain = { page: 1, sort: '-dateCreated', filters: { legalName: '', country: '' } }
  expect(readAddress(params(''), defaults)).toEqual(plain)
  for (const page of ['0', '-1', '1.5', 'x']) expect(readAddress(params(`page=${page}`), defaults)).toEqual(plain)
  expect(readAddress(params('page=3&sort=country&country=Japan'), defaults)).toEqual({
    page: 3,
    sort: 'country',
    filters: { legalName: '', country: 'Japan' },
  })
})

test('two lists that share an address each have their own page number and order', () => {
  const remarks = { ...defaults, pageName: 'remarks' }
  expect(readAddress(params('page=3&remarks=2'), remarks).page).toBe(2)
  expect(String(writeAddress(params('page=3&remarks=2'), { page: 4 }, remarks))).toBe('page=3&remarks=4')
  const sorted = params('sort=country&remarksSort=legalName')
  expect(readAddress(sorted, remarks).sort).toBe('legalName')
  expect(String(writeAddress(sorted, { sort: 'country' }, remarks))).toBe('sort=country&remarksSort=country')
  expect(after('page=3&remarks=2', { filters: { legalName: 'nord' } })).toBe('remarks=2&legalName=nord')
})

test('an impossibly high page number is capped so that the list can still lead back', () => {
  expect(readAddress(params('page=99999999999'), defaults).page).toBe(1_000_000)
})

test('changing the page leaves the other parameters as they are', () => {
  expect(after('sort=country&country=Japan', { page: 2 })).toBe('sort=country&country=Japan&page=2')
})

test('changing the order or a filter starts at the first page', () => {
  expect(after('page=7&country=Japan', { sort: 'country' })).toBe('country=Japan&sort=country')
  expect(after('page=7', { filters: { legalName: ' nord ', country: '' } })).toBe('legalName=nord')
})

test('omits defaults and empty filters from the address, and keeps unknown parameters', () => {
  expect(after('sort=country&upload=new', { sort: '-dateCreated' })).toBe('upload=new')
  expect(after('country=Japan', { filters: { country: '' } })).toBe('')
})
