import { companyApi } from '@tradewind/contract/crm/company.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let admin: TestUser
let clerk: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
  member = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())

let number = 0
const company = (legalName = `Acme ${++number}`) => ({
  legalName,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
})
const add = (who: TestUser, legalName?: string) => app.as(who).call(companyApi.create, company(legalName))
/** A company that its author, or the given user, has deleted. */
const trashed = async (who: TestUser, { by = who, legalName }: { by?: TestUser; legalName?: string } = {}) => {
  const made = await add(who, legalName)
  await app.as(by).call(companyApi.remove, { uniqueId: made.uniqueId })
  return made
}
const list = (who: TestUser, query: object = {}) => app.as(who).call(trashApi.list, query)
const idsIn = async (who: TestUser) => (await list(who)).map(({ uniqueId }) => uniqueId)
const restore = (who: TestUser, uniqueIds: string[], title?: string) =>
  app.as(who).call(trashApi.restore, { kind: 'company', uniqueIds, ...(title ? { title } : {}) })
const lives = async (uniqueId: string, who = admin) => (await app.as(who).send(companyApi.get, { uniqueId })).statusCode === 200

test('a deleted record is listed with its name, time and deleting user, and is restored unchanged', async () => {
  const made = await trashed(clerk, { by: admin })
  const [entry] = await list(admin)
  expect(entry).toEqual({
    uniqueId: made.uniqueId,
    kind: 'company',
    title: made.legalName,
    dateDeleted: expect.any(String),
    deletedByName: admin.fullName,
    file: null,
  })
  expect(Math.abs(Date.parse(entry!.dateDeleted) - Date.now())).toBeLessThan(60_000)
  expect(await restore(admin, [made.uniqueId])).toEqual({ uniqueIds: [made.uniqueId], belonging: [] })
  const { updatedAt, ...back } = await app.as(admin).call(companyApi.get, { uniqueId: made.uniqueId })
  expect(back).toEqual(Object.fromEntries(Object.entries(made).filter(([field]) => field !== 'updatedAt')))
  expect(updatedAt > made.updatedAt).toBe(true)
  expect(await idsIn(admin)).not.toContain(made.uniqueId)
  expect((await app.as(admin).call(companyApi.list, { q: made.legalName })).map(({ uniqueId }) => uniqueId)).toEqual([
    made.uniqueId,
  ])
})

test('the deleting user is listed with the middle name, as everywhere', async () => {
  const { uniqueId, tenantId } = await app.someone('ROLE_TENANT_ADMIN')
  const names = [uniqueId, 'Anna', 'van', 'Dyck']
  await app.asOwner('update user_account set first_name = $2, middle_name = $3, last_name = $4 where id = $1', names)
  const made = await add(admin)
  await app.asOwner('update company set deleted_at = now(), deleted_by = $2 where id = $1 and tenant_id = $3', [
    made.uniqueId,
    uniqueId,
    tenantId,
  ])
  const row = (await list(admin)).find((one) => one.uniqueId === made.uniqueId)
  expect(row).toMatchObject({ deletedByName: 'Anna van Dyck' })
})

test('tenant admins see and restore the whole staff trash, admins their own or more by permission, and other roles nothing', async () => {
  const [own, foreign] = [await trashed(clerk), await trashed(admin)]
  const helper = await app.someone('ROLE_ADMIN', { permissions: ['RESTORE_TRASH'] })
  for (const who of [admin, await app.someone('ROLE_SUPER_ADMIN'), helper])
    expect(await idsIn(who)).toEqual(expect.arrayContaining([own.uniqueId, foreign.uniqueId]))
  expect(await idsIn(clerk)).toContain(own.uniqueId)
  expect(await idsIn(clerk)).not.toContain(foreign.uniqueId)
  await expect(restore(clerk, [foreign.uniqueId])).rejects.toMatchObject({ status: 404 })
  for (const role of ['ROLE_LEVEL3', 'ROLE_STARTER'] as const) {
    const who = await app.someone(role, { allowedCountries: ['IT'] })
    expect(await list(who)).toEqual([])
    await expect(restore(who, [own.uniqueId])).rejects.toMatchObject({ status: 404 })
  }
  for (const role of ['ROLE_LEVEL1', 'ROLE_LEVEL2', 'ROLE_FREE'] as const)
    await expect(restore(await app.someone(role), [own.uniqueId])).rejects.toMatchObject({ status: 403 })
  expect(await lives(foreign.uniqueId)).toBe(false)
  await restore(helper, [foreign.uniqueId])
  await restore(clerk, [own.uniqueId])
  expect([await lives(foreign.uniqueId), await lives(own.uniqueId)]).toEqual([true, true])
})

test('another partition or tenant can neither see nor restore the record', async () => {
  const mine = await trashed(member)
  const strangers = [
    admin,
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
  ]
  for (const stranger of strangers) {
    expect(await idsIn(stranger)).not.toContain(mine.uniqueId)
    await expect(restore(stranger, [mine.uniqueId])).rejects.toMatchObject({ status: 404 })
  }
  expect(await idsIn(member)).toEqual([mine.uniqueId])
})

test('restores several records together or none: one foreign, undeleted or unknown id rejects all', async () => {
  const [one, other, foreign, living] = [await trashed(admin), await trashed(admin), await trashed(member), await add(admin)]
  for (const bad of [foreign.uniqueId, living.uniqueId, crypto.randomUUID()]) {
    await expect(restore(admin, [one.uniqueId, bad, other.uniqueId])).rejects.toMatchObject({ status: 404 })
    expect(await lives(one.uniqueId)).toBe(false)
  }
  expect(await restore(admin, [one.uniqueId, other.uniqueId, one.uniqueId])).toEqual({
    uniqueIds: [one.uniqueId, other.uniqueId],
    belonging: [],
  })
  expect([await lives(one.uniqueId), await lives(other.uniqueId)]).toEqual([true, true])
})

test('what was deleted together can be restored by one call for each kind, in the order of the kinds', async () => {
  const { company: acme, contact, report, summary } = await crmCalls(app, admin).met()
  await app.as(admin).call(companyApi.remove, { uniqueId: acme.uniqueId, cascade: true })
  const rows = (await list(admin)).filter(({ title }) => [acme.legalName, contact.fullName].includes(title))
  expect(rows.map(({ uniqueId }) => uniqueId).toSorted()).toEqual(
    [acme, contact, report, summary].map(({ uniqueId }) => uniqueId).toSorted(),
  )
  const kinds = (await app.as(admin).call(trashApi.kinds, {})).filter((kind) => rows.some((row) => row.kind === kind))
  expect(kinds).toEqual(['company', 'contact', 'meetingReport', 'summary'])
  const replies = []
  for (const kind of kinds) {
    const uniqueIds = rows.filter((row) => row.kind === kind).map(({ uniqueId }) => uniqueId)
    replies.push(await app.as(admin).call(trashApi.restore, { kind, uniqueIds, skipRestored: true }))
  }
  expect(replies.map(({ uniqueIds }) => uniqueIds)).toEqual([[acme.uniqueId], [], [], []])
  const foreign = await add(member)
  for (const bad of [foreign.uniqueId, crypto.randomUUID()]) {
    const input = { kind: 'company', uniqueIds: [acme.uniqueId, bad], skipRestored: true }
    expect((await app.as(admin).send(trashApi.restore, input)).statusCode).toBe(404)
  }
})

test('a name taken in the meantime is rejected with 409, and the record can be restored under another name', async () => {
  const old = await trashed(admin, { legalName: 'Second Wind' })
  const rival = await add(admin, 'second wind ')
  const bystander = await trashed(admin)
  await expect(restore(admin, [bystander.uniqueId, old.uniqueId])).rejects.toMatchObject({
    status: 409,
    message: 'This name is in use now. Restore the record under another name.',
  })
  expect([await lives(old.uniqueId), await lives(bystander.uniqueId)]).toEqual([false, false])
  await expect(restore(admin, [old.uniqueId], 'SECOND WIND')).rejects.toMatchObject({ status: 409 })
  await restore(admin, [old.uniqueId], 'Third Wind')
  expect(await app.as(admin).call(companyApi.list, { q: 'third wind' })).toMatchObject([
    { uniqueId: old.uniqueId, legalName: 'Third Wind' },
  ])
  expect(await lives(rival.uniqueId)).toBe(true)
})

test('of two records with the same name in the trash, only one can be restored under it', async () => {
  const [one, other] = [await trashed(admin, { legalName: 'Twice' }), await trashed(admin, { legalName: 'twice' })]
  await expect(restore(admin, [one.uniqueId, other.uniqueId])).rejects.toMatchObject({ status: 409 })
  const answers = await Promise.all(
    [one, other].map(({ uniqueId }) => app.as(admin).send(trashApi.restore, { kind: 'company', uniqueIds: [uniqueId] })),
  )
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
})

test.each([
  [{ kind: 'company', uniqueIds: [] }, 422],
  [{ kind: 'company', uniqueIds: Array.from({ length: 501 }, () => crypto.randomUUID()) }, 422],
  [{ kind: 'company', uniqueIds: ['x'] }, 422],
  [{ kind: 'company', uniqueIds: [crypto.randomUUID(), crypto.randomUUID()], title: 'One name for two' }, 422],
  [{ kind: 'user_account', uniqueIds: [crypto.randomUUID()] }, 404],
  [{ kind: '__proto__', uniqueIds: [crypto.randomUUID()] }, 404],
])('%j is rejected', async (input, status) => {
  expect((await app.as(admin).send(trashApi.restore, input)).statusCode).toBe(status)
})

test('lists the trash in pages, in either order, by kind and by words, or whole if no page is requested', async () => {
  const keeper = await app.someone('ROLE_PRO')
  const names = Array.from({ length: 25 }, (_, at) => `Péar ${String(at).padStart(2, '0')}`)
  for (const legalName of names) await trashed(keeper, { legalName })
  const titles = async (query: object) => (await list(keeper, query)).map(({ title }) => title)
  expect(await titles({})).toEqual(names.toReversed())
  expect(await titles({ page: 1, size: 10 })).toEqual(names.toReversed().slice(10, 20))
  expect(await titles({ page: 0 })).toEqual(names.toReversed().slice(0, 20))
  expect(await titles({ sort: 'dateDeleted', size: 3 })).toEqual(names.slice(0, 3))
  expect(await titles({ kind: 'company', size: 1 })).toEqual(['Péar 24'])
  expect(await titles({ kind: 'contact' })).toEqual([])
  expect(await titles({ q: 'pear 1' })).toEqual(names.slice(10, 20).toReversed())
  const page = await app.as(keeper).send(trashApi.list, { page: 9 })
  expect([page.json(), page.headers['x-total-count']]).toEqual([[], '25'])
})

test('a record that belongs to two deleted records is restored with the later one', async () => {
  const crm = crmCalls(app, admin)
  const project = await crm.project()
  const acme = await add(admin)
  const place = await crm.place(project.uniqueId, acme.uniqueId)
  await app.as(admin).call(projectApi.remove, { uniqueId: project.uniqueId })
  await app.as(admin).call(companyApi.remove, { uniqueId: acme.uniqueId })
  const isBack = async () => (await app.as(admin).send(projectCompanyApi.get, { uniqueId: place.uniqueId })).statusCode === 200
  await app.as(admin).call(trashApi.restore, { kind: 'project', uniqueIds: [project.uniqueId] })
  expect(await isBack()).toBe(false)
  await restore(admin, [acme.uniqueId])
  expect(await isBack()).toBe(true)
})
