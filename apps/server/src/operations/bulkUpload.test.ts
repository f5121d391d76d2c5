import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { roles } from '@tradewind/contract/roles'
import { hostileFiles } from '@tradewind/workbook/testing/hostile'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { bulkWorkbook, company, userRow, userRows } from '../../test/bulkWorkbook.ts'
import { cellsIn } from '../../test/workbook.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

const abroad = (tenantId: string) => ({ 'x-tenant': tenantId })
const newTenant = async (over: object = {}) => (await app.tenant(`Tenant ${crypto.randomUUID()}`, over)).uniqueId
const small = () => bulkWorkbook({ Users: userRows('user', 2), Companies: [company('Acme')] })
const jobPayload = async (uploadId: string) => {
  const [found] = await app.asOwner<{ data: object }>(
    `select data from pgboss.job where name = 'bulkUpload.take' and data->>'uploadId' = $1 order by created_on limit 1`,
    [uploadId],
  )
  return found!.data
}
const take = async (uploadId: string) => app.work('bulkUpload.take', await jobPayload(uploadId))
const listed = (tenantId: string, query: object = { page: 0 }) => app.as(chief).call(bulkUploadApi.list, query, abroad(tenantId))

/** The rows of one sheet of the tenant's template. */
const templateOf = async (tenantId: string) => {
  const { rawPayload, headers } = await app.as(chief).send(bulkUploadApi.template, {}, abroad(tenantId))
  expect(headers['content-disposition']).toContain('bulkUploadTemplate.xlsx')
  return (name: string) => cellsIn(rawPayload, { name, columns: [] })
}

test('imports every row of the filled-in template', async () => {
  const tenantId = await newTenant()
  const rowsOf = await templateOf(tenantId)
  const users = [
    userRow('Tess@Example.test', 'ROLE_TENANT_ADMIN'),
    userRow('lea@example.test', 'ROLE_LEVEL3', { countries: 'Germany, IT, germany' }),
  ]
  const filled = {
    Users: [...(await rowsOf('Users')), ...users],
    Companies: [...(await rowsOf('Companies')), company('Acme')],
    'Allowed values': await rowsOf('Allowed values'),
  }
  const file = await bulkWorkbook(filled, { header: false })
  const { uniqueId } = await app.as(chief).call(bulkUploadApi.upload, { file }, abroad(tenantId))
  await take(uniqueId)
  const [upload] = await listed(tenantId)
  expect(upload).toMatchObject({ uniqueId, processingStatus: 'COMPLETED', read: 3, document: { fileName: 'bootstrap.xlsx' } })
  const none = { skipped: 0, faultTotal: 0, faults: [] }
  expect(JSON.parse(upload!.parsingResponse)).toEqual({
    sheets: { Users: { read: 2, created: 2, ...none }, Companies: { read: 1, created: 1, ...none } },
  })
  const found = await app.asOwner(
    'select email_address, role, allowed_countries, created_by, password_hash, verified_at from user_account where tenant_id = $1 order by 1',
    [tenantId],
  )
  const made = { created_by: chief.uniqueId, password_hash: null, verified_at: null }
  expect(found).toEqual([
    { email_address: 'Tess@Example.test', role: 'ROLE_TENANT_ADMIN', allowed_countries: [], ...made },
    { email_address: 'lea@example.test', role: 'ROLE_LEVEL3', allowed_countries: ['DE', 'IT'], ...made },
  ])
  expect(await app.as(chief).call(adminApi.list, { page: 0 }, abroad(tenantId))).toMatchObject([
    { emailAddress: 'Tess@Example.test', state: 'INVITED' },
  ])
  const records = await app.asOwner('select legal_name, world_id, created_by from company where tenant_id = $1', [tenantId])
  expect(records).toEqual([{ legal_name: 'Acme', world_id: tenantId, created_by: chief.uniqueId }])
})

/** A row of the users' sheet of the main account. */
const member = (emailAddress: string, role: string, brand = '') => ['Ann', '', 'Example', emailAddress, role, brand, '']
/** The users' sheet of a tenant's template, filled with these rows. */
const filledIn = async (tenantId: string, rows: string[][]) =>
  bulkWorkbook({ Users: [...(await (await templateOf(tenantId))('Users')), ...rows] }, { header: false })

/** The roles that the tenant's template offers. */
const rolesIn = async (tenantId: string) => {
  const [header, ...rows] = await (await templateOf(tenantId))('Allowed values')
  const at = header!.indexOf('Users: Role')
  return rows.map((cells) => cells[at]).filter(Boolean)
}

test('only the main account’s workbook offers member roles, and no workbook offers super admin', async () => {
  expect(await rolesIn(chief.tenantId)).toEqual(roles.filter((role) => role !== 'ROLE_SUPER_ADMIN'))
  const ofStaff = ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_LEVEL2', 'ROLE_LEVEL1']
  expect(await rolesIn(await newTenant())).toEqual(ofStaff)
  const members = [member('free@example.test', 'ROLE_FREE'), member('pro@example.test', 'ROLE_PRO', 'Pro & Sons')]
  const { uniqueId } = await app.as(chief).call(bulkUploadApi.upload, { file: await filledIn(chief.tenantId, members) })
  await take(uniqueId)
  expect(await listed(chief.tenantId)).toMatchObject([{ uniqueId, processingStatus: 'COMPLETED' }])
  const made = app.as(chief).call(adminApi.list, { roleName: 'ROLE_PRO', page: 0 })
  expect(await made).toMatchObject([{ emailAddress: 'pro@example.test', userCompanyName: 'Pro & Sons', state: 'INVITED' }])
})

test('only the main account’s workbook has a brand name column; elsewhere the column is reported as unknown', async () => {
  const tenantId = await newTenant()
  const [[main], [theirs]] = [await (await templateOf(chief.tenantId))('Users'), await (await templateOf(tenantId))('Users')]
  expect(main).toContain('Company Name')
  expect(theirs).toEqual(main!.filter((header) => header !== 'Company Name'))
  const file = await filledIn(chief.tenantId, [member('level1@example.test', 'ROLE_LEVEL1', 'A brand')])
  const { uniqueId } = await app.as(chief).call(bulkUploadApi.upload, { file }, abroad(tenantId))
  await take(uniqueId)
  const [upload] = await listed(tenantId)
  const problem = "The template has no column 'Company Name'. Rename or remove it."
  const fault = { row: 1, column: 'Company Name', value: 'Company Name', problem }
  expect(JSON.parse(upload!.parsingResponse).sheets.Users.faults).toMatchObject([fault])
  expect(await app.asOwner('select from user_account where tenant_id = $1', [tenantId])).toEqual([])
})

describe('the tenant', () => {
  test.each(['upload', 'bootstrap'] as const)(
    'of %s is taken from the form, from x-tenant, or defaults to the actor’s own',
    async (name) => {
      const [one, other] = [await newTenant(), await newTenant()]
      const call = bulkUploadApi[name]
      const { uniqueId } = await app.as(chief).call(call, { file: await small(), uniqueId: one })
      expect((await listed(one)).map((upload) => upload.uniqueId)).toEqual([uniqueId])
      await app.as(chief).call(call, { file: await small(), uniqueId: one.toUpperCase() }, abroad(chief.tenantId))
      await app.as(chief).call(call, { file: await small() }, abroad(one))
      await app.as(chief).call(call, { file: await small(), uniqueId: one }, abroad(one))
      expect([(await listed(one)).length, (await listed(other)).length]).toEqual([4, 0])
      const own = await app.as(chief).call(call, { file: await small() })
      expect(await listed(chief.tenantId, { size: 1 })).toMatchObject([
        { uniqueId: own.uniqueId, processingStatus: 'PENDING', read: 0, parsingResponse: '{"sheets":{}}' },
      ])
      const differing = app.as(chief).call(call, { file: await small(), uniqueId: one }, abroad(other))
      await expect(differing).rejects.toMatchObject({ status: 422, data: { uniqueId: 'x-tenant names another tenant' } })
    },
  )

  test.each(['upload', 'bootstrap'] as const)(
    'gets a workbook only once by %s, however often it is sent with the same key',
    async (name) => {
      const [tenantId, file, key] = [await newTenant(), await small(), { 'idempotency-key': crypto.randomUUID() }]
      const send = async (over: object = {}) => {
        const { statusCode, json } = await app.as(chief).send(bulkUploadApi[name], { file, uniqueId: tenantId, ...over }, key)
        return { status: statusCode, ...json() }
      }
      const first = await send()
      expect(first).toMatchObject({ status: 201, data: { processingStatus: 'PENDING' } })
      await take(first.data.uniqueId)
      expect(await send()).toEqual(first)
      const other = { status: 422, message: 'This Idempotency-Key was used for another request' }
      expect(await send({ file: await bulkWorkbook({ Users: userRows('other', 1) }) })).toMatchObject(other)
      expect((await listed(tenantId)).map(({ uniqueId }) => uniqueId)).toEqual([first.data.uniqueId])
    },
  )

  test('that is unknown, deleted or being erased accepts no uploads', async () => {
    const now = new Date().toISOString()
    for (const uniqueId of [
      crypto.randomUUID(),
      await newTenant({ deletedAt: now }),
      await newTenant({ deletedAt: now, erasedAt: now }),
    ])
      await expect(app.as(chief).call(bulkUploadApi.bootstrap, { file: await small(), uniqueId })).rejects.toMatchObject({
        status: 404,
      })
    const deleted = app.as(chief).call(bulkUploadApi.upload, { file: await small() }, abroad(await newTenant({ deletedAt: now })))
    await expect(deleted).rejects.toMatchObject({ status: 404 })
  })

  test('can be bootstrapped only by the super admin', async () => {
    const tenantId = await newTenant()
    const own = [
      await app.someone('ROLE_TENANT_ADMIN', { tenantId }),
      await app.someone('ROLE_TENANT_ADMIN'),
      await app.someone('ROLE_PRO'),
    ]
    for (const who of own) {
      const refused = { status: 403 }
      const call = app.as(who).call
      await expect(call(bulkUploadApi.upload, { file: await small() })).rejects.toMatchObject(refused)
      await expect(call(bulkUploadApi.bootstrap, { file: await small(), uniqueId: tenantId })).rejects.toMatchObject(refused)
      await expect(call(bulkUploadApi.list, {})).rejects.toMatchObject(refused)
      await expect(call(bulkUploadApi.remove, { uniqueId: tenantId })).rejects.toMatchObject(refused)
      expect((await app.as(who).send(bulkUploadApi.template)).statusCode).toBe(403)
    }
    expect(await listed(tenantId)).toEqual([])
  })
})

test('imports only the filled rows of a workbook padded with tens of thousands of empty rows, wherever they are', async () => {
  const tenantId = await newTenant()
  const empty = Array.from({ length: 30_000 }, () => Array.from({ length: 6 }, () => ''))
  const file = await bulkWorkbook({
    Users: [...userRows('before', 1), ...empty, ...userRows('after', 1), ...empty],
    Companies: [...empty, company('Acme'), ...empty],
  })
  const { uniqueId } = await app.as(chief).call(bulkUploadApi.upload, { file }, abroad(tenantId))
  await take(uniqueId)
  expect(await listed(tenantId)).toMatchObject([{ uniqueId, processingStatus: 'COMPLETED', read: 3 }])
})

const refused = async (file: Blob) => {
  const tenantId = await newTenant()
  const { statusCode, json } = await app.as(chief).send(bulkUploadApi.upload, { file }, abroad(tenantId))
  expect(await listed(tenantId)).toEqual([])
  return [statusCode, json().message, json().data.file]
}

describe('a file is rejected immediately, and nothing is stored:', () => {
  test.each(hostileFiles.map(([name, reason, bytes]) => [name, reason, bytes] as const))('%s', async (_, reason, bytes) => {
    const [status, message, told] = await refused(new File([bytes() as Uint8Array<ArrayBuffer>], 'x.xlsx'))
    expect([status, message]).toEqual([422, told])
    expect(message).toMatch(reason)
  })

  test('before a transaction begins', async () => {
    const writing = vi.spyOn(app.appContext.db, 'write')
    const { statusCode } = await app.as(chief).send(bulkUploadApi.upload, { file: new File(['no workbook'], 'x.xlsx') })
    expect([statusCode, writing.mock.calls]).toEqual([422, []])
    writing.mockRestore()
  })

  test('a workbook without any sheet of the template', async () => {
    const reason =
      "The workbook has no sheet 'Users' or 'Companies' or 'Contacts' or 'ReviewQuestions' or 'AuditQuestions'. It has 'users', 'Company'."
    expect(await refused(await bulkWorkbook({ users: userRows('user', 1), Company: [] }))).toEqual([422, reason, reason])
  })
})
