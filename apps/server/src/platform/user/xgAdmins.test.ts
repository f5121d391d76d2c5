import { byId, emptyInput, emptyReply, endpoint } from '@tradewind/contract/kit/endpoint'
import { permissionApi, userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { xgAdmins } from '@tradewind/contract/platform/policies'
import { type Role, roles } from '@tradewind/contract/roles'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#kit/http/routes'
import { buildServer } from '#kit/http/server'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let fastify: FastifyInstance
beforeAll(async () => {
  app = await testApp()
  fastify = buildServer({ logger: app.appContext.logger, trustProxy: false, secure: false })
  const guarded = {
    read: endpoint({
      method: 'GET',
      path: '/api/xg',
      access: xgAdmins,
      summary: 'A call for XG admins.',
      input: emptyInput,
      reply: emptyReply,
    }),
  }
  routes(guarded, { read: async () => ({}) })(fastify, app.appContext)
  await fastify.ready()
})
afterAll(async () => {
  await fastify.close()
  await app.close()
})

const statusFor = async ({ token }: TestUser) =>
  (await fastify.inject({ url: '/api/xg', headers: { authorization: `Bearer ${token}` } })).statusCode

const withKey: readonly Role[] = ['ROLE_SUPER_ADMIN', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN']

test.each(roles)('%s is allowed by role, by permission, or never', async (role) => {
  const [plain, holder] = [await app.someone(role), await app.someone(role, { permissions: ['XG_ADMIN'] })]
  expect(await statusFor(plain)).toBe(role === 'ROLE_SUPER_ADMIN' ? 200 : 403)
  expect(await statusFor(holder)).toBe(withKey.includes(role) ? 200 : 403)
})

test('the super admin grants and revokes XG_ADMIN in any tenant, and both take effect on the next call', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const theirs = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const [key] = (await app.as(chief).call(permissionApi.list, {})).filter(({ key: one }) => one === 'XG_ADMIN')
  const abroad = { 'x-tenant': theirs.tenantId }
  expect(await statusFor(theirs)).toBe(403)
  const [held] = await app
    .as(chief)
    .call(userPermissionApi.assign, { userUID: theirs.uniqueId, permissionStateList: [key!.uniqueId] }, abroad)
  expect(await statusFor(theirs)).toBe(200)
  await app.as(chief).call(userPermissionApi.remove, byId.parse({ uniqueId: held!.uniqueId }), abroad)
  expect(await statusFor(theirs)).toBe(403)
})
