import { tenantConfigurationApi } from '@tradewind/contract/tenantSetting/tenantSetting.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../../test/app.ts'
import { bulkUploads, type Errand, figuresOf } from '../../../test/bulkUploads.ts'
import { bulkWorkbook, company, people, person, plantedWorkbook } from '../../../test/bulkWorkbook.ts'

let world: TestApp
let chief: Someone
let bulk: ReturnType<typeof bulkUploads>
beforeAll(async () => {
  world = await testApp()
  chief = await world.someone('ROLE_SUPER_ADMIN')
  bulk = bulkUploads(world, chief)
})
afterAll(() => world.close())

describe('a workbook of two thousand rows with faults of every kind', () => {
  let errand: Errand
  let planted: Awaited<ReturnType<typeof plantedWorkbook>>
  beforeAll(async () => {
    const { tenantId, taken } = await bulk.occupied()
    planted = await plantedWorkbook(taken)
    errand = await bulk.uploaded(planted.file, { tenantId })
    await bulk.take(errand)
  })

  test('creates its good rows, and tells of each other one', async () => {
    const { users, companies } = planted.faults
    const { processingStatus, read, response, dateCreated, lastUpdated } = await bulk.stateOf(errand)
    expect([processingStatus, read, lastUpdated > dateCreated]).toEqual(['COMPLETED_WITH_ERRORS', 2000, true])
    for (const [name, faults] of Object.entries({ Users: users, Companies: companies })) {
      const told = faults.map(({ row, column, problem }) => ({
        row,
        column,
        value: expect.any(String),
        problem: expect.stringMatching(problem),
      }))
      const counts = { read: 1000, created: 1000 - faults.length, skipped: faults.length, faultTotal: faults.length }
      expect(response.sheets[name]).toEqual({ ...counts, faults: told })
    }
    expect(await bulk.figures(errand)).toEqual(figuresOf(1 + 1000 - users.length, 1 + 1000 - companies.length))
  })

  test('notifies whoever uploaded it, once', async () => {
    await bulk.take(errand)
    await world.giveUp('bulkUpload.take', errand)
    const [, told, ...more] = await bulk.notices(errand)
    expect([told, more]).toEqual([
      {
        subject: 'Bulk upload ended with errors',
        content: expect.stringContaining('{created} of {read}'),
        values: { file: 'bootstrap.xlsx', tenant: expect.stringContaining('Tenant'), created: '1981', read: '2000' },
        path: `/superAdmin/tenant/show/${errand.tenantId}`,
        user_id: chief.uniqueId,
        tenant_id: chief.tenantId,
      },
      [],
    ])
  })

  test('uploaded again creates nothing, and says so of every row', async () => {
    const before = await bulk.figures(errand)
    const again = await bulk.uploaded(planted.file, errand)
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
    })
    expect(await bulk.figures(errand)).toEqual(before)
  })
})

test('uploads of one tenant are taken in one after the other', async () => {
  const first = await bulk.uploaded(await bulkWorkbook({ Users: people('user', 1) }))
  const second = await bulk.uploaded(await bulkWorkbook({ Users: people('user', 2) }), first)
  await bulk.take(second)
  expect((await bulk.stateOf(second)).processingStatus).toBe('PENDING')
  const waiting = await world.asOwner(
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

test('two tenants have the same people, each its own', async () => {
  const file = await bulkWorkbook({ Users: people('user', 3), Companies: [company('Acme')] })
  const [one, other] = [await bulk.uploaded(file), await bulk.uploaded(file)]
  await bulk.take(one)
  expect(await bulk.figures(other)).toEqual(figuresOf(0, 0))
  await world.work('bulkUpload.take', { ...one, tenantId: other.tenantId })
  await bulk.take(other)
  for (const errand of [one, other]) {
    expect(await bulk.figures(errand)).toEqual(figuresOf(3, 1))
    expect(await bulk.stateOf(errand)).toMatchObject({ processingStatus: 'COMPLETED', read: 4 })
  }
})

test('nobody is added beyond the users that the tenant may have', async () => {
  const { tenantId } = await bulk.occupied()
  await world.as(chief).call(tenantConfigurationApi.update, { key: 'MAX_USERS', value: 4 }, { 'x-tenant': tenantId })
  const errand = await bulk.uploaded(await bulkWorkbook({ Users: [person('TAKEN@example.test'), ...people('user', 5)] }), {
    tenantId,
  })
  await bulk.take(errand)
  const { Users } = (await bulk.stateOf(errand)).response.sheets
  expect(Users).toMatchObject({ read: 6, created: 3, skipped: 3 })
  const full = 'There may be 4 users at most'
  expect(Users!.faults.map(({ row, problem }) => [row, problem])).toEqual([
    [2, 'There is already “taken@example.test”'],
    [6, full],
    [7, full],
  ])
})

test('sheets and columns that nobody knows are told, and the other sheets are taken in', async () => {
  const misspelt = {
    Users: [['First name', 'Role']],
    Companies: [['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number'], company('Acme')],
    'Compnies ': [],
    __proto__x: [],
  }
  const errand = await bulk.uploaded(await bulkWorkbook(misspelt, { header: false }))
  await bulk.take(errand)
  const { processingStatus, response } = await bulk.stateOf(errand)
  expect(processingStatus).toBe('COMPLETED_WITH_ERRORS')
  expect(Object.keys(response.sheets).toSorted()).toEqual(['Companies', 'Compnies ', 'Users', '__proto__x'])
  expect(response.sheets['Compnies ']).toEqual({
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

const failed = async (errand: Errand) => {
  const { processingStatus, response } = await bulk.stateOf(errand)
  const told = await bulk.notices(errand)
  return [processingStatus, response.problem, told.map(({ subject }) => subject)]
}
const FAILED = (problem: string) => ['FAILED', problem, ['Bulk upload failed']]

describe('it fails as a whole', () => {
  test('when it has no rows', async () => {
    const errand = await bulk.uploaded(await bulkWorkbook({ Users: [], Companies: [] }))
    await bulk.take(errand)
    expect(await failed(errand)).toEqual(FAILED('The workbook has no rows'))
  })

  test('when its file is gone, or is not what it was', async () => {
    const errand = await bulk.uploaded(await bulkWorkbook({ Users: people('gone', 1) }))
    const [document] = await world.asOwner<{ hash: string }>('select hash from document where tenant_id = $1', [errand.tenantId])
    await world.house.files.remove(errand.tenantId, document!.hash)
    await bulk.take(errand)
    expect(await failed(errand)).toEqual(FAILED('The file of this upload is gone. Please upload it again.'))
  })

  test('when the tenant was deleted meanwhile', async () => {
    const errand = await bulk.uploaded(await bulkWorkbook({ Users: people('user', 1) }))
    await world.asOwner('update tenant set deleted_at = now() where id = $1', [errand.tenantId])
    await bulk.take(errand)
    expect(await failed(errand)).toEqual(FAILED('The tenant was deleted'))
    expect(await bulk.figures(errand)).toEqual(figuresOf(0, 0))
  })

  test('when whoever uploaded it is no super admin any more', async () => {
    const who = await world.someone('ROLE_SUPER_ADMIN')
    const errand = await bulk.uploaded(await bulkWorkbook({ Users: people('user', 1) }), { who })
    await world.asOwner(`update user_account set role = 'ROLE_ADMIN' where id = $1`, [who.uniqueId])
    await bulk.take(errand)
    expect(await failed(errand)).toEqual(FAILED('Whoever uploaded it may not do this any more'))
    expect(await bulk.figures(errand)).toEqual(figuresOf(0, 0))
  })

  test('when it was tried in vain too often, once', async () => {
    const errand = await bulk.uploaded(await bulkWorkbook({ Users: people('user', 1) }))
    for (let at = 0; at < 2; at++) await world.giveUp('bulkUpload.take', errand)
    await bulk.take(errand)
    expect(await failed(errand)).toEqual(
      FAILED('Something went wrong on our side. What was taken in stays. Please upload the workbook again.'),
    )
    expect(await bulk.figures(errand)).toEqual(figuresOf(0, 0))
  })
})
