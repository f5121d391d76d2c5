import { companyApi } from '@tradewind/contract/crm/company.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginSession } from '#platform/identity/sessions'
import { createLead } from '#site/lead.queries'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const add = (name: string, tenantId = app.main.uniqueId) =>
  app.appContext.db.write({ tenantId, partitionId: tenantId }, (tx) =>
    createLead(tx, { source: 'ENQUIRY', name, email: `${crypto.randomUUID()}@mar.example`, country: 'ES' }),
  )
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)

test('only XG admins can delete selected leads with their answers, and Undo restores them together', async () => {
  const xg = await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN', 'EXPORT_DATA'] })
  const [one, two, kept] = [await add('Rosa del Mar'), await add('Rosa Blanca'), await add('Anna Alt')]
  await app.asOwner(
    `insert into assessment (tenant_id, world_id, lead_id, name, answers, averages) values ($1, $1, $2, '', '[]', '[]')`,
    [app.main.uniqueId, one.uniqueId],
  )
  const call = app.as(xg).call
  const dry = await call(bulkApi.removeLeads, { ids: ids(one, two), dryRun: true })
  expect(dry).toMatchObject({ total: 2, changes: 2, refused: 0, belonging: [{ kind: 'assessment', count: 1 }] })
  const admin = await app.someone('ROLE_ADMIN')
  const input = { ids: ids(one, two) }
  await expect(app.as(admin).call(bulkApi.removeLeads, input)).rejects.toMatchObject({ status: 403 })
  const foreign = await add('Elsewhere', app.other.uniqueId)
  await expect(call(bulkApi.removeLeads, { ids: ids(one, foreign) })).rejects.toMatchObject({ status: 404 })

  const { operation } = await call(bulkApi.removeLeads, { matching: { q: 'rosa', count: 2 } })
  expect(operation).toMatchObject({ state: 'DONE', kind: 'lead', action: 'DELETE', changed: 2 })
  const listed = async () => ids(...(await call(leadApi.list, { page: 0 }))).toSorted()
  expect(await listed()).toEqual(ids(kept))
  expect(await call(bulkApi.undo, { uniqueId: operation!.uniqueId })).toMatchObject({ restored: 2, left: 0 })
  expect(await listed()).toEqual(ids(one, two, kept).toSorted())
  expect(await call(leadApi.get, { uniqueId: one.uniqueId })).toMatchObject({ hasAnswers: true })

  const { url } = await call(leadApi.export, { format: 'csv', ids: ids(two) })
  const text = (await app.fastify.inject(url)).payload
  expect(text.trim().split('\n')).toHaveLength(2)
})

test('a tenant admin who may not see leads gets no bulk change of leads, and cannot use up its undo', async () => {
  const xg = await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] })
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const lead = await add('Rosa Oculta')
  const { operation } = await app.as(xg).call(bulkApi.removeLeads, { ids: ids(lead) })
  const { uniqueId } = operation!
  const listed = async (who: TestUser) => ids(...(await app.as(who).call(bulkApi.list, {})))
  expect(await listed(xg)).toContain(uniqueId)
  expect(await listed(chief)).not.toContain(uniqueId)
  for (const call of [bulkApi.get, bulkApi.undo])
    await expect(app.as(chief).call(call, { uniqueId })).rejects.toMatchObject({ status: 404 })
  expect(await app.as(xg).call(bulkApi.undo, { uniqueId })).toMatchObject({ restored: 1, left: 0 })
})

test('an undo names no record that its user may not see any more', async () => {
  const admin = await app.someone('ROLE_ADMIN')
  const company = await crmCalls(app, admin).company({ legalName: 'Before' })
  const { operation } = await app.as(admin).call(bulkApi.changeCompanies, { ids: ids(company), change: { country: 'Italy' } })
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(adminApi.update, { uniqueId: admin.uniqueId, adminRole: 'ROLE_LEVEL1' })
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, legalName: 'Renamed since' })
  const { token } = await app.appContext.db.write(admin, (tx) => beginSession(tx, admin.tenantId, admin.uniqueId, 'A test'))
  const undone = await app.as({ token }).call(bulkApi.undo, { uniqueId: operation!.uniqueId })
  expect(undone).toMatchObject({ restored: 0, left: 1, leftExamples: [] })
})
