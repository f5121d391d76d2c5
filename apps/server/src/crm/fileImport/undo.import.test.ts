import { fileImportApi } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { companiesFile, csvCompanyRow, importCalls } from '../../../test/crm/fileImport.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const noticesOf = ({ uniqueId }: TestUser) =>
  app.asOwner('select subject, content, "values", path from notification where user_id = $1 order by id', [uniqueId])

test('who undoes an import is notified of its end or failure, once', async () => {
  const [who, boss] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const imports = importCalls(app)
  const { uniqueId } = await imports.taken(who, companiesFile(csvCompanyRow('Undone'), csvCompanyRow('Undone, too')))
  const path = `import/show/${uniqueId}`
  await app.as(boss).call(fileImportApi.undo, { uniqueId })
  const payload = await imports.jobOf('massUpload.undo', uniqueId)
  for (const _ of [1, 2]) await app.giveUp('massUpload.undo', payload)
  const failed = {
    subject: 'The Undo of the import of {file} has failed',
    content: 'Something went wrong on our side. Please try again.',
    values: { file: 'firms.csv' },
    path,
  }
  expect(await noticesOf(boss)).toEqual([failed])
  expect(await imports.doing(boss, 'undo', uniqueId)).toMatchObject({ state: 'UNDONE' })
  const ended = {
    subject: 'The Undo of the import of {file} has ended',
    content: '{trashed} moved to the trash, {restored} restored, {kept} left as they are.',
    values: { file: 'firms.csv', trashed: '2', restored: '0', kept: '0' },
    path,
  }
  expect(await noticesOf(boss)).toEqual([failed, ended])
  expect(await noticesOf(who)).toMatchObject([{ subject: 'The import of {file} has ended', path }])
})

test('records that were deleted and restored since are as they were imported, and are undone', async () => {
  const who = await app.someone('ROLE_PRO')
  const imports = importCalls(app)
  const { uniqueId } = await imports.taken(who, companiesFile(...['One', 'Two', 'Three'].map((name) => csvCompanyRow(name))))
  const all = await app.as(who).call(companyApi.list, { page: 0 })
  const ids = all.map((company) => company.uniqueId)
  const { operation } = await app.as(who).call(bulkApi.removeCompanies, { ids })
  await app.as(who).call(bulkApi.undo, { uniqueId: operation!.uniqueId })
  await app.as(who).call(companyApi.remove, { uniqueId: ids[0]! })
  await app.as(who).call(trashApi.restore, { kind: 'company', uniqueIds: [ids[0]!] })
  expect((await imports.doing(who, 'undo', uniqueId)).undone).toMatchObject({ trashed: 3, keptCount: 0 })
})
