import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingApi, meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import type { CustomKind, CustomType } from '@tradewind/contract/kit/custom/custom.fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const define = (kind: CustomKind, label: string, type: CustomType) =>
  app.as(chief).call(customFieldApi.create, { kind, label, type })
const refused = (data: object) => ({ status: 422, data })

test('a meeting is saved with the custom fields of its report, its company and its contacts', async () => {
  await define('meetingReport', 'Mood', 'NUMBER')
  await define('contact', 'Hobby', 'TEXT')
  await define('company', 'Motto', 'TEXT')
  const meeting = {
    date: '2026-03-10',
    newCompany: {
      legalName: 'Met at the fair',
      country: 'DE',
      website: 'met.example',
      companyTypeList: ['ASSOCIATION' as const],
      custom: { motto: 'Well met' },
    },
    newContacts: [
      { firstName: 'Ada', lastName: 'Met', title: 'CEO', contactRole: 'INFLUENCER' as const, custom: { hobby: 'Chess' } },
    ],
  }
  const wrong = app.as(chief).call(meetingApi.create, {
    ...meeting,
    newCompany: { ...meeting.newCompany, custom: { motto: 7 } },
    custom: { mood: 1 },
  })
  await expect(wrong).rejects.toMatchObject(refused({ 'newCompany.custom.motto': expect.any(String) as string }))
  const bad = app.as(chief).call(meetingApi.create, { ...meeting, custom: { mood: 'fine' } })
  await expect(bad).rejects.toMatchObject(refused({ 'custom.mood': 'This is not a number' }))
  const report = await app.as(chief).call(meetingApi.create, { ...meeting, custom: { mood: 7 } })
  expect(report.custom).toEqual({ mood: 7 })
  const [met] = await app.as(chief).call(companyApi.list, { page: 0, legalName: 'Met at the fair' })
  expect(met!.custom).toEqual({ motto: 'Well met' })
  expect(await app.as(chief).call(contactApi.list, { page: 0, q: 'Chess' })).toMatchObject([{ custom: { hobby: 'Chess' } }])
  expect(await app.as(chief).call(meetingReportApi.list, { page: 0, where: ['custom.mood:is:7'] })).toHaveLength(1)
})
