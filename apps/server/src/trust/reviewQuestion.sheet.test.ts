import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { reviewTypes } from '@tradewind/contract/trust/review.constants'
import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { bulkUploads, type JobPayload } from '../../test/bulkUploads.ts'
import { bulkWorkbook } from '../../test/bulkWorkbook.ts'
import { cellsIn } from '../../test/workbook.ts'

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
  bulk.uploaded(await bulkWorkbook({ ReviewQuestions: rows }), to)
const outcome = async (payload: JobPayload) => (await bulk.stateOf(payload)).response.sheets['ReviewQuestions']
const asked = async ({ tenantId }: JobPayload) =>
  (await app.as(undefined).call(reviewQuestionApi.tenant, {}, { 'x-tenant': tenantId })).map(({ reviewType, headline }) => [
    reviewType,
    headline,
  ])

test('imports questions from a workbook, each at its place or after the others of its type', async () => {
  const payload = await upload([
    ['Manufacturers', 'Quality', 'How good?', ''],
    ['FranchiseBrands', 'Brand', 'How strong?', '7'],
    ['Manufacturers', 'Delivery', 'How fast?', '1'],
    ['Manufacturers', 'Price', 'How fair?', ''],
  ])
  await bulk.take(payload)
  expect(await bulk.stateOf(payload)).toMatchObject({ processingStatus: 'COMPLETED', read: 4 })
  const order = [
    ['Manufacturers', 'Delivery'],
    ['Manufacturers', 'Quality'],
    ['Manufacturers', 'Price'],
    ['FranchiseBrands', 'Brand'],
  ]
  expect(await asked(payload)).toEqual(order)
  const again = await upload(
    [
      ['Manufacturers', 'Quality again', 'HOW GOOD?', ''],
      ['FranchiseBrands', 'Quality', 'How good?', '1'],
    ],
    payload,
  )
  await bulk.take(again)
  const told = { row: 2, column: 'Question', value: 'HOW GOOD?', problem: 'There is already “HOW GOOD?”' }
  expect(await outcome(again)).toMatchObject({ read: 2, created: 1, skipped: 1, faults: [told] })
  expect(await asked(payload)).toEqual([...order.slice(0, 3), ['FranchiseBrands', 'Quality'], order[3]])
  const notes = await app.asOwner(`select action from audit where tenant_id = $1 and kind = 'reviewQuestion'`, [payload.tenantId])
  expect(notes).toEqual(Array.from({ length: 5 }, () => ({ action: 'IMPORTED' })))
})

test('reports what is wrong with a row, and imports the other rows', async () => {
  const payload = await upload([
    ['Manufacturers', '', 'How good?', ''],
    ['Shops', 'Quality', 'How good?', ''],
    ['Manufacturers', 'Quality', 'How good?', 'first'],
    ['Manufacturers', 'Quality', 'How good?', '1.5'],
    ['Manufacturers', 'Quality', 'How good?', '0'],
    ['Manufacturers', 'Q'.repeat(201), 'How long?', ''],
    ['Manufacturers', 'Quality', 'How good?', '1'],
    ['Manufacturers', 'Quality', 'How good?', '2'],
  ])
  await bulk.take(payload)
  const told = await outcome(payload)
  expect(told).toMatchObject({ read: 8, created: 1, skipped: 7, faultTotal: 7 })
  expect(told!.faults.map(({ row, column, problem }) => [row, column, problem])).toEqual([
    [2, 'Headline', 'Headline is required.'],
    [3, 'Survey Type', expect.stringMatching(/^Choose/)],
    [4, 'Position', 'This is not a number'],
    [5, 'Position', 'This is not a whole number'],
    [6, 'Position', 'Places are counted from 1'],
    [7, 'Headline', 'Headline can have 200 characters at most'],
    [9, 'Question', 'There is already “How good?”'],
  ])
})

const many = (type: string, count: number) => Array.from({ length: count }, (_, at) => [type, 'Many', `Number ${at + 1}?`, ''])

test('a survey type accepts 200 questions, and the rows beyond are reported', async () => {
  const payload = await upload([...many('Manufacturers', 203), ...many('FranchiseBrands', 2)])
  await bulk.take(payload)
  const told = await outcome(payload)
  expect(told).toMatchObject({ read: 205, created: 202, skipped: 3 })
  expect(told!.faults.map(({ row, problem }) => [row, problem])).toEqual(
    [202, 203, 204].map((row) => [row, 'A survey type can have 200 questions at most']),
  )
  const more = app.as(await app.someone('ROLE_TENANT_ADMIN', { tenantId: payload.tenantId }))
  const one = { reviewType: 'Manufacturers', headline: 'One more', question: 'Really?' } as const
  await expect(more.call(reviewQuestionApi.create, one)).rejects.toMatchObject({ status: 409 })
})

test('a resumed import creates no question twice, nor do two that resume at the same time', async () => {
  const rows = Array.from({ length: 700 }, (_, at) => [
    at < 300 ? ['Manufacturers', 'FranchiseBrands'][at % 2]! : 'Shops',
    'Many',
    `Number ${at + 1}?`,
    '',
  ])
  const payload = await upload(rows)
  const { write } = app.appContext.db
  let transactions = 0
  app.appContext.db.write = (scope, work) => {
    if (++transactions === 4) throw new Error('The machine stops')
    return write(scope, work)
  }
  await expect(bulk.take(payload)).rejects.toThrow('The machine stops')
  app.appContext.db.write = write
  await Promise.allSettled([bulk.take(payload), bulk.take(payload)])
  await bulk.take(payload)
  expect(await outcome(payload)).toMatchObject({ read: 700, created: 300, skipped: 400 })
  expect(await asked(payload)).toHaveLength(300)
})

test('the template has the sheet, with the allowed values of its cells', async () => {
  const { rawPayload } = await app.as(chief).send(bulkUploadApi.template)
  const rowsOf = (name: string) => cellsIn(rawPayload, { name, columns: [] })
  expect(await rowsOf('ReviewQuestions')).toEqual([['Survey Type', 'Headline', 'Question', 'Position']])
  const [header, ...rows] = await rowsOf('Allowed values')
  const at = header!.findIndex((cell) => cell.includes('Survey Type'))
  expect(rows.flatMap((row) => row[at] || [])).toEqual([...reviewTypes])
})
