import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { documentApi } from '@tradewind/contract/platform/document.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { bulkWorkbook, company, userRows } from '../../test/bulkWorkbook.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

const inTenant = (tenantId: string) => ({ 'x-tenant': tenantId })
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
const listed = (tenantId: string, query: object = { page: 0 }) =>
  app.as(chief).call(bulkUploadApi.list, query, inTenant(tenantId))

test('an upload can be removed from the list once it has ended, and its file is deleted with its last upload', async () => {
  const tenantId = await newTenant()
  const upload = async () =>
    (await app.as(chief).call(bulkUploadApi.upload, { file: await small() }, inTenant(tenantId))).uniqueId
  const [first, second] = [await upload(), await upload()]
  const remove = (uniqueId: string) => app.as(chief).call(bulkUploadApi.remove, { uniqueId }, inTenant(tenantId))
  await expect(remove(first)).rejects.toMatchObject({ status: 409 })
  await take(first)
  await take(second)
  const [{ hash }] = (await app.asOwner<{ hash: string }>('select hash from document where tenant_id = $1', [tenantId])) as [
    { hash: string },
  ]
  const isKept = async () => {
    await app.work('document.bytes', { tenantId, hash })
    const bytes = await app.appContext.files.read(tenantId, hash)
    bytes?.destroy()
    return bytes !== undefined
  }
  await expect(app.as(chief).call(bulkUploadApi.remove, { uniqueId: first })).rejects.toMatchObject({ status: 404 })
  expect(await remove(first)).toEqual({ uniqueId: first })
  expect([await isKept(), (await listed(tenantId)).map(({ uniqueId }) => uniqueId)]).toEqual([true, [second]])
  await remove(second)
  expect([await isKept(), await listed(tenantId)]).toEqual([false, []])
  await expect(remove(second)).rejects.toMatchObject({ status: 404 })
  expect(await app.asOwner('select from document where tenant_id = $1', [tenantId])).toEqual([])
  const notes = await app.asOwner(`select action from audit where tenant_id = $1 and kind = 'bulkUpload' order by id`, [tenantId])
  expect(notes.map(({ action }) => action)).toEqual(['CREATED', 'CREATED', 'DELETED', 'DELETED'])
})

test('only the super admin can remove an import’s document, with its upload and after it has ended; others get 404 or 403', async () => {
  const tenantId = await newTenant()
  const { uniqueId, document } = await app.as(chief).call(bulkUploadApi.upload, { file: await small() }, inTenant(tenantId))
  const remove = (who: TestUser, headers = {}) => app.as(who).call(documentApi.remove, { uniqueId: document.uniqueId }, headers)
  const own = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  await expect(remove(own)).rejects.toMatchObject({ status: 404 })
  await expect(remove(chief)).rejects.toMatchObject({ status: 404 })
  await expect(remove(own, inTenant(chief.tenantId))).rejects.toMatchObject({ status: 403 })
  const going = { status: 409, message: 'This upload has not ended yet' }
  await expect(remove(chief, inTenant(tenantId))).rejects.toMatchObject(going)
  await take(uniqueId)
  expect(await remove(chief, inTenant(tenantId))).toEqual({ uniqueId: document.uniqueId })
  expect(await listed(tenantId)).toEqual([])
  await expect(remove(chief, inTenant(tenantId))).rejects.toMatchObject({ status: 404 })
  expect(await app.asOwner('select from document where tenant_id = $1', [tenantId])).toEqual([])
  const noted = `select action, created_by from audit where tenant_id = $1 and record_id = $2 order by id`
  expect(await app.asOwner(noted, [tenantId, uniqueId])).toEqual([
    { action: 'CREATED', created_by: chief.uniqueId },
    { action: 'DELETED', created_by: chief.uniqueId },
  ])
})
