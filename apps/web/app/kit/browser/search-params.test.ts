import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './search-params.ts'

const defaults = { filters: ['legalName', 'country'], sort: '-dateCreated' } as const
const params = (query: string) => new URLSearchParams(query)
const after = (query: string, change: object) => String(writeAddress(params(query), change, defaults))

test('what the address leaves out or spells wrong is the default', () => {
  const plain = { page: 1, sort: '-dateCreated', filters: { legalName: '', country: '' } }
  expect(readAddress(params(''), defaults)).toEqual(plain)
  for (const page of ['0', '-1', '1.5', 'x']) expect(readAddress(params(`page=${page}`), defaults)).toEqual(plain)
  expect(readAddress(params('page=3&sort=country&country=Japan'), defaults)).toEqual({
    page: 3,
    sort: 'country',
    filters: { legalName: '', country: 'Japan' },
  })
})

test('where two lists share an address, each has a page of its own', () => {
  const remarks = { ...defaults, pageName: 'remarks' }
  expect(readAddress(params('page=3&remarks=2'), remarks).page).toBe(2)
  expect(String(writeAddress(params('page=3&remarks=2'), { page: 4 }, remarks))).toBe('page=3&remarks=4')
  expect(after('page=3&remarks=2', { filters: { legalName: 'nord' } })).toBe('remarks=2&legalName=nord')
})

test('a page that no server counts to is one that the list still leads back from', () => {
  expect(readAddress(params('page=99999999999'), defaults).page).toBe(1_000_000)
})

test('another page leaves the rest as it is', () => {
  expect(after('sort=country&country=Japan', { page: 2 })).toBe('sort=country&country=Japan&page=2')
})

test('another order or filter starts at the first page', () => {
  expect(after('page=7&country=Japan', { sort: 'country' })).toBe('country=Japan&sort=country')
  expect(after('page=7', { filters: { legalName: ' nord ', country: '' } })).toBe('legalName=nord')
})

test('defaults and empty filters are not written, strangers stay', () => {
  expect(after('sort=country&upload=new', { sort: '-dateCreated' })).toBe('upload=new')
  expect(after('country=Japan', { filters: { country: '' } })).toBe('')
})
