import { companyApi } from '@tradewind/contract/crm/company.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const long = { legalName: 'x'.repeat(40 * 1024) }

test('without a session, a body of more than 32 KB is rejected unread: 401 where one is needed, else 413', async () => {
  const unauthorised = await app.as(undefined).send(companyApi.create, long)
  expect([unauthorised.statusCode, unauthorised.json().message]).toEqual([401, 'Your session has ended.'])
  const login = await app.as(undefined).send(identityApi.login, { username: 'x'.repeat(40 * 1024), password: 'x' })
  expect([login.statusCode, login.json().message]).toEqual([413, 'This is too large'])
  const unreadable = await app.fastify.inject({
    method: 'POST',
    url: companyApi.create.path,
    payload: `{${'x'.repeat(40 * 1024)}`,
    headers: { 'content-type': 'application/json' },
  })
  expect(unreadable.statusCode).toBe(401)
})

test('with a session, a longer body is read, and rejected for what is wrong with it', async () => {
  const { statusCode, json } = await app.as(admin).send(companyApi.create, long)
  expect([statusCode, json().data.legalName]).toEqual([422, 'Legal name can have 200 characters at most'])
})

const nested = (depth: number) => `{"legalName":"x","custom":{"size":${'['.repeat(depth)}${']'.repeat(depth)}}}`
const create = (payload: string) =>
  app.fastify.inject({
    method: 'POST',
    url: companyApi.create.path,
    payload,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
  })

test('a body whose lists or objects are nested too deeply is rejected, whatever field it is in', async () => {
  const deep = await create(nested(200_000))
  expect([deep.statusCode, deep.json().message]).toEqual([422, 'This cannot be understood'])
  expect((await create(nested(10))).json().data).toMatchObject({ country: 'Country is required' })
})

test('blank query values are treated as missing', async () => {
  const { statusCode } = await app.as(admin).send(driveApi.list, { parentId: '', ownerId: ' ', page: '', size: '' })
  expect(statusCode).toBe(200)
  const steps = await app.as(admin).send(nextStepsApi.list, { page: '0', sort: '', q: '' })
  expect([steps.statusCode, steps.json()]).toEqual([200, []])
})
