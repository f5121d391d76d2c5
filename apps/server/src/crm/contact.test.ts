import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
  member = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)

test('a contact is returned as it was saved, with its company, and only in its own partition', async () => {
  const acme = await as(chief).company({ legalName: 'Acme Ventile' })
  const fields = { firstName: ' Zoë ', lastName: 'Ångström', title: 'Head of sales', contactRole: 'DECISION_MAKER' as const }
  const saved = await app.as(chief).call(contactApi.create, { ...fields, companyId: acme.uniqueId, number: '+49 (30) 12-34' })
  expect(saved).toMatchObject({
    firstName: 'Zoë',
    lastName: 'Ångström',
    fullName: 'Zoë Ångström',
    title: 'Head of sales',
    contactRole: 'DECISION_MAKER',
    companyId: acme.uniqueId,
    company: { uniqueId: acme.uniqueId, legalName: 'Acme Ventile' },
    email: null,
    number: '+49 (30) 12-34',
    hotlisted: false,
    createdBy: chief.uniqueId,
  })
  expect(await app.as(clerk).call(contactApi.get, { uniqueId: saved.uniqueId })).toEqual(saved)
  await expect(app.as(member).call(contactApi.get, { uniqueId: saved.uniqueId })).rejects.toMatchObject({ status: 404 })
})

test('filters match any part of their own column, ignoring accents and case', async () => {
  const acme = await as(chief).company({ legalName: 'Özgür Makine' })
  const ada = await as(chief).contact(acme.uniqueId, { firstName: 'Renée', lastName: 'Müller-Özgur' })
  const found = async (filters: object) =>
    (await app.as(chief).call(contactApi.list, { page: 0, ...filters })).map(({ uniqueId }) => uniqueId)
  expect(await found({ firstName: 'enee' })).toEqual([ada.uniqueId])
  expect(await found({ lastName: 'MULLER' })).toEqual([ada.uniqueId])
  expect(await found({ company: 'zgur mak' })).toEqual([ada.uniqueId])
  expect(await found({ firstName: 'Müller' })).toEqual([])
  expect(await found({ q: 'ozgur' })).toEqual([ada.uniqueId])
})

test('a contact can only be created in a company that its creator sees', async () => {
  const foreign = await as(member).company()
  for (const companyId of [foreign.uniqueId, crypto.randomUUID()])
    await expect(as(chief).contact(companyId)).rejects.toMatchObject({ status: 422, data: { companyId: 'Choose a company' } })
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] })
  const [german, italian] = [await as(chief).company(), await as(chief).company({ country: 'Italy' })]
  await expect(as(level3).contact(german.uniqueId)).rejects.toMatchObject({ status: 422 })
  expect(await as(level3).contact(italian.uniqueId)).toMatchObject({ createdBy: level3.uniqueId })
})

test('level 3 sees the contacts of its countries and its own, wherever a company moves', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['FR'] })
  const french = await as(chief).company({ country: 'France' })
  const theirs = await as(chief).contact(french.uniqueId)
  const own = await as(level3).contact(french.uniqueId)
  const seen = async () => (await app.as(level3).call(contactApi.list, { page: 0 })).map(({ uniqueId }) => uniqueId)
  expect(new Set(await seen())).toEqual(new Set([theirs.uniqueId, own.uniqueId]))
  await app.as(chief).call(companyApi.update, { uniqueId: french.uniqueId, country: 'Spain' })
  expect(await seen()).toEqual([own.uniqueId])
  await expect(app.as(level3).call(contactApi.get, { uniqueId: theirs.uniqueId })).rejects.toMatchObject({ status: 404 })
  await expect(app.as(level3).call(contactApi.fetchAllByCompany, { companyId: french.uniqueId })).rejects.toMatchObject({
    status: 404,
  })
})

test('a contact links to its company for users who see it; others only get the company’s name', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['PT'] })
  const { uniqueId: companyId, legalName } = await as(chief).company({ country: 'Portugal' })
  const own = await as(level3).contact(companyId)
  expect(own.company).toEqual({ uniqueId: companyId, legalName })
  await app.as(chief).call(companyApi.update, { uniqueId: companyId, country: 'Brazil' })
  const read = (who: TestUser) => app.as(who).call(contactApi.get, { uniqueId: own.uniqueId })
  expect((await read(level3)).company).toEqual({ uniqueId: null, legalName })
  expect(await app.as(level3).call(contactApi.list, { page: 0 })).toMatchObject([{ company: { uniqueId: null, legalName } }])
  expect((await read(chief)).company).toEqual({ uniqueId: companyId, legalName })
})

test('members must give each contact an e-mail address, staff need not; invalid numbers and addresses are rejected', async () => {
  const own = await as(member).company()
  const nameless = { email: '' }
  await expect(as(member).contact(own.uniqueId, nameless)).rejects.toMatchObject({ data: { email: 'Email is required' } })
  const acme = await as(chief).company()
  await expect(as(member).contact(acme.uniqueId, nameless)).rejects.toMatchObject({
    data: { companyId: 'Choose a company', email: 'Email is required' },
  })
  await expect(as(member).contact(own.uniqueId, { ...nameless, lastName: ' ', number: 'call me' })).rejects.toMatchObject({
    data: { lastName: 'Last name is required', number: expect.any(String), email: 'Email is required' },
  })
  const { uniqueId } = await as(member).contact(own.uniqueId, { email: 'ada@sample.example' })
  const change = (fields: object) => app.as(member).call(contactApi.update, { uniqueId, ...fields })
  await expect(change({ lastName: '', email: null })).rejects.toMatchObject({
    data: { lastName: 'Last name is required', email: 'Email is required' },
  })
  const faults = await change({ lastName: '' }).catch(({ data }: { data: object }) => data)
  expect(faults).toEqual({ lastName: 'Last name is required' })
  expect(await as(chief).contact(acme.uniqueId, nameless)).toMatchObject({ email: null })
  await expect(as(chief).contact(acme.uniqueId, { email: 'a b@c' })).rejects.toMatchObject({
    data: { email: 'Email is not a valid address' },
  })
  await expect(as(chief).contact(acme.uniqueId, { number: 'call me' })).rejects.toMatchObject({ status: 422 })
})

test('renaming a company immediately changes the name shown in its contacts and by which they are found', async () => {
  const acme = await as(chief).company({ legalName: 'Before GmbH' })
  const ada = await as(chief).contact(acme.uniqueId)
  await app.as(chief).call(companyApi.update, { uniqueId: acme.uniqueId, legalName: 'Afterwards AG' })
  expect(await app.as(chief).call(contactApi.get, { uniqueId: ada.uniqueId })).toMatchObject({
    company: { legalName: 'Afterwards AG' },
    updatedAt: ada.updatedAt,
  })
  expect(await app.as(chief).call(contactApi.list, { page: 0, company: 'before gmbh' })).toEqual([])
  expect(await app.as(chief).call(contactApi.list, { page: 0, company: 'afterwards' })).toHaveLength(1)
})

test('a contact can be saved with its current company, even by a user who no longer sees that company', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['SE'] })
  const swedish = await as(chief).company({ country: 'Sweden' })
  const { uniqueId } = await as(level3).contact(swedish.uniqueId)
  await app.as(chief).call(companyApi.update, { uniqueId: swedish.uniqueId, country: 'Norway' })
  const save = (companyId: string) => app.as(level3).call(contactApi.update, { uniqueId, companyId, title: 'Buyer in chief' })
  expect(await save(swedish.uniqueId)).toMatchObject({ title: 'Buyer in chief' })
  const finnish = await as(chief).company({ country: 'Finland' })
  await expect(save(finnish.uniqueId)).rejects.toMatchObject({ data: { companyId: 'Choose a company' } })
})

test('an admin changes and deletes their own contacts; level 3 changes its own and deletes none', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const acme = await as(chief).company()
  const ofChief = await as(chief).contact(acme.uniqueId)
  for (const who of [clerk, level3]) {
    const own = await as(who).contact(acme.uniqueId)
    await expect(app.as(who).call(contactApi.update, { uniqueId: ofChief.uniqueId, title: 'x' })).rejects.toMatchObject({
      status: 403,
    })
    expect(await app.as(who).call(contactApi.update, { uniqueId: own.uniqueId, title: 'Owner' })).toMatchObject({
      title: 'Owner',
    })
    const { statusCode } = await app.as(who).send(contactApi.remove, { uniqueId: own.uniqueId })
    expect(statusCode).toBe(who === clerk ? 200 : 403)
  }
})

test('finds possible duplicates: by address anywhere in the partition, by name within the company', async () => {
  const [acme, other] = [await as(chief).company(), await as(chief).company()]
  const ada = await as(chief).contact(acme.uniqueId, { firstName: 'Ada', lastName: 'Twin', email: 'Ada.Twin@sample.example' })
  const similar = (query: object, who = chief) => app.as(who).call(contactApi.similar, query)
  expect(await similar({ email: 'ada.twin@SAMPLE.example' })).toMatchObject([{ uniqueId: ada.uniqueId, by: 'EMAIL' }])
  expect(await similar({ firstName: 'ADA', lastName: 'twin', companyId: acme.uniqueId })).toMatchObject([{ by: 'NAME' }])
  expect(await similar({ firstName: 'Ada', lastName: 'Twin', companyId: other.uniqueId })).toEqual([])
  expect(await similar({ email: 'ada.twin@sample.example', butId: ada.uniqueId })).toEqual([])
  const named = { firstName: 'ADA', lastName: 'twin', companyId: acme.uniqueId }
  expect(await similar({ ...named, email: 'ADA.twin@sample.example' })).toMatchObject([{ by: 'SAME' }])
  expect(await similar({ ...named, email: 'another@sample.example' })).toMatchObject([{ by: 'NAME' }])
  await as(chief).contact(acme.uniqueId, { firstName: 'Ada', lastName: 'Twin', email: null })
  expect(await similar(named)).toMatchObject([{ by: 'SAME', email: null }, { by: 'NAME' }])
  expect(await similar({ email: 'ada.twin@sample.example' }, member)).toEqual([])
})

test('possible duplicates do not tell the name of a company that the user may not see', async () => {
  const third = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const seen = await as(chief).company({ legalName: 'Hidden Name GmbH' })
  const hidden = await as(chief).company({ legalName: 'Hidden Name SARL', country: 'France' })
  const person = { firstName: 'Zoe', lastName: 'Zett' }
  const { uniqueId } = await as(chief).contact(seen.uniqueId, person)
  const similar = (who: TestUser, companyId: string) => app.as(who).call(contactApi.similar, { ...person, companyId })
  expect(await similar(chief, hidden.uniqueId)).toMatchObject([{ uniqueId }])
  expect(await similar(third, seen.uniqueId)).toMatchObject([{ uniqueId }])
  expect(await similar(third, hidden.uniqueId)).toEqual([])
})

test('a form that sends the company back unchanged does not undo half of a move at the same time', async () => {
  const [one, other] = [await as(chief).company(), await as(chief).company()]
  const { uniqueId } = await as(chief).contact(one.uniqueId)
  let changing: Promise<unknown> | undefined
  await app.whileUncommitted(
    `update contact set company_id = '${other.uniqueId}', company_name = '${other.legalName}' where id = '${uniqueId}'`,
    async () => {
      changing = app.as(chief).call(contactApi.update, { uniqueId, companyId: one.uniqueId, title: 'Chief buyer' })
      await expect.poll(app.waiting).toHaveLength(1)
    },
  )
  await changing
  const { company, title } = await app.as(chief).call(contactApi.get, { uniqueId })
  expect({ company, title }).toEqual({ company: { uniqueId: other.uniqueId, legalName: other.legalName }, title: 'Chief buyer' })
})

test('contacts are listed, shown and filtered with the country of their company, which follows it', async () => {
  const who = await app.someone('ROLE_PRO')
  const crm = crmCalls(app, who)
  const [italian, french] = [await crm.company({ country: 'Italy' }), await crm.company({ country: 'France' })]
  await crm.contact(italian.uniqueId, { lastName: 'Ahl', email: 'ahl@contacts.example' })
  await crm.contact(french.uniqueId, { lastName: 'Berg', email: 'berg@contacts.example' })
  const named = async (where: string) =>
    (await app.as(who).call(contactApi.list, { where: [where], page: 0, sort: 'lastName' })).map(({ lastName, country }) => [
      lastName,
      country,
    ])
  expect(await named('country:is:IT')).toEqual([['Ahl', 'Italy']])
  expect(await named('country:isNot:IT')).toEqual([['Berg', 'France']])
  await app.as(who).call(companyApi.update, { uniqueId: french.uniqueId, country: 'Italy' })
  expect(await named('country:is:IT,DE')).toEqual([
    ['Ahl', 'Italy'],
    ['Berg', 'Italy'],
  ])
})
