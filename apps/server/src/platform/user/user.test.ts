import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi, type User, userStates } from '@tradewind/contract/platform/user.contract'
import type { Role } from '@tradewind/contract/roles'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const address = () => `p.${crypto.randomUUID()}@example.test`
const person = (over: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  emailAddress: address(),
  adminRole: 'ROLE_LEVEL1' as const,
  ...over,
})
const add = (over: object = {}, who = admin) => app.as(who).call(adminApi.create, person(over))
const abroad = () => ({ 'x-tenant': app.other.uniqueId })
const listed = async (who: TestUser, query: object = {}, headers = {}) =>
  (await app.as(who).call(adminApi.list, { page: 0, size: 500, ...query }, headers)).map(({ uniqueId }) => uniqueId)

test('returns a user as it was saved, with the fields of the contract and no others', async () => {
  const given = person({
    firstName: ' Zoë ',
    middleName: ' ',
    adminRole: 'ROLE_PRO',
    userCompanyName: 'Zoë & Co',
    userCompanyCountry: 'pt',
    isPartner: true,
  })
  const made = await app.as(admin).call(adminApi.create, { ...given, reviewsSearchEnabled: true })
  expect(made).toMatchObject({
    firstName: 'Zoë',
    middleName: null,
    fullName: 'Zoë Byron',
    username: given.emailAddress,
    role: ['ROLE_PRO'],
    adminRole: 'ROLE_PRO',
    userCompanyName: 'Zoë & Co',
    userCompanyCountry: 'Portugal',
    isPartner: true,
    reviewsSearchEnabled: true,
    allowedCountries: [],
    brandLogoUID: null,
    tenant: 'Main',
    state: 'INVITED',
    createdBy: admin.uniqueId,
  })
  expect(await app.as(admin).call(adminApi.get, { uniqueId: made.uniqueId })).toEqual(made)
  expect(await app.as(admin).call(adminApi.list, { q: 'zoe & co', page: 0 })).toEqual([made])
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(adminApi.get.reply.shape).toSorted())
})

const refusedFor = (sentence: string) => ({ status: 422, data: { reviewsSearchEnabled: sentence } })

test('whether a user’s review page can be found is changed by others, and rejected by field where it cannot be changed', async () => {
  const pro = await add({ adminRole: 'ROLE_PRO' })
  const change = (uniqueId: string, over: object, who = admin) => app.as(who).call(adminApi.update, { uniqueId, ...over })
  expect(await change(pro.uniqueId, { reviewsSearchEnabled: true })).toMatchObject({ reviewsSearchEnabled: true })
  expect((await app.as(admin).call(adminApi.history, { uniqueId: pro.uniqueId }))[0]).toMatchObject({
    changes: { reviewsSearchEnabled: { before: false, after: true } },
  })
  expect(
    await change(pro.uniqueId, { ...pro, updatedAt: undefined, firstName: 'Ida', reviewsSearchEnabled: false }),
  ).toMatchObject({
    reviewsSearchEnabled: false,
  })
  const clerk = await add()
  await expect(change(clerk.uniqueId, { reviewsSearchEnabled: true })).rejects.toMatchObject(
    refusedFor('This role has no reviews'),
  )
  const member = await app.someone('ROLE_PRO')
  await expect(change(member.uniqueId, { reviewsSearchEnabled: true }, member)).rejects.toMatchObject(
    refusedFor('Change it where your reviews are set up'),
  )
})

test.each(['ROLE_FREE', 'ROLE_STARTER'] as const)(
  'a member with the role %s can correct their own company name, and nobody else’s',
  async (role) => {
    const [ann, bob] = [await app.someone(role), await app.someone(role)]
    const name = (uniqueId: string) => app.as(ann).call(adminApi.updateBrandName, { uniqueId, userCompanyName: 'Nordlicht' })
    expect(await name(ann.uniqueId)).toMatchObject({ userCompanyName: 'Nordlicht' })
    await expect(name(bob.uniqueId)).rejects.toMatchObject({ status: 404 })
    const description = { uniqueId: ann.uniqueId, companyDescriptionMarkup: '<p>Pumps</p>' }
    await expect(app.as(ann).call(reviewSettingApi.describe, description)).rejects.toMatchObject({ status: 403 })
  },
)

test('a user can set and clear the country of their own company; changing only the name leaves it', async () => {
  const [ann, bob] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const brand = (over: object, { uniqueId } = ann) =>
    app.as(ann).call(adminApi.updateBrandName, { uniqueId, userCompanyName: 'Nordlicht', ...over })
  const known = async () => (await app.as(ann).call(identityApi.account, {})).userCompanyCountry
  expect(await brand({ userCompanyCountry: 'Norway' })).toMatchObject({ userCompanyCountry: 'Norway' })
  expect(await brand({ userCompanyName: 'Polarlicht' })).toMatchObject({ userCompanyCountry: 'Norway' })
  expect(await known()).toBe('Norway')
  await expect(brand({ userCompanyCountry: 'Atlantis' })).rejects.toMatchObject({
    status: 422,
    data: { userCompanyCountry: 'Choose a country' },
  })
  await expect(brand({ userCompanyCountry: 'Norway' }, bob)).rejects.toMatchObject({ status: 404 })
  expect(await brand({ userCompanyCountry: '' })).toMatchObject({ userCompanyCountry: null })
  expect(await known()).toBeNull()
})

test('a role without reviews has no findable review page, neither for a new user nor after a role change', async () => {
  const starter = await app
    .as(admin)
    .call(adminApi.create, { ...person({ adminRole: 'ROLE_STARTER' }), reviewsSearchEnabled: true })
  expect(starter.reviewsSearchEnabled).toBe(false)
  const pro = await app.as(admin).call(adminApi.create, { ...person({ adminRole: 'ROLE_PRO' }), reviewsSearchEnabled: true })
  const change = (adminRole: Role) => app.as(admin).call(adminApi.update, { uniqueId: pro.uniqueId, adminRole })
  expect(await change('ROLE_BASIC')).toMatchObject({ reviewsSearchEnabled: true })
  expect(await change('ROLE_FREE')).toMatchObject({ reviewsSearchEnabled: false })
  expect(await change('ROLE_BASIC')).toMatchObject({ reviewsSearchEnabled: false })
})

test('users are returned with their permission keys, in lists too; a form that sends them back changes none', async () => {
  const { uniqueId } = await app.someone('ROLE_LEVEL2', { permissions: ['VIEW_AUDIT', 'EXPORT_DATA'] })
  const read = await app.as(admin).call(adminApi.get, { uniqueId })
  expect(read.permissionList).toEqual(['EXPORT_DATA', 'VIEW_AUDIT'])
  for (const query of [{}, { page: 0, size: 500 }]) {
    const all = await app.as(admin).call(adminApi.list, query)
    expect(all.find((one) => one.uniqueId === uniqueId)).toEqual(read)
    expect(all.find((one) => one.uniqueId === admin.uniqueId)).toMatchObject({ permissionList: [] })
  }
  const form = { ...read, lastName: 'Lovelace', permissionList: ['XG_ADMIN'] }
  const saved = await app.as(admin).send(adminApi.update, form)
  expect([saved.statusCode, saved.json().data.lastName, saved.json().data.permissionList]).toEqual([
    200,
    'Lovelace',
    ['EXPORT_DATA', 'VIEW_AUDIT'],
  ])
  const refused = await app.as(admin).send(adminApi.create, person({ permissionList: ['XG_ADMIN'] }))
  expect([refused.statusCode, refused.json().data]).toEqual([422, { permissionList: 'Unknown field' }])
})

test('countries are given by name and stored as codes, for level 3 only', async () => {
  const given = person({ adminRole: 'ROLE_LEVEL3', allowedCountries: ['Italy', 'de', 'Italy'] })
  const made = await app.as(admin).call(adminApi.create, given)
  expect(made.allowedCountries).toEqual(['Germany', 'Italy'])
  expect(await app.asOwner('select allowed_countries from user_account where id = $1', [made.uniqueId])).toEqual([
    { allowed_countries: ['DE', 'IT'] },
  ])
  const other = await app.as(admin).call(adminApi.update, { uniqueId: made.uniqueId, adminRole: 'ROLE_LEVEL2' })
  expect(other).toMatchObject({ adminRole: 'ROLE_LEVEL2', allowedCountries: [] })
  expect(await add({ allowedCountries: ['France'] })).toMatchObject({ allowedCountries: [] })
})

test('the state tells whether an account is invited, its invitation has expired, or it is active or deactivated', async () => {
  const made = await add()
  const stateNow = async () => (await app.as(admin).call(adminApi.get, { uniqueId: made.uniqueId })).state
  expect(await stateNow()).toBe('INVITED')
  await app.asOwner(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [made.uniqueId])
  expect(await stateNow()).toBe('INVITATION_EXPIRED')
  await app.asOwner(`update user_account set password_hash = 'x' where id = $1`, [made.uniqueId])
  expect(await stateNow()).toBe('ACTIVE')
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [made.uniqueId])
  expect(await stateNow()).toBe('DEACTIVATED')
  expect((await app.as(admin).call(adminApi.list, { page: 0 })).find(({ uniqueId }) => uniqueId === made.uniqueId)).toMatchObject(
    { state: 'DEACTIVATED' },
  )
})

test('the list is filtered, sorted and paged; without a page it returns all users, states included', async () => {
  const tenant = await app.tenant('Listing')
  const lead = await app.someone('ROLE_TENANT_ADMIN', { tenantId: tenant.uniqueId, firstName: 'Zed' })
  const [one, two] = [
    await add({ firstName: 'Éva', lastName: 'Abel' }, lead),
    await add({ firstName: 'Bob', adminRole: 'ROLE_ADMIN' }, lead),
  ]
  const names = async (query: object) => (await app.as(lead).call(adminApi.list, query)).map(({ firstName }) => firstName)
  expect(await names({ sort: 'fullName', page: 0 })).toEqual(['Bob', 'Éva', 'Zed'])
  expect(await names({ sort: '-fullName', page: 1, size: 2 })).toEqual(['Bob'])
  expect(await names({ sort: 'adminRole' })).toEqual(['Zed', 'Bob', 'Éva'])
  expect(await names({ roleName: 'ROLE_ADMIN' })).toEqual(['Bob'])
  await app.asOwner(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [one.uniqueId])
  await app.asOwner(`update user_account set password_hash = 'x' where id = $1`, [lead.uniqueId])
  const byState = async () =>
    Object.fromEntries(await Promise.all(userStates.map(async (state) => [state, await names({ state, page: 0 })] as const)))
  const pending = { INVITED: ['Bob'], INVITATION_EXPIRED: ['Éva'] }
  expect(await byState()).toEqual({ ...pending, ACTIVE: ['Zed'], DEACTIVATED: [] })
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [two.uniqueId])
  expect(await byState()).toEqual({ ...pending, INVITED: [], ACTIVE: ['Zed'], DEACTIVATED: ['Bob'] })
  expect(await names({ fullName: 'eva a', page: 0 })).toEqual(['Éva'])
  expect(await names({ fullName: two.emailAddress, page: 0 })).toEqual([])
  expect(await names({ emailAddress: one.emailAddress.toUpperCase() })).toEqual(['Éva'])
  const whole = await app.as(lead).call(adminApi.list, {})
  expect(whole).toEqual(await app.as(lead).call(adminApi.list, { page: 0, size: 20 }))
  expect(whole.map(({ state, tenant: of }) => [state, of])).toContainEqual(['ACTIVE', 'Listing'])
  await expect(app.as(lead).call(adminApi.list, { roleName: 'ROLE_TEACHER' as 'ROLE_FREE' })).rejects.toMatchObject({
    status: 422,
    data: { roleName: 'Unknown role' },
  })
  const { headers } = await app.as(lead).send(adminApi.list, { page: 0, size: 1 })
  expect(headers['x-total-count']).toBe('3')
})

test('conditions choose users by text, role, state, company and day; a value that is none of the choices is named', async () => {
  const tenant = await app.tenant('Conditions')
  const lead = await app.someone('ROLE_TENANT_ADMIN', { tenantId: tenant.uniqueId, firstName: 'Zed' })
  const [one, two] = [await add({ firstName: 'Éva' }, lead), await add({ firstName: 'Bob', adminRole: 'ROLE_ADMIN' }, lead)]
  await app.asOwner(`update link_token set expires_at = now() - interval '1 second' where user_id = $1`, [one.uniqueId])
  await app.asOwner(`update user_account set password_hash = 'x' where id = $1`, [lead.uniqueId])
  await app.asOwner(
    `update user_account set user_company_name = 'Nord', user_company_country = 'IT', is_partner = true where id = $1`,
    [two.uniqueId],
  )
  const names = async (query: object) =>
    (await app.as(lead).call(adminApi.list, { page: 0, sort: 'fullName', ...query })).map(({ firstName }) => firstName)
  const where = (...conditions: string[]) => names({ where: conditions })
  expect(await where('fullName:contains:eva')).toEqual(['Éva'])
  expect(await where(`emailAddress:is:${two.emailAddress.toUpperCase()}`)).toEqual(['Bob'])
  expect(await where('adminRole:is:ROLE_ADMIN,ROLE_LEVEL1')).toEqual(['Bob', 'Éva'])
  expect(await where('adminRole:isNot:ROLE_ADMIN')).toEqual(['Éva', 'Zed'])
  expect(await where('state:is:INVITED')).toEqual(['Bob'])
  expect(await where('state:is:INVITATION_EXPIRED,ACTIVE')).toEqual(['Éva', 'Zed'])
  expect(await where('state:isNot:INVITATION_EXPIRED')).toEqual(['Bob', 'Zed'])
  expect(await where('state:is:DEACTIVATED')).toEqual([])
  expect(await where('userCompanyName:notEmpty', 'userCompanyCountry:is:IT', 'isPartner:is:true')).toEqual(['Bob'])
  expect(await where('isPartner:isNot:true', 'dateCreated:inLast:1')).toEqual(['Éva', 'Zed'])
  expect(await names({ any: ['state:is:ACTIVE', 'fullName:contains:bob'] })).toEqual(['Bob', 'Zed'])
  const wrong = app.as(lead).call(adminApi.list, { where: 'state:is:GONE' })
  await expect(wrong).rejects.toMatchObject({ status: 422, data: { where: 'This is not one of the choices' } })
})

test('administrators read all users of their tenant; everyone else reads only themselves and gets no list', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const seen = await listed(clerk)
  expect(seen).toEqual(expect.arrayContaining([chief.uniqueId, admin.uniqueId, clerk.uniqueId]))
  for (const role of ['ROLE_LEVEL3', 'ROLE_LEVEL1', 'ROLE_PRO', 'ROLE_FREE'] as const) {
    const who = await app.someone(role)
    expect(await app.as(who).call(adminApi.get, { uniqueId: who.uniqueId })).toMatchObject({ uniqueId: who.uniqueId })
    await expect(app.as(who).call(adminApi.get, { uniqueId: admin.uniqueId })).rejects.toMatchObject({ status: 404 })
    await expect(listed(who)).rejects.toMatchObject({ status: 403 })
  }
})

test('users of another tenant are not found, and the super admin finds only its tenant admins', async () => {
  const tenantId = app.other.uniqueId
  const [theirs, clerk] = [await app.someone('ROLE_TENANT_ADMIN', { tenantId }), await app.someone('ROLE_ADMIN', { tenantId })]
  const other = (uniqueId: string, headers = {}) => app.as(chief).call(adminApi.get, { uniqueId }, headers)
  await expect(app.as(admin).call(adminApi.get, { uniqueId: theirs.uniqueId })).rejects.toMatchObject({ status: 404 })
  await expect(other(theirs.uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await other(theirs.uniqueId, abroad())).toMatchObject({ uniqueId: theirs.uniqueId, tenant: 'Other' })
  for (const call of [adminApi.get, adminApi.remove, adminApi.invite]) {
    await expect(app.as(chief).call(call, { uniqueId: clerk.uniqueId }, abroad())).rejects.toMatchObject({ status: 404 })
  }
  const rename = app.as(chief).call(adminApi.update, { uniqueId: clerk.uniqueId, firstName: 'Eve' }, abroad())
  await expect(rename).rejects.toMatchObject({ status: 404 })
  const closing = app.as(chief).call(adminApi.setActive, { uniqueId: clerk.uniqueId, isActive: false }, abroad())
  await expect(closing).rejects.toMatchObject({ status: 404 })
  expect(await listed(chief, {}, abroad())).toEqual([theirs.uniqueId])
  expect(await listed(chief, { roleName: 'ROLE_ADMIN' }, abroad())).toEqual([])
  expect(await app.as(chief).call(adminApi.list, {}, abroad())).toHaveLength(1)
  await expect(listed(admin, {}, abroad())).rejects.toMatchObject({ status: 403 })
})

const option = ({ uniqueId, fullName, emailAddress }: TestUser) => ({ uniqueId, fullName, emailAddress })

test('staff pick from active staff accounts by name, a member only themselves, and a free account is rejected', async () => {
  const tenant = await app.tenant('Picking')
  const here = { tenantId: tenant.uniqueId }
  const [beth, abe] = [
    await app.someone('ROLE_LEVEL1', { ...here, firstName: 'Beth' }),
    await app.someone('ROLE_ADMIN', { ...here, firstName: 'Abe' }),
  ]
  const [closed, member, free] = [
    await app.someone('ROLE_LEVEL2', here),
    await app.someone('ROLE_STARTER', here),
    await app.someone('ROLE_FREE', here),
  ]
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [closed.uniqueId])
  const picked = (who: TestUser, query: object = {}) => app.as(who).call(adminApi.options, query)
  expect(await picked(beth)).toEqual([option(abe), option(beth)])
  expect(await picked(abe, { page: 1, size: 1 })).toEqual([option(beth)])
  expect(await picked(abe, { q: 'BETH', page: 0 })).toEqual([option(beth)])
  expect(await picked(abe, { uniqueId: beth.uniqueId })).toEqual([option(beth)])
  // A filter or a record that names them still shows who it is.
  expect(await picked(abe, { uniqueId: closed.uniqueId })).toEqual([option(closed)])
  expect(await picked(abe, { closed: 'true' })).toHaveLength(3)
  await expect(picked(abe, { uniqueId: member.uniqueId })).rejects.toMatchObject({ status: 404 })
  expect(await picked(member)).toEqual([option(member)])
  await expect(picked(free)).rejects.toMatchObject({ status: 403 })
})

test('a change to an outdated state is rejected and returns the current state in the same shape', async () => {
  const made = await add()
  const saved = await app
    .as(admin)
    .call(adminApi.update, { uniqueId: made.uniqueId, firstName: 'Now', updatedAt: made.updatedAt })
  const late = app.as(admin).call(adminApi.update, { uniqueId: made.uniqueId, firstName: 'Late', updatedAt: made.updatedAt })
  await expect(late).rejects.toMatchObject({ status: 409, data: saved })
  expect(Date.parse(saved.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt))
})

test('the history lists changes by field, before and after, only for actors who may change the user', async () => {
  const made: User = await add({ userCompanyName: 'Old', userCompanyCountry: 'Malta' })
  const told = { userCompanyName: 'New', userCompanyCountry: 'Italy', adminRole: 'ROLE_LEVEL2' } as const
  await app.as(admin).call(adminApi.update, { ...made, allowedCountries: [], ...told })
  const entries = await app.as(admin).call(adminApi.history, { uniqueId: made.uniqueId })
  expect(entries.map(({ action, byName, changes }) => ({ action, byName, changes }))).toEqual([
    {
      action: 'CHANGED',
      byName: admin.fullName,
      changes: {
        userCompanyName: { before: 'Old', after: 'New' },
        userCompanyCountry: { before: 'MT', after: 'IT' },
        adminRole: { before: 'ROLE_LEVEL1', after: 'ROLE_LEVEL2' },
      },
    },
    { action: 'CREATED', byName: admin.fullName, changes: {} },
  ])
  await expect(app.as(admin).call(adminApi.history, { uniqueId: chief.uniqueId })).rejects.toMatchObject({ status: 403 })
  await expect(app.as(await app.someone('ROLE_ADMIN')).call(adminApi.history, made)).rejects.toMatchObject({ status: 403 })
})

test('a repeated request with the same Idempotency-Key creates no second user', async () => {
  const [given, key] = [person(), { 'idempotency-key': 'once' }]
  const first = await app.as(admin).call(adminApi.create, given, key)
  expect(await app.as(admin).call(adminApi.create, given, key)).toEqual(first)
})
