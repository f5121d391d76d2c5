import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { tmpdir } from 'node:os'
import { relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UPLOAD_FOLDER_PREFIX } from '#kit/http/input'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { companiesFile, csvCompanyRow, csvFile, importCalls } from '../../../test/crm/fileImport.ts'
import { companyRow, companyWorkbook } from '../../../test/workbook.ts'
import { withFile } from './source.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

const companiesOf = async (who: TestUser) => {
  const found = await app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })
  return found.map(({ legalName, address }) => [legalName, address])
}

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))

test.each([
  ['utf-8', ';', csvFile('Firma;Land\nMüller;Italien')],
  ['utf-8', ',', csvFile('\ufeffFirma,Land\nMüller,"Italien, Nord"')],
  ['windows-1252', ';', csvFile(latin('Firma;Land\nMüller;Italien'))],
  ['utf-16le', '\t', csvFile(utf16('Firma\tLand\nMüller\tItalien'))],
  ['utf-8', '|', csvFile('Firma|Land\nMüller|Italien')],
  ['utf-8', ';', csvFile('Firma;Land\rMüller;"Italien\rNord"\r')],
] as const)('detects the encoding %s and the separator %j', async (encoding, separator, given) => {
  const who = await app.someone('ROLE_PRO')
  const found = await imports.looked(who, given)
  expect(found.options).toMatchObject({ encoding, separator, headerRow: 1 })
  expect(found.columns.map(({ name }) => name)).toEqual(['Firma', 'Land'])
  expect(found.columns[0]!.samples).toEqual(['Müller'])
  expect(found.columns[1]!.samples).toEqual([expect.stringMatching(/^Italien(\nNord|, Nord)?$/)])
})

const unnamed = () => csvFile('A;B;C;D\nAcme;Italy;acme.example;ASSOCIATION')

test('a changed option is applied immediately, and a mapping is remembered for the same columns', async () => {
  const [who, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const first = await imports.looked(who, unnamed())
  expect(first.options).toMatchObject({ mapping: [null, null, null, null], key: null })
  const wrong = await app.as(who).call(fileImportApi.update, { uniqueId: first.uniqueId, separator: ',' })
  expect(wrong.columns.map(({ name }) => name)).toEqual(['A;B;C;D'])
  await app.as(who).call(fileImportApi.update, { uniqueId: first.uniqueId, separator: ';' })
  const mapping = ['legalName', 'country', 'website', 'companyTypeList']
  await app.as(who).call(fileImportApi.update, { uniqueId: first.uniqueId, mapping, existing: 'skip' })
  await imports.doing(who, 'check', first.uniqueId)
  const third = (await imports.looked(who, unnamed())).uniqueId
  const keyAfter = async (over: object) =>
    (await app.as(who).call(fileImportApi.update, { uniqueId: third, ...over })).options.key
  expect(await keyAfter({ mapping: [null, null, 'website', null] })).toBe('website')
  expect(await keyAfter({ mapping })).toBe('legalName')
  expect(await keyAfter({ key: null })).toBe(null)
  expect(await keyAfter({ mapping: ['legalName', null, null, null] })).toBe(null)
  expect((await imports.looked(who, unnamed())).options).toMatchObject({ mapping, key: 'legalName', existing: 'skip' })
  expect((await imports.looked(other, unnamed())).options).toMatchObject({ mapping: [null, null, null, null] })
})

test('the preview shows what each row will do, and the import does exactly that', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(
    who,
    companiesFile(csvCompanyRow('Acme', 'Old street'), csvCompanyRow('Bergwald', 'Hill'), csvCompanyRow('Cobalt', 'Sea')),
  )
  const given = companiesFile(
    csvCompanyRow('ACME', 'New street'),
    csvCompanyRow('Bergwald', ''),
    csvCompanyRow('Delta'),
    ';Nowhere;;;;',
    csvCompanyRow('Delta'),
    csvCompanyRow('Echo').replace('ASSOCIATION', 'CIRCUS'),
  )
  const { uniqueId, counts, state } = await imports.checked(who, given)
  expect(state).toBe('CHECKED')
  expect(counts).toEqual({ NEW: 1, CHANGED: 1, SAME: 1, FAULTY: 3, LEFT: 0, DUPLICATE: 0 })
  const [change] = await imports.rows(who, uniqueId, 'CHANGED')
  expect(change).toMatchObject({
    row: 2,
    changes: [
      { field: 'legalName', before: 'Acme', after: 'ACME' },
      { field: 'address', before: 'Old street', after: 'New street' },
    ],
  })
  expect((await imports.rows(who, uniqueId, 'SAME')).map(({ title }) => title)).toEqual(['Bergwald'])
  expect((await imports.rows(who, uniqueId, 'NEW')).map(({ title, values }) => [title, values['country']])).toEqual([
    ['Delta', 'IT'],
  ])
  const faults = (await imports.rows(who, uniqueId, 'FAULTY')).flatMap((one) => one.faults)
  expect(faults).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ row: 6, column: 'Legal Name', problem: 'This is already in row 4' }),
      expect.objectContaining({ row: 7, column: 'Company Types' }),
      expect.objectContaining({ row: 5, column: 'Country' }),
    ]),
  )
  const before = await companiesOf(who)
  expect(before).toHaveLength(3)
  const done = await imports.doing(who, 'take', uniqueId)
  expect(done).toMatchObject({ state: 'TAKEN', counts, undoUntil: expect.any(String) })
  expect(await companiesOf(who)).toEqual([
    ['ACME', 'New street'],
    ['Bergwald', 'Hill'],
    ['Cobalt', 'Sea'],
    ['Delta', null],
  ])
  const { payload, headers } = await app.as(who).send(fileImportApi.faulty, { uniqueId })
  expect(headers['content-disposition']).toContain('firms (faulty rows).csv')
  expect(payload).toContain('This is already in row 4')
  expect(payload.trim().split('\n')).toHaveLength(4)
})

test('existing records can be skipped, cleared, and matched by their tax number', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companiesFile(csvCompanyRow('Acme', 'Street', 'IT 12345')))
  const left = await imports.checked(who, companiesFile(csvCompanyRow('Acme', 'Other')), { existing: 'skip' })
  expect(left.counts).toMatchObject({ LEFT: 1, CHANGED: 0 })
  expect((await imports.rows(who, left.uniqueId, 'LEFT'))[0]).toMatchObject({ reason: 'EXISTS', title: 'Acme' })
  await imports.taken(who, companiesFile(csvCompanyRow('Acme Renamed', '', 'it12345')), {
    key: 'taxRefNumber',
    existing: 'update',
    erase: true,
  })
  expect(await companiesOf(who)).toEqual([['Acme Renamed', null]])
})

test('rejects a file without a column for its key, and an invalid mapping', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.looked(who, companiesFile(csvCompanyRow('Acme')))
  const change = (over: object) => app.as(who).call(fileImportApi.update, { uniqueId, ...over })
  await expect(change({ mapping: ['legalName'] })).rejects.toMatchObject({
    status: 422,
    data: { mapping: 'The file has 6 columns' },
  })
  await expect(change({ mapping: ['legalName', 'legalName', null, null, null, null] })).rejects.toMatchObject({ status: 422 })
  await change({ mapping: [null, 'country', null, null, null, null] })
  await expect(app.as(who).call(fileImportApi.check, { uniqueId })).rejects.toMatchObject({
    status: 422,
    data: { key: expect.any(String) },
  })
  await expect(app.as(who).call(fileImportApi.take, { uniqueId })).rejects.toMatchObject({ status: 409 })
  const binary = imports.looked(who, csvFile(Uint8Array.from([1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])))
  await expect(binary).rejects.toMatchObject({ status: 422, data: { file: expect.any(String) } })
})

test('a workbook is read like a text file', async () => {
  const who = await app.someone('ROLE_PRO')
  const { options, sheets, state, counts } = await imports.taken(
    who,
    await companyWorkbook([companyRow('Acme'), companyRow('Bergwald')]),
  )
  expect({ state, sheets, encoding: options.encoding }).toEqual({ state: 'TAKEN', sheets: ['Companies'], encoding: null })
  expect(counts).toMatchObject({ NEW: 2 })
})

test('an admin changes only their own companies; others’ companies are skipped', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  await imports.taken(chief, companiesFile(csvCompanyRow('Of the chief', 'One')))
  await imports.taken(clerk, companiesFile(csvCompanyRow('Of the clerk', 'One')))
  const given = await imports.taken(
    clerk,
    companiesFile(csvCompanyRow('Of the chief', 'Two'), csvCompanyRow('Of the clerk', 'Two')),
  )
  expect(given.counts).toMatchObject({ LEFT: 1, CHANGED: 1 })
  expect(await companiesOf(clerk)).toEqual([
    ['Of the chief', 'One'],
    ['Of the clerk', 'Two'],
  ])
  await expect(
    imports.get(clerk, (await imports.looked(chief, companiesFile(csvCompanyRow('X')))).uniqueId),
  ).rejects.toMatchObject({ status: 404 })
  expect(await imports.get(chief, given.uniqueId)).toMatchObject({ byName: clerk.fullName })
  const level3 = await app.someone('ROLE_LEVEL3', { permissions: ['MASS_UPLOAD'] })
  await expect(imports.looked(level3, companiesFile(csvCompanyRow('X')))).rejects.toMatchObject({ status: 403 })
  await expect(
    imports.looked(await app.someone('ROLE_LEVEL3'), companiesFile(csvCompanyRow('X')), 'contact'),
  ).rejects.toMatchObject({ status: 403 })
})

const people = (...lines: string[]) =>
  csvFile(['First Name,Last Name,Title,Contact Role,Company,Email', ...lines].join('\n'), 'people.csv')

test('contacts are matched by address within the company, and companies by name', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companiesFile(csvCompanyRow('Acme'), csvCompanyRow('Bergwald')))
  await imports.taken(who, people('Ann,Lee,Buyer,INFLUENCER,Acme,ann@acme.example'), {}, 'contact')
  const { counts, uniqueId } = await imports.taken(
    who,
    people(
      'Ann,Lee,Head of buying,Decision Maker,Acme,ANN@acme.example',
      'Bob,Ray,Buyer,INFLUENCER,Bergwald,bob@berg.example',
      'Cy,Orr,Buyer,INFLUENCER,Nowhere,cy@no.example',
    ),
    {},
    'contact',
  )
  expect(counts).toEqual({ NEW: 1, CHANGED: 1, SAME: 0, FAULTY: 1, LEFT: 0, DUPLICATE: 0 })
  const [ann] = await app.as(who).call(contactApi.list, { page: 0, lastName: 'Lee' })
  expect(ann).toMatchObject({ title: 'Head of buying', contactRole: 'DECISION_MAKER', email: 'ANN@acme.example' })
  const undone = await imports.doing(who, 'undo', uniqueId)
  expect(undone.undone).toMatchObject({ trashed: 1, restored: 1, keptCount: 0 })
  expect(await app.as(who).call(contactApi.list, { page: 0 })).toMatchObject([{ title: 'Buyer', email: 'ann@acme.example' }])
})

test('undo reverts what nobody has changed since, and lists what it left', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(
    who,
    companiesFile(
      csvCompanyRow('Acme', 'One', 'IT 11111'),
      csvCompanyRow('Bergwald', 'One', 'IT 22222'),
      csvCompanyRow('Cobalt', 'One', 'IT 33333'),
    ),
  )
  const given = companiesFile(
    csvCompanyRow('Acme', 'Two', 'IT 11111'),
    csvCompanyRow('Bergwald', 'Two', 'IT 22222'),
    csvCompanyRow('Cobalt', 'Two', 'IT 33333'),
    csvCompanyRow('Delta'),
    csvCompanyRow('Echo'),
    csvCompanyRow('Foxtrot'),
  )
  const { uniqueId } = await imports.taken(who, given)
  const all = await app.as(who).call(companyApi.list, { page: 0, size: 50, sort: 'legalName' })
  const idOf = (name: string) => all.find(({ legalName }) => legalName === name)!.uniqueId
  await app.as(who).call(companyApi.update, { uniqueId: idOf('Bergwald'), address: 'Three' })
  await app.as(who).call(companyApi.update, { uniqueId: idOf('Delta'), address: 'Mine' })
  await app.as(who).call(companyApi.remove, { uniqueId: idOf('Cobalt') })
  const person = { firstName: 'Ann', lastName: 'Lee', title: 'Buyer', contactRole: 'INFLUENCER', email: 'a@b.example' } as const
  await app.as(who).call(contactApi.create, { ...person, companyId: idOf('Echo') })
  const { undone, state } = await imports.doing(who, 'undo', uniqueId)
  expect(state).toBe('UNDONE')
  expect(undone).toMatchObject({ trashed: 1, restored: 1, keptCount: 4 })
  expect(undone!.kept.map(({ title, reason, fields }) => [title, reason, fields])).toEqual(
    expect.arrayContaining([
      ['Bergwald', 'CHANGED', ['address']],
      ['Delta', 'CHANGED', []],
      ['Echo', 'HAS_RECORDS', []],
      ['Cobalt', 'GONE', []],
    ]),
  )
  expect(await companiesOf(who)).toEqual([
    ['Acme', 'One'],
    ['Bergwald', 'Three'],
    ['Delta', 'Mine'],
    ['Echo', null],
  ])
  const history = await app.as(who).call(companyApi.history, { uniqueId: idOf('Acme'), page: 0 })
  expect(history.map(({ action }) => action)).toEqual(['CHANGED', 'CHANGED', 'IMPORTED'])
  await expect(app.as(who).call(fileImportApi.undo, { uniqueId })).rejects.toMatchObject({ status: 409 })
})

test('undo leaves records that the user may no longer change or remove', async () => {
  const [chief, former] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  await imports.taken(chief, companiesFile(csvCompanyRow('Of the chief by then', 'One')))
  const { uniqueId } = await imports.taken(
    former,
    companiesFile(csvCompanyRow('Of the chief by then', 'Two'), csvCompanyRow('Of the former', 'Two')),
  )
  await app.asOwner(`update company set created_by = $1 where legal_name = 'Of the former'`, [chief.uniqueId])
  await app.asOwner(`update user_account set role = 'ROLE_ADMIN' where id = $1`, [former.uniqueId])
  const { undone } = await imports.doing(former, 'undo', uniqueId)
  expect(undone).toMatchObject({ trashed: 0, restored: 0, keptCount: 2 })
  expect(undone!.kept.map(({ title, reason }) => [title, reason])).toEqual([
    ['Of the chief by then', 'NOT_YOURS'],
    ['Of the former', 'NOT_YOURS'],
  ])
  expect((await companiesOf(chief)).filter(([, address]) => address === 'Two')).toHaveLength(3)
})

test('a name that somebody has changed since stays, and need not be free for the other fields to be restored', async () => {
  const who = await app.someone('ROLE_PRO')
  await imports.taken(who, companiesFile(csvCompanyRow('Old name', 'Old street', 'IT 12345')))
  const { uniqueId } = await imports.taken(who, companiesFile(csvCompanyRow('New name', 'New street', 'IT 12345')), {
    key: 'taxRefNumber',
  })
  const [company] = await app.as(who).call(companyApi.list, { page: 0 })
  await app.as(who).call(companyApi.update, { uniqueId: company!.uniqueId, legalName: 'Newest name' })
  await crmCalls(app, who).company({ legalName: 'Old name' })
  const { undone } = await imports.doing(who, 'undo', uniqueId)
  expect(undone).toMatchObject({ restored: 1, kept: [{ reason: 'CHANGED', fields: ['legalName'] }] })
  expect(await app.as(who).call(companyApi.get, { uniqueId: company!.uniqueId })).toMatchObject({
    legalName: 'Newest name',
    address: 'Old street',
  })
})

test('after 30 days an import can no longer be undone, and is deleted with its file', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.taken(who, companiesFile(csvCompanyRow('Old')))
  await app.asOwner(`update file_import set taken_at = now() - interval '31 days' where id = $1`, [uniqueId])
  await expect(app.as(who).call(fileImportApi.undo, { uniqueId })).rejects.toMatchObject({ status: 409 })
  const documents = () => app.asOwner(`select from document where purpose = 'FILE_IMPORT' and created_by = $1`, [who.uniqueId])
  expect(await documents()).toHaveLength(1)
  await app.clock('records.sweep')
  await expect(imports.get(who, uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await documents()).toEqual([])
  expect(await companiesOf(who)).toHaveLength(1)
})

test('a job that died resumes after its last batch, and imports nothing twice', async () => {
  const who = await app.someone('ROLE_PRO')
  const MANY = 4_500
  const lines = Array.from({ length: MANY }, (_, at) => csvCompanyRow(`Firm ${at}`))
  const { uniqueId } = await imports.checked(who, companiesFile(...lines, csvCompanyRow('Firm 3')))
  await app.as(who).call(fileImportApi.take, { uniqueId })
  const payload = await imports.jobOf('massUpload.take', uniqueId)
  // The second batch fails, as if the database became unavailable.
  await app.asOwner(`create or replace function die() returns trigger language plpgsql as $$ begin
    if new.legal_name = 'Firm 2500' then raise exception 'gone' using errcode = '57P01'; end if; return new; end $$`)
  await app.asOwner('create trigger die before insert on company for each row execute function die()')
  await expect(app.work('massUpload.take', payload)).rejects.toThrow(/gone|Failed query/)
  expect(await imports.get(who, uniqueId)).toMatchObject({ state: 'TAKING', read: 2_000, counts: { NEW: 2_000 } })
  await app.asOwner('drop trigger die on company')
  await Promise.all([app.work('massUpload.take', payload), app.work('massUpload.take', payload)])
  expect(await imports.get(who, uniqueId)).toMatchObject({ state: 'TAKEN', read: MANY + 1, counts: { NEW: MANY, FAULTY: 1 } })
  await app.work('massUpload.take', payload)
  const total = async () => Number((await app.as(who).send(companyApi.list, { page: 0, size: 1 })).headers['x-total-count'])
  expect(await total()).toBe(MANY)
  expect((await imports.doing(who, 'undo', uniqueId)).undone).toMatchObject({ trashed: MANY, keptCount: 0 })
  expect(await total()).toBe(0)
})

test('an import ends with the batch in which its user loses the right to it', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.checked(
    who,
    companiesFile(...Array.from({ length: 2_100 }, (_, at) => csvCompanyRow(`Late ${at}`))),
  )
  await app.asOwner(`create or replace function demote() returns trigger language plpgsql as $$ begin
    if new.legal_name = 'Late 9' then update user_account set role = 'ROLE_STARTER' where id = new.created_by; end if; return new; end $$`)
  await app.asOwner('create trigger demote before insert on company for each row execute function demote()')
  await app.as(who).call(fileImportApi.take, { uniqueId })
  await app.work('massUpload.take', await imports.jobOf('massUpload.take', uniqueId))
  await app.asOwner('drop trigger demote on company')
  const [found] = await app.asOwner('select state, read, problem from file_import where id = $1', [uniqueId])
  expect(found).toEqual({ state: 'TAKEN', read: 2_000, problem: 'You may not do this any more' })
})

test('the rows of a file can be paged forwards and backwards', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  const lines = Array.from({ length: 5 }, (_, at) => `Row ${at + 1} Ltd;Italy;https://row${at}.example;Association`)
  const { uniqueId } = await imports.checked(who, csvFile(['Legal Name;Country;Website;Company Types', ...lines].join('\n')))
  const titles = async (sort: 'row' | '-row', page: number) => {
    const found = await app.as(who).call(fileImportApi.rows, { uniqueId, status: 'NEW', sort, page, size: 2 })
    return found.map(({ title }) => title?.slice(4, 5))
  }
  const pages = (sort: 'row' | '-row') => Promise.all([0, 1, 2, 3].map((page) => titles(sort, page)))
  expect(await pages('row')).toEqual([['1', '2'], ['3', '4'], ['5'], []])
  expect(await pages('-row')).toEqual([['5', '4'], ['3', '2'], ['1'], []])
})

test('the copy of a file that a job reads is removed a day later if its process is killed, like the files of requests', async () => {
  const who = await app.someone('ROLE_PRO')
  const { uniqueId } = await imports.looked(who, unnamed())
  const [row] = await app.asOwner<{ tenantId: string; documentId: string }>(
    'select tenant_id as "tenantId", document_id as "documentId" from file_import where id = $1',
    [uniqueId],
  )
  const { files, db } = app.appContext
  const path = await withFile(files, db.as(who), row!, async (copied) => relative(tmpdir(), copied))
  expect(path.startsWith(UPLOAD_FOLDER_PREFIX)).toBe(true)
})

test('who started an import is notified that it failed, and why', async () => {
  const [who, chief] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_SUPER_ADMIN')]
  const { uniqueId } = await imports.checked(who, companiesFile(csvCompanyRow('One'), csvCompanyRow('Two')))
  const limit = (value: number | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'MASS_UPLOAD_ROWS', value })
  await limit(1)
  expect(await imports.doing(who, 'take', uniqueId)).toMatchObject({ state: 'FAILED' })
  await limit(null)
  const notices = await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
  expect(notices.map(({ subject, abbreviatedContentText, path }) => [subject, abbreviatedContentText, path])).toEqual([
    ['The import of firms.csv has failed', 'An import can have 1 rows at most', `import/show/${uniqueId}`],
  ])
})
