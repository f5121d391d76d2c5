import type { Rules } from '@tradewind/contract/kit/policy'
import { roles } from '@tradewind/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { allSamples } from '../../test/samples.ts'

let app: TestApp
/** Everybody but the super admin: the other roles, and a visitor. */
let others: (TestUser | undefined)[]
beforeAll(async () => {
  app = await testApp()
  const below = roles.filter((role) => role !== 'ROLE_SUPER_ADMIN')
  others = [undefined, ...(await Promise.all(below.map((role) => app.someone(role))))]
})
afterAll(() => app.close())

const isForChiefAlone = (who: unknown) =>
  Array.isArray(who) && (who as Rules).every(([group]) => group.join() === 'ROLE_SUPER_ADMIN')
const closed = allSamples.filter(({ call }) => isForChiefAlone(call.access))

/** The path as it is, and in spellings that must not be accepted. */
const spellings = (path: string) => [
  path,
  path.replace(/\/?$/, '/'),
  path.replaceAll('/', '//'),
  path.toUpperCase(),
  path.replace('/api/', '/api/%2e/'),
  path.replace('/api/', '/API/superAdmin/%2e%2e/'),
  path.replace('/api/', '/superAdmin/../api/'),
  path.replace('/api/', '/api/superadmin/'),
]

test('no spelling of a super admin path lets anybody else in', async () => {
  expect(closed.map(({ feature }) => feature)).toEqual(
    expect.arrayContaining(['tenant', 'tenantConfiguration', 'permission', 'bulkUpload']),
  )
  for (const { call, sample } of closed) {
    const { uniqueId = crypto.randomUUID(), ...fields } = sample() as { uniqueId?: string }
    for (const url of spellings(call.path.replace(/:\w+/g, uniqueId))) {
      for (const who of others) {
        const headers = who ? { authorization: `Bearer ${who.token}` } : {}
        const body = call.method === 'GET' ? {} : { payload: { ...fields, uniqueId } }
        const { statusCode } = await app.fastify.inject({ method: call.method, url, headers, ...body })
        expect([call.method, url, who?.roles, [401, 403, 404].includes(statusCode), statusCode]).toEqual([
          call.method,
          url,
          who?.roles,
          true,
          statusCode,
        ])
      }
    }
  }
})

test('the super admin can use the paths as they are, with or without a trailing slash', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  for (const url of ['/api/tenant', '/api/tenant/', '/api/tenantConfiguration'])
    expect((await app.fastify.inject({ url, headers: { authorization: `Bearer ${chief.token}` } })).statusCode).toBe(200)
})
