import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imports } from '#kit/record/uploadState'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { importCalls } from '../../test/crm/fileImport.ts'
import { cellsIn, companyRow, companyRows, companyWorkbook, contactWorkbook } from '../../test/workbook.ts'
import { companyImport } from './company.feature.ts'

let app: TestApp
let fileImports: ReturnType<typeof importCalls>
beforeAll(async () => {
  app = await testApp()
  fileImports = importCalls(app)
})
afterAll(() => app.close())

const uploadCompanies = async (who: TestUser, names: readonly string[], over: { partial?: boolean; dryRun?: boolean } = {}) =>
  app.as(who).call(companyApi.massUpload, { file: await companyWorkbook(names.map((name) => companyRow(name))), ...over })
const personRow = (lastName: string, company: string) => [
  'Ann',
  lastName,
  'Buyer',
  'INFLUENCER',
  company,
  `${lastName.toLowerCase().replace(' ', '')}@person.example`,
  '',
]
const uploadContacts = async (who: TestUser, company: string, lastNames: readonly string[]) =>
  app.as(who).call(contactApi.massUpload, { file: await contactWorkbook(lastNames.map((name) => personRow(name, company))) })

/** Undoes an upload, and returns the import after its job has ended. */
const undo = (who: TestUser, { undoId }: { undoId?: string | undefined }) => fileImports.doing(who, 'undo', undoId!)
const listed = (who: TestUser) => app.as(who).call(fileImportApi.list, { page: 0 })
const namesOf = async (who: TestUser) => {
  const found = await app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })
  return found.map(({ legalName }) => legalName)
}
const idsOf = async (who: TestUser) => {
  const found = await app.as(who).call(companyApi.list, { page: 0, size: 100, sort: 'legalName' })
  return (name: string) => found.find(({ legalName }) => legalName === name)!.uniqueId
}
const total = async (who: TestUser) =>
  Number((await app.as(who).send(companyApi.list, { page: 0, size: 1 })).headers['x-total-count'])

test('a mass upload is listed among the imports, with its counts, and Undo moves to the trash what it created', async () => {
  const who = await app.someone('ROLE_PRO')
  await uploadCompanies(who, ['Before'])
  const upload = await uploadCompanies(who, ['Before', 'Acme', 'Bergwald'], { partial: true })
  expect(upload).toMatchObject({ created: 2, skipped: 1, undoId: expect.any(String) })
  const [latest, ...earlier] = await listed(who)
  expect(latest).toMatchObject({
    uniqueId: upload.undoId,
    kind: 'company',
    source: 'TEMPLATE',
    fileName: 'companies.xlsx',
    byName: who.fullName,
    state: 'TAKEN',
    read: 3,
    total: 3,
    counts: { NEW: 2, LEFT: 1, FAULTY: 0 },
    undoUntil: expect.any(String),
    undone: null,
  })
  expect(earlier).toHaveLength(1)
  expect(await undo(who, upload)).toMatchObject({ state: 'UNDONE', undone: { trashed: 2, restored: 0, keptCount: 0, kept: [] } })
  expect(await namesOf(who)).toEqual(['Before'])
  const inTrash = await app.as(who).call(trashApi.list, { page: 0 })
  expect(inTrash.map(({ title }) => title).toSorted()).toEqual(['Acme', 'Bergwald'])
  await expect(app.as(who).call(fileImportApi.undo, { uniqueId: upload.undoId! })).rejects.toMatchObject({ status: 409 })
  const trail = await app.asOwner(`select action from audit where kind = 'fileImport' and record_id = $1 order by id`, [
    upload.undoId,
  ])
  expect(trail).toEqual([{ action: 'IMPORTED' }, { action: 'UNDONE' }])
})

test('Undo leaves and lists what was changed since, and what others reference', async () => {
  const who = await app.someone('ROLE_PRO')
  const names = ['Acme', 'Changed', 'Merged away', 'Merged into', 'Met', 'Trashed', 'With a contact']
  const upload = await uploadCompanies(who, names)
  const idOf = await idsOf(who)
  const crm = crmCalls(app, who)
  const { call } = app.as(who)
  await call(companyApi.update, { uniqueId: idOf('Changed'), address: 'Mine' })
  await call(companyApi.merge, { into: idOf('Merged into'), from: [idOf('Merged away')], fields: {} })
  const { uniqueId: attendee } = await crm.contact(idOf('Met'))
  await crm.report(idOf('Met'), [attendee])
  await call(contactApi.remove, { uniqueId: attendee })
  await call(companyApi.remove, { uniqueId: idOf('Trashed') })
  await crm.contact(idOf('With a contact'))
  const { undone } = await undo(who, upload)
  expect(undone).toMatchObject({ trashed: 1, restored: 0, keptCount: 6 })
  expect(Object.fromEntries(undone!.kept.map(({ title, reason }) => [title, reason]))).toEqual({
    Changed: 'CHANGED',
    'Merged away': 'MERGED',
    'Merged into': 'CHANGED',
    Met: 'HAS_RECORDS',
    Trashed: 'GONE',
    'With a contact': 'HAS_RECORDS',
  })
  expect(await namesOf(who)).toEqual(['Changed', 'Merged into', 'Met', 'With a contact'])
})

test('contacts are undone before their company, which then is free; one who attended a meeting stays', async () => {
  const who = await app.someone('ROLE_PRO')
  const companies = await uploadCompanies(who, ['Acme'])
  const companyId = (await idsOf(who))('Acme')
  const first = await uploadContacts(who, 'Acme', ['Lee', 'Ray'])
  const second = await uploadContacts(who, 'Acme', ['Orr'])
  const [orr] = await app.as(who).call(contactApi.list, { lastName: 'Orr', page: 0 })
  const report = await crmCalls(app, who).report(companyId, [orr!.uniqueId])
  expect((await undo(who, first)).undone).toMatchObject({ trashed: 2, keptCount: 0 })
  expect((await undo(who, second)).undone).toMatchObject({ trashed: 0, kept: [{ title: 'Ann Orr', reason: 'HAS_RECORDS' }] })
  expect((await undo(who, companies)).undone).toMatchObject({ trashed: 0, kept: [{ title: 'Acme', reason: 'HAS_RECORDS' }] })
  expect(report.attendees).toMatchObject([{ uniqueId: orr!.uniqueId }])
  const others = await uploadCompanies(who, ['Empty'])
  const people = await uploadContacts(who, 'Empty', ['Fox'])
  await undo(who, people)
  expect((await undo(who, others)).undone).toMatchObject({ trashed: 1, keptCount: 0 })
})

test('own fields that a mass upload filled come back with the record from the trash', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Motto', type: 'TEXT' })
  const header = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number', 'Motto']
  const file = await companyWorkbook([[...companyRow('With a motto'), 'Ever on']], header)
  const upload = await app.as(chief).call(companyApi.massUpload, { file })
  const [company] = await app.as(chief).call(companyApi.list, { legalName: 'With a motto', page: 0 })
  expect((await undo(chief, upload)).undone).toMatchObject({ trashed: 1 })
  const { uniqueId } = company!
  await app.as(chief).call(trashApi.restore, { kind: 'company', uniqueIds: [uniqueId] })
  expect(await app.as(chief).call(companyApi.get, { uniqueId })).toMatchObject({ custom: { motto: 'Ever on' } })
})

test('users see and undo their own mass uploads, tenant admins also those of all staff, nobody those of members or other tenants', async () => {
  const [clerk, member] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_BASIC')]
  const others = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_LEVEL3', { permissions: ['MASS_UPLOAD'] }),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
  ]
  const [chief, ofClerk, ofMember] = [
    await app.someone('ROLE_TENANT_ADMIN'),
    await uploadCompanies(clerk, ['Of the clerk']),
    await uploadCompanies(member, ['Of the member']),
  ]
  for (const [who, { undoId }] of [...others.map((other) => [other, ofClerk] as const), [chief, ofMember] as const]) {
    await expect(app.as(who).call(fileImportApi.undo, { uniqueId: undoId! })).rejects.toMatchObject({ status: 404 })
    await expect(fileImports.get(who, undoId!)).rejects.toMatchObject({ status: 404 })
    expect((await listed(who)).map(({ uniqueId }) => uniqueId)).not.toContain(undoId)
  }
  const starter = await app.someone('ROLE_STARTER')
  await expect(app.as(starter).call(fileImportApi.undo, { uniqueId: ofClerk.undoId! })).rejects.toMatchObject({ status: 403 })
  expect((await undo(chief, ofClerk)).undone).toMatchObject({ trashed: 1 })
  expect((await undo(member, ofMember)).undone).toMatchObject({ trashed: 1 })
})

test('level 3 uploads contacts that it may not remove, so that only a tenant admin can undo that', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const { legalName } = await crmCalls(app, chief).company()
  const who = await app.someone('ROLE_LEVEL3', { permissions: ['MASS_UPLOAD'], allowedCountries: ['DE'] })
  const upload = await uploadContacts(who, legalName, ['Level'])
  expect((await listed(who)).map(({ uniqueId }) => uniqueId)).toEqual([upload.undoId])
  const uniqueId = upload.undoId!
  await expect(app.as(who).call(fileImportApi.undo, { uniqueId })).rejects.toMatchObject({ status: 403 })
  expect((await undo(chief, upload)).undone).toMatchObject({ trashed: 1, keptCount: 0 })
})

test('an upload that creates nothing is no import: a check, one with errors, one of records that exist', async () => {
  const who = await app.someone('ROLE_PRO')
  await uploadCompanies(who, ['Acme'])
  expect(await uploadCompanies(who, ['New'], { dryRun: true })).not.toHaveProperty('undoId')
  await expect(uploadCompanies(who, ['Acme', 'New'])).rejects.toMatchObject({ status: 422 })
  expect(await uploadCompanies(who, ['Acme'], { partial: true })).toMatchObject({ created: 0, skipped: 1 })
  expect(await listed(who)).toHaveLength(1)
})

test('the steps of an import from a file are refused for a mass upload', async () => {
  const who = await app.someone('ROLE_PRO')
  const file = await companyWorkbook([companyRow('Acme'), companyRow('Faulty', 'Atlantis')])
  const { undoId: uniqueId, faulty } = await app.as(who).call(companyApi.massUpload, { file, partial: true })
  expect([faulty, (await fileImports.get(who, uniqueId!)).counts.FAULTY]).toEqual([1, 1])
  const input = { uniqueId: uniqueId! }
  for (const call of ['check', 'take', 'cancel'] as const)
    await expect(app.as(who).call(fileImportApi[call], input)).rejects.toMatchObject({ status: 409 })
  await expect(app.as(who).call(fileImportApi.update, { ...input, existing: 'update' })).rejects.toMatchObject({ status: 409 })
  expect(await fileImports.rows(who, uniqueId!, 'FAULTY')).toEqual([])
})

const withFaulty = [companyRow('Good'), companyRow('Faulty', 'Atlantis')]
/** The rows of the workbook that an import returns. */
const faultyCells = async (who: TestUser, uniqueId: string) => {
  const { rawPayload, headers } = await app.as(who).send(fileImportApi.faulty, { uniqueId })
  return { name: headers['content-disposition'], cells: await cellsIn(rawPayload, companyImport.sheet) }
}

test('the rows with errors of a mass upload are returned as long as it is listed, to those who see it, with the error beside each', async () => {
  const [clerk, chief] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const file = await companyWorkbook(withFaulty)
  const { undoId } = await app.as(clerk).call(companyApi.massUpload, { file, partial: true })
  const uniqueId = undoId!
  expect(await fileImports.get(clerk, uniqueId)).toMatchObject({ source: 'TEMPLATE', hasFaultyRows: true })
  for (const who of [clerk, chief]) {
    const { name, cells } = await faultyCells(who, uniqueId)
    expect(name).toContain('companies (faulty rows).xlsx')
    expect(cells).toHaveLength(2)
    expect([cells[1]![0], cells[1]!.at(-1)]).toEqual(['Faulty', 'Country: Choose a country'])
  }
  for (const other of [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_PRO')])
    await expect(app.as(other).call(fileImportApi.faulty, { uniqueId })).rejects.toMatchObject({ status: 404 })
  await app.asOwner(`update file_import set taken_at = now() - interval '31 days' where id = $1`, [uniqueId])
  await app.asOwner(`update import set created_at = now() - interval '31 days' where id = $1`, [uniqueId])
  await app.clock('records.sweep')
  expect(await app.asOwner('select from import where id = $1', [uniqueId])).toEqual([])
})

test('an upload that ran as a job, and one without errors, say whether they return rows with errors', async () => {
  const who = await app.someone('ROLE_PRO')
  const { importId, work } = await queuedUpload(who, withFaulty, true)
  await work()
  expect(await fileImports.get(who, importId)).toMatchObject({ hasFaultyRows: true })
  expect((await faultyCells(who, importId)).cells).toHaveLength(2)
  const { undoId } = await uploadCompanies(who, ['Without errors'], { partial: true })
  expect(await fileImports.get(who, undoId!)).toMatchObject({ hasFaultyRows: false })
  await expect(app.as(who).call(fileImportApi.faulty, { uniqueId: undoId! })).rejects.toMatchObject({ status: 404 })
  const dryRun = await app
    .as(who)
    .call(companyApi.massUpload, { file: await companyWorkbook(withFaulty), partial: true, dryRun: true })
  expect(dryRun.undoId).toBeUndefined()
  expect(await app.asOwner('select from import where created_by = $1', [who.uniqueId])).toHaveLength(1)
})

test('after 30 days a mass upload can no longer be undone, and is deleted', async () => {
  const who = await app.someone('ROLE_PRO')
  const { undoId } = await uploadCompanies(who, ['Old'])
  await app.asOwner(`update file_import set taken_at = now() - interval '31 days' where id = $1`, [undoId])
  await expect(app.as(who).call(fileImportApi.undo, { uniqueId: undoId! })).rejects.toMatchObject({ status: 409 })
  await app.clock('records.sweep')
  await expect(fileImports.get(who, undoId!)).rejects.toMatchObject({ status: 404 })
  expect(await app.asOwner('select from file_import_part where import_id = $1', [undoId])).toEqual([])
  expect(await namesOf(who)).toEqual(['Old'])
})

test('two who undo the same upload at the same time start one Undo', async () => {
  const [clerk, chief] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const { undoId } = await uploadCompanies(clerk, ['Twice A', 'Twice B'])
  const uniqueId = undoId!
  const answers = await Promise.all([clerk, chief].map((who) => app.as(who).send(fileImportApi.undo, { uniqueId })))
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
  const payload = await fileImports.jobOf('massUpload.undo', uniqueId)
  await Promise.all([app.work('massUpload.undo', payload), app.work('massUpload.undo', payload)])
  expect(await fileImports.get(clerk, uniqueId)).toMatchObject({ state: 'UNDONE', undone: { trashed: 2, keptCount: 0 } })
})

/** An upload whose job is queued, and runs when it is called. */
const queuedUpload = async (who: TestUser, rows: readonly (readonly string[])[], partial = false) => {
  const file = Buffer.from(await (await companyWorkbook(rows)).arrayBuffer())
  const values = { kind: 'company', fileName: 'many.xlsx', file, dryRun: false, partial, createdBy: who.uniqueId }
  const [upload] = await app.appContext.db.write(who, (tx) => tx.insert(imports).values(values).returning())
  const { tenantId, partitionId, uniqueId: userId } = who
  const importId = upload!.uniqueId
  return { importId, work: () => app.work('company.import', { tenantId, partitionId, userId, importId }) }
}

/** Makes each write of a company of this name fail, as if the database became unavailable, while the work runs. */
const failsAt = async (name: string, work: () => Promise<unknown>) => {
  await app.asOwner(`create function die() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
  await app.asOwner(
    `create trigger die before insert or update on company for each row when (new.legal_name = '${name}') execute function die()`,
  )
  await expect(work()).rejects.toThrow(/Failed query|no/)
  await app.asOwner('drop trigger die on company')
  await app.asOwner('drop function die')
}

test('an upload that runs as a job is stored by its id, once; its Undo resumes where it died', async () => {
  const who = await app.someone('ROLE_PRO')
  const MANY = 2_500
  const { importId, work } = await queuedUpload(who, companyRows('Many', MANY))
  await failsAt('Many 2400', work)
  expect([await total(who), await listed(who)]).toEqual([0, []])
  await Promise.allSettled([work(), work()])
  await work()
  expect(await listed(who)).toMatchObject([{ uniqueId: importId, state: 'TAKEN', counts: { NEW: MANY, LEFT: 0, FAULTY: 0 } }])
  await app.as(who).call(fileImportApi.undo, { uniqueId: importId })
  const payload = await fileImports.jobOf('massUpload.undo', importId)
  await failsAt('Many 1', () => app.work('massUpload.undo', payload))
  // The last part is undone first.
  expect(await fileImports.get(who, importId)).toMatchObject({ state: 'UNDOING', undone: { trashed: 500, keptCount: 0 } })
  expect(await total(who)).toBe(2_000)
  await app.work('massUpload.undo', payload)
  expect(await fileImports.get(who, importId)).toMatchObject({ state: 'UNDONE', undone: { trashed: MANY, keptCount: 0 } })
  expect(await total(who)).toBe(0)
})
