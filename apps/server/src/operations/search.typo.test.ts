import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const company = (who: TestUser, legalName: string, over: object = {}) => crmCalls(app, who).company({ legalName, ...over })
const search = (who: TestUser, q: string) => app.as(who).call(searchApi.search, { q })
/** The corrected query, and its results. */
const corrected = async (who: TestUser, q: string) =>
  (await search(who, q)).flatMap(({ correctedTo, hits }) => hits.map(({ title }) => [correctedTo, title]))

test('a missing, extra, wrong or swapped letter still finds the record, and returns the corrected word', async () => {
  await company(chief, 'Nordwind Händel GmbH')
  const found = [['nordwind', 'Nordwind Händel GmbH']]
  for (const q of ['nordwnd', 'Nrodwind', 'nordwiind', 'NORDWINT', 'mordwind', ' nordwidn '])
    expect([q, await corrected(chief, q)]).toEqual([q, found])
  expect(await corrected(chief, 'nordwind hanbel')).toEqual([['nordwind handel', 'Nordwind Händel GmbH']])
  expect(await corrected(chief, 'nrodwnid')).toEqual(found)
  for (const q of ['nordwind', 'nordw']) expect(await corrected(chief, q)).toEqual([[undefined, 'Nordwind Händel GmbH']])
  for (const q of ['nrdwn', 'nxxdwxxd', 'nordwind xyz', '4711', 'n%rdwind', "'"])
    expect([q, await search(chief, q)]).toEqual([q, []])
})

test('tolerates only one wrong letter in a short word', async () => {
  await company(chief, 'Bosch')
  expect(await corrected(chief, 'bosh')).toEqual([['bosch', 'Bosch']])
  expect(await corrected(chief, 'bsoch')).toEqual([['bosch', 'Bosch']])
  expect(await search(chief, 'bhsoc')).toEqual([])
})

test('people, projects and tasks are also found by their titles, including changed ones', async () => {
  const crm = crmCalls(app, chief)
  const met = await crm.met({ company: { legalName: 'Palmgren' } })
  await crm.contact(met.company.uniqueId, { firstName: 'Ludmilla', lastName: 'Ostrowski' })
  await crm.project({ name: 'Morgenröte' })
  await crm.step(met.summary.uniqueId, chief.uniqueId, { todo: 'Quotation for sprockets' })
  expect(await corrected(chief, 'ostrowksi')).toEqual([['ostrowski', 'Ludmilla Ostrowski']])
  expect(await corrected(chief, 'ludmila ostrowsky')).toEqual([['ludmilla ostrowski', 'Ludmilla Ostrowski']])
  expect(await corrected(chief, 'morgenrotte')).toEqual([['morgenrote', 'Morgenröte']])
  expect(await corrected(chief, 'sprokets')).toEqual([['sprockets', 'Quotation for sprockets']])
  await app.as(chief).call(contactApi.update, { uniqueId: met.contact.uniqueId, lastName: 'Feldhausen' })
  expect(await corrected(chief, 'feldhasuen')).toEqual([['feldhausen', 'Ada Feldhausen']])
})

test('does not correct to a word that is only in records the actor may not see', async () => {
  await company(chief, 'Silbermann', { country: 'Italy' })
  const french = await app.someone('ROLE_LEVEL3', { allowedCountries: ['FR'] })
  const italian = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] })
  const contactOnly = await app.someone('ROLE_PRO')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect(await corrected(italian, 'silbermnan')).toEqual([['silbermann', 'Silbermann']])
  for (const who of [french, contactOnly, stranger]) expect(await search(who, 'silbermnan')).toEqual([])

  // Other users' records change nothing: the hidden word is nearer, and is typed correctly.
  await company(chief, 'Silberpfann', { country: 'France' })
  expect(await corrected(french, 'silberpmann')).toEqual([['silberpfann', 'Silberpfann']])
  await company(chief, 'Kornblume', { country: 'Italy' })
  await company(chief, 'Kornblumen', { country: 'France' })
  await company(chief, 'Hornblume', { country: 'France' })
  expect(await corrected(french, 'gornblume')).toEqual([['hornblume', 'Hornblume']])
})

test('words are separate for each partition and tenant, whatever the others contain', async () => {
  const member = await app.someone('ROLE_PRO')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await company(member, 'Wacholder')
  expect(await corrected(member, 'wachodler')).toEqual([['wacholder', 'Wacholder']])
  for (const who of [chief, stranger]) expect(await search(who, 'wachodler')).toEqual([])
  await company(stranger, 'Wachhalder')
  expect(await corrected(member, 'wachhalder')).toEqual([['wacholder', 'Wacholder']])
})

test('does not find records in the trash by a similar word', async () => {
  const { uniqueId } = await company(chief, 'Quittenbaum')
  expect(await corrected(chief, 'quitenbaum')).toEqual([['quittenbaum', 'Quittenbaum']])
  await app.as(chief).call(companyApi.remove, { uniqueId })
  expect(await search(chief, 'quitenbaum')).toEqual([])
})

test('transactions that learn the same words at the same time, in any order, do not block each other', async () => {
  const names = ['Zimtstern Alpenrose', 'Alpenrose Zimtstern', 'Birkenhain Zimtstern', 'Alpenrose Birkenhain']
  await Promise.all([...names, ...names].map((name, at) => company(chief, `${name} ${at}`)))
  expect(await corrected(chief, 'birkenhian zimtstren')).toEqual([
    ['birkenhain zimtstern', 'Birkenhain Zimtstern 2'],
    ['birkenhain zimtstern', 'Birkenhain Zimtstern 6'],
  ])
})

test('the sweep removes words that are in no title, and adds missing ones', async () => {
  const known = async () => {
    const rows = (await app.asOwner(
      `select word from title_word where word in ('farnkraut', 'moosbeere', 'große', 'łodz') order by word collate "C"`,
    )) as { word: string }[]
    return rows.map(({ word }) => word)
  }
  const { uniqueId } = await company(chief, 'Farnkraut')
  await company(chief, 'Große Straße-Łódź')
  await app.as(chief).call(companyApi.update, { uniqueId, legalName: 'Moosbeere' })
  expect(await known()).toEqual(['farnkraut', 'große', 'moosbeere', 'łodz'])
  await app.asOwner(`delete from title_word where word = 'moosbeere'`)
  await app.clock('search.words')
  expect(await known()).toEqual(['große', 'moosbeere', 'łodz'])
})
