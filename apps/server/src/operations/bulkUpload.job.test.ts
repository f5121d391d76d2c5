import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { bulkUploads, expectedFigures, type JobPayload } from '../../test/bulkUploads.ts'
import { bulkWorkbook, company, faultyWorkbook, userRow, userRows } from '../../test/bulkWorkbook.ts'

let app: TestApp
let chief: TestUser
let bulk: ReturnType<typeof bulkUploads>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  bulk = bulkUploads(app, chief)
})
afterAll(() => app.close())

describe('a workbook of two thousand rows with errors of every kind', () => {
  let payload: JobPayload
  let planted: Awaited<ReturnType<typeof faultyWorkbook>>
  beforeAll(async () => {
    const { tenantId, taken } = await bulk.occupied()
    planted = await faultyWorkbook(taken)
    payload = await bulk.uploaded(planted.file, { tenantId })
    await bulk.take(payload)
  })

  test('creates the valid rows, and reports every other row', async () => {
    const { users, companies } = planted.faults
    const { processingStatus, read, response, dateCreated, lastUpdated } = await bulk.stateOf(payload)
    expect([processingStatus, read, lastUpdated > dateCreated]).toEqual(['COMPLETED_WITH_ERRORS', 2000, true])
    for (const [name, faults] of Object.entries({ Users: users, Companies: companies })) {
      const told = faults.map(({ row, column, problem }) => ({
        row,
        column,
        value: expect.any(String),
        problem: expect.stringMatching(problem),
      }))
      const counts = { read: 1000, created: 1000 - faults.length, skipped: faults.length, faultTotal: faults.length }
      expect(response.sheets[name]).toMatchObject({ ...counts, faults: told })
    }
    expect(await bulk.figures(payload)).toEqual(expectedFigures(1 + 1000 - users.length, 1 + 1000 - companies.length))
  })

  test('notifies the uploader once', async () => {
    await bulk.take(payload)
    await app.giveUp('bulkUpload.take', payload)
    const [, told, ...more] = await bulk.notices(payload)
    expect([told, more]).toEqual([
      {
        subject: 'Bulk upload ended with errors',
        content: expect.stringContaining('{created} of {read}'),
        values: { file: 'bootstrap.xlsx', tenant: expect.stringContaining('Tenant'), created: '1981', read: '2000' },
        path: `/superAdmin/tenant/show/${payload.tenantId}`,
        user_id: chief.uniqueId,
        tenant_id: chief.tenantId,
      },
      [],
    ])
  })

  test('creates nothing when uploaded again, and reports every row', async () => {
    const before = await bulk.figures(payload)
    const again = await bulk.uploaded(planted.file, payload)
    await bulk.take(again)
    const { Users, Companies } = (await bulk.stateOf(again)).response.sheets
    for (const outcome of [Users!, Companies!]) {
      expect(outcome).toMatchObject({ read: 1000, created: 0, skipped: 1000, faultTotal: 1000 })
      expect(outcome.faults).toHaveLength(500)
    }
    expect(Companies!.faults[0]).toEqual({
      row: 2,
      column: 'Legal Name',
      value: 'Company 1',
      problem: 'There is already “Company 1”',
      said: { text: 'There is already “{name}”', values: { name: 'Company 1' } },
    })
    expect(await bulk.figures(payload)).toEqual(before)
  })
})

test('uploads of one tenant are processed one after the other', async () => {
  const first = await bulk.uploaded(await bulkWorkbook({ Users: userRows('user', 1) }))
  const second = await bulk.uploaded(await bulkWorkbook({ Users: userRows('user', 2) }), first)
  await bulk.take(second)
  expect((await bulk.stateOf(second)).processingStatus).toBe('PENDING')
  const waiting = await app.asOwner(
    `select start_after > now() + interval '2 seconds' as later from pgboss.job where name = 'bulkUpload.take' and data->>'uploadId' = $1 order by created_on`,
    [second.uploadId],
  )
  expect(waiting).toEqual([{ later: false }, { later: true }])
  await bulk.take(first)
  await bulk.take(second)
  expect(await bulk.stateOf(second)).toMatchObject({
    processingStatus: 'COMPLETED_WITH_ERRORS',
    response: { sheets: { Users: { created: 1, skipped: 1 } } },
  })
})

test('two tenants can import the same people, each with its own records', async () => {
  const file = await bulkWorkbook({ Users: userRows('user', 3), Companies: [company('Acme')] })
  const [one, other] = [await bulk.uploaded(file), await bulk.uploaded(file)]
  await bulk.take(one)
  expect(await bulk.figures(other)).toEqual(expectedFigures(0, 0))
  await app.work('bulkUpload.take', { ...one, tenantId: other.tenantId })
  await bulk.take(other)
  for (const payload of [one, other]) {
    expect(await bulk.figures(payload)).toEqual(expectedFigures(3, 1))
    expect(await bulk.stateOf(payload)).toMatchObject({ processingStatus: 'COMPLETED', read: 4 })
  }
})

test('does not add users beyond the tenant’s maximum', async () => {
  const { tenantId } = await bulk.occupied()
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'MAX_USERS', value: 4 }, { 'x-tenant': tenantId })
  const payload = await bulk.uploaded(await bulkWorkbook({ Users: [userRow('TAKEN@example.test'), ...userRows('user', 5)] }), {
    tenantId,
  })
  await bulk.take(payload)
  const { Users } = (await bulk.stateOf(payload)).response.sheets
  expect(Users).toMatchObject({ read: 6, created: 3, skipped: 3 })
  const full = 'At most 4 users are allowed'
  expect(Users!.faults.map(({ row, problem }) => [row, problem])).toEqual([
    [2, 'There is already “taken@example.test”'],
    [6, full],
    [7, full],
  ])
})

test('reports unknown sheets and columns, and imports the other sheets', async () => {
  const misspelt = {
    Users: [['First name', 'Role']],
    Companies: [['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number'], company('Acme')],
    'Compnies ': [],
    __proto__x: [],
  }
  const payload = await bulk.uploaded(await bulkWorkbook(misspelt, { header: false }))
  await bulk.take(payload)
  const { processingStatus, response } = await bulk.stateOf(payload)
  expect(processingStatus).toBe('COMPLETED_WITH_ERRORS')
  expect(Object.keys(response.sheets).toSorted()).toEqual(['Companies', 'Compnies ', 'Users', '__proto__x'])
  expect(response.sheets['Compnies ']).toMatchObject({
    read: 0,
    created: 0,
    skipped: 0,
    faultTotal: 1,
    faults: [{ row: 1, column: '', value: 'Compnies ', problem: "The template has no sheet 'Compnies '. Rename or remove it." }],
  })
  expect(response.sheets['Companies']).toMatchObject({ created: 1, faultTotal: 0 })
  expect(response.sheets['Users']).toMatchObject({
    read: 0,
    created: 0,
    faults: expect.arrayContaining([expect.objectContaining({ problem: "The column 'Email Address' is missing." })]),
  })
})

const failed = async (payload: JobPayload) => {
  const { processingStatus, response } = await bulk.stateOf(payload)
  const told = await bulk.notices(payload)
  return [processingStatus, response.problem, told.map(({ subject }) => subject)]
}
const FAILED = (problem: string) => ['FAILED', problem, ['Bulk upload failed']]

describe('fails as a whole', () => {
  test('when it has no rows', async () => {
    const payload = await bulk.uploaded(await bulkWorkbook({ Users: [], Companies: [] }))
    await bulk.take(payload)
    expect(await failed(payload)).toEqual(FAILED('The workbook has no rows'))
  })

  test('when its file is missing', async () => {
    const payload = await bulk.uploaded(await bulkWorkbook({ Users: userRows('gone', 1) }))
    const [document] = await app.asOwner<{ hash: string }>('select hash from document where tenant_id = $1', [payload.tenantId])
    await app.appContext.files.remove(payload.tenantId, document!.hash)
    await bulk.take(payload)
    expect(await failed(payload)).toEqual(FAILED('The file of this upload is gone. Please upload it again.'))
  })

  test('when the tenant has been deleted in the meantime', async () => {
    const payload = await bulk.uploaded(await bulkWorkbook({ Users: userRows('user', 1) }))
    await app.asOwner('update tenant set deleted_at = now() where id = $1', [payload.tenantId])
    await bulk.take(payload)
    expect(await failed(payload)).toEqual(FAILED('The tenant was deleted'))
    expect(await bulk.figures(payload)).toEqual(expectedFigures(0, 0))
  })

  test('when the uploader is no longer a super admin', async () => {
    const who = await app.someone('ROLE_SUPER_ADMIN')
    const payload = await bulk.uploaded(await bulkWorkbook({ Users: userRows('user', 1) }), { who })
    await app.asOwner(`update user_account set role = 'ROLE_ADMIN' where id = $1`, [who.uniqueId])
    await bulk.take(payload)
    expect(await failed(payload)).toEqual(FAILED('The person who uploaded it no longer has the right to do this'))
    expect(await bulk.figures(payload)).toEqual(expectedFigures(0, 0))
  })

  test('when it has failed too often, with one notification', async () => {
    const payload = await bulk.uploaded(await bulkWorkbook({ Users: userRows('user', 1) }))
    for (let at = 0; at < 2; at++) await app.giveUp('bulkUpload.take', payload)
    await bulk.take(payload)
    expect(await failed(payload)).toEqual(
      FAILED('Something went wrong on our side. The rows imported so far stay. Please upload the workbook again.'),
    )
    expect(await bulk.figures(payload)).toEqual(expectedFigures(0, 0))
  })
})
