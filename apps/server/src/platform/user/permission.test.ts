import { permissionApi, userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let chief: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

let number = 0
const add = (over: object = {}) =>
  app.as(chief).call(permissionApi.create, { key: `SAMPLE_${++number}`, value: 'A sample', ...over })
const list = (who: TestUser, query: object = {}) => app.as(who).call(permissionApi.list, query)
const give = (who: TestUser, userUID: string, ids: string[], headers = {}) =>
  app.as(who).call(userPermissionApi.assign, { userUID, permissionStateList: ids }, headers)

test('the catalogue lists the built-in permissions by key, and those the super admin adds', async () => {
  const shipped = await list(admin)
  expect(shipped.map(({ key }) => key)).toEqual([
    'EXPORT_DATA',
    'MANAGE_QUESTIONS',
    'MASS_UPLOAD',
    'RESTORE_TRASH',
    'VIEW_AUDIT',
    'XG_ADMIN',
  ])
  const made = await add({ key: 'BAKE_CAKES', value: ' Bake cakes ' })
  expect(made).toMatchObject({ key: 'BAKE_CAKES', value: 'Bake cakes', assignee: 'ADMIN' })
  expect(await app.as(admin).call(permissionApi.get, { uniqueId: made.uniqueId })).toEqual(made)
  expect(await list(chief, { assignee: 'ADMIN' })).toContainEqual(made)
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(permissionApi.get.reply.shape).toSorted())
  const elsewhere = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect(await list(elsewhere)).toContainEqual(made)
  await app.as(chief).call(permissionApi.remove, { uniqueId: made.uniqueId })
  await expect(app.as(chief).call(permissionApi.get, { uniqueId: made.uniqueId })).rejects.toMatchObject({ status: 404 })
})

test('tenant admins can read the catalogue but not change it; nobody else can read it', async () => {
  const { uniqueId } = await add()
  const denied = { status: 403 }
  await expect(app.as(admin).call(permissionApi.create, { key: 'MINE', value: 'x' })).rejects.toMatchObject(denied)
  await expect(app.as(admin).call(permissionApi.update, { uniqueId, value: 'x' })).rejects.toMatchObject(denied)
  await expect(app.as(admin).call(permissionApi.remove, { uniqueId })).rejects.toMatchObject(denied)
  for (const role of ['ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_BUISNESS', 'ROLE_FREE'] as const)
    await expect(list(await app.someone(role))).rejects.toMatchObject(denied)
})

test('a key is in capitals and unique, even when it is created concurrently', async () => {
  const [one, two] = [await add({ key: 'TWICE' }), await add()]
  const taken = { status: 422, data: { key: 'There is already a permission with this key' } }
  await expect(add({ key: 'TWICE' })).rejects.toMatchObject(taken)
  const rename = app.as(chief).call(permissionApi.update, { uniqueId: two.uniqueId, key: one.key })
  await expect(rename).rejects.toMatchObject(taken)
  for (const key of ['lower', '1ST', 'A B', '', 'Ä']) await expect(add({ key })).rejects.toMatchObject({ status: 422 })
  const key = `RACE_${++number}`
  const answers = await Promise.all([1, 2, 3].map(() => app.as(chief).send(permissionApi.create, { key, value: 'x' })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
})

test('a permission nobody has can be renamed; a form’s own fields are ignored, and an outdated update is rejected', async () => {
  const made = await add()
  const key = `RENAMED_${++number}`
  const saved = await app.as(chief).call(permissionApi.update, { ...made, key, value: 'New name' })
  expect(saved).toMatchObject({ uniqueId: made.uniqueId, key, value: 'New name' })
  const late = app.as(chief).call(permissionApi.update, { uniqueId: made.uniqueId, value: 'Late', updatedAt: made.updatedAt })
  await expect(late).rejects.toMatchObject({ status: 409, data: saved })
})

test('a permission granted in any tenant keeps its key and cannot be deleted; the number of holders is reported', async () => {
  const { uniqueId, key } = await add()
  const theirs = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const [held] = await give(chief, theirs.uniqueId, [uniqueId], { 'x-tenant': app.other.uniqueId })
  const remove = () => app.as(chief).call(permissionApi.remove, { uniqueId })
  await expect(remove()).rejects.toMatchObject({ status: 409, message: '1 user has this permission', data: { held: 1 } })
  await give(chief, admin.uniqueId, [uniqueId])
  await expect(remove()).rejects.toMatchObject({ status: 409, message: '2 users have this permission', data: { held: 2 } })
  const rename = app.as(chief).call(permissionApi.update, { uniqueId, key: 'OTHER' })
  await expect(rename).rejects.toMatchObject({ status: 409 })
  expect(await app.as(chief).call(permissionApi.update, { uniqueId, key, value: 'Only a name' })).toMatchObject({
    key,
    value: 'Only a name',
  })
  const [mine] = await app.as(chief).call(userPermissionApi.list, { userUID: admin.uniqueId })
  await app.as(chief).call(userPermissionApi.remove, { uniqueId: mine!.uniqueId })
  const theirTenant = { 'x-tenant': app.other.uniqueId }
  await app.as(chief).call(userPermissionApi.remove, { uniqueId: held!.uniqueId }, theirTenant)
  expect(await remove()).toEqual({ uniqueId })
})

test('counts the holders with the same number of reads for any number of tenants, leaving out tenants being erased', async () => {
  const { uniqueId } = await add()
  await give(chief, admin.uniqueId, [uniqueId])
  const now = new Date().toISOString()
  for (const over of [{}, { deletedAt: now }, { deletedAt: now, erasedAt: now }]) {
    const { uniqueId: tenantId } = await app.tenant('Holding', over)
    await app.someone('ROLE_ADMIN', {
      tenantId,
      permissions: [(await list(chief)).find((one) => one.uniqueId === uniqueId)!.key],
    })
  }
  const remove = () => app.as(chief).call(permissionApi.remove, { uniqueId })
  await expect(remove()).rejects.toMatchObject({ status: 409, data: { held: 3 } })
  const reading = vi.spyOn(app.appContext.db, 'as')
  const readsOf = async () => {
    reading.mockClear()
    await expect(remove()).rejects.toMatchObject({ status: 409, data: { held: 3 } })
    return reading.mock.calls.length
  }
  const few = await readsOf()
  for (let more = 0; more < 10; more++) await app.tenant('Another')
  expect(await readsOf()).toBe(few)
  reading.mockRestore()
})

test('the permissions of a deleted user do not prevent deleting a permission', async () => {
  const { uniqueId } = await add()
  const gone = await app.someone('ROLE_LEVEL1')
  await give(admin, gone.uniqueId, [uniqueId])
  await app.as(admin).call(adminApi.remove, { uniqueId: gone.uniqueId })
  expect(await app.as(chief).call(permissionApi.remove, { uniqueId })).toEqual({ uniqueId })
})

test('changes to the catalogue are recorded in the audit trail', async () => {
  const made = await add()
  await app.as(chief).call(permissionApi.update, { uniqueId: made.uniqueId, value: 'Other' })
  await app.as(chief).call(permissionApi.remove, { uniqueId: made.uniqueId })
  const noted = `select action, title, changes from audit where kind = 'permission' and record_id = $1 order by id`
  expect(await app.asOwner(noted, [made.uniqueId])).toEqual([
    { action: 'CREATED', title: made.key, changes: {} },
    { action: 'CHANGED', title: made.key, changes: { value: { before: 'A sample', after: 'Other' } } },
    { action: 'DELETED', title: made.key, changes: {} },
  ])
})
