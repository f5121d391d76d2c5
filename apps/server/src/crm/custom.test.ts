import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import type { CustomChange, CustomKind, CustomType } from '@tradewind/contract/kit/custom/custom.fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheCounts } from '#kit/cache'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  const choices = [{ label: 'Rot' }, { label: 'Grün' }, { label: 'Blau' }]
  await define('Motto', 'TEXT')
  await define('Größe', 'NUMBER')
  await define('Founded', 'DATE')
  await define('Colour', 'CHOICE', choices)
  await define('Markets', 'SEVERAL', choices)
  await define('Keeper', 'PERSON')
  await define('Shop', 'LINK')
  await define('Exports', 'YES_NO')
})
afterAll(() => app.close())

const define = (label: string, type: CustomType, choices?: { label: string }[], kind: CustomKind = 'company') =>
  app.as(chief).call(customFieldApi.create, { kind, label, type, ...(choices && { choices }) })

let made = 0
const company = (custom: CustomChange, who = chief) =>
  app.as(who).call(companyApi.create, {
    legalName: `Own ${++made}`,
    country: 'DE',
    website: 'own.example',
    companyTypeList: ['ASSOCIATION'],
    custom,
  })
const change = (uniqueId: string, custom: CustomChange) => app.as(chief).call(companyApi.update, { uniqueId, custom })
const found = async (...where: string[]) => {
  const rows = await app.as(chief).call(companyApi.list, { page: 0, size: 100, where, sort: 'dateCreated' })
  return rows.map(({ uniqueId }) => uniqueId)
}
const refused = (data: object) => ({ status: 422, data })

test('only the tenant admin defines fields, everybody reads them, and each has a permanent key of its own', async () => {
  const [clerk, member] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_PRO')]
  const given = { kind: 'contact', label: 'Größe (m²)', type: 'NUMBER' } as const
  for (const who of [clerk, member, await app.someone('ROLE_SUPER_ADMIN')])
    await expect(app.as(who).call(customFieldApi.create, given)).rejects.toMatchObject({ status: 403 })
  const field = await app.as(chief).call(customFieldApi.create, given)
  expect(field).toMatchObject({ key: 'gro_e_m', label: 'Größe (m²)', position: 0, retiredAt: null })
  const same = app.as(chief).call(customFieldApi.create, { ...given, label: 'größe (M²)' })
  await expect(same).rejects.toMatchObject(refused({ label: 'There is already “Größe (m²)”' }))
  await app.as(chief).call(customFieldApi.update, { uniqueId: field.uniqueId, label: 'Area' })
  const other = await app.as(chief).call(customFieldApi.create, given)
  expect(other.key).toBe(`${field.key}_2`)
  const listed = await app.as(member).call(customFieldApi.list, { kind: 'contact' })
  expect(listed.map(({ label, key }) => [label, key])).toEqual([
    ['Area', field.key],
    ['Größe (m²)', other.key],
  ])
})

test('values are stored by type, merged by key, and rejected at their field', async () => {
  const all = {
    motto: ' Immer  weiter ',
    gro_e: 12.5,
    founded: '1999-03-01',
    colour: 'rot',
    markets: ['rot', 'blau', 'rot'],
    keeper: chief.uniqueId,
    shop: 'shop.example/x',
    exports: true,
  }
  const { uniqueId, custom } = await company(all)
  const kept = { ...all, motto: 'Immer  weiter', markets: ['rot', 'blau'], shop: 'https://shop.example/x' }
  expect(custom).toEqual(kept)
  expect(await app.as(chief).call(companyApi.get, { uniqueId })).toMatchObject({ custom: kept })
  const { motto: _, ...others } = kept
  expect((await change(uniqueId, { motto: null, gro_e: 3 })).custom).toEqual({ ...others, gro_e: 3 })
  const member = await app.someone('ROLE_PRO')
  const wrong = {
    motto: 7,
    gro_e: '12',
    founded: '2026-02-30',
    colour: 'gelb',
    markets: ['rot', 'gelb'],
    keeper: member.uniqueId,
    shop: 'not an address',
    exports: 'yes',
    unknown: 'x',
  } as unknown as CustomChange
  await expect(change(uniqueId, wrong)).rejects.toMatchObject(
    refused({
      'custom.motto': expect.any(String),
      'custom.gro_e': 'This is not a number',
      'custom.founded': 'Founded is not a day',
      'custom.colour': 'This is not one of the choices',
      'custom.markets': 'This is not one of the choices',
      'custom.keeper': 'Choose a person',
      'custom.shop': 'Shop is not a web address',
      'custom.exports': 'Yes or no',
      'custom.unknown': 'There is no field “unknown” here',
    }),
  )
  expect((await app.as(chief).call(companyApi.get, { uniqueId })).custom).toEqual({ ...others, gro_e: 3 })
})

test('the history shows values by label and display text', async () => {
  const { uniqueId } = await company({ colour: 'rot', exports: true })
  await change(uniqueId, { colour: 'grun', keeper: chief.uniqueId, exports: null })
  const [last] = await app.as(chief).call(companyApi.history, { uniqueId })
  expect(last!.changes).toEqual({
    'custom.colour': { before: 'Rot', after: 'Grün', label: 'Colour' },
    'custom.keeper': { before: null, after: expect.stringMatching(/\w/), label: 'Keeper' },
    'custom.exports': { before: true, after: null, label: 'Exports' },
  })
})

test('lists can be filtered by every type of field, with only the operators of that type', async () => {
  const one = await company({
    motto: 'Über Álles',
    gro_e: 1000,
    founded: '2001-01-01',
    colour: 'blau',
    markets: ['rot', 'blau'],
    keeper: chief.uniqueId,
    shop: 'find-me.example',
    exports: false,
  })
  const two = await company({ motto: 'uber alles 100%', gro_e: 2000, founded: '2002-02-02', markets: ['grun'] })
  const [first, second] = [one.uniqueId, two.uniqueId]
  expect(await found('custom.motto:is:uber ALLES')).toEqual([first])
  expect(await found('custom.motto:contains:ÜBER alle')).toEqual([first, second])
  expect(await found('custom.motto:contains:0%')).toEqual([second])
  expect(await found('custom.gro_e:is:1000')).toEqual([first])
  expect(await found('custom.gro_e:between:999,2000')).toEqual([first, second])
  expect(await found('custom.gro_e:more:1000')).toEqual([second])
  expect(await found('custom.gro_e:less:1500', 'custom.gro_e:more:999')).toEqual([first])
  expect(await found('custom.founded:before:2002-02-02', 'custom.founded:after:2000-12-31')).toEqual([first])
  expect(await found('custom.founded:between:2001-01-01,2002-02-02')).toEqual([first, second])
  expect(await found('custom.motto:contains:alle', 'custom.founded:notInLast:3650')).toEqual([first, second])
  expect(await found('custom.colour:is:blau')).toEqual([first])
  expect(await found('custom.markets:is:grun')).toEqual([second])
  expect(await found('custom.keeper:mine', 'custom.gro_e:is:1000')).toEqual([first])
  expect(await found('custom.shop:contains:find-me')).toEqual([first])
  expect(await found('custom.exports:is:false')).toEqual([first])
  expect(await found('custom.motto:contains:alle', 'custom.colour:empty')).toEqual([second])
  expect(await found('custom.motto:contains:alle', 'custom.colour:notEmpty')).toEqual([first])
  expect(await found('custom.motto:contains:alle', 'custom.colour:isNot:blau')).toEqual([second])
  const searched = await app.as(chief).call(companyApi.list, { page: 0, q: 'find-me' })
  expect(searched.map(({ uniqueId }) => uniqueId)).toEqual([first])
  for (const wrong of ['custom.motto:more:1', 'custom.gro_e:is:x', 'custom.colour:is:gelb', 'custom.nothing:is:x'])
    await expect(found(wrong)).rejects.toMatchObject({ status: 422, data: { where: expect.any(String) } })
})

test('lists can be sorted by a field, empty values come last in either direction, and pages are exact', async () => {
  await define('Rank', 'NUMBER')
  const rows = await Promise.all([7, undefined, 2, 11, undefined].map((rank) => company(rank === undefined ? {} : { rank })))
  const total = await app.as(chief).call(companyApi.list, { page: 0, size: 500 })
  for (const [sort, order] of [
    ['custom.rank', [2, 0, 3]],
    ['-custom.rank', [3, 0, 2]],
  ] as const) {
    const pages: string[] = []
    for (let page = 0; page * 2 < total.length + 2; page++) {
      const one = await app.as(chief).call(companyApi.list, { page, size: 2, sort })
      pages.push(...one.map(({ uniqueId }) => uniqueId))
    }
    expect(pages.slice(0, 3)).toEqual(order.map((at) => rows[at]!.uniqueId))
    expect(pages.toSorted()).toEqual(total.map(({ uniqueId }) => uniqueId).toSorted())
    const whole = await app.as(chief).call(companyApi.list, { sort })
    expect(whole.map(({ uniqueId }) => uniqueId)).toEqual(pages)
    const some = await app.as(chief).call(companyApi.list, { page: 0, sort, where: 'custom.rank:more:5' })
    expect(some.map(({ custom }) => custom['rank'])).toEqual(sort === 'custom.rank' ? [7, 11] : [11, 7])
  }
  for (const sort of ['custom.markets', '-custom.nothing'] as const)
    await expect(app.as(chief).call(companyApi.list, { page: 0, sort })).rejects.toMatchObject({ status: 422 })
})

test('a link is found by the address as lists show it, without its scheme', async () => {
  const { uniqueId } = await company({ shop: 'https://Link.example/' })
  await company({ shop: 'https://link.example/other' })
  for (const address of ['link.example', 'http://link.example', 'https://link.example/'])
    expect(await found(`custom.shop:is:${address}`)).toEqual([uniqueId])
  expect(await found('custom.shop:isNot:link.example')).not.toContain(uniqueId)
})

test('a choice is sorted in the order of the choices, on every page, and exported in that order', async () => {
  const size = await define('Size', 'CHOICE', [{ label: 'Small' }, { label: 'Medium' }, { label: 'Big' }])
  const sizes = ['big', 'small', undefined, 'medium', 'small']
  const rows = await Promise.all(sizes.map((one) => company(one ? { [size.key]: one } : {})))
  // A renamed choice keeps its place.
  const choices = size.choices.map((one) => (one.key === 'small' ? { ...one, label: 'Tiny' } : one))
  await app.as(chief).call(customFieldApi.update, { uniqueId: size.uniqueId, choices })
  const total = await app.as(chief).call(companyApi.list, { page: 0, size: 500 })
  for (const [sort, order] of [
    ['custom.size', ['small', 'small', 'medium', 'big']],
    ['-custom.size', ['big', 'medium', 'small', 'small']],
  ] as const) {
    const pages: { uniqueId: string; custom: Record<string, unknown> }[] = []
    for (let page = 0; page * 3 < total.length + 3; page++)
      pages.push(...(await app.as(chief).call(companyApi.list, { page, size: 3, sort })))
    expect(pages.slice(0, 4).map(({ custom }) => custom['size'])).toEqual(order)
    const ids = pages.map(({ uniqueId }) => uniqueId)
    expect(ids.toSorted()).toEqual(total.map(({ uniqueId }) => uniqueId).toSorted())
    const whole = await app.as(chief).call(companyApi.list, { sort })
    expect(whole.map(({ uniqueId }) => uniqueId)).toEqual(ids)
    const some = await app.as(chief).call(companyApi.list, { page: 0, sort, where: 'custom.size:notEmpty' })
    expect(some.map(({ custom }) => custom['size'])).toEqual(order)
  }
  expect(rows).toHaveLength(5)
})

test('an export has a column for each field in use, with display texts', async () => {
  const { uniqueId } = await company({
    colour: 'grun',
    gro_e: 4.5,
    exports: true,
    markets: ['rot', 'blau'],
    keeper: chief.uniqueId,
  })
  const { url } = await app.as(chief).call(companyApi.export, { format: 'csv', ids: [uniqueId], sort: '-custom.gro_e' })
  const { payload } = await app.as(chief).send(companyApi.exportFile, { ticket: url.split('/').at(-1)! })
  const [heads, row] = payload.replace('\uFEFF', '').split('\r\n')
  expect(heads).toContain('Motto,Größe,Founded,Colour,Markets,Keeper,Shop,Exports')
  expect(row).toContain(`,4.5,,Grün,"Rot, Blau",${chief.fullName},,Yes`)
})

test('a retired field is rejected and not returned, and gets its values back when restored; a choice can be retired too', async () => {
  const { uniqueId: fieldId, key, choices } = await define('Later', 'CHOICE', [{ label: 'One' }, { label: 'Two' }])
  const { uniqueId } = await company({ [key]: 'one' })
  await app.as(chief).call(customFieldApi.retire, { uniqueId: fieldId })
  expect((await app.as(chief).call(companyApi.get, { uniqueId })).custom).toEqual({})
  await expect(change(uniqueId, { [key]: 'two' })).rejects.toMatchObject(refused({ 'custom.later': expect.any(String) }))
  await expect(found('custom.later:is:one')).rejects.toMatchObject({ status: 422 })
  await change(uniqueId, { motto: 'Meanwhile' })
  await app.as(chief).call(customFieldApi.bringBack, { uniqueId: fieldId })
  expect((await app.as(chief).call(companyApi.get, { uniqueId })).custom).toEqual({ [key]: 'one', motto: 'Meanwhile' })
  const left = await app
    .as(chief)
    .call(customFieldApi.update, { uniqueId: fieldId, choices: [{ ...choices[1]!, label: 'Second' }, { label: 'Third' }] })
  expect(left.choices).toEqual([
    { key: 'two', label: 'Second', isRetired: false },
    { key: 'third', label: 'Third', isRetired: false },
    { key: 'one', label: 'One', isRetired: true },
  ])
  expect((await change(uniqueId, { [key]: 'one', motto: null })).custom).toEqual({ [key]: 'one' })
  const another = await company({})
  await expect(change(another.uniqueId, { [key]: 'one' })).rejects.toMatchObject({ status: 422 })
})

test('lists read the fields of a tenant once, and every node follows a change of them', async () => {
  const { uniqueId: fieldId, key } = await define('Followed', 'TEXT')
  const { uniqueId } = await company({ [key]: 'Here' })
  const other = await app.open()
  const valuesOn = async (node: Pick<TestApp, 'as'>) => (await node.as(chief).call(companyApi.get, { uniqueId })).custom
  expect([await valuesOn(app), await valuesOn(other)]).toEqual([{ [key]: 'Here' }, { [key]: 'Here' }])
  const { hits, misses } = cacheCounts.get('tenantRecords')!
  expect([await valuesOn(app), await valuesOn(other)]).toEqual([{ [key]: 'Here' }, { [key]: 'Here' }])
  expect(cacheCounts.get('tenantRecords')).toEqual({ hits: hits + 2, misses })
  await app.as(chief).call(customFieldApi.retire, { uniqueId: fieldId })
  expect(await valuesOn(app)).toEqual({})
  await expect.poll(() => valuesOn(other)).toEqual({})
})

test('a text that was kept while its field was retired is found again once the field is restored', async () => {
  const { uniqueId: fieldId, key } = await define('Nickname', 'TEXT')
  const { uniqueId } = await company({ [key]: 'Sleeping beauty' })
  await app.as(chief).call(customFieldApi.retire, { uniqueId: fieldId })
  await change(uniqueId, { motto: 'While it slept' })
  await app.as(chief).call(customFieldApi.bringBack, { uniqueId: fieldId })
  expect(await found(`custom.${key}:contains:beauty`)).toEqual([uniqueId])
  const searched = await app.as(chief).call(companyApi.list, { page: 0, q: 'sleeping beauty' })
  expect(searched.map((one) => one.uniqueId)).toEqual([uniqueId])
})

test('a kind can have at most fifty fields in use, even when created at the same time', async () => {
  const labels = Array.from({ length: 52 }, (_, at) => `Report ${at}`)
  const outcomes = await Promise.allSettled(labels.map((label) => define(label, 'TEXT', undefined, 'meetingReport')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
})

test('a merge fills in values that the remaining record lacks, and undoing it restores them', async () => {
  const [into, from] = [await company({ motto: 'Mine', gro_e: 1 }), await company({ motto: 'Theirs', colour: 'rot' })]
  const ids = { into: into.uniqueId, from: [from.uniqueId] }
  const { merge, record } = await app.as(chief).call(companyApi.merge, ids)
  expect(record.custom).toEqual({ motto: 'Mine', gro_e: 1, colour: 'rot' })
  expect(await found('custom.colour:is:rot')).toContain(into.uniqueId)
  const [last] = await app.as(chief).call(companyApi.history, { uniqueId: into.uniqueId })
  expect(last!.changes['custom.colour']).toEqual({ before: null, after: 'Rot', label: 'Colour' })
  await app.as(chief).call(companyApi.unmerge, { uniqueId: merge })
  expect((await app.as(chief).call(companyApi.get, { uniqueId: into.uniqueId })).custom).toEqual({ motto: 'Mine', gro_e: 1 })
  expect((await app.as(chief).call(companyApi.get, { uniqueId: from.uniqueId })).custom).toEqual({
    motto: 'Theirs',
    colour: 'rot',
  })
})

test('companies in projects and contacts have custom fields too, each kind its own', async () => {
  const note = await define('Note', 'TEXT', undefined, 'projectCompany')
  await define('Nickname', 'TEXT', undefined, 'contact')
  const [{ uniqueId: companyId }, project] = [await company({}), await app.as(chief).call(projectApi.create, { name: 'Own' })]
  const place = { project: project.uniqueId, company: companyId }
  await expect(app.as(chief).call(projectCompanyApi.create, { ...place, custom: { nickname: 'x' } })).rejects.toMatchObject({
    status: 422,
  })
  const kept = await app.as(chief).call(projectCompanyApi.create, { ...place, custom: { [note.key]: 'Ask again' } })
  expect(kept.custom).toEqual({ note: 'Ask again' })
  const person = { firstName: 'Ann', lastName: 'Own', title: 'Chief', contactRole: 'INFLUENCER', companyId } as const
  const contact = await app.as(chief).call(contactApi.create, { ...person, custom: { nickname: 'Annie' } })
  expect(contact.custom).toEqual({ nickname: 'Annie' })
  const listed = await app
    .as(chief)
    .call(contactApi.list, { page: 0, where: 'custom.nickname:contains:anni', sort: '-custom.nickname' })
  expect(listed.map(({ uniqueId }) => uniqueId)).toEqual([contact.uniqueId])
})

test('a user who sees only an outline of companies neither sees custom values nor can query by them', async () => {
  const level = await app.someone('ROLE_LEVEL1')
  const shared = await company({ motto: 'Hidden away' })
  const project = await app.as(chief).call(projectApi.create, { name: 'Shared', sharedWith: [level.uniqueId] })
  await app.as(chief).call(projectCompanyApi.create, { project: project.uniqueId, company: shared.uniqueId })
  const rows = await app.as(level).call(companyApi.list, { page: 0 })
  expect(rows.map(({ uniqueId, custom }) => [uniqueId, custom])).toEqual([[shared.uniqueId, {}]])
  expect(await app.as(level).call(companyApi.list, { page: 0, q: 'hidden away' })).toEqual([])
  for (const input of [{ where: 'custom.motto:contains:hidden' }, { sort: 'custom.motto' as const }])
    await expect(app.as(level).call(companyApi.list, { page: 0, ...input })).rejects.toMatchObject({ status: 422 })
})

test('a merge lets the user choose whose value stays, and undoing it leaves what was changed since', async () => {
  const one = await company({ motto: 'One', gro_e: 1, colour: 'rot' })
  const two = await company({ motto: 'Two', gro_e: 2, shop: 'two.example' })
  const into = one.uniqueId
  const input = { into, from: [two.uniqueId] }
  const unknown = app.as(chief).call(companyApi.merge, { ...input, fields: { 'custom.nothing': into } })
  await expect(unknown).rejects.toMatchObject(refused({ 'custom.nothing': 'There is no field “nothing” here' }))
  const fields = { 'custom.motto': two.uniqueId, 'custom.shop': into, 'custom.colour': two.uniqueId } as const
  const { merge, record } = await app.as(chief).call(companyApi.merge, { ...input, fields })
  expect(record.custom).toEqual({ motto: 'Two', gro_e: 1 })
  expect(await found('custom.motto:is:two')).toEqual([into])
  await change(into, { motto: 'By hand' })
  const undone = await app.as(chief).call(companyApi.unmerge, { uniqueId: merge })
  expect(undone.fields).toEqual(['custom.motto'])
  expect((await app.as(chief).call(companyApi.get, { uniqueId: into })).custom).toEqual({
    motto: 'By hand',
    gro_e: 1,
    colour: 'rot',
  })
})

test('companies of a project are filtered and sorted by their own fields, only within the project', async () => {
  const rank = await define('Rank', 'NUMBER', undefined, 'projectCompany')
  const [first, other] = await Promise.all(
    ['Ranked', 'Ranked as well'].map((name) => app.as(chief).call(projectApi.create, { name })),
  )
  const place = async (project: string, custom: CustomChange) => {
    const { uniqueId } = await company({})
    return app.as(chief).call(projectCompanyApi.create, { project, company: uniqueId, custom })
  }
  const [low, high, none] = [
    await place(first!.uniqueId, { [rank.key]: 1 }),
    await place(first!.uniqueId, { [rank.key]: 20 }),
    await place(first!.uniqueId, {}),
  ]
  await place(other!.uniqueId, { [rank.key]: 30 })
  const listed = async (input: { where?: string[]; sort?: 'custom.rank' | '-custom.rank' }) => {
    const rows = await app.as(chief).call(projectCompanyApi.ofProject, { projectId: first!.uniqueId, page: 0, ...input })
    return rows.map(({ uniqueId }) => uniqueId)
  }
  expect(await listed({ where: ['custom.rank:more:5'] })).toEqual([high.uniqueId])
  expect(await listed({ sort: '-custom.rank' })).toEqual([high.uniqueId, low.uniqueId, none.uniqueId])
  expect(await listed({ sort: 'custom.rank' })).toEqual([low.uniqueId, high.uniqueId, none.uniqueId])
  await expect(listed({ where: ['custom.nothing:is:1'] })).rejects.toMatchObject({ status: 422 })
  await expect(listed({ where: ['website:contains:x'] })).rejects.toMatchObject({ status: 422 })
  expect(await listed({ where: ['custom.rank:more:5', 'priority:empty'] })).toEqual([high.uniqueId])
  expect(await listed({ where: ['priority:is:HIGH'] })).toEqual([])
  expect(await app.as(chief).call(projectCompanyApi.list, { page: 0, where: ['custom.rank:more:5'] })).toHaveLength(2)
  const whole = await app
    .as(chief)
    .call(projectCompanyApi.ofProject, { projectId: first!.uniqueId, sort: '-custom.rank', counts: 'true' })
  expect(whole.map(({ uniqueId }) => uniqueId)).toEqual([high.uniqueId, low.uniqueId, none.uniqueId])
})
