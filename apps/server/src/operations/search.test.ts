import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { type Role, roles } from '@tradewind/contract/roles'
import { publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { contentCalls } from '../../test/content/content.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let admin: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  member = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())

const add = (who: TestUser, legalName: string, over: object = {}) =>
  app.as(who).call(companyApi.create, {
    legalName,
    country: 'Italy',
    website: 'https://acme.example',
    companyTypeList: ['ASSOCIATION'],
    ...over,
  })
const search = (who: TestUser, q: string) => app.as(who).call(searchApi.search, { q })
const paths = async (who: TestUser, q: string) => (await search(who, q)).flatMap(({ hits }) => hits.map(({ path }) => path))
const titles = async (who: TestUser, q: string) => (await search(who, q)).flatMap(({ hits }) => hits.map(({ title }) => title))

test('a search returns the first five hits by name, and the total number of hits', async () => {
  for (const letter of ['g', 'c', 'A', 'F', 'b', 'é', 'd']) await add(admin, `Harbour ${letter}`)
  const response = await app.as(admin).send(searchApi.search, { q: 'harbour' })
  expect(response.headers['x-total-count']).toBe('1')
  const [group, ...more] = response.json()
  expect(more).toEqual([])
  expect(group).toMatchObject({ kind: 'company', total: 7, totalEstimated: false })
  expect(group.hits.map(({ title }: { title: string }) => title)).toEqual([
    'Harbour A',
    'Harbour b',
    'Harbour c',
    'Harbour d',
    'Harbour é',
  ])
  expect(group.hits[0]).toEqual({ uniqueId: expect.any(String), title: 'Harbour A', detail: 'Italy' })
})

test('finds any part of any searched word, ignoring case, accents and spaces', async () => {
  await add(admin, 'Größe Šibenik', {
    website: 'https://unique-site.example',
    address: 'Rue de l’Été 9',
    taxRefNumber: 'VAT-4711',
    country: 'Ivory Coast',
  })
  for (const q of [
    'GRÖßE',
    'ŠIBEN',
    'sibenik',
    'größe  šib',
    'unique-site',
    'rue de l’ete',
    'vat-47',
    'cote d',
    'ivoire',
    ' Ben ',
  ]) {
    expect([q, await titles(admin, q)]).toEqual([q, expect.arrayContaining(['Größe Šibenik'])])
  }
  for (const q of ['%', '_', 'sib%nik', 's_benik', '\\', '*', '.*', "' or ''='"])
    expect([q, await titles(admin, q)]).toEqual([q, expect.not.arrayContaining(['Größe Šibenik'])])
})

test('finds records that contain each of the words, in any order and field, as their lists do', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const crm = crmCalls(app, chief)
  const text = `<p>${'They asked for an offer again. '.repeat(20)}We promised the blades by May.</p>`
  const { company } = await crm.met({ company: { legalName: 'Sturmvogel Energie' }, summary: { text } })
  await crm.contact(company.uniqueId, { firstName: 'Ute', lastName: 'Wellenkamp' })
  expect(await titles(chief, 'wellenkamp ute')).toEqual(['Ute Wellenkamp'])
  expect(await titles(chief, 'ute sturmvogel')).toEqual(['Ute Wellenkamp'])
  expect(await titles(chief, 'wellenkamp otto')).toEqual([])
  const [group] = await search(chief, 'sturmvogel blades')
  expect(group).toMatchObject({ kind: 'summary', total: 1, hits: [{ detail: expect.stringContaining('promised the blades') }] })
  expect(await app.as(chief).call(contactApi.list, { q: 'wellenkamp sturmvogel', page: 0 })).toHaveLength(1)
  await driveFixture(app, chief).file('Offer Wellenkamp 2026.pdf')
  expect(await titles(chief, '2026 offer wellenkamp')).toEqual(['Offer Wellenkamp 2026.pdf'])
})

test('short words are those with which a word begins, and without a longer one they are searched together', async () => {
  for (const name of ['Quayside 10', 'Quayside 110']) await add(admin, name)
  expect(await titles(admin, '10 quayside')).toEqual(['Quayside 10'])
  const level = await app.someone('ROLE_LEVEL1')
  const crm = crmCalls(app, admin)
  const { uniqueId: projectId } = await crm.project({ sharedWith: [level.uniqueId] })
  for (const { uniqueId } of await app.as(admin).call(companyApi.list, { q: 'quayside', page: 0 }))
    await crm.place(projectId, uniqueId)
  expect(await titles(level, '10 quayside')).toEqual(['Quayside 10'])
  await add(admin, 'Ax Qy Zj')
  expect(await titles(admin, 'qy zj')).toEqual(['Ax Qy Zj'])
  expect(await titles(admin, 'zj qy')).toEqual([])
})

test('finds what the list would: only the actor’s own partition, and nothing deleted', async () => {
  await add(member, 'Lighthouse of a member')
  const { uniqueId } = await add(admin, 'Lighthouse of the staff')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect(await titles(member, 'lighthouse')).toEqual(['Lighthouse of a member'])
  expect(await titles(admin, 'lighthouse')).toEqual(['Lighthouse of the staff'])
  expect(await titles(stranger, 'lighthouse')).toEqual([])
  await app.as(admin).call(companyApi.remove, { uniqueId })
  expect(await search(admin, 'lighthouse')).toEqual([])
})

test('every role may search, and finds records by its own rules', async () => {
  await add(admin, 'Beacon in Italy')
  await add(admin, 'Beacon in France', { country: 'France' })
  const found: Partial<Record<Role, string[]>> = {
    ROLE_SUPER_ADMIN: ['Beacon in France', 'Beacon in Italy'],
    ROLE_TENANT_ADMIN: ['Beacon in France', 'Beacon in Italy'],
    ROLE_ADMIN: ['Beacon in France', 'Beacon in Italy'],
    ROLE_LEVEL3: ['Beacon in France'],
  }
  for (const role of roles) {
    const who = await app.someone(role, { allowedCountries: ['FR'] })
    expect([role, await titles(who, 'beacon')]).toEqual([role, found[role] ?? []])
  }
})

test('a meeting report is found with its date in display format', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  await crmCalls(app, chief).met({ company: { legalName: 'Daymark Foods' }, report: { date: '2026-02-01' } })
  const groups = await search(chief, 'daymark')
  expect(groups.find(({ kind }) => kind === 'meetingReport')?.hits).toMatchObject([{ detail: '01-02-2026' }])
})

test('the excerpt of a summary shows what was found, however it is spelt', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const text = `<p>${'They asked for an offer again. '.repeat(20)}The fair in WÜRZBURG is next.</p>`
  await crmCalls(app, chief).met({ summary: { text } })
  for (const q of ['würzburg', 'wurzburg  is']) {
    const groups = await search(chief, q)
    const [hit] = groups.find(({ kind }) => kind === 'summary')!.hits
    expect(hit!.detail).toContain('The fair in WÜRZBURG is next.')
  }
  const numbers = `<p>In hall 110. ${'They asked for an offer again. '.repeat(20)}At counter 10 we met Otto.</p>`
  await crmCalls(app, chief).met({ summary: { text: numbers } })
  const [group] = await search(chief, '10 otto')
  expect(group!.hits[0]!.detail).toMatch(/^…(They|asked|for|an|offer|again\.) .*At counter 10 we met Otto\.$/)
})

test('content and leads are found only by actors who may see them, drafts included, and never by words of a paid body', async () => {
  const xg = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  const content = contentCalls(app)
  const made = await content.write(xg, { title: 'Fog signals', status: 'DRAFT', content: '<p>Two long, one short.</p>' })
  await content.write(xg, { title: 'Paid signals', isPaidContent: true, content: '<p>The secret fog horn.</p>' })
  const query = { name: 'Fogarty', email: 'ask@fogarty.example', country: 'Ireland', comments: 'Please call', plan: 'IGNORE' }
  await app.as(undefined).call(publicApi.contactUsPartner, query)
  expect(await search(xg, 'fog')).toEqual([
    {
      kind: 'content',
      total: 1,
      totalEstimated: false,
      hits: [{ uniqueId: made.uniqueId, title: 'Fog signals', detail: 'Two long, one short.' }],
    },
    {
      kind: 'lead',
      total: 1,
      totalEstimated: false,
      hits: [{ uniqueId: expect.any(String), title: 'Fogarty', detail: query.email }],
    },
  ])
  for (const who of [admin, member]) expect(await search(who, 'fog')).toEqual([])

  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const decide = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value })
  await decide('false')
  expect(await titles(xg, 'fog')).toEqual(['Fogarty'])
  await decide(null)
  expect(await titles(xg, 'fog')).toEqual(['Fog signals', 'Fogarty'])
})

test('drive owners and share recipients find by name the same files as in Find files, with their location', async () => {
  const owner = await app.someone('ROLE_PRO')
  const folder = await driveFixture(app, owner).folder('Pharos folder')
  const inner = await driveFixture(app, owner).file('pharos.pdf', { folder })
  const top = await driveFixture(app, owner).file('Pharos at the top.txt')
  const shareWith = await Promise.all(roles.map((role) => app.someone(role, { allowedCountries: ['FR'] })))
  const addresses = shareWith.map(({ emailAddress }) => emailAddress)
  const share = (uniqueId: string, to: string[]) =>
    app.as(owner).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: to })
  await share(inner.uniqueId, addresses)
  await share(top.uniqueId, addresses)
  const by = `drive/shared/${owner.uniqueId}`
  for (const [at, who] of shareWith.entries()) {
    const found = await search(who, 'pharos')
    const hits = [
      { uniqueId: top.uniqueId, title: top.name, detail: owner.fullName, path: `${by}?details=${top.uniqueId}` },
      { uniqueId: inner.uniqueId, title: inner.name, detail: owner.fullName, path: `${by}?details=${inner.uniqueId}` },
    ]
    expect([roles[at], found]).toEqual([roles[at], [{ kind: 'driveItem', total: 2, totalEstimated: false, hits }]])
    const listed = await app.as(who).call(driveApi.find, { q: 'pharos' })
    expect(listed.map(({ uniqueId }) => uniqueId)).toEqual([top.uniqueId, inner.uniqueId])
  }

  const own = 'drive/my-drive'
  expect(await paths(owner, 'pharos')).toEqual([
    `${own}/${folder.uniqueId}`,
    `${own}?details=${top.uniqueId}`,
    `${own}/${folder.uniqueId}?details=${inner.uniqueId}`,
  ])
  const free = shareWith[roles.indexOf('ROLE_FREE')]!
  await share(folder.uniqueId, [free.emailAddress])
  expect(await paths(free, 'pharos')).toEqual([
    `${by}/folder/${folder.uniqueId}`,
    `${by}?details=${top.uniqueId}`,
    `${by}/folder/${folder.uniqueId}?details=${inner.uniqueId}`,
  ])
})

test('does not find what is not shared, no longer shared, in the trash, of another tenant or disabled', async () => {
  const [owner, free] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  const abroad = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId, emailAddress: free.emailAddress })
  const folder = await driveFixture(app, owner).folder('Fanal')
  const item = await driveFixture(app, owner).file('fanal.pdf', { folder })
  await driveFixture(app, owner).file('Fanal of the owner alone.pdf')
  const [uniqueIds, addresses] = [[folder.uniqueId], [free.emailAddress]]
  const strangers = [abroad, member, admin, await app.someone('ROLE_SUPER_ADMIN')]
  await app.as(owner).call(driveShareApi.share, { uniqueIds, shareWith: addresses })
  for (const who of strangers) expect(await search(who, 'fanal')).toEqual([])
  expect(await titles(free, 'fanal')).toEqual(['Fanal', 'fanal.pdf'])
  expect(await titles(owner, 'fanal')).toHaveLength(3)

  await app.as(owner).call(driveApi.remove, { uniqueId: item.uniqueId })
  expect(await titles(free, 'fanal')).toEqual(['Fanal'])
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const decide = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'DRIVE_ENABLED', value })
  await decide('false')
  for (const who of [owner, free]) expect(await search(who, 'fanal')).toEqual([])
  await decide(null)
  expect(await titles(free, 'fanal')).toEqual(['Fanal'])
  await app.as(owner).call(driveShareApi.bulkUnShare, { uniqueIds, unShareWith: addresses })
  expect(await search(free, 'fanal')).toEqual([])
})

test('rejects an empty search and one that is too long', async () => {
  for (const q of ['', '   ', '\n'])
    await expect(search(admin, q)).rejects.toMatchObject({ status: 422, data: { q: 'Enter what to look for' } })
  await expect(search(admin, 'x'.repeat(201))).rejects.toMatchObject({ status: 422, data: { q: 'At most 200 characters' } })
  expect((await app.as(admin).send(searchApi.search, {})).json().data).toEqual({ q: 'Enter what to look for' })
})
