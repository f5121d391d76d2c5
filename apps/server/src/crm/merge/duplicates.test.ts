import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let made = 0
/** A user in an empty tenant of their own. */
const chiefOf = async () => {
  const tenant = await app.tenant(`Tenant ${++made}`, { domainName: `t${made}.test` })
  return app.someone('ROLE_TENANT_ADMIN', { tenantId: tenant.uniqueId })
}
/** A unique website. */
const site = () => `https://site${++made}.example`
const groupsOf = async (who: TestUser, query: object = { page: 0 }) =>
  (await app.as(who).call(companyApi.duplicates, query)).map(({ reasons, count, records }) => ({
    reasons,
    count,
    names: records.map(({ legalName }) => legalName).toSorted(),
  }))

test('finds companies by name without legal form, by domain and by tax number, the best evidence first', async () => {
  const chief = await chiefOf()
  const { company } = crmCalls(app, chief)
  await company({ legalName: 'Müller & Söhne GmbH', website: site() })
  await company({ legalName: 'MULLER SOHNE Ltd.', website: site() })
  await company({ legalName: 'Alpha', website: 'https://www.alpha.example/about' })
  await company({ legalName: 'Beta', website: 'http://ALPHA.example' })
  await company({ legalName: 'Gamma', website: site(), taxRefNumber: 'DE 123.456.789' })
  await company({ legalName: 'Delta', website: site(), taxRefNumber: 'de123456789' })
  await company({ legalName: 'Epsilon', website: 'https://www.facebook.com/epsilon', taxRefNumber: 'n/a' })
  await company({ legalName: 'Zeta', website: 'https://www.facebook.com/zeta', taxRefNumber: 'n/a' })
  const groups = [
    { reasons: ['taxNumber'], count: 2, names: ['Delta', 'Gamma'] },
    { reasons: ['name'], count: 2, names: ['MULLER SOHNE Ltd.', 'Müller & Söhne GmbH'] },
    { reasons: ['website'], count: 2, names: ['Alpha', 'Beta'] },
  ]
  expect(await groupsOf(chief)).toEqual(groups)
  expect(await groupsOf(chief, {})).toEqual(groups)
  expect(await groupsOf(chief, { page: 1, size: 2 })).toEqual(groups.slice(2))
  expect((await app.as(chief).send(companyApi.duplicates, { page: 1, size: 2 })).headers['x-total-count']).toBe('3')
  expect((await app.as(chief).send(companyApi.duplicates, { page: 9, size: 2 })).headers['x-total-count']).toBe('3')
})

test('two companies alike in several ways form one group, a third joins it, and those in the trash do not', async () => {
  const chief = await chiefOf()
  const { company } = crmCalls(app, chief)
  const same = { website: site(), taxRefNumber: '99-1234567' }
  await company({ legalName: 'Acme Inc', ...same })
  await company({ legalName: 'Acme S.r.l.', ...same })
  expect(await groupsOf(chief)).toEqual([
    { reasons: ['taxNumber', 'name', 'website'], count: 2, names: ['Acme Inc', 'Acme S.r.l.'] },
  ])
  const third = await company({ legalName: 'ACME', website: site() })
  expect((await groupsOf(chief)).map(({ reasons, count }) => [reasons, count])).toEqual([
    [['taxNumber', 'website'], 2],
    [['name'], 3],
  ])
  await app.as(chief).call(companyApi.remove, { uniqueId: third.uniqueId })
  expect(await groupsOf(chief)).toHaveLength(1)
})

test('changing a name or website updates the duplicates', async () => {
  const chief = await chiefOf()
  const { company } = crmCalls(app, chief)
  const one = await company({ legalName: 'Before', website: site() })
  await company({ legalName: 'Other AG', website: site() })
  expect(await groupsOf(chief)).toEqual([])
  await app.as(chief).call(companyApi.update, { uniqueId: one.uniqueId, legalName: 'Other' })
  expect(await groupsOf(chief)).toHaveLength(1)
})

test('pairs marked as not duplicates do not reappear, until a new record is similar to both', async () => {
  const chief = await chiefOf()
  const { company } = crmCalls(app, chief)
  const [one, other] = [
    await company({ legalName: 'Same', website: site() }),
    await company({ legalName: 'Same AG', website: site() }),
  ]
  await app.as(chief).call(companyApi.notDuplicates, { uniqueIds: [other.uniqueId, one.uniqueId] })
  expect(await groupsOf(chief)).toEqual([])
  const third = await company({ legalName: 'Same Oy', website: site() })
  expect(await groupsOf(chief)).toMatchObject([{ names: ['Same', 'Same AG', 'Same Oy'] }])
  await app.as(chief).call(companyApi.notDuplicates, { uniqueIds: [third.uniqueId, one.uniqueId] })
  expect(await groupsOf(chief)).toMatchObject([{ names: ['Same AG', 'Same Oy'] }])
  await app.as(chief).call(companyApi.notDuplicates, { uniqueIds: [third.uniqueId, other.uniqueId] })
  expect(await groupsOf(chief)).toEqual([])
})

test('a user who cannot see the third record is not shown the pair marked as not duplicates', async () => {
  const chief = await chiefOf()
  const reader = await app.someone('ROLE_LEVEL3', { tenantId: chief.tenantId, allowedCountries: ['IT'] })
  const { company } = crmCalls(app, chief)
  const one = await company({ legalName: 'Same', country: 'Italy', website: site() })
  const other = await company({ legalName: 'Same AG', country: 'Italy', website: site() })
  await company({ legalName: 'Same Oy', country: 'Finland', website: site() })
  await app.as(chief).call(companyApi.notDuplicates, { uniqueIds: [one.uniqueId, other.uniqueId] })
  expect(await groupsOf(chief)).toMatchObject([{ count: 3 }])
  expect(await groupsOf(reader)).toEqual([])
})

test('no one sees duplicates from another tenant or partition, or from a country that is not theirs', async () => {
  const [chief, stranger] = [await chiefOf(), await chiefOf()]
  const { tenantId } = chief
  const [member, third, first] = await Promise.all([
    app.someone('ROLE_PRO', { tenantId }),
    app.someone('ROLE_LEVEL3', { tenantId, allowedCountries: ['IT'] }),
    app.someone('ROLE_LEVEL1', { tenantId }),
  ])
  const fields = { website: site(), taxRefNumber: 'AB12345678' }
  await crmCalls(app, chief).company({ legalName: 'Wide', country: 'Germany', ...fields })
  await crmCalls(app, chief).company({ legalName: 'Wide AG', country: 'Italy', ...fields })
  await crmCalls(app, member).company({ legalName: 'Wide GmbH', country: 'Italy', ...fields })
  await crmCalls(app, stranger).company({ legalName: 'Wide Ltd', country: 'Italy', ...fields })
  const query = { legalName: 'Wide', ...fields }
  const similar = async (who: TestUser) => (await app.as(who).call(companyApi.similar, query)).map(({ legalName }) => legalName)
  expect([(await groupsOf(chief)).length, await similar(chief)]).toEqual([1, ['Wide', 'Wide AG']])
  expect([await groupsOf(member), await similar(member)]).toEqual([[], ['Wide GmbH']])
  expect([await groupsOf(third), await similar(third)]).toEqual([[], ['Wide AG']])
  expect([await groupsOf(stranger), await similar(stranger)]).toEqual([[], ['Wide Ltd']])
  await expect(groupsOf(first)).rejects.toMatchObject({ status: 403 })
})

test('while a company is being entered, similar ones are listed with the reasons, but not the company itself', async () => {
  const chief = await chiefOf()
  const { company } = crmCalls(app, chief)
  const own = await company({ legalName: 'Nord Werke GmbH', website: 'https://www.nord.example', taxRefNumber: 'DE 99 88 77' })
  const ask = (query: object) => app.as(chief).call(companyApi.similar, query)
  const named = { uniqueId: own.uniqueId, legalName: 'Nord Werke GmbH', country: 'Germany' }
  expect(await ask({ legalName: 'nord-werke', website: 'nord.example/x', taxRefNumber: 'de998877' })).toEqual([
    { ...named, by: ['taxNumber', 'name', 'website'] },
  ])
  expect(await ask({ website: 'nord.example' })).toEqual([{ ...named, by: ['website'] }])
  expect(await ask({ legalName: 'Nord Werke', butId: own.uniqueId })).toEqual([])
  expect(await ask({})).toEqual([])
})

test('umlauts, ß and letters like ø match every spelling', async () => {
  const chief = await chiefOf()
  const { company, contact } = crmCalls(app, chief)
  const muller = await company({ legalName: 'Müller & Söhne GmbH', website: site() })
  await company({ legalName: 'Strauss Baeckerei', website: site() })
  await company({ legalName: 'Baur', website: site() })
  await company({ legalName: 'Sørensen', website: site() })
  await company({ legalName: 'SOERENSEN A/S', website: site() })
  await company({ legalName: 'Lodz Mueller', website: site() })
  await company({ legalName: 'Łódź Muller Sp. z o.o.', website: site() })
  expect((await groupsOf(chief)).map(({ names }) => names)).toEqual([
    ['Lodz Mueller', 'Łódź Muller Sp. z o.o.'],
    ['SOERENSEN A/S', 'Sørensen'],
  ])
  const similar = async (legalName: string) =>
    (await app.as(chief).call(companyApi.similar, { legalName })).map((found) => [found.legalName, found.by])
  for (const spelling of ['Mueller & Soehne', 'MUELLER & Söhne', 'Müller & Soehne AG', 'Muller & Sohne'])
    expect(await similar(spelling)).toEqual([['Müller & Söhne GmbH', ['name']]])
  expect(await similar('Strauß Bäckerei')).toEqual([['Strauss Baeckerei', ['name']]])
  expect(await similar('Bauer')).toEqual([])
  const zoe = await contact(muller.uniqueId, { firstName: 'Jörg', lastName: 'Groß' })
  const found = await app
    .as(chief)
    .call(contactApi.similar, { firstName: 'Joerg', lastName: 'Gross', companyId: muller.uniqueId })
  expect(found.map(({ uniqueId }) => uniqueId)).toEqual([zoe.uniqueId])
})

test('finds contacts by address, and by name within a company or one with a similar name', async () => {
  const chief = await chiefOf()
  const { company, contact } = crmCalls(app, chief)
  const [acme, alike, other] = [
    await company({ legalName: 'Acme', website: site() }),
    await company({ legalName: 'ACME Ltd', website: site() }),
    await company({ legalName: 'Other', website: site() }),
  ]
  await contact(acme.uniqueId, { firstName: 'Zoë', lastName: "O'Neill" })
  await contact(alike.uniqueId, { firstName: 'Zoe', lastName: 'ONeill' })
  await contact(other.uniqueId, { firstName: 'Zoe', lastName: 'ONeill', email: 'Zoe@Acme.example' })
  await contact(other.uniqueId, { firstName: 'Z.', lastName: 'Neill', email: 'zoe@acme.example' })
  const groups = await app.as(chief).call(contactApi.duplicates, { page: 0 })
  const shown = groups.map(({ reasons, records }) => [reasons, records.map(({ fullName }) => fullName).toSorted()])
  expect(shown).toEqual([
    [['email'], ['Z. Neill', 'Zoe ONeill']],
    [['name'], ["Zoë O'Neill", 'Zoe ONeill'].toSorted()],
  ])
  const similar = await app
    .as(chief)
    .call(contactApi.similar, { firstName: 'zoe', lastName: 'oneill', companyId: alike.uniqueId })
  expect(similar.map(({ company: { legalName } }) => legalName).toSorted()).toEqual(['ACME Ltd', 'Acme'])
})
