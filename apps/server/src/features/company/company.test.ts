import { companyApi } from '@tradewind/contract/company/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../../test/app.ts'

let world: TestApp
let admin: Someone
beforeAll(async () => {
  world = await testApp()
  admin = await world.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => world.close())

let number = 0
const acme = (over: object = {}) => ({
  legalName: `Acme ${++number}`,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['END_USER' as const],
  ...over,
})
const add = (who = admin, over: object = {}) => world.as(who).call(companyApi.create, acme(over))
const seenBy = async (who: Someone) =>
  (await world.as(who).call(companyApi.list, { page: 0, size: 500 })).map(({ uniqueId }) => uniqueId)

test('a company comes back as it was saved, stamped by the server', async () => {
  const given = acme({ address: '  ', country: 'Korea, Republic of', website: 'acme.example' })
  const saved = await world.as(admin).call(companyApi.create, given)
  expect(saved).toMatchObject({
    ...given,
    address: null,
    country: 'South Korea',
    website: 'https://acme.example',
    createdBy: admin.uniqueId,
    taxRefNumber: null,
  })
  expect(await world.as(admin).call(companyApi.get, { uniqueId: saved.uniqueId })).toEqual(saved)
  expect(Object.keys(saved).toSorted()).toEqual(Object.keys(companyApi.get.reply.shape).toSorted())
})

test('another tenant, and another world of the tenant, never see it', async () => {
  const { uniqueId } = await add()
  for (const stranger of [
    await world.someone('ROLE_TENANT_ADMIN', { tenantId: world.other.uniqueId }),
    await world.someone('ROLE_PRO'),
  ]) {
    for (const call of [companyApi.get, companyApi.remove]) {
      await expect(world.as(stranger).call(call, { uniqueId })).rejects.toMatchObject({ status: 404 })
    }
    await expect(world.as(stranger).call(companyApi.update, { uniqueId, legalName: 'Mine' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await seenBy(stranger)).toEqual([])
  }
})

test('level 3 sees its countries and its own, a member its own world, levels 1 and 2 nothing', async () => {
  const member = await world.someone('ROLE_PRO')
  const [italian, french, mine] = [await add(), await add(admin, { country: 'France' }), await add(member)]
  const seen = await seenBy(await world.someone('ROLE_LEVEL3', { allowedCountries: ['FR', 'DE'] }))
  expect(seen).toContain(french.uniqueId)
  expect(seen).not.toContain(italian.uniqueId)
  expect(await seenBy(await world.someone('ROLE_LEVEL3'))).toEqual([])
  expect(await seenBy(member)).toEqual([mine.uniqueId])
  expect(await seenBy(await world.someone('ROLE_LEVEL1'))).toEqual([])
  expect(await seenBy(await world.someone('ROLE_LEVEL2'))).toEqual([])
})

test('an admin changes and deletes what it made, and nothing else', async () => {
  const clerk = await world.someone('ROLE_ADMIN')
  const [own, foreign] = [await add(clerk), await add()]
  await world.as(clerk).call(companyApi.update, { uniqueId: own.uniqueId, website: 'https://new.example' })
  await expect(
    world.as(clerk).call(companyApi.update, { uniqueId: foreign.uniqueId, website: 'https://new.example' }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(world.as(clerk).call(companyApi.remove, foreign)).rejects.toMatchObject({ status: 422 })
  await expect(world.as(clerk).call(companyApi.remove, { uniqueId: foreign.uniqueId })).rejects.toMatchObject({ status: 403 })
  expect(await world.as(admin).call(companyApi.get, { uniqueId: foreign.uniqueId })).toEqual(foreign)
})

test('it is refused field by field', async () => {
  await expect(
    add(admin, { legalName: ' ', country: 'Atlantis', website: 'javascript:alert(1)', companyTypeList: [], tenant: 1 }),
  ).rejects.toMatchObject({
    status: 422,
    data: {
      legalName: 'Legal name is required',
      country: 'Choose a country',
      website: 'Website is not a web address',
      companyTypeList: 'Choose at least one type',
      tenant: 'This field is not known here',
    },
  })
})
