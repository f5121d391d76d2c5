import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { permissionApi, userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { beginSession } from '#platform/identity/sessions'
import { type TestApp, testApp, type TestUser } from './app.ts'

let app: TestApp
let chief: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await testApp()
  owner = await app.someone('ROLE_SUPER_ADMIN')
  chief = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN', 'EXPORT_DATA', 'VIEW_AUDIT'] })
  const scope = tenantScope(chief.tenantId)
  for (const device of ['Another', 'A third'])
    await app.appContext.db.write(scope, (tx) => beginSession(tx, chief.tenantId, chief.uniqueId, device))
})
afterAll(() => app.close())

const lists: [string, Endpoint, sort: string, (who: { chief: TestUser; owner: TestUser }) => [TestUser, object]][] = [
  ['permissions', permissionApi.list, '-key', ({ owner: who }) => [who, {}]],
  ['what a user holds', userPermissionApi.list, '-key', ({ chief: who }) => [who, { userUID: who.uniqueId }]],
  ['settings', tenantSettingApi.list, '-key', ({ chief: who }) => [who, {}]],
  ['configurations', tenantConfigurationApi.list, '-key', ({ owner: who }) => [who, {}]],
  ['the own sessions', identityApi.sessions, 'lastSeen', ({ chief: who }) => [who, {}]],
]

test.each(lists)('%s, short by nature, can be listed whole or in pages, and in either order', async (_, list, sort, asks) => {
  const [who, listCalls] = asks({ chief, owner })
  const ask = async (over: object) => {
    const { statusCode, headers, json } = await app.as(who).send(list, { ...listCalls, ...over })
    expect(statusCode).toBe(200)
    return { rows: json<unknown[]>(), total: headers['x-total-count'] }
  }
  const forth = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  const { rows, total } = await ask({ sort: forth })
  expect(rows.length).toBeGreaterThan(2)
  expect(total).toBe(String(rows.length))
  expect(await ask({ sort })).toEqual({ rows: rows.toReversed(), total })
  expect(await ask({ sort: forth, page: 1, size: 2 })).toEqual({ rows: rows.slice(2, 4), total })
  expect(await ask({ sort: forth, page: 9, size: 20 })).toEqual({ rows: [], total })
})
