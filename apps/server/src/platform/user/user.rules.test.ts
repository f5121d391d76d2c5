import { adminApi } from '@tradewind/contract/platform/user.contract'
import { roles } from '@tradewind/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
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
const change = (who: TestUser, uniqueId: string, over: object) => app.as(who).call(adminApi.update, { uniqueId, ...over })
const refused = (data: object) => ({ status: 422, data })
const everyone = () => app.asOwner('select * from user_account order by id')

/** Starts these calls so that all of them read the same state. */
const atOnce = async <T>(begin: () => Promise<T>[]) => {
  let begun: Promise<T>[] = []
  await app.whileLocked('user_account', async () => {
    begun = begin()
    await expect.poll(app.waiting).toHaveLength(begun.length)
  })
  return Promise.all(begun)
}

test('an invalid new user is rejected with an error per field, and nothing is written', async () => {
  const before = await everyone()
  const given = { firstName: ' ', lastName: '', emailAddress: 'x', adminRole: 'ROLE_LEVEL1' as const, tenant: 1 }
  await expect(app.as(admin).call(adminApi.create, given)).rejects.toMatchObject(
    refused({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      emailAddress: 'Email address is not a valid address',
      tenant: 'Unknown field',
    }),
  )
  await expect(add({ adminRole: 'ROLE_LEVEL3' })).rejects.toMatchObject(
    refused({ allowedCountries: 'Choose at least one country' }),
  )
  await expect(add({ adminRole: 'ROLE_LEVEL3', allowedCountries: ['Atlantis'] })).rejects.toMatchObject({ status: 422 })
  await expect(add({ passwordHash: 'x' })).rejects.toMatchObject({ status: 422 })
  expect(await everyone()).toEqual(before)
})

test('an address is unique in its tenant regardless of case, and free again once its user is deleted', async () => {
  const first = await add()
  const taken = refused({ emailAddress: 'There is already a user with this address' })
  const emailAddress = first.emailAddress.toUpperCase()
  await expect(add({ emailAddress })).rejects.toMatchObject(taken)
  const second = await add()
  await expect(change(admin, second.uniqueId, { emailAddress })).rejects.toMatchObject(taken)
  await app.as(admin).call(adminApi.setActive, { uniqueId: first.uniqueId, isActive: false })
  await expect(add({ emailAddress })).rejects.toMatchObject(taken)
  const elsewhere = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect(await add({ emailAddress }, elsewhere)).toMatchObject({ emailAddress })
  await app.as(admin).call(adminApi.remove, { uniqueId: first.uniqueId })
  expect(await add({ emailAddress })).toMatchObject({ emailAddress })
})

test('only one of several concurrent requests for the same address succeeds; the others return the reason', async () => {
  const waiting = [await add(), await add()]
  const emailAddress = address()
  const answers = await atOnce(() => [
    ...[1, 2].map(() => app.as(admin).send(adminApi.create, person({ emailAddress }))),
    ...waiting.map(({ uniqueId }) => app.as(admin).send(adminApi.update, { uniqueId, emailAddress })),
  ])
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
  for (const answer of answers.filter(({ statusCode }) => statusCode >= 300)) {
    expect([answer.statusCode, answer.json().data]).toEqual([422, { emailAddress: 'There is already a user with this address' }])
  }
})

test.each(roles)('%s can change their own names, and nothing else about themselves', async (role) => {
  const me = await app.someone(role, { allowedCountries: role === 'ROLE_LEVEL3' ? ['IT'] : [] })
  const form = await app.as(me).call(adminApi.get, { uniqueId: me.uniqueId })
  const saved = await app.as(me).call(adminApi.update, { ...form, firstName: 'New', middleName: 'M.', lastName: 'Name' })
  expect(saved).toMatchObject({ fullName: 'New M. Name', adminRole: role, emailAddress: me.emailAddress })
  const mine = (over: object) => change(me, me.uniqueId, over)
  await expect(mine({ emailAddress: address() })).rejects.toMatchObject(
    refused({ emailAddress: 'Change it in your settings: it asks for your password' }),
  )
  const not = 'You cannot change this for yourself'
  await expect(mine({ isPartner: true, userCompanyName: 'X', userCompanyCountry: 'Italy' })).rejects.toMatchObject(
    refused({ isPartner: not, userCompanyName: not, userCompanyCountry: not }),
  )
  for (const adminRole of roles.filter((one) => one !== role)) {
    await expect(mine({ adminRole })).rejects.toMatchObject({ status: 422, data: { adminRole: not } })
  }
  expect(await app.as(me).call(adminApi.get, { uniqueId: me.uniqueId })).toEqual(saved)
})

test('a level 3 user cannot add to their own countries', async () => {
  const me = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] })
  await expect(change(me, me.uniqueId, { allowedCountries: ['France', 'Italy'] })).rejects.toMatchObject(
    refused({ allowedCountries: 'You cannot change this for yourself' }),
  )
})

test('only users of the main account have a company name, its country and partner; elsewhere empty values are accepted', async () => {
  const lead = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const not = 'Only users of the main account can have it'
  await expect(add({ userCompanyName: 'X', userCompanyCountry: 'Italy', isPartner: true }, lead)).rejects.toMatchObject(
    refused({ userCompanyName: not, userCompanyCountry: not, isPartner: not }),
  )
  const made = await add({ userCompanyName: ' ', userCompanyCountry: '', isPartner: false }, lead)
  await expect(change(lead, made.uniqueId, { userCompanyName: 'X' })).rejects.toMatchObject(refused({ userCompanyName: not }))
  await app.as(lead).call(adminApi.updateBrandName, { uniqueId: made.uniqueId, userCompanyName: 'Brand' })
  const kept = await change(lead, made.uniqueId, { firstName: 'Bea', userCompanyName: 'Brand', isPartner: false })
  expect(kept).toMatchObject({ firstName: 'Bea', userCompanyName: 'Brand' })
  expect(await change(lead, made.uniqueId, { userCompanyName: '' })).toMatchObject({ userCompanyName: null })
})

test('a level 3 user must have at least one country after every change', async () => {
  const made = await add({ adminRole: 'ROLE_LEVEL3', allowedCountries: ['Italy'] })
  const lacking = refused({ allowedCountries: 'Choose at least one country' })
  await expect(change(admin, made.uniqueId, { allowedCountries: [] })).rejects.toMatchObject(lacking)
  expect(await change(admin, made.uniqueId, { lastName: 'Neu' })).toMatchObject({ allowedCountries: ['Italy'] })
  const level2 = await add({ adminRole: 'ROLE_LEVEL2' })
  await expect(change(admin, level2.uniqueId, { adminRole: 'ROLE_LEVEL3' })).rejects.toMatchObject(lacking)
  expect(await change(admin, level2.uniqueId, { adminRole: 'ROLE_LEVEL3', allowedCountries: ['France'] })).toMatchObject({
    allowedCountries: ['France'],
  })
})

test('an admin can change a user’s address only until that user has chosen a password', async () => {
  const made = await add()
  const emailAddress = address()
  expect(await change(admin, made.uniqueId, { emailAddress })).toMatchObject({ emailAddress, state: 'INVITED' })
  await app.asOwner(`update user_account set password_hash = 'x' where id = $1`, [made.uniqueId])
  await expect(change(admin, made.uniqueId, { emailAddress: address() })).rejects.toMatchObject(
    refused({ emailAddress: 'Only they can change it, in their settings' }),
  )
  expect(await change(admin, made.uniqueId, { emailAddress, firstName: 'Same' })).toMatchObject({ firstName: 'Same' })
})

test('a tenant cannot have more users than its limit, even when two are created at the same time', async () => {
  const small = await app.tenant('Small')
  const lead = await app.someone('ROLE_TENANT_ADMIN', { tenantId: small.uniqueId })
  const gone = await app.someone('ROLE_LEVEL1', { tenantId: small.uniqueId })
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  await app.asOwner(`insert into tenant_configuration (tenant_id, key, value) values ($1, 'MAX_USERS', '3')`, [small.uniqueId])
  await add({}, lead)
  const answers = await atOnce(() => [1, 2].map(() => app.as(lead).send(adminApi.create, person())))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422])
  await expect(add({}, lead)).rejects.toMatchObject({ status: 422, message: 'At most 3 users are allowed', data: {} })
})

test('updating another tenant’s user or a deleted user returns 404', async () => {
  const made = await add()
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await expect(change(stranger, made.uniqueId, { firstName: 'Mine' })).rejects.toMatchObject({ status: 404 })
  await app.as(admin).call(adminApi.remove, { uniqueId: made.uniqueId })
  await expect(change(admin, made.uniqueId, { firstName: 'Mine' })).rejects.toMatchObject({ status: 404 })
})
