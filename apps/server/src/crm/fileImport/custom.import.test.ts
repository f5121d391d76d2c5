import type { RowStatus } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import type { CustomKind, CustomType } from '@tradewind/contract/kit/custom/custom.fields'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { csvFile, importCalls, type ImportOptions } from '../../../test/crm/fileImport.ts'
import { cellsIn, companyRow, companyWorkbook } from '../../../test/workbook.ts'
import { companySheet } from '../company.feature.ts'

let app: TestApp
let chief: TestUser
let imports: ReturnType<typeof importCalls>
const choices = [{ label: 'Red' }, { label: 'Dark, blue' }, { label: 'Green' }]
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
  chief = await app.someone('ROLE_TENANT_ADMIN')
  await define('Motto', 'TEXT')
  await define('Size', 'NUMBER')
  await define('Founded', 'DATE')
  await define('Colour', 'CHOICE', choices)
  await define('Markets', 'SEVERAL', choices)
  await define('Keeper', 'PERSON')
  await define('Shop', 'LINK')
  await define('Exports', 'YES_NO')
  await define('Country', 'TEXT')
  await define('Nickname', 'TEXT', undefined, 'contact')
})
afterAll(() => app.close())

const define = (label: string, type: CustomType, given?: { label: string }[], kind: CustomKind = 'company') =>
  app.as(chief).call(customFieldApi.create, { kind, label, type, ...(given && { choices: given }) })

const looked = (text: string, who = chief, kind: 'company' | 'contact' = 'company') => imports.looked(who, csvFile(text), kind)
const doing = (call: 'check' | 'take' | 'undo', uniqueId: string) => imports.doing(chief, call, uniqueId)
const checked = (text: string, over: ImportOptions = {}, who = chief) => imports.checked(who, csvFile(text), over)
const taken = (text: string, over: ImportOptions = {}, who = chief) => imports.taken(who, csvFile(text), over)
const rows = (uniqueId: string, status: RowStatus, who = chief) => imports.rows(who, uniqueId, status)
const companyNamed = async (name: string) => {
  const [found] = await app.as(chief).call(companyApi.list, { legalName: name, page: 0 })
  return found!
}

const header = 'Legal Name;Country;Website;Company Types'
const line = (name: string) => `${name};Italy;https://own.example;ASSOCIATION`
const file = (names: string, ...lines: string[]) => [`${header};${names}`, ...lines].join('\r\n')
const all = 'Motto;size;Founded;Colour;Markets;Keeper;Shop;Exports;Country (2)'

test('columns are mapped to the tenant’s custom fields, whose values are parsed, compared and imported', async () => {
  const given = file(
    all,
    `${line('Alpha')};Ever on;1 250,5;31.12.1999;red;Green, Dark, blue;${chief.emailAddress.toUpperCase()};alpha.example/shop;ja;Inland`,
  )
  const { uniqueId, options, fields } = await looked(given)
  expect(options.mapping.slice(4)).toEqual(
    ['motto', 'size', 'founded', 'colour', 'markets', 'keeper', 'shop', 'exports', 'country'].map((key) => `custom.${key}`),
  )
  expect(options.mapping[1]).toBe('country')
  expect(fields).toContainEqual({ field: 'custom.country', label: 'Country (2)', required: false })
  expect((await doing('check', uniqueId)).counts).toMatchObject({ NEW: 1, FAULTY: 0 })
  const [fresh] = await rows(uniqueId, 'NEW')
  expect(fresh!.values).toMatchObject({
    'custom.size': 1250.5,
    'custom.colour': 'Red',
    'custom.markets': 'Green, Dark, blue',
    'custom.exports': true,
  })
  await doing('take', uniqueId)
  const company = await companyNamed('Alpha')
  expect(company).toMatchObject({
    country: 'Italy',
    custom: {
      motto: 'Ever on',
      size: 1250.5,
      founded: '1999-12-31',
      colour: 'red',
      markets: ['green', 'dark_blue'],
      keeper: chief.uniqueId,
      shop: 'https://alpha.example/shop',
      exports: true,
      country: 'Inland',
    },
  })
  const where = ['custom.size:more:1000', 'custom.markets:is:dark_blue', 'custom.motto:contains:ever']
  expect(await app.as(chief).call(companyApi.list, { page: 0, where })).toHaveLength(1)
  expect((await checked(given)).counts).toMatchObject({ NEW: 0, CHANGED: 0, SAME: 1, FAULTY: 0 })
})

test('a cell with hundreds of commas or thousands of spaces is read before the test times out', async () => {
  const { uniqueId, counts } = await checked(
    file(
      'Colour;Markets',
      `${line('Commas').replace('own', 'commas')};Red;"${'Dark, blue, '.repeat(300)}Green"`,
      `${line('Spaces')};Red${' '.repeat(20_000)}Green;Red`,
      `${line('Too many')};Red;"${'Red, '.repeat(5000)}"`,
    ),
  )
  expect(counts).toMatchObject({ NEW: 1, FAULTY: 2 })
  expect((await rows(uniqueId, 'NEW'))[0]!.values).toMatchObject({ 'custom.markets': 'Dark, blue, Green' })
})

const said = (faults: Fault[]) => Object.fromEntries(faults.map(({ column, problem }) => [column, problem]))

test('an invalid value is a fault that names its column, and an ambiguous number or day is not guessed', async () => {
  const given = file(
    all,
    `${line('Bad')};;1,234;3/4/2026;Yellow;Red, Yellow;nobody@else.example;not an address;perhaps;`,
    `${line('Worse')};${'x'.repeat(501)};many;2026-02-30;;;;;;`,
  )
  const { uniqueId, counts } = await checked(given)
  expect(counts).toMatchObject({ NEW: 0, FAULTY: 2 })
  const [bad, worse] = await rows(uniqueId, 'FAULTY')
  expect(said(bad!.faults)).toEqual({
    Size: '“1,234” can be read as two different numbers. Choose the format of its column.',
    Founded: '“3/4/2026” can be read as two different dates. Choose the format of its column.',
    Colour: 'Choose from Red, Dark, blue, Green.',
    Markets: 'Choose from Red, Dark, blue, Green.',
    Shop: 'Shop is not a web address',
    Exports: 'Yes or no',
    Keeper: 'There is no “nobody@else.example” among your colleagues. Write the name or the email address.',
  })
  expect(said(worse!.faults)).toEqual({
    Motto: 'Motto can have 500 characters at most',
    Size: 'This is not a number',
    Founded: 'Founded is not a day',
  })
  // Read as a number, it would end in 68.
  const long = await checked(file('Size', `${line('Long')};12345678901234567`))
  expect(said((await rows(long.uniqueId, 'FAULTY'))[0]!.faults)).toEqual({ Size: 'This is too large' })
  const people = await checked(file('Keeper', `${line('Nobody')};nobody@else.example`))
  expect(said((await rows(people.uniqueId, 'FAULTY'))[0]!.faults)).toEqual({
    Keeper: 'There is no “nobody@else.example” among your colleagues. Write the name or the email address.',
  })
})

/** A row of a company that resembles no other. */
const distinct = (name: string) => line(name).replace('own', name.toLowerCase().replaceAll(' ', '-'))

test('a point before three digits is asked back where commas are before decimals, and is one before decimals otherwise', async () => {
  const german = await checked(
    file('Size', `${distinct('Point')};1.234`, `${distinct('Point and comma')};1.234,5`, `${distinct('Fourth decimal')};1.2340`),
  )
  expect(german.counts).toMatchObject({ NEW: 2, FAULTY: 1 })
  const [unclear] = await rows(german.uniqueId, 'FAULTY')
  expect(said(unclear!.faults)).toEqual({
    Size: '“1.234” can be read as two different numbers. Choose the format of its column.',
  })
  expect((await rows(german.uniqueId, 'NEW')).map(({ values }) => values)).toMatchObject([
    { 'custom.size': 1234.5 },
    { 'custom.size': 1.234 },
  ])
  const english = file('Size', `${distinct('Point')};1.234`)
    .replaceAll(';', '|')
    .replaceAll(',', ' ')
    .replaceAll('|', ',')
  const read = await checked(english)
  expect(read.counts).toMatchObject({ NEW: 1, FAULTY: 0 })
})

test('a member cannot name staff in a custom field', async () => {
  const member = await app.someone('ROLE_PRO')
  const tried = await checked(file('Keeper', `${line('Of the member')};${chief.emailAddress}`), {}, member)
  expect(tried.counts).toMatchObject({ FAULTY: 1 })
  const own = await taken(file('Keeper', `${line('Of the member')};${member.emailAddress}`), {}, member)
  expect(own.counts).toMatchObject({ NEW: 1 })
})

test('a record changes where the file differs, a retired choice and a former colleague stay, and empty cells clear on request', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const names = 'Size;Colour;Keeper;Motto'
  await taken(file(names, `${line('Delta')};7;Green;${clerk.emailAddress};Old`, `${line('Echo')};8;Red;;`))
  const [field] = (await app.as(chief).call(customFieldApi.list, { kind: 'company' })).filter(({ key }) => key === 'colour')
  const open = field!.choices.filter(({ key }) => key !== 'green').map(({ key, label }) => ({ key, label }))
  await app.as(chief).call(customFieldApi.update, { uniqueId: field!.uniqueId, choices: open })
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [clerk.uniqueId])
  const again = await checked(
    file(names, `${line('Delta')};9;green;${clerk.emailAddress};`, `${line('Echo')};8;Green;${clerk.emailAddress};`),
  )
  expect(again.counts).toMatchObject({ CHANGED: 1, FAULTY: 1 })
  const [delta] = await rows(again.uniqueId, 'CHANGED')
  expect(delta!.changes).toEqual([{ field: 'custom.size', before: 7, after: 9 }])
  const [echo] = await rows(again.uniqueId, 'FAULTY')
  expect(echo!.faults.map(({ column }) => column)).toEqual(['Colour', 'Keeper'])
  await taken(file(names, `${line('Delta')};9;;;`), { erase: true })
  expect((await companyNamed('Delta')).custom).toEqual({ size: 9 })
  const { uniqueId } = await companyNamed('Delta')
  const [last] = await app.as(chief).call(companyApi.history, { uniqueId })
  expect(last!.changes).toMatchObject({
    'custom.size': { before: 7, after: 9, label: 'Size' },
    'custom.colour': { before: 'Green', after: null, label: 'Colour' },
  })
  await app.as(chief).call(customFieldApi.update, { uniqueId: field!.uniqueId, choices: field!.choices })
})

test('undoing restores the value of each field, except one that was changed since', async () => {
  await taken(file('Size;Motto;Colour', `${line('Foxtrot')};1;First;`))
  const { uniqueId } = await taken(file('Size;Motto;Colour', `${line('Foxtrot')};2;Second;Red`, `${line('Golf')};3;;`))
  const company = await companyNamed('Foxtrot')
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, custom: { motto: 'By hand' } })
  const { undone } = await doing('undo', uniqueId)
  expect(undone).toMatchObject({ trashed: 1, restored: 1, keptCount: 1, kept: [{ fields: ['custom.motto'] }] })
  expect((await companyNamed('Foxtrot')).custom).toEqual({ size: 1, motto: 'By hand' })
  const found = (condition: string) => app.as(chief).call(companyApi.list, { page: 0, where: [condition], legalName: 'Foxtrot' })
  expect(await found('custom.size:is:1')).toHaveLength(1)
  expect(await found('custom.colour:is:red')).toEqual([])
})

test('re-importing an export changes nothing', async () => {
  await taken(file(all, `${line('Hotel')};-1 below;0.1;1.2.2003;Red;Red;${chief.emailAddress};hotel.example;No;Abroad`))
  const { url } = await app.as(chief).call(companyApi.export, { format: 'csv' })
  const { payload } = await app.as(chief).send(companyApi.exportFile, { ticket: url.split('/').at(-1)! })
  const again = await checked(payload)
  expect(again.options.mapping).toContain('custom.country')
  const total = (await app.as(chief).call(companyApi.list, { page: 0, size: 100 })).length
  expect(again.counts).toMatchObject({ NEW: 0, CHANGED: 0, FAULTY: 0, SAME: total })
})

test('a mapping is remembered with its custom fields, without one that has been retired since', async () => {
  const field = await define('Passing', 'TEXT')
  const text = `A;B;C;D;E\nIndia;Italy;india.example;ASSOCIATION;Soon over`
  const first = await looked(text)
  const mapping = ['legalName', 'country', 'website', 'companyTypeList', 'custom.passing']
  await app.as(chief).call(fileImportApi.update, { uniqueId: first.uniqueId, mapping })
  await doing('check', first.uniqueId)
  expect((await looked(text)).options.mapping).toEqual(mapping)
  await app.as(chief).call(customFieldApi.retire, { uniqueId: field.uniqueId })
  const late = app.as(chief).call(fileImportApi.take, { uniqueId: first.uniqueId })
  await expect(late).rejects.toMatchObject({ status: 422, data: { mapping: 'Unknown field' } })
  expect((await looked(text)).options.mapping).toEqual([...mapping.slice(0, 4), null])
})

test('contact files can have custom fields too', async () => {
  await taken(file('Size', `${line('Juliett')};1`))
  const text = 'First Name;Last Name;Title;Contact Role;Company;Nickname\nAda;Berg;CEO;INFLUENCER;Juliett;Addie'
  const { uniqueId } = await looked(text, chief, 'contact')
  const { counts } = await doing('check', uniqueId)
  expect(counts).toMatchObject({ NEW: 1 })
  await doing('take', uniqueId)
  expect(await app.as(chief).call(contactApi.list, { q: 'Addie', page: 0 })).toMatchObject([{ custom: { nickname: 'Addie' } }])
})

test('the template lists the fields with their allowed values, and a workbook with or without them is imported', async () => {
  const { rawPayload } = await app.as(chief).send(companyApi.template, {})
  const [names] = await cellsIn(rawPayload, companySheet)
  expect(names!.slice(6)).toEqual(['Motto', 'Size', 'Founded', 'Colour', 'Markets', 'Keeper', 'Shop', 'Exports', 'Country (2)'])
  const allowed = await cellsIn(rawPayload, { name: 'Allowed values', columns: [] })
  expect(allowed[0]).toEqual(['Country', 'Company Types', 'Colour', 'Markets', 'Exports'])
  expect(allowed.slice(1, 3).map((cells) => cells.slice(2))).toEqual([
    ['Red', 'Red', 'Yes'],
    ['Dark, blue', 'Dark, blue', 'No'],
  ])
  const own = ['', '5', '2026-01-02', 'RED', 'dark, blue', chief.fullName, '', 'Yes', '']
  const good = await companyWorkbook([[...companyRow('Kilo'), ...own]], names)
  expect(await app.as(chief).call(companyApi.massUpload, { file: good })).toMatchObject({ created: 1 })
  expect((await companyNamed('Kilo')).custom).toEqual({
    size: 5,
    founded: '2026-01-02',
    colour: 'red',
    markets: ['dark_blue'],
    keeper: chief.uniqueId,
    exports: true,
  })
  expect(await app.as(chief).call(companyApi.list, { page: 0, where: ['custom.founded:is:2026-01-02'] })).toHaveLength(1)
  expect(await app.as(chief).call(companyApi.massUpload, { file: await companyWorkbook([companyRow('Lima')]) })).toMatchObject({
    created: 1,
  })
  const bad = ['', 'five', '', 'Yellow', '', 'No Body', '', '', '']
  const { json } = await app
    .as(chief)
    .send(companyApi.massUpload, { file: await companyWorkbook([[...companyRow('Mike'), ...bad]], names) })
  expect(json().data.faults.map(({ column, value }: Fault) => [column, value])).toEqual([
    ['Size', 'five'],
    ['Colour', 'Yellow'],
    ['Keeper', 'No Body'],
  ])
})

const withChoices = (types: string, markets: string) => file('Markets', `Reordered;Italy;https://own.example;${types};${markets}`)

test('a row that has the same choices in another order changes nothing', async () => {
  await taken(withChoices('ASSOCIATION, MANUFACTURER_BRAND', 'Green, Red'))
  expect((await checked(withChoices('MANUFACTURER_BRAND, ASSOCIATION', 'Red, Green'))).counts).toMatchObject({
    SAME: 1,
    CHANGED: 0,
  })
  const { uniqueId, counts } = await checked(withChoices('MANUFACTURER_BRAND', 'Red, Green'))
  expect(counts).toMatchObject({ SAME: 0, CHANGED: 1 })
  expect((await rows(uniqueId, 'CHANGED'))[0]!.changes.map(({ field }) => field)).toEqual(['companyTypeList'])
})
