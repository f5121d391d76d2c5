import { expect, test } from 'vitest'
import { recordOwnChange } from '#kit/api/query'
import { changesByOthers, outdatedBy, type RecordChange } from './useLive.ts'

const idOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const [place, project, company, other] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const news: RecordChange = { kind: 'projectCompany', written: [{ uniqueId: place, version: 'v2' }], about: [project, company] }

const isOutdated = (route: string, input: object, tenant?: string) =>
  outdatedBy([news])({ queryKey: [route.split('/')[2], route, input, tenant] })

test('a change outdates the lists of its kind, and the queries for one of its records', () => {
  expect(isOutdated('GET /api/projectCompany/', { page: 0 })).toBe(true)
  expect(isOutdated('GET /api/projectCompany/project/:projectId', { projectId: project })).toBe(true)
  expect(isOutdated('GET /api/project/:uniqueId', { uniqueId: project })).toBe(true)
  expect(isOutdated('GET /api/projectCompany/:uniqueId', { uniqueId: place })).toBe(true)
})

test('a change outdates the files that are attached to one of its records', () => {
  expect(isOutdated('GET /api/attachment/', { kind: 'project', record: project, page: 0 })).toBe(true)
  expect(isOutdated('GET /api/attachment/', { kind: 'project', record: other, page: 0 })).toBe(false)
})

test('a change outdates nothing of other projects, kinds or tenants', () => {
  expect(isOutdated('GET /api/projectCompany/project/:projectId', { projectId: other })).toBe(false)
  expect(isOutdated('GET /api/project/:uniqueId', { uniqueId: other })).toBe(false)
  expect(isOutdated('GET /api/company/', { page: 0 })).toBe(false)
  expect(isOutdated('GET /api/projectCompany/', { page: 0 }, 'another tenant')).toBe(false)
})

const keyOf = (route: string, input: object) => ({ queryKey: [route.split('/')[2], route, input, undefined] })

test('a change of many records outdates all of their kind', () => {
  const many = outdatedBy([{ kind: 'company', written: [], about: [] }])
  expect(many(keyOf('GET /api/company/:uniqueId', { uniqueId: company }))).toBe(true)
  expect(many(keyOf('GET /api/contact/', {}))).toBe(false)
  const account = outdatedBy([{ kind: 'auth', written: [], about: [] }])
  expect(account(keyOf('GET /api/auth/account', {}))).toBe(true)
})

test('ignores this page’s own changes, until somebody else writes the record again', () => {
  recordOwnChange({ uniqueId: place, updatedAt: 'v2' })
  const later = { ...news, written: [{ uniqueId: place, version: 'v3' }] }
  expect(changesByOthers([news])).toEqual([])
  expect(changesByOthers([news, later])).toEqual([later])
})
