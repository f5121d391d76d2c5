import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { notifyAfterCommit, type TransactionNews } from '#kit/notifyNodes'
import { massUploadHandlers } from '#kit/record/upload'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { companyRow, companyWorkbook } from '../../test/workbook.ts'
import { companyImport } from './company.feature.ts'

let app: TestApp
let admin: TestUser
let db: Database
const heard: TransactionNews[] = []
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  db = openDatabase({ ...app.app, onCommit: (news) => news.topic === 'test' && heard.push(news) })
})
afterAll(async () => {
  await db.close()
  await app.close()
})

/** An import of companies that sends a node message for each created company. */
const spec = {
  ...companyImport,
  onCreated: async ({ tx, scope }: WriteContext, ids: readonly string[]) => {
    for (const id of ids) notifyAfterCommit(tx, { topic: 'test', tenantId: scope.tenantId, id })
  },
}

const upload = async (names: readonly string[], dryRun = false) => {
  const path = join(app.appContext.env.dataDir, 'companies.xlsx')
  await writeFile(path, await buffer((await companyWorkbook(names.map((name) => companyRow(name)))).stream()))
  const file = { path, filename: 'companies.xlsx', mimetype: '', size: 1, hash: '' }
  const massUpload = massUploadHandlers(spec, app.appContext).massUpload as (
    given: object,
    context: WriteContext,
  ) => Promise<unknown>
  const scope = { tenantId: admin.tenantId, partitionId: admin.partitionId }
  const asking = { actor: admin, scope, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
  heard.length = 0
  const taking = db.write(scope, (tx) => massUpload({ file, dryRun }, { ...asking, tx }))
  await taking.catch(() => undefined)
  return heard.length
}

test('an upload publishes news of what it imported, and none of what was rolled back', async () => {
  expect(await upload(['News 1', 'News 2'], true)).toBe(0)
  expect(await upload(['News 1', 'News 2'])).toBe(2)
  expect(await upload(['News 3', 'News 1'])).toBe(0)
})
