import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imports } from '#kit/record/uploadState'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { cellsIn, companyRow, companyRows, companyWorkbook } from '../../test/workbook.ts'
import { companySheet } from './company.feature.ts'

let app: TestApp
let who: TestUser
beforeAll(async () => {
  app = await testApp()
  who = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const upload = async (file: Blob, over: object = {}) => {
  const { statusCode, json } = await app.as(who).send(companyApi.massUpload, { file, ...over })
  return { status: statusCode, message: json().message as string, data: json().data }
}
const named = async (q: string) => (await app.as(who).call(companyApi.list, { q })).map(({ legalName }) => legalName)
const told = (faults: readonly Fault[]) => faults.map((fault) => [fault.row, fault.column, fault.problem])

test('returns all faults of all rows at once: cells, countries and addresses, and repeated names', async () => {
  await upload(await companyWorkbook([companyRow('Known Ltd')]))
  const rows = [
    companyRow('Alpha', 'Atlantis', 'no address', 'WRONG_TYPE'),
    companyRow('Alpha'),
    companyRow('known ltd', 'Nowhere', 'https://x.example', ' ASSOCIATION'),
    companyRow('', 'Atlantis'),
  ]
  const { status, data } = await upload(await companyWorkbook(rows))
  expect([status, data.total]).toEqual([422, 9])
  expect(new Set(told(data.faults).map(([at, column]) => `${at} ${column}`))).toEqual(
    new Set([
      '2 Country',
      '2 Website',
      '2 Company Types',
      '3 Legal Name',
      '4 Country',
      '4 Legal Name',
      '4 Company Types',
      '5 Legal Name',
    ]),
  )
  expect(told(data.faults)).toContainEqual([3, 'Legal Name', 'This is already in row 2'])
  expect(told(data.faults)).toContainEqual([4, 'Legal Name', 'There is already “Known Ltd”'])
  expect(data.faults.find(({ value }: Fault) => value === 'Atlantis')).toMatchObject({ row: 2, rows: 2 })
})

test('identical faults of many rows are reported as one, so that they do not hide others', async () => {
  const rows = companyRows('Equal', 800).map(([name, , ...rest]) => [name!, 'Atlantis', ...rest])
  const { data } = await upload(await companyWorkbook([...rows, companyRow('Late', 'Italy', 'none')]))
  expect(data).toMatchObject({ total: 801, faults: [{ row: 2, rows: 800, problem: 'Choose a country' }, { row: 802 }] })
})

test('accepts types by their labels on the screens, in every language and in any case', async () => {
  const types = ['Manufacturer / Brand, END_USERS', 'Manufacturer / Brand, association', 'Hersteller / Marke', 'ASOCIACIÓN']
  const [wrong, ...right] = types.map((type, at) => companyRow(`Spelt ${at}`, 'Italy', 'https://x.example', type))
  expect((await upload(await companyWorkbook([wrong!]))).status).toBe(422)
  const { status, message } = await upload(await companyWorkbook(right))
  expect([status, message]).toEqual([200, '3 rows were imported.'])
  const found = await app.as(who).call(companyApi.list, { q: 'Spelt', sort: 'legalName' })
  expect(found.map(({ companyTypeList }) => companyTypeList)).toEqual([
    ['MANUFACTURER_BRAND', 'ASSOCIATION'],
    ['MANUFACTURER_BRAND'],
    ['ASSOCIATION'],
  ])
})

const mixed = () =>
  companyWorkbook([
    companyRow('Good 1'),
    companyRow('Bad 1', 'Atlantis'),
    companyRow('Standing'),
    companyRow('Bad 2', 'Italy', 'none'),
    companyRow('good 1'),
    companyRow('Good 2'),
  ])

test('partial: imports the good rows, skips existing ones and returns the bad ones as a workbook', async () => {
  await upload(await companyWorkbook([companyRow('Standing')]))
  const dry = await upload(await mixed(), { dryRun: true, partial: true })
  expect(dry.data).toMatchObject({ read: 6, created: 0, skipped: 3, faulty: 3, total: 3 })
  expect(await named('Good')).toEqual([])
  const taken = await upload(await mixed(), { partial: true })
  expect(taken).toMatchObject({
    status: 200,
    message: '2 of 6 rows were imported, 3 have errors.',
    data: { read: 6, created: 2, skipped: 1, faulty: 3, total: 3, importId: null },
  })
  expect(new Set(await named('Good'))).toEqual(new Set(['Good 1', 'Good 2']))
  const back = await app.as(who).send(companyApi.markedWorkbook, { file: await mixed(), partial: true })
  expect(back.headers['content-disposition']).toContain('(faulty rows).xlsx')
  const [header, ...bad] = await cellsIn(back.rawPayload, companySheet)
  expect(header!.at(-1)).toBe('Problems')
  expect(bad.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['Bad 1', 'Country: Choose a country'],
    ['Bad 2', 'Website is not a web address'],
    ['good 1', 'Legal Name: This is already in row 2'],
  ])
})

test('partial: rejects a workbook that is invalid as a whole', async () => {
  const other = await companyWorkbook([['a', 'b']], ['Name', 'Country'])
  expect((await upload(other, { partial: true })).status).toBe(422)
  expect((await upload(await companyWorkbook([]), { partial: true })).status).toBe(422)
})

test('a partial job imports the good rows, reports how many were left out, and returns those', async () => {
  const file = Buffer.from(
    await (await companyWorkbook([...companyRows('Job', 3), companyRow('Job bad', 'Atlantis')])).arrayBuffer(),
  )
  const left = { kind: 'company', fileName: 'large.xlsx', file, dryRun: false, partial: true, createdBy: who.uniqueId }
  const [made] = await app.appContext.db.write(who, (tx) => tx.insert(imports).values(left).returning())
  const { uniqueId } = made!
  const { tenantId, partitionId } = who
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [who.uniqueId])
  await app.work('company.import', { tenantId, partitionId, userId: who.uniqueId, importId: uniqueId })
  expect(await app.as(who).call(companyApi.importState, { uniqueId })).toMatchObject({
    processingStatus: 'COMPLETED',
    read: 4,
    created: 3,
    skipped: 0,
    faulty: 1,
    total: 1,
  })
  const back = await app.as(who).send(companyApi.faultyRows, { uniqueId })
  const [, ...bad] = await cellsIn(back.rawPayload, companySheet)
  expect(bad.map((cells) => [cells[0], cells.at(-1)])).toEqual([['Job bad', 'Country: Wählen Sie ein Land']])
  expect(back.headers['content-disposition']).toContain('large (Zeilen mit Fehlern).xlsx')
  await app.asOwner('update user_account set language = null where id = $1', [who.uniqueId])
  const [notice] = await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
  expect(notice).toMatchObject({ abbreviatedContentText: '4 rows read, 3 created, 0 skipped, 1 with errors.' })
  const stranger = await app.someone('ROLE_TENANT_ADMIN')
  expect((await app.as(stranger).send(companyApi.faultyRows, { uniqueId })).statusCode).toBe(404)
})

const typed = (...companyTypeList: ('END_USER' | 'ASSOCIATION')[]) => ({ companyTypeList })

test('the API rejects the ninth type for members, who keep the types they have', async () => {
  const member = await app.someone('ROLE_BASIC')
  const fields = { legalName: 'Ninth', country: 'Italy', website: 'https://x.example' }
  const refused = { status: 422, data: { companyTypeList: 'Only staff can enter end users' } }
  await expect(app.as(member).call(companyApi.create, { ...fields, ...typed('END_USER') })).rejects.toMatchObject(refused)
  const { uniqueId } = await app.as(member).call(companyApi.create, { ...fields, ...typed('ASSOCIATION') })
  const change = (...of: ('END_USER' | 'ASSOCIATION')[]) => app.as(member).call(companyApi.update, { uniqueId, ...typed(...of) })
  await expect(change('ASSOCIATION', 'END_USER')).rejects.toMatchObject(refused)
  await expect(app.as(member).call(companyApi.create, { ...fields, ...typed('END_USER') })).rejects.toMatchObject({
    status: 422,
    data: { ...refused.data, legalName: 'There is already a company “Ninth”' },
  })
  await app.asOwner(`update company set company_type_list = '{END_USER}' where id = $1`, [uniqueId])
  expect(await change('ASSOCIATION', 'END_USER')).toMatchObject(typed('ASSOCIATION', 'END_USER'))
  expect(await app.as(who).call(companyApi.create, { ...fields, ...typed('END_USER') })).toMatchObject(typed('END_USER'))
})
