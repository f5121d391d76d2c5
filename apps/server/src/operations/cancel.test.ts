import { rowStatuses } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imports } from '#kit/record/uploadState'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { bulkUploads } from '../../test/bulkUploads.ts'
import { bulkWorkbook, company } from '../../test/bulkWorkbook.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { companiesFile, csvCompanyRow, importCalls } from '../../test/crm/fileImport.ts'
import { companyRows, companyWorkbook } from '../../test/workbook.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Runs work that fails when it writes a company whose name ends in “stop”, as if the node had died: what was committed before stays. */
const diesAtStop = async (work: () => Promise<unknown>) => {
  await app.asOwner(`create function die() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
  await app.asOwner(
    `create trigger die before insert or update on company for each row when (new.legal_name like '%stop') execute function die()`,
  )
  await expect(work()).rejects.toThrow('Failed query')
  await app.asOwner('drop trigger die on company')
  await app.asOwner('drop function die')
}
const conflicts = { status: 409, message: 'This can no longer be cancelled' }
const countOf = async (who: TestUser, filters: object = {}) =>
  Number((await app.as(who).send(companyApi.list, { page: 0, size: 1, ...filters })).headers['x-total-count'])

test('a bulk change ends after its batch when it is cancelled, and what it changed can be undone', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const first = await crmCalls(app, chief).company({ legalName: 'Halt 0' })
  await app.asOwner(
    `insert into company (tenant_id, world_id, created_by, legal_name, name_key, country, country_key, website, company_type_list, search_text)
     select tenant_id, world_id, created_by, 'Halt ' || n, 'halt ' || n, country, country_key, website, company_type_list, 'halt ' || n || E'\\ngermany'
     from company, generate_series(1, 500) n where id = $1`,
    [first.uniqueId],
  )
  const input = { matching: { legalName: 'Halt', count: 501 }, change: { country: 'Italy' } }
  const { uniqueId } = (await app.as(chief).call(bulkApi.changeCompanies, input)).operation!
  await app.asOwner(
    `update company set legal_name = legal_name || ' stop'
     where id = (select ids[1] from bulk_batch where operation_id = $1 order by number desc limit 1)`,
    [uniqueId],
  )
  const [queued] = await app.asOwner<{ data: object }>(
    `select data from pgboss.job where name = 'bulk.take' and data->>'operationId' = $1`,
    [uniqueId],
  )
  await diesAtStop(() => app.work('bulk.take', queued!.data))
  await expect(app.as(clerk).call(bulkApi.cancel, { uniqueId })).rejects.toMatchObject({ status: 404 })
  const cancelled = { state: 'CANCELLED', total: 501, looked: 500, changed: 500, isUndoStopped: false }
  expect(await app.as(chief).call(bulkApi.cancel, { uniqueId })).toMatchObject(cancelled)
  expect(await app.as(chief).call(bulkApi.cancel, { uniqueId })).toMatchObject(cancelled)
  await app.work('bulk.take', queued!.data)
  expect(await app.as(chief).call(bulkApi.get, { uniqueId })).toMatchObject(cancelled)
  expect(await countOf(chief, { legalName: 'Halt', country: 'Italy' })).toBe(500)
  await app.as(chief).call(bulkApi.undo, { uniqueId })
  await expect(app.as(chief).call(bulkApi.cancel, { uniqueId })).rejects.toMatchObject(conflicts)
  await app.work('bulk.take', queued!.data)
  expect(await app.as(chief).call(bulkApi.get, { uniqueId })).toMatchObject({ state: 'UNDONE', problem: null, restored: 500 })
  await expect(app.as(chief).call(bulkApi.cancel, { uniqueId })).rejects.toMatchObject(conflicts)
}, 60_000)

/** The audit entries of an upload or import, oldest first. */
const entriesOf = async (uniqueId: string) => {
  const found = await app.asOwner<{ action: string; changes: object }>(
    `select action, changes from audit where kind in ('bulkUpload', 'fileImport') and record_id = $1 order by created_at, id`,
    [uniqueId],
  )
  return found.map(({ action, changes }) => ({ action, ...(action === 'CHANGED' && { changes }) }))
}
const cancelledAfter = (counts: Record<string, number>) => {
  const counted = Object.entries(counts).map(([field, after]) => [field, { before: null, after }])
  return { changes: { cancelled: { before: false, after: true }, ...Object.fromEntries(counted) } }
}

test('a bulk upload ends after its batch when it is cancelled, and its rows are counted before', async () => {
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const bulk = bulkUploads(app, chief)
  const rows = Array.from({ length: 500 }, (_, at) => company(`Firm ${at}`))
  const payload = await bulk.uploaded(await bulkWorkbook({ Companies: [...rows, company('Firm stop')] }))
  const [input, headers] = [{ uniqueId: payload.uploadId }, { 'x-tenant': payload.tenantId }]
  expect(await bulk.stateOf(payload)).toMatchObject({ processingStatus: 'PENDING', read: 0, total: 0 })
  await diesAtStop(() => bulk.take(payload))
  expect(await bulk.stateOf(payload)).toMatchObject({ processingStatus: 'PROCESSING', read: 500, total: 501 })
  const cancelled = { processingStatus: 'CANCELLED', read: 500, total: 501 }
  expect(await app.as(chief).call(bulkUploadApi.cancel, input, headers)).toMatchObject(cancelled)
  expect(await app.as(chief).call(bulkUploadApi.cancel, input, headers)).toMatchObject(cancelled)
  await bulk.take(payload)
  await app.giveUp('bulkUpload.take', payload)
  expect(await bulk.stateOf(payload)).toMatchObject(cancelled)
  expect(await bulk.figures(payload)).toMatchObject({ companies: 500 })
  expect(await entriesOf(payload.uploadId)).toEqual([
    { action: 'CREATED' },
    { action: 'CHANGED', ...cancelledAfter({ created: 500 }) },
  ])
  const another = await bulk.uploaded(await bulkWorkbook({ Companies: [company('Firm stop')] }), payload)
  await bulk.take(another)
  expect(await bulk.stateOf(another)).toMatchObject({ processingStatus: 'COMPLETED', read: 1, total: 1 })
  const late = app.as(chief).call(bulkUploadApi.cancel, { uniqueId: another.uploadId }, headers)
  await expect(late).rejects.toMatchObject(conflicts)
})

test('an import from a file ends after its batch when it is cancelled, and what it imported can be undone', async () => {
  const who = await app.someone('ROLE_PRO')
  const calls = importCalls(app)
  const cancel = (uniqueId: string) => app.as(who).call(fileImportApi.cancel, { uniqueId })
  const lines = Array.from({ length: 2000 }, (_, at) => csvCompanyRow(`Firm ${at}`))
  const { uniqueId, total } = await calls.checked(who, companiesFile(...lines, csvCompanyRow('Firm stop')))
  expect(total).toBe(2001)
  await expect(cancel(uniqueId)).rejects.toMatchObject(conflicts)
  await app.as(who).call(fileImportApi.take, { uniqueId })
  const payload = await calls.jobOf('massUpload.take', uniqueId)
  await diesAtStop(() => app.work('massUpload.take', payload))
  expect(await calls.get(who, uniqueId)).toMatchObject({ state: 'TAKING', read: 2000, total: 2001 })
  // A node of the previous release knows no other keys.
  const [stored] = await app.asOwner<{ counts: object }>('select counts from file_import where id = $1', [uniqueId])
  expect(Object.keys(stored!.counts).toSorted()).toEqual(rowStatuses.toSorted())
  const cancelled = { state: 'CANCELLED', read: 2000, total: 2001, undoUntil: expect.any(String) }
  expect(await cancel(uniqueId)).toMatchObject(cancelled)
  expect(await cancel(uniqueId)).toMatchObject(cancelled)
  await app.work('massUpload.take', payload)
  expect(await calls.get(who, uniqueId)).toMatchObject(cancelled)
  expect(await countOf(who)).toBe(2000)
  const noted = { action: 'CHANGED', ...cancelledAfter({ created: 2000, changed: 0 }) }
  expect(await entriesOf(uniqueId)).toEqual([noted])
  await expect(app.as(who).call(fileImportApi.check, { uniqueId })).rejects.toMatchObject({ status: 409 })
  expect(await calls.doing(who, 'undo', uniqueId)).toMatchObject({ state: 'UNDONE', undone: { trashed: 2000 } })
  expect(await countOf(who)).toBe(0)
}, 60_000)

test('a comparison that is cancelled imports nothing, and can be started again', async () => {
  const who = await app.someone('ROLE_PRO')
  const calls = importCalls(app)
  const { uniqueId } = await calls.looked(who, companiesFile(csvCompanyRow('Acme')))
  await app.as(who).call(fileImportApi.check, { uniqueId })
  const payload = await calls.jobOf('massUpload.check', uniqueId)
  const cancelled = { state: 'CANCELLED', takenAt: null, undoUntil: null }
  expect(await app.as(who).call(fileImportApi.cancel, { uniqueId })).toMatchObject(cancelled)
  await app.work('massUpload.check', payload)
  expect(await calls.get(who, uniqueId)).toMatchObject(cancelled)
  expect(await calls.doing(who, 'check', uniqueId)).toMatchObject({ state: 'CHECKED', problem: null, total: 1 })
})

test('whose import another user cancels is notified, once', async () => {
  const [chief, clerk] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_ADMIN')]
  const calls = importCalls(app)
  const { uniqueId } = await calls.checked(clerk, companiesFile(csvCompanyRow('Overruled')))
  await app.as(clerk).call(fileImportApi.take, { uniqueId })
  for (const _ of [1, 2]) await app.as(chief).call(fileImportApi.cancel, { uniqueId })
  const noticesOf = (who: TestUser) =>
    app.asOwner('select subject, content, path from notification where user_id = $1', [who.uniqueId])
  const notice = { subject: 'The import of {file} has ended', content: 'It was cancelled.', path: `import/show/${uniqueId}` }
  expect(await noticesOf(clerk)).toEqual([notice])
  expect(await noticesOf(chief)).toEqual([])
})

test('a mass upload that is cancelled while it runs imports nothing', async () => {
  const who = await app.someone('ROLE_BASIC')
  const other = await app.someone('ROLE_BASIC')
  const file = Buffer.from(await (await companyWorkbook(companyRows('Many', 40))).arrayBuffer())
  const row = { kind: 'company', fileName: 'companies.xlsx', file, dryRun: false, createdBy: who.uniqueId }
  const [stored] = await app.appContext.db.write(who, (tx) => tx.insert(imports).values(row).returning())
  const { uniqueId } = stored!
  const { tenantId, partitionId, uniqueId: userId } = who
  const work = () => app.work('company.import', { tenantId, partitionId, userId, importId: uniqueId })
  const cancel = (by = who) => app.as(by).call(companyApi.cancelImport, { uniqueId })
  const cancelled = { processingStatus: 'CANCELLED', created: 0, total: 0 }
  const runs: Promise<unknown>[] = []
  await app.whileLocked('audit', async () => {
    runs.push(work())
    await expect.poll(app.waiting).toHaveLength(1)
    const running = { processingStatus: 'PROCESSING', read: 40, created: 0, skipped: 0 }
    expect(await app.as(who).call(companyApi.importState, { uniqueId })).toMatchObject(running)
    await expect(cancel(other)).rejects.toMatchObject({ status: 404 })
    expect(await cancel()).toMatchObject(cancelled)
  })
  await Promise.all(runs)
  await work()
  expect(await cancel()).toMatchObject(cancelled)
  expect(await countOf(who)).toBe(0)
  const told = await app.asOwner('select subject from notification where user_id = $1', [userId])
  expect(told).toEqual([])
})
