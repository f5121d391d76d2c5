import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const sweep = () => app.clock('records.sweep')
const monthAgo = (table: string, ...ids: string[]) =>
  app.asOwner(`update ${table} set deleted_at = now() - interval '31 days' where id = any($1)`, [ids])
const existing = async (table: string, ...ids: string[]) => {
  const rows = await app.asOwner<{ id: string }>(`select id from ${table} where id = any($1)`, [ids])
  return ids.filter((id) => rows.some((row) => row.id === id))
}

test('a company in the trash that a contact still belongs to stays, and with it nothing else', async () => {
  const as = crmCalls(app, admin)
  const [kept, other] = [await as.company(), await as.company()]
  const [living, gone] = [await as.contact(kept.uniqueId), await as.contact(kept.uniqueId)]
  await app.as(admin).call(companyApi.remove, { uniqueId: kept.uniqueId, cascade: true })
  await app.as(admin).call(companyApi.remove, { uniqueId: other.uniqueId })
  await monthAgo('company', kept.uniqueId, other.uniqueId)
  await monthAgo('contact', gone.uniqueId)
  await app.asOwner('update contact set deleted_at = null, deleted_by = null where id = $1', [living.uniqueId])
  await app.asOwner(`insert into notification (tenant_id, user_id, subject, content, "values") values ($1, $2, 'x', 'x', '{}')`, [
    admin.tenantId,
    admin.uniqueId,
  ])
  await sweep()
  expect(await existing('contact', living.uniqueId, gone.uniqueId)).toEqual([living.uniqueId])
  expect(await existing('company', kept.uniqueId, other.uniqueId)).toEqual([kept.uniqueId])
  await app.as(admin).call(contactApi.remove, { uniqueId: living.uniqueId })
  await monthAgo('contact', living.uniqueId)
  await sweep()
  expect(await existing('company', kept.uniqueId)).toEqual([])
})

test('a deleted user to whom a record still refers stays, and other deleted users are purged', async () => {
  const people = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const ids = people.map(({ uniqueId }) => uniqueId)
  const as = crmCalls(app, admin)
  const { summary } = await as.met()
  const step = await as.step(summary.uniqueId, admin.uniqueId)
  for (const { uniqueId } of people) await app.as(admin).call(adminApi.remove, { uniqueId })
  await app.asOwner('update next_step set assigned_user = $2 where id = $1', [step.uniqueId, ids[1]])
  await monthAgo('user_account', ...ids)
  await sweep()
  expect(await existing('user_account', ...ids)).toEqual([ids[1]])
})

test('what fails for one feature does not keep the users of the tenant from being purged', async () => {
  const who = await app.someone('ROLE_LEVEL1')
  await app.as(admin).call(adminApi.remove, { uniqueId: who.uniqueId })
  await monthAgo('user_account', who.uniqueId)
  await app.asOwner(`create function fails() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
  await app.asOwner('create trigger fails before delete on first_reply for each statement execute function fails()')
  await expect(sweep()).rejects.toThrow('The work failed')
  await app.asOwner('drop trigger fails on first_reply')
  expect(await existing('user_account', who.uniqueId)).toEqual([])
})
