import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { archive } from '@tradewind/workbook/testing/archive'
import {
  goodRow,
  headerRow,
  inline,
  parts,
  relation,
  relations,
  sheetWith,
  workbook,
  worksheet,
} from '@tradewind/workbook/testing/parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { companiesFile, csvCompanyRow, csvFile, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
let imports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  imports = importCalls(app)
})
afterAll(() => app.close())

test('columns are mapped by the field names in any language, even below lines that are no header', async () => {
  const who = await app.someone('ROLE_PRO')
  const { options } = await imports.looked(who, csvFile('Our list;;\nDirección;País;Ragione sociale\nVia Roma 1;Italy;Acme'))
  expect(options.headerRow).toBe(2)
  expect(options.mapping[0]).toBe('address')
  expect(options.mapping[1]).toBe('country')
})

test('columns are mapped by the names that other systems’ files use', async () => {
  const who = await app.someone('ROLE_PRO')
  const firms = await imports.looked(
    who,
    csvFile('name,country,alpha_two_code,website,domain,VAT ID\nAcme,Italy,IT,https://acme.example,acme.example,1'),
  )
  expect(firms.options.mapping).toEqual(['legalName', 'country', null, 'website', 'website', 'taxRefNumber'])
  const people = await imports.looked(
    who,
    csvFile('Vorname;Nachname;Position;Firma;E-Mail;Telefon\nAda;Berg;CEO;Acme;a@acme.example;1'),
    'contact',
  )
  expect(people.options.mapping).toEqual(['firstName', 'lastName', 'title', 'company', 'email', 'number'])
})

test.each([
  [
    'company',
    'HubSpot',
    'Company name,City,Country/Region,Company Domain Name,Street Address,Postal Code',
    'legalName,address,country,website,address,address',
  ],
  [
    'company',
    'Salesforce',
    'Account Name,Billing Street,Billing City,Billing Zip/Postal Code,Billing Country',
    'legalName,address,address,address,country',
  ],
  [
    'company',
    'Twenty',
    'Name,Domain Name / Link URL,Address / Address 1,Address / City,Address / Country',
    'legalName,website,address,address,country',
  ],
  [
    'company',
    'a German program',
    'Firma,Straße,PLZ,Ort,Land,Umsatzsteuer-ID,Firmenart',
    'legalName,address,address,address,country,taxRefNumber,companyTypeList',
  ],
  [
    'company',
    'Pipedrive',
    'Organization - Name,Organization - Address,Organization - Country of Address,Organization - Website',
    'legalName,address,country,website',
  ],
  [
    'contact',
    'HubSpot',
    'First Name,Last Name,Email,Phone Number,Mobile Phone Number,Job Title,Associated Company',
    'firstName,lastName,email,number,number,title,company',
  ],
  [
    'contact',
    'Google',
    'First Name,Last Name,Organization Name,Organization Title,E-mail 1 - Value,Phone 1 - Value',
    'firstName,lastName,company,title,email,number',
  ],
  [
    'contact',
    'Outlook',
    'First Name,Last Name,Company,Job Title,Business Phone,E-mail Address',
    'firstName,lastName,company,title,number,email',
  ],
  [
    'contact',
    'Pipedrive',
    'Person - First name,Person - Last name,Person - Organization,Person - Email - Work,Person - Email - Home,Person - Phone - Mobile,Person - Job title',
    'firstName,lastName,company,email,email,number,title',
  ],
  ['contact', 'a German list', 'Vorname,Name,Firma', 'firstName,lastName,company'],
  ['contact', 'a list with both', 'Full name,First name,Surname', ',firstName,lastName'],
  ['contact', 'an Italian list', 'Nome completo,Azienda,E-mail', 'fullName,company,email'],
  ['contact', 'LinkedIn', 'First Name,Last Name,Email Address,Company,Position', 'firstName,lastName,email,company,title'],
] as const)('the columns of a file of the kind %s from %s are mapped', async (kind, _program, header, mapping) => {
  const who = await app.someone('ROLE_PRO')
  const { options } = await imports.looked(who, csvFile(`${header}\n${header.replaceAll(/[^,]+/g, 'x')}`), kind)
  expect(options.mapping).toEqual(mapping.split(',').map((field) => field || null))
})

test('an address begins with its street wherever that is in the file; of several websites and numbers the first counts', async () => {
  const who = await app.someone('ROLE_PRO')
  const companies = [
    'Company name,City,Country/Region,Postal Code,Street Address,Website URL,Company Domain Name,Company Types',
    'Acme,Hamburg,Germany,20095,Hafen 1,https://acme.example/en,acme.example,ASSOCIATION',
    'Bergwald,Hamburg,Germany,,Hafen 2,,bergwald.example,ASSOCIATION',
  ]
  const { counts } = await imports.taken(who, csvFile(companies.join('\n')))
  expect(counts).toMatchObject({ NEW: 2, FAULTY: 0 })
  const found = await app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })
  expect(found.map(({ address, website }) => [address, website])).toEqual([
    ['Hafen 1, Hamburg, 20095', 'https://acme.example/en'],
    ['Hafen 2, Hamburg', 'https://bergwald.example'],
  ])
  const people = [
    'First Name,Last Name,Email,Phone Number,Mobile Phone Number,Job Title,Associated Company,Contact Role',
    'Ada,Berg,ada@acme.example,+49 40 1,+49 170 1,Buyer,Acme,INFLUENCER',
    'Ben,Berg,ben@acme.example,,+49 170 2,Buyer,Acme,INFLUENCER',
  ]
  await imports.taken(who, csvFile(people.join('\n')), {}, 'contact')
  const contacts = await app.as(who).call(contactApi.list, { page: 0, size: 100, sort: 'firstName' })
  expect(contacts.map(({ number }) => number)).toEqual(['+49 40 1', '+49 170 2'])
})

test('the whole names of contacts are split, surnames with their particles, and such a contact is found again by name and company', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  await imports.taken(who, companiesFile(csvCompanyRow('Acme')))
  const people = [
    'Name;Firma;Position;Contact Role',
    'Ada Maria Berg',
    'Ludwig van der Meer',
    'Thal, Eve Anna',
    'Al Gore',
    'Prince',
  ]
  const file = csvFile(people.map((name, at) => (at === 0 ? name : `"${name}";Acme;Buyer;INFLUENCER`)).join('\n'))
  const { counts, options, uniqueId } = await imports.taken(who, file, {}, 'contact')
  expect(options).toMatchObject({ mapping: ['fullName', 'company', 'title', 'contactRole'], key: 'name' })
  expect(counts).toMatchObject({ NEW: 4, FAULTY: 1 })
  const [faulty] = await imports.rows(who, uniqueId, 'FAULTY')
  expect(faulty).toMatchObject({ title: 'Prince', faults: [{ column: 'First Name', problem: 'First Name is required' }] })
  const found = await app.as(who).call(contactApi.list, { page: 0, size: 100, sort: 'lastName' })
  expect(found.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
    ['Ada Maria', 'Berg'],
    ['Al', 'Gore'],
    ['Eve Anna', 'Thal'],
    ['Ludwig', 'van der Meer'],
  ])
  expect((await imports.checked(who, file, {}, 'contact')).counts).toMatchObject({ SAME: 4, FAULTY: 1 })
})

test('rows with errors are listed with the name of their record, wherever it is in the file', async () => {
  const who = await app.someone('ROLE_TENANT_ADMIN')
  const titles = async (text: string, kind?: 'contact') => {
    const { uniqueId } = await imports.checked(who, csvFile(text), {}, kind)
    return (await imports.rows(who, uniqueId, 'FAULTY')).map(({ title }) => title)
  }
  expect(await titles('Email;First Name;Last Name\nnowhere;Ada;Berg\nnowhere;;Thal\nnowhere;;', 'contact')).toEqual([
    'Ada Berg',
    'Thal',
    'nowhere',
  ])
  expect(await titles('Country;Legal Name\nAtlantis;Acme')).toEqual(['Acme'])
})

test('an address in several columns is joined, without what an earlier column contains; other fields take one column', async () => {
  const who = await app.someone('ROLE_PRO')
  const rows = [
    'Acme;Hafen 1;20095;Hamburg;Germany;acme.example;ASSOCIATION',
    'Bergwald;Hafen 1, 20095 Hamburg;20095,;hamburg;Germany;bergwald.example;ASSOCIATION',
    'Cobalt;;;Hamburg;Germany;cobalt.example;ASSOCIATION',
    'Delta;Hafen 12;1;;Germany;delta.example;ASSOCIATION',
    'Epsilon;Via Roma 1;;Roma;Italy;epsilon.example;ASSOCIATION',
  ]
  const file = csvFile(['Firma;Straße;PLZ;Ort;Land;Webseite;Company Types', ...rows].join('\n'))
  const { counts, options } = await imports.taken(who, file)
  expect(options.mapping.slice(0, 5)).toEqual(['legalName', 'address', 'address', 'address', 'country'])
  expect(counts).toMatchObject({ NEW: 5, FAULTY: 0 })
  const found = await app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })
  expect(found.map(({ legalName, address }) => [legalName, address])).toEqual([
    ['Acme', 'Hafen 1, 20095, Hamburg'],
    ['Bergwald', 'Hafen 1, 20095 Hamburg'],
    ['Cobalt', 'Hamburg'],
    ['Delta', 'Hafen 12, 1'],
    ['Epsilon', 'Via Roma 1, Roma'],
  ])
  const { uniqueId } = await imports.looked(who, file)
  const mapping = ['legalName', 'country', 'country', null, null, null, null]
  const twice = app.as(who).call(fileImportApi.update, { uniqueId, mapping })
  await expect(twice).rejects.toMatchObject({ data: { mapping: 'Two columns cannot use the same field' } })
})

const relationsOfTwo = relations(
  relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
  relation('rId2', 'worksheet', 'worksheets/sheet2.xml'),
  relation('rId3', 'styles', 'styles.xml'),
)

/** A workbook whose sheets Cover and Data have these rows. */
const twoSheets = (cover: string, data: string) => {
  const entries = parts({
    'xl/workbook.xml': workbook('<sheet name="Cover" sheetId="1" r:id="rId1"/><sheet name="Data" sheetId="2" r:id="rId2"/>'),
    'xl/_rels/workbook.xml.rels': relationsOfTwo,
    'xl/worksheets/sheet1.xml': worksheet(cover),
    'xl/worksheets/sheet2.xml': data,
  })
  return new File([new Uint8Array(archive(entries))], 'two.xlsx')
}

test('of a workbook whose first sheet is empty the first one with rows is read, and another can be chosen', async () => {
  const who = await app.someone('ROLE_PRO')
  const found = await imports.looked(who, twoSheets('', sheetWith(goodRow)))
  expect([found.sheets, found.options.sheet, found.options.mapping[0]]).toEqual([['Cover', 'Data'], 'Data', 'legalName'])
  const choose = app.as(who).call(fileImportApi.update, { uniqueId: found.uniqueId, sheet: 'Cover' })
  await expect(choose).rejects.toMatchObject({ status: 422, message: 'The file has no rows' })
  expect((await imports.doing(who, 'check', found.uniqueId)).counts).toMatchObject({ NEW: 1, FAULTY: 0 })
  await expect(imports.looked(who, twoSheets('', worksheet('')))).rejects.toMatchObject({ message: 'The file has no rows' })
})

test('a workbook with a password is refused with what to do', async () => {
  const who = await app.someone('ROLE_PRO')
  const file = new File([new Uint8Array(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))], 'secret.xlsx')
  await expect(imports.looked(who, file)).rejects.toMatchObject({
    message: 'This is an old Excel file (.xls) or one with a password. Save it as .xlsx without a password.',
  })
})

test('a cover is passed over; rows above the header are ignored, though they have formulas or merged cells; both can be chosen', async () => {
  const who = await app.someone('ROLE_PRO')
  const title = `<row r="1">${inline('A1', 'All companies')}<c r="B1"><f>TODAY()</f><v>46000</v></c></row>`
  const moved = (headerRow + goodRow).replaceAll('<row r="2">', '<row r="4">').replaceAll('<row r="1">', '<row r="3">')
  const cells = moved.replaceAll(/r="([A-F])2"/g, 'r="$14"').replaceAll(/r="([A-F])1"/g, 'r="$13"')
  const merges = '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>'
  const { uniqueId, options } = await imports.looked(
    who,
    twoSheets(`<row r="1">${inline('A1', 'x')}</row>`, worksheet(title + cells, merges)),
  )
  expect(options).toMatchObject({ sheet: 'Data', headerRow: 3 })
  const { options: cover } = await app.as(who).call(fileImportApi.update, { uniqueId, sheet: 'Cover' })
  expect(cover).toMatchObject({ sheet: 'Cover', headerRow: 1 })
  const { options: data } = await app.as(who).call(fileImportApi.update, { uniqueId, sheet: 'Data' })
  expect(data).toMatchObject({ sheet: 'Data', headerRow: 3 })
  expect((await imports.doing(who, 'check', uniqueId)).counts).toMatchObject({ NEW: 1, FAULTY: 0 })
  const { columns } = await app.as(who).call(fileImportApi.update, { uniqueId, headerRow: 1 })
  expect(columns[0]!.name).toBe('All companies')
})
