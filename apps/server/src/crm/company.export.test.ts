import { companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { cellsIn } from '../../test/workbook.ts'
import { companySheet } from './company.feature.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const add = (who: TestUser, legalName: string, over: object = {}) =>
  app.as(who).call(companyApi.create, {
    legalName,
    country: 'Italy',
    website: 'https://acme.example',
    companyTypeList: ['END_USER', 'ASSOCIATION'],
    ...over,
  })
const ticketFor = async (who: TestUser, query: object = {}) =>
  (await app.as(who).call(companyApi.export, { format: 'csv', ...query })).url
const fetchFile = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ method: 'GET', url, headers })
const csv = async (who: TestUser, query: object = {}) =>
  (await fetchFile(await ticketFor(who, query))).body.replace('\uFEFF', '').trimEnd().split('\r\n')
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare)
const namesIn = async (who: TestUser, query: object = {}) => (await csv(who, query)).slice(1).map((line) => line.split(',')[0]!)

test('a text export contains the same rows as the list, in the same order', async () => {
  const { dateCreated } = await add(admin, 'Acme, "the first"', { address: 'Line 1\nLine 2', country: 'South Korea' })
  const response = await fetchFile(await ticketFor(admin, { q: 'acme' }))
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('filename="Companies.csv"'),
  })
  expect(response.body).toBe(
    `\uFEFFLegal Name,Country,Website,Company Types,Address,Tax Ref Number,Date Created,Last Report\r\n` +
      `"Acme, ""the first""",South Korea,https://acme.example,"END_USER, ASSOCIATION","Line 1\nLine 2",,${dateCreated.slice(0, 10)},\r\n`,
  )
})

test('a workbook export contains the same rows as the list', async () => {
  await add(admin, 'Workbook & Söhne', { taxRefNumber: '007' })
  const response = await fetchFile(await ticketFor(admin, { format: 'xlsx', q: 'workbook' }))
  expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const rows = await cellsIn(response.rawPayload, companySheet)
  expect(rows.map((cells) => cells.slice(0, 6))).toEqual([
    ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number'],
    ['Workbook & Söhne', 'Italy', 'https://acme.example', 'END_USER, ASSOCIATION', '', '007'],
  ])
})

test('days are those of the reader’s time zone, as in the list', async () => {
  const { uniqueId } = await add(admin, 'Midnight Ltd')
  await app.asOwner(`update company set created_at = '2026-03-01T23:30:00Z' where id = $1`, [uniqueId])
  const dayIn = async (zone: string) => {
    const query = { format: 'csv', q: 'midnight' } as const
    const { url } = await app.as(admin).call(companyApi.export, query, { 'x-time-zone': zone })
    return (await fetchFile(url)).body.trimEnd().split(',').at(-2)
  }
  expect([await dayIn('UTC'), await dayIn('Europe/Berlin')]).toEqual(['2026-03-01', '2026-03-02'])
})

test('the export applies the list’s filters and sort order', async () => {
  for (const [name, country] of [
    ['Sorted b', 'FR'],
    ['Sorted a', 'IT'],
    ['Sorted c', 'IT'],
  ] as const)
    await add(admin, name, { country })
  expect(await namesIn(admin, { legalName: 'sorted', sort: 'legalName' })).toEqual(['Sorted a', 'Sorted b', 'Sorted c'])
  expect(await namesIn(admin, { legalName: 'sorted', sort: '-legalName', country: 'ital' })).toEqual(['Sorted c', 'Sorted a'])
  expect(await namesIn(admin, { legalName: 'nothing like it' })).toEqual([])
  for (const [field, value] of [
    ['page', 1],
    ['size', 5],
    ['sort', 'website'],
    ['format', 'pdf'],
  ] as const) {
    await expect(app.as(admin).call(companyApi.export, { format: 'csv', [field]: value })).rejects.toMatchObject({
      status: 422,
      data: { [field]: expect.any(String) },
    })
  }
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1+1', '\u00a0=cmd', '=HYPERLINK("https://evil.example")'])(
  'the text %j never becomes a formula',
  async (address) => {
    const { uniqueId } = await add(admin, `Formula ${crypto.randomUUID()}`)
    await app.asOwner('update company set address = $1, tax_ref_number = $1 where id = $2', [address, uniqueId])
    const line = (await csv(admin, { legalName: 'formula', sort: '-dateCreated' }))[1]!
    const workbook = await fetchFile(await ticketFor(admin, { format: 'xlsx', legalName: 'formula', sort: '-dateCreated' }))
    const [, first] = await cellsIn(workbook.rawPayload, companySheet)
    for (const cells of [cellsOf(line), first!])
      expect(cells.slice(4, 6)).toEqual([expect.stringMatching(/^'/), expect.stringMatching(/^'/)])
  },
)

test('level 3 and admins need the permission to export, and export only what they see', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  await expect(ticketFor(clerk)).rejects.toMatchObject({ status: 403 })
  await expect(ticketFor(await app.someone('ROLE_LEVEL3', { allowedCountries: ['CL'] }))).rejects.toMatchObject({ status: 403 })
  for (const role of ['ROLE_LEVEL1', 'ROLE_STARTER', 'ROLE_FREE'] as const)
    await expect(ticketFor(await app.someone(role, { permissions: ['EXPORT_DATA'] }))).rejects.toMatchObject({ status: 403 })
  await add(admin, 'Andes', { country: 'Chile' })
  const allowed = await app.someone('ROLE_LEVEL3', { allowedCountries: ['CL'], permissions: ['EXPORT_DATA'] })
  expect(await namesIn(allowed)).toEqual(['Andes'])
  expect(await namesIn(await app.someone('ROLE_ADMIN', { permissions: ['EXPORT_DATA'] }), { q: 'andes' })).toEqual(['Andes'])
  expect(await namesIn(await app.someone('ROLE_PRO'))).toEqual([])
})

test('a ticket is valid for sixty seconds, in any browser, without a header', async () => {
  const url = await ticketFor(admin)
  expect((await fetchFile(url)).statusCode).toBe(200)
  expect((await fetchFile(url, { host: 'elsewhere.test' })).statusCode).toBe(200)
  expect(
    await app.asOwner(
      `select extract(epoch from expires_at - created_at)::int as seconds from link_token where purpose = 'EXPORT' order by created_at desc limit 1`,
    ),
  ).toEqual([{ seconds: 60 }])
  await app.asOwner('update link_token set expires_at = now()')
  const late = await fetchFile(url)
  expect([late.statusCode, late.json()]).toEqual([404, { responseStatus: 'ERROR', message: 'Download not found', data: {} }])
})

test.each([
  ['the right was taken', `delete from user_permission where user_id = $1`],
  ['the role was changed', `update user_account set role = 'ROLE_LEVEL1' where id = $1`],
  ['the person was deleted', `update user_account set deleted_at = now() where id = $1`],
  [
    'the tenant was deleted',
    `update tenant set deleted_at = now() where id = (select tenant_id from user_account where id = $1)`,
  ],
])('a ticket is no longer valid once %s', async (_, change) => {
  const tenant = await app.tenant('Short-lived')
  const who = await app.someone('ROLE_ADMIN', { tenantId: tenant.uniqueId, permissions: ['EXPORT_DATA'] })
  const url = await ticketFor(who)
  expect((await fetchFile(url)).statusCode).toBe(200)
  await app.asOwner(change, [who.uniqueId])
  await app.asOwner(`select pg_notify('tradewind', $1)`, [JSON.stringify({ topic: 'tenant', tenantId: tenant.uniqueId })])
  await expect.poll(async () => (await fetchFile(url)).statusCode).toBe(404)
})

test('narrowing the user’s countries after the ticket was issued narrows the download', async () => {
  const who = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT', 'CL'], permissions: ['EXPORT_DATA'] })
  const url = await ticketFor(who, { q: 'andes' })
  await app.asOwner(`update user_account set allowed_countries = '{IT}' where id = $1`, [who.uniqueId])
  expect((await fetchFile(url)).body.split('\r\n')).toHaveLength(2)
})

test('a ticket of another kind, from another tenant or made up opens nothing', async () => {
  const url = await ticketFor(admin)
  await app.asOwner(
    `update link_token set subject = jsonb_set(subject::jsonb, '{path}', '"/api/contact/export"')::text where purpose = 'EXPORT'`,
  )
  expect((await fetchFile(url)).statusCode).toBe(404)
  const token = (await ticketFor(admin)).split('/').at(-1)!
  for (const other of [
    token.replace(admin.tenantId, app.other.uniqueId),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    'x',
    admin.token,
    '%00',
  ]) {
    expect((await fetchFile(`/api/company/export/${other}`)).statusCode).not.toBe(200)
  }
})

test('an export is recorded in the audit trail', async () => {
  const noted = () =>
    app.asOwner(`select title, by_name from audit where action = 'EXPORTED' and created_by = $1`, [admin.uniqueId])
  const before = (await noted()).length
  await ticketFor(admin)
  expect((await noted()).slice(before)).toEqual([{ title: 'Companies', by_name: admin.fullName }])
})
