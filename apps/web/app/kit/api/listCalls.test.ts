import { expect, test } from 'vitest'
import { openingCalls } from './listCalls.ts'

const companies = { kind: 'company', viewed: true } as const
const rows = { sort: '-dateCreated', page: 0, size: 20, total: 'later' }
const beside = [
  ['GET /api/view/', { entity: 'company' }],
  ['GET /api/customField/', { kind: 'company', page: 0, size: 100 }],
]

test('a list opens with its first page, its views and its tenant’s fields', () => {
  expect(openingCalls(companies)).toEqual([['GET /api/company/', rows], ...beside])
  expect(openingCalls({ kind: 'admin', size: 15 })).toEqual([['GET /api/admin/', { ...rows, size: 15 }]])
})

test('requests what the address says: page, order, filters, conditions', () => {
  const search = '?page=3&sort=legalName&legalName=Berg&where=country.is.DE&where=q.is.1&q=x&cols=legalName&contacts=7'
  const query = {
    legalName: 'Berg',
    where: ['country.is.DE', 'q.is.1'],
    q: 'x',
    sort: 'legalName',
    page: 2,
    size: 20,
    total: 'later',
  }
  expect(openingCalls(companies, search)[0]).toEqual(['GET /api/company/', query])
})

test('does not request the rows of a view before knowing what the view shows', () => {
  expect(openingCalls(companies, '?view=7')).toEqual(beside)
  expect(openingCalls(companies, '?view=all')[0]).toEqual(['GET /api/company/', rows])
})
