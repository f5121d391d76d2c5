import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const lists: [string, Endpoint][] = [
  ['GET /api/auditQuestion/tenant', assessmentApi.tenant],
  ['GET /api/reviewQuestion/tenant', reviewQuestionApi.tenant],
  ['GET /api/review/tenant', reviewSettingApi.questions],
  ['GET /api/review/historicData', reviewAnswerApi.historicData],
]

test.each(lists)('%s returns a bare array, as every list does', async (_, list) => {
  const { statusCode, headers, json } = await app.as(await app.someone('ROLE_PRO')).send(list)
  expect([statusCode, headers['x-total-count'], json()]).toEqual([200, '0', []])
})
