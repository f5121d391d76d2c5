import {
  tenantConfigurations as configurationCatalogue,
  tenantSettings as settingCatalogue,
} from '@tradewind/contract/platform/settingCatalogue'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
/** A second node on the same database. */
let far: Awaited<ReturnType<TestApp['open']>>
let chief: TestUser
let admin: TestUser
let theirs: TestUser
beforeAll(async () => {
  app = await testApp()
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
  theirs = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
})
afterAll(() => app.close())

type Given = boolean | number | string | null
const decide = (key: string, value: Given, who = admin) => app.as(who).call(tenantSettingApi.update, { key, value })
const configure = (key: string, value: Given, tenantId = app.other.uniqueId) =>
  app.as(chief).call(tenantConfigurationApi.update, { key, value }, { 'x-tenant': tenantId })
const kept = (table: string) => app.asOwner(`select key, value from ${table} order by key`)

test('every setting of the catalogue is listed with its default value until it is changed', async () => {
  const settings = await app.as(admin).call(tenantSettingApi.list, {})
  expect(settings.map(({ key }) => key)).toEqual(Object.keys(settingCatalogue))
  expect(settings[0]).toEqual({
    key: 'DEFAULT_LANGUAGE',
    name: 'Default language',
    description: settingCatalogue.DEFAULT_LANGUAGE.description,
    dataType: 'LANGUAGE',
    value: 'en',
    isStandard: true,
  })
  const standards = ['en', '', '12', true, '90', '180', true, true, true, true, true, '', '3650', '3650', '90', '730']
  expect(settings.map(({ value }) => value)).toEqual(standards)
  expect(await decide('SESSION_IDLE_HOURS', ' 24 ')).toMatchObject({ value: '24', isStandard: false })
  expect((await app.as(admin).call(tenantSettingApi.list, {}))[2]).toMatchObject({ value: '24', isStandard: false })
  expect((await app.as(theirs).call(tenantSettingApi.list, {}))[2]).toMatchObject({ value: '12', isStandard: true })
  expect(await kept('tenant_setting')).toEqual([{ key: 'SESSION_IDLE_HOURS', value: 24 }])
  expect(await decide('SESSION_IDLE_HOURS', null)).toMatchObject({ value: '12', isStandard: true })
  expect(await kept('tenant_setting')).toEqual([])
})

test.each<[string, Given, boolean | string]>([
  ['NOTIFY_BY_EMAIL', false, false],
  ['NOTIFY_BY_EMAIL', 'false', false],
  ['DEFAULT_LANGUAGE', 'de', 'de'],
  ['TIME_ZONE', 'Europe/Rome', 'Europe/Rome'],
  ['TIME_ZONE', 'UTC', 'UTC'],
  ['SESSION_IDLE_HOURS', 336, '336'],
  ['SESSION_IDLE_HOURS', '1', '1'],
  ['CONTACT_EMAIL', ' desk@main.example ', 'desk@main.example'],
])('%s accepts %j', async (key, given, value) => {
  expect(await decide(key, given)).toMatchObject({ key, value, isStandard: false })
  expect(await decide(key, null)).toMatchObject({ isStandard: true })
  expect(await kept('tenant_setting')).toEqual([])
})

const whole = 'This is not a whole number'
const hours = 'Choose a number from 1 to 336'
test.each<[string, Given, string]>([
  ['NOTIFY_BY_EMAIL', 'maybe', 'Yes or no'],
  ['NOTIFY_BY_EMAIL', 1, 'Yes or no'],
  ['SESSION_IDLE_HOURS', '', whole],
  ['SESSION_IDLE_HOURS', 1.5, whole],
  ['SESSION_IDLE_HOURS', '1e2', whole],
  ['SESSION_IDLE_HOURS', 'Infinity', whole],
  ['SESSION_IDLE_HOURS', '9'.repeat(30), whole],
  ['SESSION_IDLE_HOURS', 0, hours],
  ['SESSION_IDLE_HOURS', '337', hours],
  ['SESSION_IDLE_HOURS', true, 'Choose yes or no'],
  ['DEFAULT_LANGUAGE', '', 'This language is not available'],
  ['DEFAULT_LANGUAGE', 'pt', 'This language is not available'],
  ['TIME_ZONE', 'Mars/Olympus', 'This is not a time zone'],
  ['TIME_ZONE', '+02:00', 'This is not a time zone'],
  ['CONTACT_EMAIL', 'nobody', 'Email address is not a valid address'],
  ['CONTACT_EMAIL', 'a@b.example, c@d.example', 'Email address is not a valid address'],
  ['CONTACT_EMAIL', 'a@b.example\nBcc: c@d.example', 'Email address is not a valid address'],
])('%s rejects %j and keeps its previous value', async (key, value, sentence) => {
  await expect(decide(key, value)).rejects.toMatchObject({ status: 422, data: { value: sentence } })
  expect(await kept('tenant_setting')).toEqual([])
})

const changeHours = (value: Given, from: string) =>
  app.as(admin).call(tenantSettingApi.update, { key: 'SESSION_IDLE_HOURS', value, from })

test('a change that is based on a value which somebody else has replaced is rejected, unless both chose the same', async () => {
  expect(await changeHours('24', '12')).toMatchObject({ value: '24' })
  await expect(changeHours('36', '12')).rejects.toMatchObject({ status: 409 })
  expect(await changeHours('24', '12')).toMatchObject({ value: '24' })
  await expect(changeHours(null, '36')).rejects.toMatchObject({ status: 409 })
  expect(await changeHours(null, '24')).toMatchObject({ value: '12' })
})

test('keys that are not in the catalogue are rejected, and neither catalogue accepts a key of the other', async () => {
  const unknown = { status: 422, data: { key: 'Unknown value' } }
  for (const key of ['NOTHING', '', 'constructor', 'MAX_USERS']) await expect(decide(key, '1')).rejects.toMatchObject(unknown)
  for (const key of ['NOTHING', '__proto__', 'TIME_ZONE']) await expect(configure(key, '1')).rejects.toMatchObject(unknown)
})

const noted = (kind: string, title: string, changes: object) => ({ kind, action: 'CHANGED', title, changes })
const zone = (before: string, after: string) => noted('tenantSetting', 'Time zone', { TIME_ZONE: { before, after } })
const users = (before: number, after: number) => noted('tenantConfiguration', 'Users at most', { MAX_USERS: { before, after } })

test('a change is in the tenant’s audit trail with the previous value; an update that changes nothing is not', async () => {
  await decide('TIME_ZONE', 'Europe/Rome')
  await decide('TIME_ZONE', 'Europe/Rome')
  await decide('TIME_ZONE', '')
  await configure('MAX_USERS', 5)
  await configure('MAX_USERS', '100000')
  const trail = await app.asOwner(
    `select tenant_id, kind, action, title, created_by, changes from audit where kind like 'tenant%' and title in ('Time zone', 'Users at most') order by id`,
  )
  const [here, there] = [
    { tenant_id: app.main.uniqueId, created_by: admin.uniqueId },
    { tenant_id: app.other.uniqueId, created_by: chief.uniqueId },
  ]
  expect(trail.slice(-4)).toEqual([
    { ...here, ...zone('', 'Europe/Rome') },
    { ...here, ...zone('Europe/Rome', '') },
    { ...there, ...users(100_000, 5) },
    { ...there, ...users(5, 100_000) },
  ])
})

test('the super admin can read and change another tenant’s configuration; that tenant’s own admin cannot', async () => {
  expect(await configure('MASS_UPLOAD_ROWS', '10')).toMatchObject({ value: '10', isStandard: false })
  const abroad = await app.as(chief).call(tenantConfigurationApi.list, {}, { 'x-tenant': app.other.uniqueId })
  expect(abroad.map(({ key }) => key)).toEqual(Object.keys(configurationCatalogue))
  expect(abroad.find(({ key }) => key === 'MASS_UPLOAD_ROWS')?.value).toBe('10')
  const home = await app.as(chief).call(tenantConfigurationApi.list, {})
  expect(home.find(({ key }) => key === 'MASS_UPLOAD_ROWS')).toMatchObject({ value: '200000', isStandard: true })
  for (const who of [theirs, admin]) {
    await expect(app.as(who).call(tenantConfigurationApi.list, {})).rejects.toMatchObject({ status: 403 })
    const change = app.as(who).call(tenantConfigurationApi.update, { key: 'MASS_UPLOAD_ROWS', value: 100 })
    await expect(change).rejects.toMatchObject({ status: 403 })
  }
  const settings = app.as(chief).call(tenantSettingApi.list, {}, { 'x-tenant': app.other.uniqueId })
  await expect(settings).rejects.toMatchObject({ status: 403 })
  await configure('MASS_UPLOAD_ROWS', null)
})

test('admins can read their tenant’s settings; only tenant admins and the super admin can change them', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  expect(await app.as(clerk).call(tenantSettingApi.list, {})).toHaveLength(Object.keys(settingCatalogue).length)
  await expect(decide('NOTIFY_BY_EMAIL', false, clerk)).rejects.toMatchObject({ status: 403 })
  expect(await decide('NOTIFY_BY_EMAIL', false, chief)).toMatchObject({ value: false })
  await decide('NOTIFY_BY_EMAIL', true, chief)
})

test('a setting changed on one node takes effect on every node immediately', async () => {
  const holds = async ({ appContext }: Pick<typeof far, 'appContext'>) =>
    (await appContext.settings.of(app.main.uniqueId)).CONTACT_EMAIL
  expect([await holds(app), await holds(far)]).toEqual(['', ''])
  await decide('CONTACT_EMAIL', 'desk@main.example')
  expect(await holds(app)).toBe('desk@main.example')
  await expect.poll(() => holds(far)).toBe('desk@main.example')
  await decide('CONTACT_EMAIL', '')
  await expect.poll(() => holds(far)).toBe('')
})

test('concurrent updates of the same setting leave one stored value', async () => {
  await Promise.all([5, 6, 7, 8].map((value) => decide('SESSION_IDLE_HOURS', value)))
  expect(await kept('tenant_setting')).toHaveLength(1)
  await decide('SESSION_IDLE_HOURS', null)
})

test('of two changes at the same time that are based on the default value, one is rejected', async () => {
  await app.as(admin).call(tenantSettingApi.list, {}) // the session and the settings are cached
  let changes: Promise<unknown>[] = []
  await app.whileLocked('tenant_setting', async () => {
    changes = ['24', '36'].map((value) =>
      changeHours(value, '12').then(
        () => 'saved',
        ({ status }: { status: number }) => status,
      ),
    )
    await expect.poll(app.waiting).toHaveLength(2)
  })
  expect(new Set(await Promise.all(changes))).toEqual(new Set(['saved', 409]))
  await decide('SESSION_IDLE_HOURS', null)
})
