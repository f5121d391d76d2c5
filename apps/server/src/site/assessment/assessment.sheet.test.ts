import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { assessmentCategories } from '@tradewind/contract/site/assessment.constants'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { bulkUploads, type JobPayload } from '../../../test/bulkUploads.ts'
import { bulkWorkbook } from '../../../test/bulkWorkbook.ts'
import { cellsIn } from '../../../test/workbook.ts'

let app: TestApp
let chief: TestUser
let bulk: ReturnType<typeof bulkUploads>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  bulk = bulkUploads(app, chief)
})
afterAll(() => app.close())

const upload = async (rows: string[][], to: { tenantId?: string } = {}) =>
  bulk.uploaded(await bulkWorkbook({ AuditQuestions: rows }), to)
const outcome = async (payload: JobPayload) => (await bulk.stateOf(payload)).response.sheets['AuditQuestions']
const asked = async ({ tenantId }: JobPayload) =>
  (await app.as(undefined).call(assessmentApi.tenant, {}, { 'x-tenant': tenantId })).map(({ category, question }) => [
    category,
    question,
  ])

test('imports questions from a workbook, each at its position or after the others of its category', async () => {
  const payload = await upload([
    ['LEADERSHIP', 'A plan', ''],
    ['SYSTEMS', 'One system', '7'],
    ['LEADERSHIP', 'A leader', '1'],
    ['LEADERSHIP', 'A budget', ''],
  ])
  await bulk.take(payload)
  expect(await bulk.stateOf(payload)).toMatchObject({ processingStatus: 'COMPLETED', read: 4 })
  const order = [
    ['Leadership & Management Endorsement', 'A leader'],
    ['Leadership & Management Endorsement', 'A plan'],
    ['Leadership & Management Endorsement', 'A budget'],
    ['Systems & Processes', 'One system'],
  ]
  expect(await asked(payload)).toEqual(order)
  const again = await upload(
    [
      ['LEADERSHIP', 'A PLAN', ''],
      ['Systems & Processes', 'A plan', '1'],
    ],
    payload,
  )
  await bulk.take(again)
  const told = { row: 2, column: 'Question', value: 'A PLAN', problem: 'There is already “A PLAN”' }
  expect(await outcome(again)).toMatchObject({ read: 2, created: 1, skipped: 1, faults: [told] })
  expect(await asked(payload)).toEqual([...order.slice(0, 3), ['Systems & Processes', 'A plan'], order[3]])
})

test('reports the faults of each row and imports the other rows', async () => {
  const payload = await upload([
    ['LEADERSHIP', '', ''],
    ['LUCK', 'Good luck', ''],
    ['ASSETS', 'A website', '0'],
    ['ASSETS', 'Q'.repeat(2001), ''],
    ['ASSETS', 'A website', '1'],
    ['ASSETS', 'A website', '2'],
  ])
  await bulk.take(payload)
  const told = await outcome(payload)
  expect(told).toMatchObject({ read: 6, created: 1, skipped: 5 })
  expect(told!.faults.map(({ row, column, problem }) => [row, column, problem])).toEqual([
    [2, 'Question', 'Question is required.'],
    [3, 'Category', expect.stringMatching(/^Choose/)],
    [4, 'Position', 'Places are counted from 1'],
    [5, 'Question', 'Question can have 2000 characters at most'],
    [7, 'Question', 'There is already “A website”'],
  ])
})

test('a category takes at most 50 questions, from a workbook or by hand, and further ones are reported', async () => {
  const payload = await upload(Array.from({ length: 52 }, (_, at) => ['ASSETS', `Number ${at + 1}`, '']))
  await bulk.take(payload)
  const told = await outcome(payload)
  expect(told).toMatchObject({ read: 52, created: 50, skipped: 2 })
  const problem = 'A category can have 50 questions at most'
  expect(told!.faults.map(({ row, problem: said }) => [row, said])).toEqual([52, 53].map((row) => [row, problem]))
  const more = app.as(await app.someone('ROLE_TENANT_ADMIN', { tenantId: payload.tenantId }))
  const one = { category: 'ASSETS', question: 'One more' } as const
  await expect(more.call(assessmentApi.createQuestion, one)).rejects.toMatchObject({ status: 409, message: problem })
})

test('the template has the questions sheet, with the allowed categories', async () => {
  const { rawPayload } = await app.as(chief).send(bulkUploadApi.template)
  const rowsOf = (name: string) => cellsIn(rawPayload, { name, columns: [] })
  expect(await rowsOf('AuditQuestions')).toEqual([['Category', 'Question', 'Position']])
  const [header, ...rows] = await rowsOf('Allowed values')
  const at = header!.findIndex((cell) => cell.includes('Category'))
  expect(rows.flatMap((row) => row[at] || [])).toEqual([...assessmentCategories])
})
