import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type AssessmentHelpers, openAssessment } from '../../../test/assessment/assessing.ts'

let app: TestApp
let tenant: AssessmentHelpers
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

const begin = async () => {
  tenant = await openAssessment(app)
  await tenant.ask('A plan')
}
const { answers: list, removeAnswers } = assessmentApi
const remove = (uniqueId: string) => app.as(tenant.chief).call(removeAnswers, { uniqueId })
const restore = (kind: string, uniqueId: string) => app.as(tenant.chief).call(trashApi.restore, { kind, uniqueIds: [uniqueId] })
const trash = async () =>
  (await app.as(tenant.chief).call(trashApi.list, { page: 0 })).map(({ kind, title }) => `${kind} ${title}`).toSorted()

test('answers are listed newest first, or filtered by lead, in the requested language', async () => {
  await begin()
  const { uniqueId } = (await tenant.asked())[0]!
  const translations = { it: { question: 'Un piano' } }
  await app.as(tenant.chief).call(assessmentApi.updateQuestion, { uniqueId, translations })
  const first = await tenant.submit({ answers: [{ questionId: uniqueId, score: 1 }] })
  const second = await tenant.submit()
  const asked = (over: object) => app.as(tenant.chief).call(list, over)
  for (const over of [{}, { page: 0 }, { sort: '-dateCreated' }])
    expect((await asked(over)).map((one) => one.uniqueId)).toEqual([second.uniqueId, first.uniqueId])
  expect((await asked({ sort: 'dateCreated', size: 1 })).map((one) => one.uniqueId)).toEqual([first.uniqueId])
  expect(await asked({ leadId: first.leadId, lang: 'it', page: 0 })).toEqual([
    {
      uniqueId: first.uniqueId,
      leadId: first.leadId,
      dateCreated: expect.any(String),
      averages: [{ category: 'Leadership & Management Endorsement', average: 1 }],
      answers: [{ questionId: uniqueId, category: 'Leadership & Management Endorsement', question: 'Un piano', score: 1 }],
      before: null,
    },
  ])
  expect(await asked({ leadId: crypto.randomUUID() })).toEqual([])
})

test('only super admins, and admins with XG_ADMIN, read and delete answers', async () => {
  await begin()
  const { tenantId } = tenant
  const { uniqueId } = await tenant.submit()
  for (const [role, permissions] of [
    ['ROLE_SUPER_ADMIN'],
    ['ROLE_TENANT_ADMIN', ['XG_ADMIN']],
    ['ROLE_ADMIN', ['XG_ADMIN']],
  ] as const)
    expect(await app.as(await app.someone(role, { tenantId, permissions: permissions ?? [] })).call(list, {})).toHaveLength(1)
  for (const role of ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL1', 'ROLE_PRO'] as const) {
    const who = app.as(await app.someone(role, { tenantId }))
    await expect(who.call(list, {})).rejects.toMatchObject({ status: 403 })
    await expect(who.call(removeAnswers, { uniqueId })).rejects.toMatchObject({ status: 403 })
  }
  const foreigner = app.as(await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId, permissions: ['XG_ADMIN'] }))
  expect(await foreigner.call(list, {})).toEqual([])
  await expect(foreigner.call(removeAnswers, { uniqueId })).rejects.toMatchObject({ status: 404 })
})

test('answers are moved to the trash and restored, their lead stays, and both actions are audited', async () => {
  await begin()
  const { uniqueId, leadId, token } = await tenant.submit()
  expect((await app.as(tenant.chief).send(removeAnswers, { uniqueId })).json()).toMatchObject({
    data: { uniqueId },
    message: 'Deleted Successfully!',
  })
  expect([await tenant.kept(), (await tenant.result(token)).statusCode, await trash()]).toEqual([
    [],
    404,
    ['assessment Vera Canary'],
  ])
  expect(await app.as(tenant.chief).call(leadApi.get, { uniqueId: leadId })).toMatchObject({ hasAnswers: false })
  await restore('assessment', uniqueId)
  expect([(await tenant.kept()).length, (await tenant.result(token)).statusCode]).toEqual([1, 200])
  const notes = await app.asOwner('select action, title, created_by from audit where record_id = $1 order by id', [uniqueId])
  expect(notes).toEqual(
    ['DELETED', 'RESTORED'].map((action) => ({ action, title: 'Vera Canary', created_by: tenant.chief.uniqueId })),
  )
})

test('answers go to the trash with their lead and are restored only with it; the sweep also deletes their result link', async () => {
  await begin()
  const { uniqueId, leadId, token } = await tenant.submit()
  await app.as(tenant.chief).call(leadApi.remove, { uniqueId: leadId })
  expect(await trash()).toEqual(['assessment Vera Canary', 'lead Vera Canary'])
  await expect(restore('assessment', uniqueId)).rejects.toMatchObject({
    status: 409,
    message: 'Its lead is in the trash. Restore that first.',
  })
  await restore('lead', leadId)
  expect([(await tenant.result(token)).statusCode, (await tenant.kept()).length, await trash()]).toEqual([200, 1, []])
  await remove(uniqueId)
  await app.asOwner(`update assessment set deleted_at = now() - interval '31 days' where id = $1`, [uniqueId])
  const staying = await tenant.submit()
  await app.clock('records.sweep')
  expect(await trash()).toEqual([])
  const links = await app.asOwner(`select distinct subject from link_token where purpose = 'RESULT' and tenant_id = $1`, [
    tenant.tenantId,
  ])
  expect(links).toEqual([{ subject: staying.uniqueId }])
})

test('a company lists the answers of the lead it was converted from until that lead is deleted', async () => {
  await begin()
  const { uniqueId, leadId } = await tenant.submit()
  await tenant.submit()
  const company = {
    legalName: 'Canary',
    country: 'Italy',
    website: 'https://c.example',
    companyTypeList: ['MANUFACTURER_BRAND' as const],
  }
  const contact = { firstName: 'Vera', lastName: 'Canary', title: 'Owner', contactRole: 'DECISION_MAKER' as const, email: null }
  const chief = app.as(tenant.chief)
  const made = await chief.call(leadApi.convert, { uniqueId: leadId, company, contact })
  const companyId = made.company!.uniqueId
  const found = async () => (await chief.call(list, { companyId, page: 0 })).map((one) => one.uniqueId)
  expect(await found()).toEqual([uniqueId])
  const foreigner = app.as(await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId, permissions: ['XG_ADMIN'] }))
  expect(await foreigner.call(list, { companyId, page: 0 })).toEqual([])
  await chief.call(leadApi.remove, { uniqueId: leadId })
  expect(await found()).toEqual([])
})
