import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let second: Awaited<ReturnType<TestApp['open']>>
let chief: TestUser
let admin: TestUser
let ids: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  second = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
  const rows = await app.asOwner<{ key: string; id: string }>('select key, id from permission')
  ids = Object.fromEntries(rows.map(({ key, id }) => [key, id]))
})
afterAll(() => app.close())

const abroad = () => ({ 'x-tenant': app.other.uniqueId })
const give = (who: TestUser, { uniqueId: userUID }: TestUser, keys: string[], headers = {}) =>
  app.as(who).call(userPermissionApi.assign, { userUID, permissionStateList: keys.map((key) => ids[key] ?? key) }, headers)
const held = async (who: TestUser, { uniqueId: userUID }: TestUser, headers = {}) =>
  (await app.as(who).call(userPermissionApi.list, { userUID }, headers)).map(({ permissionDTO }) => permissionDTO.key)
const keysAt = async (node: Pick<TestApp, 'as'>, who: TestUser) =>
  (await node.as(who).call(identityApi.account, {})).permissionList.toSorted()

test('a granted permission is listed, is unchanged when granted again, and can be revoked', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const first = await give(admin, clerk, ['VIEW_AUDIT', 'VIEW_AUDIT'])
  expect(first).toMatchObject([
    { permissionUID: ids['VIEW_AUDIT'], permissionDTO: { key: 'VIEW_AUDIT', value: 'See who changed what' } },
  ])
  const both = await give(admin, clerk, ['VIEW_AUDIT', 'EXPORT_DATA'])
  expect(both.map(({ permissionDTO }) => permissionDTO.key)).toEqual(['EXPORT_DATA', 'VIEW_AUDIT'])
  expect(both).toContainEqual(first[0])
  expect(await app.as(admin).call(userPermissionApi.list, { userUID: clerk.uniqueId })).toEqual(both)
  await app.as(admin).call(userPermissionApi.remove, { uniqueId: first[0]!.uniqueId })
  expect(await held(admin, clerk)).toEqual(['EXPORT_DATA'])
  const again = app.as(admin).call(userPermissionApi.remove, { uniqueId: first[0]!.uniqueId })
  await expect(again).rejects.toMatchObject({ status: 404 })
  const entries = await app.as(admin).call(adminApi.history, { uniqueId: clerk.uniqueId })
  expect(entries.map(({ changes }) => changes['permissionList'])).toEqual([
    { before: ['EXPORT_DATA', 'VIEW_AUDIT'], after: ['EXPORT_DATA'] },
    { before: ['VIEW_AUDIT'], after: ['EXPORT_DATA', 'VIEW_AUDIT'] },
    { before: [], after: ['VIEW_AUDIT'] },
  ])
})

test('a granted permission has the date of its grant', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const [given] = await give(admin, clerk, ['EXPORT_DATA'])
  expect(Math.abs(Date.parse(given!.permissionDTO.dateCreated) - Date.now())).toBeLessThan(60_000)
  const since = '2026-02-03T04:05:06.000Z'
  await app.asOwner('update user_permission set created_at = $2 where id = $1', [given!.uniqueId, since])
  await app.asOwner(`update permission set created_at = '2025-01-01' where key = 'EXPORT_DATA'`)
  const [grant] = await app.as(admin).call(userPermissionApi.list, { userUID: clerk.uniqueId })
  expect(grant!.permissionDTO.dateCreated).toBe(since)
})

test('a grant applies from the next call on every node and ends no session', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const exporting = async (node: Pick<TestApp, 'as'>) =>
    (await node.as(clerk).send(companyApi.export, { format: 'csv' })).statusCode
  expect([await exporting(app), await exporting(second)]).toEqual([403, 403])
  const [given] = await give(admin, clerk, ['EXPORT_DATA'])
  expect(await exporting(app)).toBe(200)
  await expect.poll(() => exporting(second)).toBe(200)
  expect(await keysAt(second, clerk)).toEqual(['EXPORT_DATA'])
  await app.as(admin).call(userPermissionApi.remove, { uniqueId: given!.uniqueId })
  expect(await exporting(app)).toBe(403)
  await expect.poll(() => exporting(second)).toBe(403)
})

test('one unknown id among valid ones is rejected, and nothing is changed', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  await expect(give(admin, clerk, ['EXPORT_DATA', crypto.randomUUID()])).rejects.toMatchObject({ status: 404 })
  await expect(give(admin, clerk, [])).rejects.toMatchObject({ status: 422 })
  await expect(
    give(
      admin,
      clerk,
      Array.from({ length: 101 }, () => ids['EXPORT_DATA']!),
    ),
  ).rejects.toMatchObject({ status: 422 })
  expect(await held(admin, clerk)).toEqual([])
})

test('only the super admin can grant and revoke administration of content and leads, in any tenant', async () => {
  const [clerk, theirs] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
  ]
  await expect(give(admin, clerk, ['XG_ADMIN', 'EXPORT_DATA'])).rejects.toMatchObject({ status: 403 })
  expect(await held(admin, clerk)).toEqual([])
  const [given] = await give(chief, clerk, ['XG_ADMIN'])
  const take = app.as(admin).call(userPermissionApi.remove, { uniqueId: given!.uniqueId })
  await expect(take).rejects.toMatchObject({ status: 403 })
  const more = await give(admin, clerk, ['XG_ADMIN', 'EXPORT_DATA'])
  expect(more).toHaveLength(2)
  await app.as(chief).call(userPermissionApi.remove, { uniqueId: given!.uniqueId })
  await give(chief, theirs, ['XG_ADMIN'], abroad())
  expect(await held(chief, theirs, abroad())).toEqual(['XG_ADMIN'])
  expect(await keysAt(app, theirs)).toEqual(['XG_ADMIN'])
})

test('users can neither grant permissions to themselves nor revoke their own', async () => {
  const [top, lead] = [
    await app.someone('ROLE_SUPER_ADMIN', { permissions: ['VIEW_AUDIT'] }),
    await app.someone('ROLE_TENANT_ADMIN', { permissions: ['VIEW_AUDIT'] }),
  ]
  for (const who of [top, lead]) {
    await expect(give(who, who, ['EXPORT_DATA'])).rejects.toMatchObject({ status: 403 })
    const [own] = await app.as(who).call(userPermissionApi.list, { userUID: who.uniqueId })
    const remove = app.as(who).call(userPermissionApi.remove, { uniqueId: own!.uniqueId })
    await expect(remove).rejects.toMatchObject({ status: 403 })
  }
})

test('tenant admins see everyone’s permissions, all others only their own', async () => {
  const clerk = await app.someone('ROLE_ADMIN', { permissions: ['EXPORT_DATA'] })
  for (const who of [admin, chief, clerk]) expect(await held(who, clerk)).toEqual(['EXPORT_DATA'])
  await expect(held(await app.someone('ROLE_ADMIN'), clerk)).rejects.toMatchObject({ status: 403 })
  for (const role of ['ROLE_LEVEL3', 'ROLE_PRO', 'ROLE_FREE'] as const) {
    const who = await app.someone(role)
    expect(await held(who, who)).toEqual([])
    await expect(held(who, clerk)).rejects.toMatchObject({ status: 404 })
  }
})

test('users of another tenant and their permissions are not found; abroad only tenant admins are', async () => {
  const theirs = await app.someone('ROLE_ADMIN', { tenantId: app.other.uniqueId, permissions: ['EXPORT_DATA'] })
  const [row] = await app.asOwner<{ id: string }>('select id from user_permission where user_id = $1', [theirs.uniqueId])
  for (const [who, headers] of [
    [admin, {}],
    [chief, {}],
    [chief, abroad()],
  ] as const) {
    // oxfmt-ignore
    await expect(give(who, theirs, ['VIEW_AUDIT'], headers)).rejects.toMatchObject({ status: 404 })
    await expect(held(who, theirs, headers)).rejects.toMatchObject({ status: 404 })
    const remove = app.as(who).call(userPermissionApi.remove, { uniqueId: row!.id }, headers)
    await expect(remove).rejects.toMatchObject({ status: 404 })
  }
  expect(await keysAt(app, theirs)).toEqual(['EXPORT_DATA'])
})
