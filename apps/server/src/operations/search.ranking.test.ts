import { eventApi } from '@tradewind/contract/crm/event.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { contentCalls } from '../../test/content/content.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const search = (who: TestUser, q: string) => app.as(who).call(searchApi.search, { q })
const titles = async (who: TestUser, q: string, kind: string) =>
  (await search(who, q)).find((group) => group.kind === kind)?.hits.map(({ title }) => title)
const kinds = async (who: TestUser, q: string) => (await search(who, q)).map(({ kind }) => kind)

test.each(['ROLE_TENANT_ADMIN', 'ROLE_PRO'] as const)(
  'for %s, the name itself comes first, then names that begin with the words, contain a word that does, contain them, and other texts',
  async (role) => {
    const who = await app.someone(role)
    const { company } = crmCalls(app, who)
    const ranked = [
      'Bärg',
      'Bergamo Zinc',
      'Bergwald AG',
      'Alte Berg-Mühle',
      'Haus "Bergblick"',
      'Acme Nürnberg',
      'Zuber Gruberg',
    ]
    for (const legalName of ranked.toReversed()) await company({ legalName })
    await company({ legalName: 'Aachen', website: 'https://berg.example' })
    expect(await titles(who, 'barg', 'company')).toEqual(['Bärg'])
    expect(await titles(who, 'BERG', 'company')).toEqual(ranked.slice(1, 6))
    await company({ legalName: 'Berg' })
    expect(await titles(who, ' berg ', 'company')).toEqual(['Berg', ...ranked.slice(1, 5)])
    expect(await titles(who, 'uberg', 'company')).toEqual(['Zuber Gruberg'])
    expect(await titles(who, 'rg', 'company')).toEqual(['Acme Nürnberg', 'Alte Berg-Mühle', 'Bärg', 'Berg', 'Bergamo Zinc'])
  },
)

test('people are ranked by their full names, events and summaries of equal rank by day', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  const crm = crmCalls(app, who)
  const { uniqueId } = await crm.company({ legalName: 'Linden Partners' })
  for (const [firstName, lastName] of [
    ['Otto', 'Abel'],
    ['Zita', 'Lindqvist'],
    ['Linda', 'Zorn'],
  ] as const)
    await crm.contact(uniqueId, { firstName, lastName })
  expect(await titles(who, 'lind', 'contact')).toEqual(['Linda Zorn', 'Zita Lindqvist', 'Otto Abel'])
  expect(await titles(who, 'zita lind', 'contact')).toEqual(['Zita Lindqvist'])
  const event = { description: 'Stands', location: 'Hall', organizer: 'Us', organizerContact: 'Ann' }
  for (const [title, day] of [
    ['The Linz fair', '2026-03-01'],
    ['Linz, spring', '2026-01-01'],
    ['Linz, autumn', '2026-02-01'],
  ])
    await app.as(who).call(eventApi.create, { ...event, title: title!, eventDateTime: `${day}T10:00:00.000Z` })
  expect(await titles(who, 'linz', 'event')).toEqual(['Linz, autumn', 'Linz, spring', 'The Linz fair'])
})

test('the kind with the best hit comes first; records that are called by their company do not bring their kind forward', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  const crm = crmCalls(app, who)
  await crm.met({ company: { legalName: 'Marlin Foods' }, summary: { text: '<p>About the salmon</p>' } })
  await crm.project({ name: 'Salmon' })
  await crm.company({ legalName: 'Fresh Salmon' })
  expect(await kinds(who, 'salmon')).toEqual(['project', 'company', 'summary'])
  expect(await kinds(who, 'marlin foods')).toEqual(['company', 'contact', 'meetingReport', 'summary'])
})

test('articles and files are ranked, too', async () => {
  const xg = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  for (const title of ['Piers', 'Building piers', 'Harbours'])
    await contentCalls(app).write(xg, { title, content: '<p>Piers</p>' })
  expect(await titles(xg, 'piers', 'content')).toEqual(['Piers', 'Building piers', 'Harbours'])
  const owner = await app.someone('ROLE_PRO')
  for (const name of ['A pier.txt', 'pier', 'Pier 7.txt', 'rapier.txt']) await driveFixture(app, owner).file(name)
  expect(await titles(owner, 'pier', 'driveItem')).toEqual(['pier', 'Pier 7.txt', 'A pier.txt', 'rapier.txt'])
})

test('of more than 10,000 hits, the name itself and names that begin with the words come first', async () => {
  const who = await app.someone('ROLE_PRO')
  const { company } = crmCalls(app, who)
  const first = await company({ legalName: 'Aaa Quay' })
  await app.asOwner(
    `insert into company (tenant_id, world_id, created_by, legal_name, country, website, company_type_list, search_text, name_key)
     select tenant_id, world_id, created_by, name, country, website, company_type_list, lower(name) || E'\\nitaly', lower(name)
     from company, lateral (select 'Port of quay ' || n as name from generate_series(1, 10100) n) made where id = $1`,
    [first.uniqueId],
  )
  for (const legalName of ['Quayside', 'Quay']) await company({ legalName })
  const [group] = await search(who, 'quay')
  expect(group).toMatchObject({ kind: 'company', total: 10_000, totalEstimated: true })
  expect(group!.hits.map(({ title }) => title)).toEqual(['Quay', 'Quayside', 'Aaa Quay', 'Port of quay 1', 'Port of quay 10'])
})
