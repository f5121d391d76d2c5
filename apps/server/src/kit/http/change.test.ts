import { type Company, companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

let number = 0
const create = (): Promise<Company> =>
  app.as(admin).call(companyApi.create, {
    legalName: `Acme ${++number}`,
    country: 'Italy',
    website: 'https://acme.example',
    companyTypeList: ['ASSOCIATION'],
    address: 'Via 1',
  })
const read = (uniqueId: string) => app.as(admin).call(companyApi.get, { uniqueId })
const change = async (body: object) => {
  const { statusCode, json } = await app.as(admin).send(companyApi.update, body)
  return { status: statusCode, ...json() }
}

test('a change updates the fields that it contains, and no others', async () => {
  const before = await create()
  expect(await change({ uniqueId: before.uniqueId, country: 'FR' })).toMatchObject({
    status: 200,
    data: { ...before, country: 'France', updatedAt: expect.any(String) },
  })
  expect(await change({ uniqueId: before.uniqueId, address: '' })).toMatchObject({ data: { country: 'France', address: null } })
})

test('rejects a change based on an outdated record, and returns the current one in the call’s own shape', async () => {
  const seen = await create()
  await change({ uniqueId: seen.uniqueId, updatedAt: seen.updatedAt, address: 'Via 2' })
  const now = await read(seen.uniqueId)
  expect(now.updatedAt > seen.updatedAt).toBe(true)
  const stale = await change({ uniqueId: seen.uniqueId, updatedAt: seen.updatedAt, address: 'Via 3' })
  const message = 'You have changed this record yourself, in another tab'
  expect(stale).toEqual({ status: 409, responseStatus: 'ERROR', message, data: now })
  expect(await read(seen.uniqueId)).toEqual(now)
  expect(await change({ uniqueId: seen.uniqueId, address: 'Via 4' })).toMatchObject({ status: 200, data: { address: 'Via 4' } })
})

test('a rejected change says who last changed these fields: somebody else, or the actor in another tab', async () => {
  const { uniqueId, updatedAt } = await create()
  const colleague = await app.someone('ROLE_TENANT_ADMIN')
  await change({ uniqueId, address: 'Via 2' })
  await app.as(colleague).call(companyApi.update, { uniqueId, taxRefNumber: 'IT 1' })
  const own = await change({ uniqueId, updatedAt, address: 'Via 3' })
  const other = await change({ uniqueId, updatedAt, taxRefNumber: 'IT 2' })
  expect([own.message, other.message]).toEqual([
    'You have changed this record yourself, in another tab',
    'Somebody else has changed this record',
  ])
})

test('of two changes of the same state at the same time, only one is made', async () => {
  const { uniqueId, updatedAt } = await create()
  let both: ReturnType<typeof change>[] = []
  await app.whileLocked('company', async () => {
    both = ['Via 5', 'Via 6'].map((address) => change({ uniqueId, updatedAt, address }))
    await expect.poll(app.waiting).toHaveLength(2)
  })
  const answers = await Promise.all(both)
  const { address } = await read(uniqueId)
  expect(answers.map(({ status, data }) => [status, data.address]).toSorted(([one], [other]) => one - other)).toEqual([
    [200, address],
    [409, address],
  ])
})

test('updatedAt increases with each change, even if the clock stands still or goes back, and with nothing else', async () => {
  const { uniqueId } = await create()
  await app.asOwner(`update company set updated_at = now() + interval '1 hour' where id = $1`, [uniqueId])
  const times = [(await read(uniqueId)).updatedAt]
  for (const address of ['A', 'B', 'C']) times.push((await change({ uniqueId, address })).data.updatedAt)
  expect(times).toEqual([...new Set(times)].toSorted())
  await change({ uniqueId, address: 'C' })
  expect((await read(uniqueId)).updatedAt).toBe(times.at(-1))
  expect((await app.as(admin).call(companyApi.history, { uniqueId })).length).toBe(4)
})

test('a form may send back the whole record: fields set by the server are ignored', async () => {
  const record = await create()
  const sent = { ...record, createdBy: app.other.uniqueId, dateCreated: '2001-01-01T00:00:00.000Z', address: 'Via 7' }
  expect(await change(sent)).toMatchObject({ status: 200, data: { ...record, address: 'Via 7', updatedAt: expect.any(String) } })
})

test.each(['tenantId', 'partitionId', 'tenant', 'partition', 'searchText', 'nameKey', 'deletedAt', 'deletedBy', 'score'])(
  '%s is rejected by name',
  async (field) => {
    const { uniqueId } = await create()
    const refused = { status: 422, data: { [field]: 'Unknown field' } }
    expect(await change({ uniqueId, [field]: app.other.uniqueId })).toMatchObject(refused)
    const { statusCode, json } = await app.as(admin).send(companyApi.create, {
      legalName: 'X',
      country: 'Italy',
      website: 'x.example',
      companyTypeList: ['ASSOCIATION'],
      [field]: null,
    })
    expect({ status: statusCode, ...json() }).toMatchObject(refused)
  },
)

test('creating a record cannot set its id, its creator or its times', async () => {
  const own = {
    uniqueId: admin.uniqueId,
    createdBy: admin.uniqueId,
    dateCreated: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
  }
  const { statusCode, json } = await app
    .as(admin)
    .send(companyApi.create, { legalName: 'X', country: 'Italy', website: 'x.example', companyTypeList: ['ASSOCIATION'], ...own })
  expect([statusCode, Object.keys(json().data).toSorted()]).toEqual([422, Object.keys(own).toSorted()])
})

test.each(['yesterday', '2026-01-01', '', 5])('%s is rejected as the updatedAt of a change', async (updatedAt) => {
  expect(await change({ uniqueId: (await create()).uniqueId, updatedAt })).toMatchObject({
    status: 422,
    data: { updatedAt: expect.any(String) },
  })
})
