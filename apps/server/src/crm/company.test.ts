import { companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

let number = 0
const acme = (over: object = {}) => ({
  legalName: `Acme ${++number}`,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
  ...over,
})
const add = (who = admin, over: object = {}) => app.as(who).call(companyApi.create, acme(over))
const seenBy = async (who: TestUser) =>
  (await app.as(who).call(companyApi.list, { page: 0, size: 500 })).map(({ uniqueId }) => uniqueId)

test('a company is returned as it was saved, stamped by the server', async () => {
  const given = acme({ address: '  ', country: 'Korea, Republic of', website: 'acme.example' })
  const saved = await app.as(admin).call(companyApi.create, given)
  expect(saved).toMatchObject({
    ...given,
    address: null,
    country: 'South Korea',
    website: 'https://acme.example',
    createdBy: admin.uniqueId,
    taxRefNumber: null,
  })
  expect(await app.as(admin).call(companyApi.get, { uniqueId: saved.uniqueId })).toEqual(saved)
  expect(Object.keys(saved).toSorted()).toEqual(Object.keys(companyApi.get.reply.shape).toSorted())
})

test('another tenant, or another partition of the tenant, never sees the company', async () => {
  const { uniqueId } = await add()
  for (const stranger of [
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
    await app.someone('ROLE_PRO'),
  ]) {
    for (const call of [companyApi.get, companyApi.remove]) {
      await expect(app.as(stranger).call(call, { uniqueId })).rejects.toMatchObject({ status: 404 })
    }
    await expect(app.as(stranger).call(companyApi.update, { uniqueId, legalName: 'Mine' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await seenBy(stranger)).toEqual([])
  }
})

test('level 3 sees its countries, a member its own partition, levels 1 and 2 nothing', async () => {
  const member = await app.someone('ROLE_PRO')
  const [italian, french, mine] = [await add(), await add(admin, { country: 'France' }), await add(member)]
  const seen = await seenBy(await app.someone('ROLE_LEVEL3', { allowedCountries: ['FR', 'DE'] }))
  expect(seen).toContain(french.uniqueId)
  expect(seen).not.toContain(italian.uniqueId)
  expect(await seenBy(await app.someone('ROLE_LEVEL3'))).toEqual([])
  expect(await seenBy(member)).toEqual([mine.uniqueId])
  expect(await seenBy(await app.someone('ROLE_LEVEL1'))).toEqual([])
  expect(await seenBy(await app.someone('ROLE_LEVEL2'))).toEqual([])
})

test('an admin changes and deletes only companies they created', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const [own, foreign] = [await add(clerk), await add()]
  await app.as(clerk).call(companyApi.update, { uniqueId: own.uniqueId, website: 'https://new.example' })
  await expect(
    app.as(clerk).call(companyApi.update, { uniqueId: foreign.uniqueId, website: 'https://new.example' }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(app.as(clerk).call(companyApi.remove, foreign)).rejects.toMatchObject({ status: 422 })
  await expect(app.as(clerk).call(companyApi.remove, { uniqueId: foreign.uniqueId })).rejects.toMatchObject({ status: 403 })
  expect(await app.as(admin).call(companyApi.get, { uniqueId: foreign.uniqueId })).toEqual(foreign)
})

test('invalid input is rejected field by field', async () => {
  await expect(
    add(admin, { legalName: ' ', country: 'Atlantis', website: 'javascript:alert(1)', companyTypeList: [], tenant: 1 }),
  ).rejects.toMatchObject({
    status: 422,
    data: {
      legalName: 'Legal name is required',
      country: 'Choose a country',
      website: 'Website is not a web address',
      companyTypeList: 'Choose at least one type',
      tenant: 'Unknown field',
    },
  })
})

test.each([
  ['as it is', 'Äther & Co'],
  ['in another case', 'äTHER & cO'],
  ['between spaces', '  Äther & Co '],
])('a second company of the same name, %s, is rejected and the message names the first', async (_, legalName) => {
  const member = await app.someone('ROLE_BASIC')
  const first = await add(member, { legalName: 'Äther & Co' })
  const taken = { status: 422, data: { legalName: 'There is already a company “Äther & Co”' } }
  await expect(add(member, { legalName })).rejects.toMatchObject(taken)
  const second = await add(member)
  await expect(app.as(member).call(companyApi.update, { uniqueId: second.uniqueId, legalName })).rejects.toMatchObject(taken)
  expect(await app.as(member).call(companyApi.update, { uniqueId: first.uniqueId, legalName })).toMatchObject({
    legalName: legalName.trim(),
  })
})

test('a name is free again once its company is deleted, and was never taken in another partition', async () => {
  const [one, other] = [await app.someone('ROLE_BASIC'), await app.someone('ROLE_BASIC')]
  const { uniqueId } = await add(one, { legalName: 'Phoenix' })
  await add(other, { legalName: 'Phoenix' })
  await add(admin, { legalName: 'Phoenix' })
  await app.as(one).call(companyApi.remove, { uniqueId })
  expect(await add(one, { legalName: 'phoenix' })).toMatchObject({ legalName: 'phoenix' })
})

/** Starts these calls so that all of them see the same state. */
const atOnce = async <T>(begin: () => Promise<T>[]) => {
  let begun: Promise<T>[] = []
  await app.whileLocked('company', async () => {
    begun = begin()
    await expect.poll(app.waiting).toHaveLength(begun.length)
  })
  return Promise.all(begun)
}

test('when many callers create the same name at the same time, exactly one succeeds', async () => {
  const names = Array.from({ length: 6 }, (_, at) => (at % 2 ? 'Twins ' : ' tWINS'))
  const answers = await atOnce(() => names.map((legalName) => app.as(admin).send(companyApi.create, acme({ legalName }))))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  for (const { statusCode } of answers) expect([201, 409, 422]).toContain(statusCode)
  expect(await app.as(admin).call(companyApi.list, { legalName: 'twins' })).toHaveLength(1)
})

test('when two companies are renamed to the same name at the same time, exactly one succeeds', async () => {
  const both = [await add(), await add()]
  const rename = ({ uniqueId }: { uniqueId: string }) => app.as(admin).send(companyApi.update, { uniqueId, legalName: 'The one' })
  const answers = await atOnce(() => both.map(rename))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await app.as(admin).call(companyApi.list, { legalName: 'the one' })).toHaveLength(1)
})

test('a deleted company is gone from every list and call, and cannot be deleted twice', async () => {
  const { uniqueId } = await add()
  expect(await app.as(admin).call(companyApi.remove, { uniqueId })).toEqual({ uniqueId })
  expect(await seenBy(admin)).not.toContain(uniqueId)
  for (const call of [companyApi.get, companyApi.remove, companyApi.history]) {
    await expect(app.as(admin).call(call, { uniqueId })).rejects.toMatchObject({ status: 404 })
  }
  await expect(app.as(admin).call(companyApi.update, { uniqueId, address: 'x' })).rejects.toMatchObject({ status: 404 })
})

test('stores each type once and accepts every spelling of a country', async () => {
  const { uniqueId } = await add(admin, { companyTypeList: ['ASSOCIATION', 'END_USER', 'ASSOCIATION'], country: 'cz' })
  const company = await app.as(admin).call(companyApi.get, { uniqueId })
  expect(company).toMatchObject({ companyTypeList: ['ASSOCIATION', 'END_USER'], country: 'Czechia' })
})

test('a long name of multibyte letters is stored, found and sorted', async () => {
  const legalName = `${'株'.repeat(199)}A`
  const { uniqueId } = await add(admin, { legalName })
  expect(await app.as(admin).call(companyApi.list, { legalName: '株株A', sort: '-legalName', page: 0 })).toMatchObject([
    { uniqueId, legalName },
  ])
  await expect(add(admin, { legalName: '株'.repeat(201) })).rejects.toMatchObject({
    data: { legalName: 'Legal name can have 200 characters at most' },
  })
})
