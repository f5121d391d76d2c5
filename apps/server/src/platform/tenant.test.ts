import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
/** A second node on the same database. */
let far: Awaited<ReturnType<TestApp['open']>>
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { APP_URL: 'https://home.example' } })
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

let count = 0
const newName = () => `tenant-${++count}.example`
const input = (over: object = {}) => ({
  fullName: 'Bergwald',
  firstName: 'Berta',
  lastName: 'Wald',
  emailAddress: 'berta@bergwald.example',
  domainName: newName(),
  ...over,
})
const make = (over: object = {}) => app.as(chief).call(tenantApi.create, input(over))
const list = (query: object) => app.as(chief).call(tenantApi.list, { page: 0, ...query })
const trail = (uniqueId: string) =>
  app.asOwner<{ action: string; title: string; changes: object }>(
    `select action, title, changes from audit where kind = 'tenant' and record_id = $1 and tenant_id = world_id order by id`,
    [uniqueId],
  )
const TAKEN = 'Another tenant already uses this domain name'
const refused = (fields: object) => ({ status: 422, data: fields })

/** The tenant that a visitor of this host belongs to. */
const tenantOfHost = (host: string, on: Pick<typeof far, 'appContext'> = app) => on.appContext.tenants.byHost(host)

test('returns a tenant as it was saved, and records its changes in its own audit trail', async () => {
  const made = await make({ fullName: ' Bergwald AG ', middleName: '', phoneNumber: '+49 (30) 12-3', domainName: 'BERG.example' })
  expect(made).toMatchObject({
    fullName: 'Bergwald AG',
    middleName: null,
    phoneNumber: '+49 (30) 12-3',
    domainName: 'berg.example',
    secondaryDomainName: null,
    createdBy: chief.uniqueId,
    isMain: false,
    deletedAt: null,
    figures: null,
  })
  expect(await app.as(chief).call(tenantApi.get, { uniqueId: made.uniqueId })).toEqual(made)
  const changed = await app.as(chief).call(tenantApi.update, { uniqueId: made.uniqueId, address: 'Am Berg 1' })
  expect(changed).toMatchObject({ address: 'Am Berg 1', domainName: 'berg.example', firstName: 'Berta' })
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt))
  expect(await trail(made.uniqueId)).toEqual([
    { action: 'CREATED', title: 'Bergwald AG', changes: {} },
    { action: 'CHANGED', title: 'Bergwald AG', changes: { address: { before: null, after: 'Am Berg 1' } } },
  ])
})

test('reports all missing required fields by name in one response', async () => {
  const empty = { fullName: '', firstName: '', lastName: '', emailAddress: '', domainName: '' }
  for (const nothing of [empty, {} as never])
    await expect(app.as(chief).call(tenantApi.create, nothing)).rejects.toMatchObject(
      refused({
        fullName: 'Name is required',
        firstName: 'First name is required',
        lastName: 'Last name is required',
        emailAddress: 'Email address is required',
        domainName: 'Domain name is required',
      }),
    )
  const needed = refused({ domainName: 'Domain name is required' })
  await expect(make({ domainName: '' })).rejects.toMatchObject(needed)
  const { uniqueId } = await make()
  await expect(app.as(chief).call(tenantApi.update, { uniqueId, domainName: null })).rejects.toMatchObject(needed)
  const said: [string, string][] = [
    ['http://x.example', 'leave out https:// and what follows the name'],
    ['bad domain!!', 'it cannot contain spaces'],
    ['bad-domain!!', 'it can only contain letters, digits, hyphens and dots'],
    ['localhost', 'it needs a dot, as in example.com'],
    ['192.0.2.1', 'it cannot end in digits'],
    ['a..example', 'there is one dot too many'],
    ['-a.example', 'each part has 63 characters at most, and no hyphen at its ends'],
  ]
  for (const [name, why] of said)
    await expect(make({ domainName: name })).rejects.toMatchObject(refused({ domainName: `This is not a domain name: ${why}` }))
  const main = { uniqueId: app.main.uniqueId, domainName: 'home.example' }
  expect(await app.as(chief).call(tenantApi.update, main)).toMatchObject({ domainName: 'home.example' })
  expect(await app.as(chief).call(tenantApi.update, { ...main, domainName: '' })).toMatchObject({ domainName: null })
})

test('a domain name of a tenant cannot be used by another tenant, neither as primary nor as secondary name', async () => {
  const [first, second] = [newName(), newName()]
  const { uniqueId } = await make({ domainName: first, secondaryDomainName: second })
  for (const name of [first, second, first.toUpperCase()]) {
    await expect(make({ domainName: name })).rejects.toMatchObject(refused({ domainName: TAKEN }))
    await expect(make({ secondaryDomainName: name })).rejects.toMatchObject(refused({ secondaryDomainName: TAKEN }))
  }
  const both = { domainName: second, secondaryDomainName: first }
  await expect(make(both)).rejects.toMatchObject(refused({ domainName: TAKEN, secondaryDomainName: TAKEN }))
  await expect(make({ domainName: 'home.example' })).rejects.toMatchObject(refused({ domainName: TAKEN }))
  const third = newName()
  await expect(make({ domainName: third, secondaryDomainName: third })).rejects.toMatchObject(
    refused({ secondaryDomainName: 'The two domain names must not be the same' }),
  )
  await expect(make({ domainName: first, secondaryDomainName: first })).rejects.toMatchObject(
    refused({ domainName: TAKEN, secondaryDomainName: 'The two domain names must not be the same' }),
  )
  expect(await app.as(chief).call(tenantApi.update, { uniqueId, ...both })).toMatchObject(both)
  const other = await make({ domainName: third })
  const claim = { uniqueId: other.uniqueId, secondaryDomainName: first }
  await expect(app.as(chief).call(tenantApi.update, claim)).rejects.toMatchObject(refused({ secondaryDomainName: TAKEN }))
  await app.as(chief).call(tenantApi.update, { uniqueId, domainName: second, secondaryDomainName: null })
  expect(await app.as(chief).call(tenantApi.update, claim)).toMatchObject({ secondaryDomainName: first })
})

test('only one of many concurrent requests for the same domain name succeeds', async () => {
  const domainName = newName()
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => make({ domainName })))
  const lost = made.filter((one) => one.status === 'rejected').map(({ reason }) => reason as { status: number; data: object })
  expect(lost.map(({ status, data }) => [status, data])).toEqual(Array.from({ length: 7 }, () => [422, { domainName: TAKEN }]))
})

const ids = async (query: object) => (await list(query)).map(({ uniqueId }) => uniqueId)

test('the list can be searched by name, domain and contact, paged and sorted', async () => {
  const marker = 'zirbel'
  const [one, two, three] = [
    await make({ fullName: 'Zirbel Ä', domainName: `z.${marker}.example` }),
    await make({ fullName: 'zirbel B', secondaryDomainName: `two.${marker}.example` }),
    await make({ fullName: 'Other', lastName: 'Zirbél' }),
  ]
  expect(new Set(await ids({ q: 'ZIRBEL' }))).toEqual(new Set([one, two, three].map(({ uniqueId }) => uniqueId)))
  expect(await ids({ fullName: 'zirbel', sort: 'fullName' })).toEqual([one.uniqueId, two.uniqueId])
  expect(await ids({ fullName: 'zirbel', sort: '-fullName' })).toEqual([two.uniqueId, one.uniqueId])
  expect(await ids({ domainName: `two.${marker}` })).toEqual([two.uniqueId])
  expect(await ids({ q: 'zirbel', sort: '-dateCreated', size: 1, page: 1 })).toEqual([two.uniqueId])
  expect(await ids({ q: '%' })).toEqual([])
  const { headers } = await app.as(chief).send(tenantApi.list, { q: 'zirbel', size: 1 })
  expect(headers['x-total-count']).toBe('3')
  expect((await app.as(chief).call(tenantApi.list, {})).length).toBeGreaterThan(3)
})

test('the list can be filtered by state and sorted by the number of users, those not counted yet as the fewest', async () => {
  const [few, many, uncounted, gone] = [
    await make({ fullName: 'Sorting A' }),
    await make({ fullName: 'Sorting B' }),
    await make({ fullName: 'Sorting C' }),
    await make({ fullName: 'Sorting D' }),
  ]
  await app.asOwner('insert into tenant_figure (tenant_id, users, records, storage) values ($1, 0, 0, 0), ($2, 12, 0, 0)', [
    few.uniqueId,
    many.uniqueId,
  ])
  await app.as(chief).call(tenantApi.remove, { uniqueId: gone.uniqueId })
  const isActive = { fullName: 'sorting', state: 'ACTIVE' } as const
  const order = [uncounted.uniqueId, few.uniqueId, many.uniqueId]
  expect(await ids({ ...isActive, sort: 'users' })).toEqual(order)
  expect(await ids({ ...isActive, sort: '-users' })).toEqual(order.toReversed())
  expect(await ids({ fullName: 'sorting', state: 'DELETED' })).toEqual([gone.uniqueId])
})

test('conditions choose tenants by name, either domain, contact, state and day, all or any of them', async () => {
  const [one, two] = [
    await make({ fullName: 'Kiefer Ä', domainName: 'a.kiefer.example', secondaryDomainName: 'b.kiefer.example' }),
    await make({ fullName: 'Kiefer B', lastName: 'Köhler' }),
  ]
  await app.as(chief).call(tenantApi.remove, { uniqueId: two.uniqueId })
  const where = (...conditions: string[]) => ids({ where: ['fullName:contains:kiefer', ...conditions] })
  const both = [two.uniqueId, one.uniqueId]
  expect(await where()).toEqual(both)
  expect(await where('fullName:is:KIEFER A')).toEqual([one.uniqueId])
  expect(await where('fullName:isNot:kiefer a')).toEqual([two.uniqueId])
  expect(await where('domainName:is:b.kiefer.example')).toEqual([one.uniqueId])
  expect(await where('domainName:isNot:b.kiefer.example')).toEqual([two.uniqueId])
  expect(await where('emailAddress:contains:kohl')).toEqual([two.uniqueId])
  expect(await where('state:is:DELETED')).toEqual([two.uniqueId])
  expect(await where('state:isNot:DELETED', 'dateCreated:inLast:1')).toEqual([one.uniqueId])
  expect(await ids({ any: ['domainName:is:a.kiefer.example', 'emailAddress:contains:Köhler'] })).toEqual(both)
  expect(await where('dateCreated:before:2000-01-01')).toEqual([])
})

test('an update based on an outdated version is rejected with the current state', async () => {
  const { uniqueId, updatedAt } = await make()
  const now = await app.as(chief).call(tenantApi.update, { uniqueId, updatedAt, address: 'First' })
  const late = app.as(chief).call(tenantApi.update, { uniqueId, updatedAt, address: 'Second' })
  await expect(late).rejects.toMatchObject({ status: 409, data: now })
})

test('a new domain name leads to the tenant on every node immediately, and the old one leads nowhere', async () => {
  const [before, after] = [newName(), newName()]
  const { uniqueId } = await make({ domainName: before })
  for (const on of [app, far])
    expect([(await tenantOfHost(before, on))?.uniqueId, await tenantOfHost(after, on)]).toEqual([uniqueId, undefined])
  await app.as(chief).call(tenantApi.update, { uniqueId, domainName: after })
  expect([await tenantOfHost(before), (await tenantOfHost(after))?.uniqueId]).toEqual([undefined, uniqueId])
  await expect.poll(async () => (await tenantOfHost(after, far))?.uniqueId).toBe(uniqueId)
  expect(await tenantOfHost(before, far)).toBeUndefined()
})

test('a deleted tenant has no sessions or visitors on any node until it is restored; its users must sign in again', async () => {
  const { uniqueId: tenantId } = await make()
  const ann = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  const bob = await app.someone('ROLE_PRO')
  const statusOf = async (who: TestUser, on: Pick<typeof far, 'as'>) => (await on.as(who).send(companyApi.list)).statusCode
  const visit = async (on: Pick<typeof far, 'as'>) =>
    (await on.as(undefined).send(identityApi.forgotPassword, { email: 'x' }, { 'x-tenant': tenantId })).statusCode
  for (const on of [app, far])
    expect([await statusOf(ann, on), await statusOf(bob, on), await visit(on)]).toEqual([200, 200, 422])
  expect(await app.as(chief).call(tenantApi.remove, { uniqueId: tenantId })).toEqual({ uniqueId: tenantId })
  expect([await statusOf(ann, app), await visit(app)]).toEqual([401, 404])
  await expect.poll(() => statusOf(ann, far)).toBe(401)
  expect([await visit(far), await statusOf(bob, far)]).toEqual([404, 200])
  expect(await app.asOwner('select from session where tenant_id = $1', [tenantId])).toEqual([])
  expect((await list({ q: '' })).find(({ uniqueId }) => uniqueId === tenantId)?.deletedAt).toEqual(expect.any(String))
  const { deletedAt } = await app.as(chief).call(tenantApi.get, { uniqueId: tenantId })
  await app.as(chief).call(tenantApi.remove, { uniqueId: tenantId })
  expect((await app.as(chief).call(tenantApi.get, { uniqueId: tenantId })).deletedAt).toBe(deletedAt)
  expect(await app.as(chief).call(tenantApi.restore, { uniqueId: tenantId })).toMatchObject({ deletedAt: null })
  await expect.poll(() => visit(far)).toBe(422)
  expect([await visit(app), await statusOf(ann, app)]).toEqual([422, 401])
  expect((await trail(tenantId)).map(({ action }) => action)).toEqual(['CREATED', 'DELETED', 'RESTORED'])
})

test('letters that wait when their tenant is deleted are not sent', async () => {
  const { uniqueId: tenantId } = await make()
  const asker = { name: 'Bea Wald', country: 'Germany', email: `bea@${newName()}`, plan: 'IGNORE' }
  await app.as(undefined).call(publicApi.contactUsPartner, asker, { 'x-tenant': tenantId })
  const waiting = await app.asOwner<{ name: string; data: object }>(
    `select name, data from pgboss.job where data->>'tenantId' = $1`,
    [tenantId],
  )
  expect(waiting.length).toBeGreaterThan(0)
  await app.as(chief).call(tenantApi.remove, { uniqueId: tenantId })
  for (const { name, data } of waiting) await app.work(name, data)
  const lettersOf = async () => (await app.appContext.mail.mailbox!()).filter((one) => one.tenantId === tenantId)
  expect(await lettersOf()).toEqual([])
  await app.as(chief).call(tenantApi.restore, { uniqueId: tenantId })
  for (const { name, data } of waiting) await app.work(name, data)
  expect((await lettersOf()).map(({ to }) => to)).toContain(asker.email)
})

test('neither the main account nor the actor’s own tenant can be deleted', async () => {
  await expect(app.as(chief).call(tenantApi.remove, { uniqueId: app.main.uniqueId })).rejects.toMatchObject({
    status: 409,
    message: 'The main account cannot be deleted',
  })
  const abroad = await app.someone('ROLE_SUPER_ADMIN', { tenantId: app.other.uniqueId })
  await expect(app.as(abroad).call(tenantApi.remove, { uniqueId: app.other.uniqueId })).rejects.toMatchObject({ status: 409 })
})

test('the tenant of a tenant admin is found by that admin’s id only, and by no other id', async () => {
  const { uniqueId: tenantId } = await make()
  const [admin, clerk] = [await app.someone('ROLE_TENANT_ADMIN', { tenantId }), await app.someone('ROLE_ADMIN', { tenantId })]
  expect(await app.as(chief).call(tenantApi.ofAdmin, { uniqueId: admin.uniqueId })).toMatchObject({ uniqueId: tenantId })
  for (const uniqueId of [clerk.uniqueId, tenantId, crypto.randomUUID()])
    await expect(app.as(chief).call(tenantApi.ofAdmin, { uniqueId })).rejects.toMatchObject({ status: 404 })
  const reading = vi.spyOn(app.appContext.db, 'as')
  const readsOf = async () => {
    reading.mockClear()
    await app.as(chief).call(tenantApi.ofAdmin, { uniqueId: admin.uniqueId })
    return reading.mock.calls.length
  }
  const few = await readsOf()
  for (let more = 0; more < 10; more++) await app.tenant('Another')
  expect(await readsOf()).toBe(few)
  reading.mockRestore()
})
