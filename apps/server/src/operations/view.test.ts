import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { viewApi } from '@tradewind/contract/operations/view.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import type { Role } from '@tradewind/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let count = 0
const save = (who: TestUser, more: object = {}) =>
  app.as(who).call(viewApi.create, { entity: 'company', name: `View ${(count += 1)}`, state: {}, ...more })
const idsOf = async (who: TestUser, entity = 'company') =>
  (await app.as(who).call(viewApi.list, { entity: entity as 'company' })).map(({ uniqueId }) => uniqueId)
const refused = (status: number, data = {}) => ({ status, ...(Object.keys(data).length > 0 && { data }) })

const state = {
  filters: { legalName: 'a' },
  where: ['country:is:DE,FR', 'dateCreated:inLast:30'],
  q: 'berg',
  sort: '-legalName',
  columns: ['country', 'legalName', 'address'],
  widths: { country: 200 },
  size: 50,
  density: 'roomy',
} as const

test('a view is returned as it was saved', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const saved = await save(admin, { state, name: ' Whom I call ' })
  expect(saved).toMatchObject({
    name: 'Whom I call',
    state,
    visibility: 'PRIVATE',
    isDefault: false,
    isDropped: false,
    mayChange: true,
  })
  expect(await app.as(admin).call(viewApi.list, { entity: 'company' })).toEqual([saved])
  expect(await idsOf(admin, 'contact')).toEqual([])
  const changed = { entity: 'company' as const, uniqueId: saved.uniqueId, name: 'Others', state: { where: ['country:is:IT'] } }
  expect(await app.as(admin).call(viewApi.update, changed)).toMatchObject({
    name: 'Others',
    state: { where: ['country:is:IT'], q: '' },
  })
})

test.each<[string, object, string]>([
  ['a filter', { filters: { nothing: 'x' } }, 'There is no filter “nothing” here'],
  ['a page', { filters: { page: '3' } }, 'There is no filter “page” here'],
  ['a condition', { where: ['country:before:x'] }, 'Country cannot be filtered by “before”'],
  ['a country', { where: ['country:is:XX'] }, 'This is not one of the choices'],
  ['an order', { sort: 'website' }, 'You can sort by dateCreated, legalName, country'],
  ['a column', { columns: ['legalName', 'searchText'] }, 'There is no column “searchText” here'],
  ['a width', { widths: { tenantId: 100 } }, 'There is no column “tenantId” here'],
])('%s that is unknown to the list is rejected', async (_, wrong, sentence) => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  await expect(save(admin, { state: wrong })).rejects.toMatchObject(refused(422, { state: sentence }))
})

test('what a view says of a retired field of the tenant is left out, until the field is restored', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const define = (label: string) => app.as(admin).call(customFieldApi.create, { kind: 'contact', label, type: 'TEXT' })
  const [gone, stays] = [await define('Nickname'), await define('Hobby')]
  const [goneName, name] = [`custom.${gone.key}`, `custom.${stays.key}`]
  const full = {
    where: [`${goneName}:contains:a`, `${name}:contains:b`],
    any: [`${goneName}:notEmpty`, `${name}:notEmpty`],
    sort: `-${goneName}`,
    columns: ['lastName', goneName, name],
    widths: { [goneName]: 100, [name]: 200 },
  }
  const saved = await save(admin, { entity: 'contact', state: full })
  expect(saved).toMatchObject({ isDropped: false, state: full })
  const read = async () => (await app.as(admin).call(viewApi.list, { entity: 'contact' }))[0]!
  await app.as(admin).call(customFieldApi.retire, { uniqueId: gone.uniqueId })
  const { isDropped, state: usable } = await read()
  expect(isDropped).toBe(true)
  expect(usable).toMatchObject({
    where: [`${name}:contains:b`],
    any: [`${name}:notEmpty`],
    sort: '',
    columns: ['lastName', name],
    widths: { [name]: 200 },
  })
  await app.as(admin).call(contactApi.list, { page: 0, where: usable.where, any: usable.any })
  await app.as(admin).call(customFieldApi.bringBack, { uniqueId: gone.uniqueId })
  expect(await read()).toMatchObject({ isDropped: false, state: full })
})

test('rejects values out of bounds', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  for (const wrong of [
    { size: 0 },
    { size: 501 },
    { density: 'dense' },
    { widths: { country: 5 } },
    { q: 'x'.repeat(201) },
    { more: 1 },
  ])
    await expect(save(admin, { state: wrong })).rejects.toMatchObject(refused(422))
  await expect(save(admin, { name: ' ' })).rejects.toMatchObject(refused(422, { name: 'Name is required' }))
  await expect(save(admin, { entity: 'user' })).rejects.toMatchObject(refused(422))
  await save(admin, { name: 'Once' })
  await expect(save(admin, { name: 'ONCE' })).rejects.toMatchObject(refused(422, { name: 'There is already “Once”' }))
})

test('both dates of a report are required together in a view, as in the list', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const one = save(admin, { entity: 'meetingReport', state: { filters: { dateFrom: '2026-01-01' } } })
  await expect(one).rejects.toMatchObject(refused(422, { state: 'Enter both dates' }))
  const both = { filters: { dateFrom: '2026-01-01', dateTo: '2026-02-01' } }
  expect(await save(admin, { entity: 'meetingReport', state: both })).toMatchObject({ state: both })
})

test('a private view is accessible only to its owner', async () => {
  const [one, colleague] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const { uniqueId } = await save(one)
  expect(await idsOf(colleague)).not.toContain(uniqueId)
  await expect(app.as(colleague).call(viewApi.update, { entity: 'company', uniqueId, name: 'x' })).rejects.toMatchObject(
    refused(404),
  )
  await expect(app.as(colleague).call(viewApi.remove, { uniqueId })).rejects.toMatchObject(refused(404))
  await expect(app.as(colleague).call(viewApi.setDefault, { entity: 'company', viewId: uniqueId })).rejects.toMatchObject(
    refused(404),
  )
})

test.each<[Role, number[]]>([
  ['ROLE_SUPER_ADMIN', [200, 201]],
  ['ROLE_TENANT_ADMIN', [200, 201]],
  ['ROLE_ADMIN', [200, 201]],
  ['ROLE_LEVEL3', [403, 403]],
  ['ROLE_LEVEL1', [403, 403]],
  ['ROLE_BUISNESS', [403, 403]],
  ['ROLE_BASIC', [403, 403]],
])('%s shares a view: %s', async (role, status) => {
  const who = await app.someone(role)
  const { uniqueId } = await save(who)
  const answers = [
    await app.as(who).send(viewApi.update, { entity: 'company', uniqueId, visibility: 'SHARED' }),
    await app.as(who).send(viewApi.create, { entity: 'company', name: `Of ${role}`, visibility: 'SHARED', state: {} }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(status)
})

test('a shared view is visible to the whole partition, can be changed by admins, and is hidden elsewhere', async () => {
  const [admin, chief, level] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_LEVEL3'),
  ]
  const foreigner = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const member = await app.someone('ROLE_PRO')
  const { uniqueId } = await save(admin, { visibility: 'SHARED' })
  const seen = (await app.as(level).call(viewApi.list, { entity: 'company' })).find((view) => view.uniqueId === uniqueId)
  expect(seen).toMatchObject({ mayChange: false, createdByName: admin.fullName })
  await expect(app.as(level).call(viewApi.update, { entity: 'company', uniqueId, name: 'x' })).rejects.toMatchObject(refused(403))
  await expect(app.as(level).call(viewApi.remove, { uniqueId })).rejects.toMatchObject(refused(403))
  expect(await app.as(chief).call(viewApi.update, { entity: 'company', uniqueId, name: 'Of all' })).toMatchObject({
    name: 'Of all',
  })
  for (const who of [foreigner, member]) {
    expect(await idsOf(who)).not.toContain(uniqueId)
    for (const call of [viewApi.remove, viewApi.restore])
      await expect(app.as(who).call(call, { uniqueId })).rejects.toMatchObject(refused(404))
    await expect(app.as(who).call(viewApi.update, { entity: 'company', uniqueId, name: 'x' })).rejects.toMatchObject(refused(404))
    await expect(app.as(who).call(viewApi.setDefault, { entity: 'company', viewId: uniqueId })).rejects.toMatchObject(
      refused(404),
    )
  }
})

test('a shared view that another admin has saved meanwhile is not overwritten, and the reply has its current state', async () => {
  const [one, other] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const { uniqueId, updatedAt } = await save(one, { visibility: 'SHARED', state })
  const update = (who: TestUser, country: string, based = updatedAt) => {
    const given = { where: [`country:is:${country}`] }
    return app.as(who).call(viewApi.update, { entity: 'company', uniqueId, state: given, updatedAt: based })
  }
  const changed = await update(other, 'IT')
  await expect(update(one, 'FR')).rejects.toMatchObject({
    status: 409,
    message: `${other.fullName} has changed this view`,
    data: changed,
  })
  expect(await update(one, 'FR', changed.updatedAt)).toMatchObject({ state: { where: ['country:is:FR'] } })
  await expect(update(one, 'ES')).rejects.toMatchObject({ message: 'You have changed this view yourself, in another tab' })
  const own = await save(one)
  await app.as(one).call(viewApi.update, { entity: 'company', uniqueId: own.uniqueId, name: `${own.name}!` })
  const late = { entity: 'company' as const, uniqueId: own.uniqueId, name: `${own.name}?`, updatedAt: own.updatedAt }
  await expect(app.as(one).call(viewApi.update, late)).rejects.toMatchObject({
    message: 'You have changed this view yourself, in another tab',
  })
})

test('the audit trail says who shared, changed and deleted a shared view; private ones are not in it', async () => {
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const { uniqueId, name } = await save(chief)
  const update = (fields: object) => app.as(chief).call(viewApi.update, { entity: 'company', uniqueId, ...fields })
  await update({ name: `${name} (mine)` })
  await update({ visibility: 'SHARED' })
  await update({ state: { where: ['country:is:IT'] } })
  await app.as(chief).call(viewApi.remove, { uniqueId })
  const trail = await app.as(chief).call(auditApi.list, { kind: 'view', sort: 'dateCreated' })
  const entries = trail.filter(({ recordId }) => recordId === uniqueId)
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['CHANGED', { shared: { before: false, after: true } }],
    ['CHANGED', {}],
    ['DELETED', {}],
  ])
  expect(entries[0]).toMatchObject({ title: `${name} (mine)`, byName: chief.fullName })
})

test('users cannot save or list views of a list that they may not see', async () => {
  const level = await app.someone('ROLE_LEVEL1')
  await expect(app.as(level).call(viewApi.list, { entity: 'contact' })).rejects.toMatchObject(refused(403))
  await expect(save(level, { entity: 'contact' })).rejects.toMatchObject(refused(403))
  const free = await app.someone('ROLE_FREE')
  await expect(app.as(free).call(viewApi.list, { entity: 'company' })).rejects.toMatchObject(refused(403))
})

test('administrators have views of the users; everyone else, who sees one account only, has none', async () => {
  const [admin, level] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL3')]
  const users = { where: ['state:is:INVITED'], columns: ['dateCreated', 'fullName', 'userCompanyName'], size: 15 }
  const { uniqueId } = await save(admin, { entity: 'admin', visibility: 'SHARED', state: users })
  const [seen] = await app.as(await app.someone('ROLE_TENANT_ADMIN')).call(viewApi.list, { entity: 'admin' })
  expect(seen).toMatchObject({ uniqueId, state: users, isDropped: false })
  await expect(app.as(level).call(viewApi.list, { entity: 'admin' })).rejects.toMatchObject(refused(403))
  await expect(save(level, { entity: 'admin' })).rejects.toMatchObject(refused(403))
  await expect(app.as(level).call(viewApi.remove, { uniqueId })).rejects.toMatchObject(refused(404))
})

test('admins who may not see a list can neither read nor change its shared views', async () => {
  const [xg, admin] = [await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] }), await app.someone('ROLE_TENANT_ADMIN')]
  const { uniqueId } = await save(xg, { entity: 'lead', visibility: 'SHARED', state: { q: 'Rosa' } })
  const isNotFound = async () => {
    await expect(app.as(admin).call(viewApi.update, { entity: 'lead', uniqueId })).rejects.toMatchObject(refused(404))
    for (const call of [viewApi.remove, viewApi.restore])
      await expect(app.as(admin).call(call, { uniqueId })).rejects.toMatchObject(refused(404))
  }
  await isNotFound()
  await app.as(xg).call(viewApi.remove, { uniqueId })
  await isNotFound()
  await app.as(xg).call(viewApi.restore, { uniqueId })
  expect(await idsOf(xg, 'lead')).toEqual([uniqueId])
})

test('each user can set one default view for a list, and clear it', async () => {
  const [one, other] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL3')]
  const [first, second] = [await save(one, { visibility: 'SHARED' }), await save(one, { visibility: 'SHARED' })]
  const standard = async (who: TestUser) =>
    (await app.as(who).call(viewApi.list, { entity: 'company' })).filter((view) => view.isDefault).map((view) => view.uniqueId)
  const set = (who: TestUser, uniqueId: string | null) =>
    app.as(who).call(viewApi.setDefault, { entity: 'company', viewId: uniqueId })
  await set(one, first.uniqueId)
  await set(one, second.uniqueId)
  await set(other, first.uniqueId)
  expect([await standard(one), await standard(other)]).toEqual([[second.uniqueId], [first.uniqueId]])
  await set(one, null)
  expect([await standard(one), await standard(other)]).toEqual([[], [first.uniqueId]])
  await expect(app.as(one).call(viewApi.setDefault, { entity: 'contact', viewId: first.uniqueId })).rejects.toMatchObject(
    refused(404),
  )
})

test('a deleted view is removed from the list and can be restored for a day', async () => {
  const one = await app.someone('ROLE_ADMIN')
  const { uniqueId } = await save(one)
  await app.as(one).call(viewApi.remove, { uniqueId })
  expect(await idsOf(one)).not.toContain(uniqueId)
  await app.as(one).call(viewApi.restore, { uniqueId })
  expect(await idsOf(one)).toContain(uniqueId)
  await app.as(one).call(viewApi.remove, { uniqueId })
  await app.asOwner(`update saved_view set deleted_at = now() - interval '25 hours' where id = $1`, [uniqueId])
  await app.clock('records.sweep')
  expect(await app.asOwner('select from saved_view where id = $1', [uniqueId])).toEqual([])
})

test('drops columns, conditions and filters that no longer exist, and reports it', async () => {
  const one = await app.someone('ROLE_ADMIN')
  const { uniqueId } = await save(one, { state })
  const old = {
    ...state,
    filters: { colour: 'x', legalName: 'a' },
    where: ['colour:is:RED', 'country:is:DE'],
    columns: ['colour', 'country'],
    sort: 'colour',
  }
  await app.asOwner('update saved_view set state = $2 where id = $1', [uniqueId, JSON.stringify(old)])
  const view = (await app.as(one).call(viewApi.list, { entity: 'company' })).find((found) => found.uniqueId === uniqueId)
  expect(view).toMatchObject({
    isDropped: true,
    state: { filters: { legalName: 'a' }, where: ['country:is:DE'], columns: ['country'], sort: '' },
  })
})

test('who sees only the outline of companies gets no conditions on other fields, which their list would reject', async () => {
  const [admin, reader] = [await app.someone('ROLE_TENANT_ADMIN'), await app.someone('ROLE_LEVEL1')]
  await app.as(admin).call(customFieldApi.create, { kind: 'company', label: 'Rank', type: 'NUMBER' })
  const where = ['country:is:DE', 'taxRefNumber:contains:DE123']
  const any = ['address:contains:Berlin', 'custom.rank:is:1']
  const { uniqueId } = await save(admin, { visibility: 'SHARED', state: { where, any, sort: '-custom.rank' } })
  const viewOf = async (who: TestUser) =>
    (await app.as(who).call(viewApi.list, { entity: 'company' })).find((view) => view.uniqueId === uniqueId)
  expect(await viewOf(admin)).toMatchObject({ state: { where, any, sort: '-custom.rank' }, isDropped: false })
  expect(await viewOf(reader)).toMatchObject({ state: { where: ['country:is:DE'], any: [], sort: '' }, isDropped: true })
})

test('a deleted view is not restored beside another one that has its name by now', async () => {
  const one = await app.someone('ROLE_PRO')
  const { uniqueId } = await save(one, { name: 'To call' })
  await app.as(one).call(viewApi.remove, { uniqueId })
  const second = await save(one, { name: 'to call' })
  const restore = () => app.as(one).call(viewApi.restore, { uniqueId })
  await expect(restore()).rejects.toMatchObject({ status: 409, message: 'There is already “to call”' })
  await app.as(one).call(viewApi.update, { entity: 'company', uniqueId: second.uniqueId, name: 'Called' })
  expect(await restore()).toMatchObject({ name: 'To call' })
})

test('of several views that are saved at once under one name, one is saved', async () => {
  const one = await app.someone('ROLE_PRO')
  const saved = await Promise.allSettled(Array.from({ length: 6 }, () => save(one, { name: 'Twice' })))
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('deleting a user deletes their private views, and keeps the shared ones', async () => {
  const [chief, leaver, colleague] = [
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_ADMIN'),
  ]
  const [own, shared] = [await save(leaver), await save(leaver, { visibility: 'SHARED' })]
  await app.as(leaver).call(viewApi.setDefault, { entity: 'company', viewId: own.uniqueId })
  await app.as(chief).call(adminApi.remove, { uniqueId: leaver.uniqueId })
  expect(await app.asOwner('select from saved_view where id = $1', [own.uniqueId])).toEqual([])
  expect(await app.asOwner('select from saved_view_default where user_id = $1', [leaver.uniqueId])).toEqual([])
  expect(await idsOf(colleague)).toContain(shared.uniqueId)
  await expect(app.as(leaver).call(viewApi.list, { entity: 'company' })).rejects.toMatchObject(refused(401))
})
