import { companyApi } from '@tradewind/contract/crm/company.contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { crmCalls } from './crm/crm.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a call whose transaction PostgreSQL ends because of a deadlock is made again, once and completely', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const { company, contact } = await crmCalls(app, chief).met()
  const other = new pg.Client(app.owner)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(`begin; set local deadlock_timeout = '1h'; select from contact where id = '${contact.uniqueId}' for update`)
  // It locks the company, and waits for the contact, which has a copy of the name.
  const renaming = app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, legalName: 'Renamed' })
  await expect.poll(app.waiting).toHaveLength(1)
  await other.query('select from company where id = $1 for update', [company.uniqueId])
  await other.query('commit')
  expect(await renaming).toMatchObject({ legalName: 'Renamed' })
  const history = await app.as(chief).call(companyApi.history, { uniqueId: company.uniqueId })
  expect(history.map(({ action }) => action)).toEqual(['CHANGED', 'CREATED'])
})
