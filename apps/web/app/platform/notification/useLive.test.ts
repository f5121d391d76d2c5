import { announcedKinds } from '@tradewind/contract/kit/history'
import { afterEach, expect, test, vi } from 'vitest'
import { recordOwnChange } from '#kit/api/query'
import { changesByOthers, gatherChanges, outdatedBy, type RecordChange } from './useLive.ts'

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

test('a change in another tenant outdates what the super admin reads of that tenant', () => {
  const outdated = outdatedBy([{ kind: 'user', written: [], about: [], tenantId: 'theirs' }])
  const isStale = (tenant?: string) => outdated({ queryKey: ['admin', 'GET /api/admin/', { page: 0 }, tenant] })
  expect([isStale('theirs'), isStale('another'), isStale()]).toEqual([true, false, false])
})

const many = (kind: string): RecordChange => ({ kind, written: [], about: [] })
const one = (kind: string, about: string[] = []): RecordChange => ({ kind, written: [{ uniqueId: place, version: 'v2' }], about })
const keyOf = (route: string, input: object) => ({ queryKey: [route.split('/')[2], route, input, undefined] })

test('a change of many records outdates all of their kind', () => {
  const outdated = outdatedBy([many('company')])
  expect(outdated(keyOf('GET /api/company/:uniqueId', { uniqueId: company }))).toBe(true)
  expect(outdated(keyOf('GET /api/contact/', {}))).toBe(false)
  const account = outdatedBy([many('auth')])
  expect(account(keyOf('GET /api/auth/account', {}))).toBe(true)
})

test.each<[call: string, input: object, kinds: string[]]>([
  ['GET /api/calendar/', { from: '2026-03-01', to: '2026-03-31' }, ['event', 'meetingReport', 'nextSteps', 'projectCompany']],
  ['GET /api/company/', { where: ['legalName:contains:projects'], page: 0 }, ['company']],
  ['GET /api/company/', { where: ['lastReport:notInLast:90'], page: 0 }, ['company', 'meetingReport']],
  ['GET /api/company/', { with: 'lastReport', page: 0 }, ['company', 'meetingReport']],
  ['GET /api/company/', { any: ['country:is:DE', 'lastReport:empty'], total: 'only' }, ['company', 'meetingReport']],
  ['GET /api/company/', { where: 'projects:notEmpty', page: 0 }, ['company', 'project', 'projectCompany']],
  ['GET /api/meetingReport/', { page: 0 }, ['contact', 'meetingReport', 'summary']],
  ['GET /api/meetingReport/', { where: [`projects:is:${project}`], page: 0 }, ['contact', 'meetingReport', 'project', 'summary']],
  ['GET /api/upload/bulk/', { page: 0, size: 10 }, ['bulkUpload']],
  ['GET /api/home/', {}, ['nextSteps', 'projectCompany', 'meetingReport', 'event', 'lead', 'summary', 'project', 'review']],
  ['GET /api/home/score', {}, ['review']],
  ['GET /api/home/firstSteps', {}, ['company', 'contact', 'meetingReport', 'project', 'review', 'user']],
  ['GET /api/dashboard/reportsKpi', { dateFrom: '2026-03-01', dateTo: '2026-03-31' }, ['meetingReport']],
  ['GET /api/dashboard/countries', {}, ['company', 'meetingReport', 'projectCompany']],
  ['GET /api/project/', { page: 0 }, ['project', 'projectCompany', 'user']],
  ['GET /api/nextSteps/', { page: 0 }, ['nextSteps', 'user']],
  ['GET /api/lead/', { page: 0 }, ['assessment', 'company', 'contact', 'lead']],
  ['GET /api/summary/', { page: 0 }, ['nextSteps', 'project', 'summary', 'user']],
  ['GET /api/contact/', { page: 0 }, ['contact', 'review']],
  ['GET /api/review/audience', { page: 0 }, ['contact', 'review']],
  ['GET /api/reviewReminder/campaign', { page: 0 }, ['review']],
  ['GET /api/reviewLink/', { page: 0 }, ['review']],
  ['GET /api/reviewTrigger/', {}, ['review']],
  ['GET /api/bulk/', { page: 0 }, ['bulk']],
  ['GET /api/massUpload/', { page: 0 }, ['massUpload']],
  ['GET /api/view/', { entity: 'company' }, ['view']],
  ['GET /api/admin/', { page: 0 }, ['user']],
  ['GET /api/permission/', {}, ['permission']],
  ['GET /api/question/', { page: 0 }, ['question']],
])('%s is outdated by each kind that it shows, and by no other', (call, input, kinds) => {
  const outdating = (changed: (kind: string) => RecordChange) =>
    announcedKinds.filter((kind) => outdatedBy([changed(kind)])(keyOf(call, input))).toSorted()
  expect(outdating(one)).toEqual(kinds.toSorted())
  expect(outdating(many)).toEqual(kinds.toSorted())
})

test('the files of a record are outdated by news about that record, and by news of many', () => {
  const files = keyOf('GET /api/attachment/', { kind: 'company', record: company, page: 0, size: 1 })
  const attached = { kind: 'company', written: [{ uniqueId: company, version: 'v2' }], about: [company] }
  expect(outdatedBy([attached])(files)).toBe(true)
  expect(outdatedBy([one('company')])(files)).toBe(false)
  expect(outdatedBy([many('company')])(files)).toBe(true)
  expect(outdatedBy([many('event')])(files)).toBe(false)
})

test('the counts of a contact are outdated by a company in a project whose main contact it is, and by changes of many', () => {
  const counts = keyOf('GET /api/contact/:uniqueId/counts', { uniqueId: other })
  expect(outdatedBy([one('projectCompany', [project, company, other])])(counts)).toBe(true)
  expect(outdatedBy([one('projectCompany', [project, company])])(counts)).toBe(false)
  expect(outdatedBy([many('projectCompany')])(counts)).toBe(true)
})

test('ignores this page’s own changes, until somebody else writes the record again', () => {
  recordOwnChange({ uniqueId: place, updatedAt: 'v2' })
  const later = { ...news, written: [{ uniqueId: place, version: 'v3' }] }
  expect(changesByOthers([news])).toEqual([])
  expect(changesByOthers([news, later])).toEqual([later])
})

afterEach(() => void vi.useRealTimers())

test('one change is delivered soon; further ones together, so that frequent changes do not cancel each refetch', () => {
  vi.useFakeTimers()
  const deliveries: number[] = []
  const start = Date.now()
  const gather = gatherChanges(() => void deliveries.push(Date.now() - start))
  for (let at = 0; at < 2000; at += 100) {
    gather([many('nextSteps')])
    vi.advanceTimersByTime(100)
  }
  vi.runAllTimers()
  expect(deliveries).toEqual([250, 1250, 2250])
  vi.advanceTimersByTime(5000)
  gather([many('nextSteps')])
  vi.runAllTimers()
  expect(deliveries.at(-1)).toBe(2250 + 5000 + 250)
})
