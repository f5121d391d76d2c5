import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { companyRows, companyWorkbook } from '../../../test/workbook.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

let number = 0
const acme = () => ({
  legalName: `Acme ${++number}`,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
})
const key = (name: string) => ({ 'idempotency-key': name })
const create = async (who: TestUser, body: object, headers: Record<string, string>) => {
  const { statusCode, json } = await app.as(who).send(companyApi.create, body, headers)
  return { status: statusCode, body: json() }
}
const upload = async (file: Blob) => (await app.as(admin).send(companyApi.massUpload, { file }, key('upload'))).json()
const named = async (q: string, who = admin) => (await app.as(who).call(companyApi.list, { q })).length

test('a repeat gets the first reply, whatever has happened since', async () => {
  const body = acme()
  const first = await create(admin, body, key('repeat'))
  await app.as(admin).call(companyApi.update, { uniqueId: first.body.data.uniqueId, legalName: 'Renamed meanwhile' })
  expect(await create(admin, body, key('repeat'))).toEqual(first)
  expect(first).toMatchObject({ status: 201, body: { responseStatus: 'SUCCESS', data: body } })
  expect(await named(body.legalName)).toBe(0)
})

test('the key of one request cannot be used for another', async () => {
  await create(admin, acme(), key('one-body'))
  const other = await create(admin, { ...acme(), legalName: 'Never made' }, key('one-body'))
  expect(other).toMatchObject({ status: 422, body: { message: 'This Idempotency-Key was used for another request', data: {} } })
  expect(await named('Never made')).toBe(0)
})

test('a repeat of a request that is still running is rejected as such, and the request runs once', async () => {
  const body = acme()
  let first: ReturnType<typeof create> | undefined
  await app.whileLocked('company', async () => {
    first = create(admin, body, key('running'))
    await expect.poll(app.waiting).toHaveLength(1)
    const repeat = await create(admin, body, key('running'))
    expect(repeat).toMatchObject({ status: 409, body: { message: 'This request is still running' } })
  })
  const made = await first
  expect(await create(admin, body, key('running'))).toEqual(made)
  expect(await named(body.legalName)).toBe(1)
})

test('of many requests at the same time with one key, only one is made', async () => {
  const body = acme()
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(admin, body, key('burst'))))
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.data.uniqueId)).size).toBe(1)
  expect(await named(body.legalName)).toBe(1)
})

test('the same key is separate for another user, another tenant and another call', async () => {
  const colleague = await app.someone('ROLE_ADMIN')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const made = [
    await create(admin, acme(), key('shared')),
    await create(colleague, acme(), key('shared')),
    await create(stranger, acme(), key('shared')),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  const marked = await app
    .as(admin)
    .send(companyApi.massUpload, { file: await companyWorkbook(companyRows('Shared', 2)) }, key('shared'))
  expect(marked.json()).toMatchObject({ data: { created: 2 } })
})

test('a rejected request leaves its key free', async () => {
  const body = acme()
  expect(await create(admin, { ...body, country: 'Atlantis' }, key('second-try'))).toMatchObject({
    status: 422,
  })
  await create(admin, body, {})
  expect(await create(admin, body, key('second-try'))).toMatchObject({
    status: 422,
    body: { data: { legalName: expect.stringContaining('already') } },
  })
  expect(await create(admin, acme(), key('second-try'))).toMatchObject({ status: 201 })
})

test.each(['two words', 'ümlaut', 'x'.repeat(201), ''])('“%s” is not a valid key', async (name) => {
  expect(await create(admin, acme(), key(name))).toMatchObject({
    status: 422,
    body: { message: 'Idempotency-Key must be 1 to 200 printable characters' },
  })
})

test('an upload is imported once: the same file again gets the first reply, another one is rejected', async () => {
  const file = await companyWorkbook(companyRows('Once', 3))
  const first = await upload(file)
  expect(first).toMatchObject({ data: { read: 3, created: 3 } })
  expect(await upload(file)).toEqual(first)
  expect(await upload(await companyWorkbook(companyRows('Once more', 3)))).toMatchObject({
    message: 'This Idempotency-Key was used for another request',
  })
  expect(await named('Once')).toBe(3)
})

test('a reply that contains a secret is never stored: sign-ins and tickets are created again', async () => {
  const url = async () => (await app.as(admin).call(companyApi.export, { format: 'csv' }, key('ticket'))).url
  const [one, other] = [await url(), await url()]
  expect(one).not.toBe(other)
  await app.as(undefined).send(identityApi.login, { username: admin.emailAddress, password: 'x' }, key('ticket'))
  const kept = await app.asOwner<{ all: string }>('select coalesce(string_agg(f::text, chr(10)), $1) as all from first_reply f', [
    '',
  ])
  for (const secret of [one.split('/').at(-1)!, other.split('/').at(-1)!, 'auth/login'])
    expect(kept[0]!.all).not.toContain(secret)
})
