import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../test/app.ts'
import { crmAs } from '../../test/crm/crm.ts'

let app: TestApp
let chief: Someone
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const as = (who: Someone) => crmAs(app, who)
const told = async (who: Someone, kind: 'company' | 'contact' | 'project', uniqueId: string) =>
  (await app.as(who).call(timelineApi.list, { kind, uniqueId, page: 0, sort: 'dateCreated' })).map(
    ({ kind: of, action }) => `${of} ${action}`,
  )

test('a company’s page tells what happened around it, from the first contact to the task that was closed', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const project = await as(chief).project({ sharedWith: [level1.uniqueId] })
  const { company, contact, summary } = await as(chief).met({ summary: { sharedWith: [project.uniqueId] } })
  const place = await as(chief).place(project.uniqueId, company.uniqueId)
  const task = await as(chief).step(summary.uniqueId, level1.uniqueId)
  await app.as(level1).call(nextStepsApi.markClosed, { uniqueId: task.uniqueId })
  expect(place.project.uniqueId).toBe(project.uniqueId)
  expect(await told(chief, 'company', company.uniqueId)).toEqual([
    'company CREATED',
    'contact CREATED',
    'meetingReport CREATED',
    'summary CREATED',
    'summary SHARED',
    'projectCompany CREATED',
    'nextSteps CREATED',
    'nextSteps CLOSED',
  ])
  expect(await told(chief, 'contact', contact.uniqueId)).toEqual(['contact CREATED', 'meetingReport CREATED'])
  expect(await told(chief, 'project', project.uniqueId)).toEqual([
    'project CREATED',
    'project SHARED',
    'summary SHARED',
    'projectCompany CREATED',
  ])
  const [latest] = await app.as(chief).call(timelineApi.list, { kind: 'project', uniqueId: project.uniqueId, size: 2 })
  expect(latest).toMatchObject({ kind: 'projectCompany', byName: chief.fullName, title: company.legalName })
})

test('nobody is told of records that they may not see, nor of their words', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const { company, summary } = await as(chief).met()
  expect(await told(level3, 'company', company.uniqueId)).toEqual(['company CREATED', 'contact CREATED'])
  const { summaryApi } = await import('@tradewind/contract/crm/summary.contract')
  await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [level3.uniqueId] })
  const seen = await app.as(level3).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId })
  expect(seen.find(({ kind }) => kind === 'summary')).toMatchObject({ excerpt: 'They want a sample.' })
  const stranger = await app.someone('ROLE_PRO')
  await expect(told(stranger, 'company', company.uniqueId)).rejects.toMatchObject({ status: 404 })
})
