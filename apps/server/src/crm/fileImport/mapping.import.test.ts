import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { csvFile, importCalls } from '../../../test/crm/fileImport.ts'

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
  expect(firms.options.mapping).toEqual(['legalName', 'country', null, 'website', null, 'taxRefNumber'])
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
    'Firma,Straße,PLZ,Ort,Land,Umsatzsteuer-ID',
    'legalName,address,address,address,country,taxRefNumber',
  ],
  [
    'contact',
    'HubSpot',
    'First Name,Last Name,Email,Phone Number,Job Title,Associated Company',
    'firstName,lastName,email,number,title,company',
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
  ['contact', 'LinkedIn', 'First Name,Last Name,Email Address,Company,Position', 'firstName,lastName,email,company,title'],
] as const)('the columns of a file of the kind %s from %s are mapped', async (kind, _program, header, mapping) => {
  const who = await app.someone('ROLE_PRO')
  const { options } = await imports.looked(who, csvFile(`${header}\n${header.replaceAll(/[^,]+/g, 'x')}`), kind)
  expect(options.mapping).toEqual(mapping.split(','))
})

test('an address in several columns is joined, without what an earlier column contains; other fields take one column', async () => {
  const who = await app.someone('ROLE_PRO')
  const rows = [
    'Acme;Hafen 1;20095;Hamburg;Germany;acme.example;ASSOCIATION',
    'Bergwald;Hafen 1, 20095 Hamburg;20095,;hamburg;Germany;bergwald.example;ASSOCIATION',
    'Cobalt;;;Hamburg;Germany;cobalt.example;ASSOCIATION',
    'Delta;Hafen 12;1;;Germany;delta.example;ASSOCIATION',
  ]
  const file = csvFile(['Firma;Straße;PLZ;Ort;Land;Webseite;Company Types', ...rows].join('\n'))
  const { counts, options } = await imports.taken(who, file)
  expect(options.mapping.slice(0, 5)).toEqual(['legalName', 'address', 'address', 'address', 'country'])
  expect(counts).toMatchObject({ NEW: 4, FAULTY: 0 })
  const found = await app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })
  expect(found.map(({ legalName, address }) => [legalName, address])).toEqual([
    ['Acme', 'Hafen 1, 20095, Hamburg'],
    ['Bergwald', 'Hafen 1, 20095 Hamburg'],
    ['Cobalt', 'Hamburg'],
    ['Delta', 'Hafen 12, 1'],
  ])
  const { uniqueId } = await imports.looked(who, file)
  const mapping = ['legalName', 'country', 'country', null, null, null, null]
  const twice = app.as(who).call(fileImportApi.update, { uniqueId, mapping })
  await expect(twice).rejects.toMatchObject({ data: { mapping: 'Two columns cannot use the same field' } })
})
