import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { cellsIn, companyRow, companyRows, companyWorkbook } from '../../test/workbook.ts'
import { companySheet } from './company.feature.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const upload = async (file: Blob, { who = admin, ...over }: { who?: TestUser; dryRun?: boolean } = {}) => {
  const { statusCode, json } = await app.as(who).send(companyApi.massUpload, { file, ...over })
  return { status: statusCode, message: json().message as string, data: json().data as Record<string, unknown> }
}
const faultsOf = async (rows: readonly (readonly string[])[], over: object = {}) => {
  const { status, data } = await upload(await companyWorkbook(rows), over)
  expect(status).toBe(422)
  return data['faults'] as Fault[]
}
const total = async (who = admin) =>
  Number((await app.as(who).send(companyApi.list, { page: 0, size: 1 })).headers['x-total-count'])
const counts = () =>
  app.asOwner(
    'select (select count(*) from company) as companies, (select count(*) from audit) as notes, (select count(*) from import) as imports',
  )
/** Asserts that the work writes nothing. */
const writesNothing = async (work: () => Promise<void>) => {
  const before = await counts()
  await work()
  expect(await counts()).toEqual(before)
}

test('imports every row of a valid workbook, as the form would', async () => {
  const rows = [
    companyRow('Älva AB', 'sweden', 'alva.example', 'MANUFACTURER_BRAND, ASSOCIATION'),
    ['Beta', 'KR', 'https://beta.example', 'CONSULTING_ADVISORY', '1 Road', 'VAT 7'],
  ]
  expect(await upload(await companyWorkbook(rows))).toMatchObject({
    status: 200,
    data: { read: 2, created: 2, skipped: 0, faults: [], importId: null },
  })
  const found = await app.as(admin).call(companyApi.list, { sort: 'legalName', page: 0 })
  expect(found).toMatchObject([
    {
      legalName: 'Älva AB',
      country: 'Sweden',
      website: 'https://alva.example',
      companyTypeList: ['MANUFACTURER_BRAND', 'ASSOCIATION'],
      address: null,
      taxRefNumber: null,
      createdBy: admin.uniqueId,
    },
    { legalName: 'Beta', country: 'South Korea', address: '1 Road', taxRefNumber: 'VAT 7' },
  ])
  expect(await app.as(admin).call(companyApi.list, { q: 'alva.exa' })).toHaveLength(1)
})

test('one bad row blocks the import: each fault is reported by row, column, value and message', () =>
  writesNothing(async () => {
    const rows = [
      companyRow('Good one'),
      companyRow('Bad one', 'Atlantis', 'javascript:alert(1)', 'END_USER'),
      companyRow('', 'Italy', 'not a site'),
      companyRow('Good two'),
    ]
    const { status, message, data } = await upload(await companyWorkbook(rows))
    expect([status, message, data['total']]).toEqual([422, 'The workbook has 5 errors and was not imported', 5])
    expect(data['faults']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row: 3, column: 'Company Types', value: 'END_USER', problem: expect.any(String) }),
        expect.objectContaining({ row: 3, column: 'Country', value: 'Atlantis', problem: 'Choose a country' }),
        expect.objectContaining({
          row: 3,
          column: 'Website',
          value: 'javascript:alert(1)',
          problem: 'Website is not a web address',
        }),
        expect.objectContaining({ row: 4, column: 'Legal Name', value: '', problem: 'Legal Name is required.' }),
        expect.objectContaining({ row: 4, column: 'Website', value: 'not a site', problem: 'Website is not a web address' }),
      ]),
    )
    expect(
      await faultsOf([companyRow('Bad country', 'Atlantis'), companyRow('Bad site', 'Italy', 'javascript:alert(1)')]),
    ).toMatchObject([
      { row: 2, column: 'Country', value: 'Atlantis', problem: 'Choose a country' },
      { row: 3, column: 'Website', value: 'javascript:alert(1)', problem: 'Website is not a web address' },
    ])
  }))

test('a name that is repeated in the file or already in the list is a fault, regardless of case', async () => {
  await upload(await companyWorkbook([companyRow('Known GmbH')]))
  await writesNothing(async () => {
    expect(await faultsOf([companyRow('KNOWN gmbh'), companyRow('Fresh'), companyRow('Twin'), companyRow('twIN')])).toMatchObject(
      [
        { row: 2, column: 'Legal Name', value: 'KNOWN gmbh', problem: 'There is already “Known GmbH”' },
        { row: 5, column: 'Legal Name', value: 'twIN', problem: 'This is already in row 4' },
      ],
    )
    expect(await faultsOf([companyRow(' Spaced')])).toMatchObject([
      { row: 2, column: 'Legal Name', problem: 'Remove the spaces before or after the text.' },
    ])
  })
  const member = await app.someone('ROLE_BASIC')
  expect(await upload(await companyWorkbook([companyRow('Known GmbH')]), { who: member })).toMatchObject({
    status: 200,
    data: { created: 1 },
  })
})

test('the name of a deleted company is free', async () => {
  await upload(await companyWorkbook([companyRow('Gone GmbH')]))
  const [gone] = await app.as(admin).call(companyApi.list, { legalName: 'gone gmbh' })
  await app.as(admin).call(companyApi.remove, { uniqueId: gone!.uniqueId })
  expect(await upload(await companyWorkbook([companyRow('Gone GmbH')]))).toMatchObject({ data: { created: 1 } })
})

test('a dry run reports what would be imported, and writes nothing', () =>
  writesNothing(async () => {
    expect(await upload(await companyWorkbook(companyRows('Dry', 3)), { dryRun: true })).toMatchObject({
      status: 200,
      data: { read: 3, created: 0, skipped: 3, importId: null },
    })
    expect(await upload(await companyWorkbook([companyRow('Dry', 'Atlantis')]), { dryRun: true })).toMatchObject({
      status: 422,
      data: { total: 1 },
    })
  }))

test('at most five hundred faults are listed, and all are counted', () =>
  writesNothing(async () => {
    const { status, data } = await upload(
      await companyWorkbook(companyRows('Bad', 700).map((cells, at) => [cells[0]!, `Atlantis ${at}`, ...cells.slice(2)])),
    )
    expect([status, (data['faults'] as Fault[]).length, data['total']]).toEqual([422, 500, 700])
    expect((data['faults'] as Fault[])[0]).toMatchObject({ row: 2, column: 'Country' })
  }))

test.each([
  ['no workbook', () => new File(['Legal Name,Country'], 'x.csv'), 422],
  ['nothing', () => new File([], 'x.xlsx'), 422],
  ['no rows', () => companyWorkbook([]), 422],
  ['other columns', () => companyWorkbook([['a', 'b']], ['Name', 'Country']), 422],
])('a file with %s is rejected with a reason', (_, make, status) =>
  writesNothing(async () => {
    const refused = await upload(await make())
    expect([refused.status, refused.message.length > 10]).toEqual([status, true])
  }),
)

test('a missing file, or text in its place, is reported at the field', async () => {
  const form = (entries: Record<string, string>) => app.as(admin).send(companyApi.massUpload, { ...entries })
  for (const input of [{}, { file: 'text' }])
    expect((await form(input)).json()).toMatchObject({ data: { file: 'Choose a file' } })
  const twice = new FormData()
  for (const name of ['a', 'b']) twice.append('file', await companyWorkbook(companyRows(name, 1)), 'x.xlsx')
  const response = await app.fastify.inject({
    method: 'POST',
    url: companyApi.massUpload.path,
    payload: twice,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([response.statusCode, response.json().data]).toEqual([422, { file: 'Choose a file' }])
})

test('imports five thousand rows in one request', async () => {
  const who = await app.someone('ROLE_BASIC')
  expect(await upload(await companyWorkbook(companyRows('Many', 5000)), { who })).toMatchObject({
    status: 200,
    data: { read: 5000, created: 5000, importId: null },
  })
  expect(await total(who)).toBe(5000)
})

test('uploading the same file twice at the same time creates one set of rows', async () => {
  const who = await app.someone('ROLE_BASIC')
  const file = await companyWorkbook(companyRows('Race', 200))
  const answers = await Promise.all([upload(file, { who }), upload(file, { who })])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
    expect.stringMatching('200'),
    expect.stringMatching(/409|422/),
  ])
  expect(await total(who)).toBe(200)
})

test('a user who may not create companies may neither upload nor get the template', async () => {
  for (const role of ['ROLE_LEVEL3', 'ROLE_LEVEL1', 'ROLE_STARTER', 'ROLE_FREE'] as const) {
    const who = await app.someone(role)
    expect((await upload(await companyWorkbook([companyRow('Mine')]), { who })).status).toBe(403)
    expect((await app.as(who).send(companyApi.template)).statusCode).toBe(403)
  }
})

test('the template names the columns and, filled in, is imported', async () => {
  const { rawPayload, headers } = await app.as(admin).send(companyApi.template)
  expect(headers['content-disposition']).toContain('companyTemplate.xlsx')
  expect(await cellsIn(rawPayload, companySheet)).toEqual([
    ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number'],
  ])
})

test('the marked workbook names faults in the language of its reader; the headers are those of the template', async () => {
  const file = await companyWorkbook([companyRow('Marked C', 'Atlantis'), companyRow('Marked D', 'Italy', 'none')])
  const marked = await app.as(admin).send(companyApi.markedWorkbook, { file }, { 'accept-language': 'de' })
  expect(marked.headers['content-disposition']).toContain('companies (markiert).xlsx')
  const cells = await cellsIn(marked.rawPayload, companySheet)
  expect(cells.map((line) => [line[0], line[6]])).toEqual([
    ['Legal Name', 'Problems'],
    ['Marked C', 'Country: Wählen Sie ein Land'],
    ['Marked D', '„Website“ ist keine Webadresse'],
  ])
})

test('the marked workbook is the user’s own with its faults explained, and is imported once corrected', async () => {
  const file = await companyWorkbook([companyRow('Marked A', 'Atlantis'), companyRow('Marked B'), companyRow('Marked B')])
  const marked = await app.as(admin).send(companyApi.markedWorkbook, { file })
  expect(marked.headers['content-disposition']).toContain('companies (marked).xlsx')
  const cells = await cellsIn(marked.rawPayload, companySheet)
  expect(cells.map((line) => [line[0], line[6]])).toEqual(
    [
      ['Legal Name', 'Problems'],
      ['Marked A', 'Country: Choose a country'],
      ['Marked B', ''],
      ['Marked B', 'Legal Name: This is already in row 3'],
    ].map(([name, problem]) => [name, problem === '' ? undefined : problem]),
  )
})
