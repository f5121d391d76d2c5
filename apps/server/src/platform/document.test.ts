import { documentApi } from '@tradewind/contract/platform/document.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const picture = async (red: number, name = 'my “logo”.jpg') => {
  const background = { r: red * 25, g: 10, b: 20 }
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}
const upload = (who: TestUser, uniqueId: string, file: Blob) => app.as(who).call(adminApi.uploadLogo, { uniqueId, file })
const branded = async (role: Parameters<TestApp['someone']>[0], red = 1) => {
  const who = await app.someone(role)
  const { brandLogoUID } = await upload(who, who.uniqueId, await picture(red))
  return { who, logo: brandLogoUID! }
}
const fetched = (uniqueId: string, who?: TestUser, headers = {}) => app.as(who).send(documentApi.get, { uniqueId }, headers)
const statusOf = async (uniqueId: string, who?: TestUser, headers = {}) => (await fetched(uniqueId, who, headers)).statusCode

/** Waits until the jobs on bytes are done. */
const cleared = () =>
  expect.poll(() => app.asOwner(`select from pgboss.job where name = 'document.bytes' and state <> 'completed'`)).toHaveLength(0)
const kept = async (hash: string, { tenantId } = admin) => {
  const bytes = await app.appContext.files.read(tenantId, hash)
  bytes?.destroy()
  return bytes !== undefined
}
const hashOf = async (logo: string) =>
  (await app.asOwner<{ hash: string }>('select hash from document where id = $1', [logo]))[0]!.hash

test('a logo is re-encoded, and served to anyone with an immutable cache header', async () => {
  const { logo } = await branded('ROLE_PRO')
  const { statusCode, headers, rawPayload } = await fetched(logo)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': expect.stringMatching(/^inline; filename="logo.png"/),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 40, height: 20 })
  expect(await app.asOwner('select original_file_name as name from document where id = $1', [logo])).toEqual([
    { name: 'my “logo”.jpg' },
  ])
})

test('another tenant cannot read the logo, and a missing document is not cached', async () => {
  const { logo } = await branded('ROLE_PRO')
  expect(await statusOf(logo, undefined, { 'x-tenant': app.other.uniqueId })).toBe(404)
  expect(await statusOf(logo, await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }))).toBe(404)
  const { statusCode, headers } = await fetched(crypto.randomUUID())
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

test('only the super admin can read a tenant’s import file, as an attachment', async () => {
  const { hash } = await app.appContext.files.store(app.other.uniqueId, Readable.from([Buffer.from('rows')]))
  const [row] = await app.asOwner<{ id: string }>(
    `insert into document (tenant_id, purpose, original_file_name, file_name, mime_type, size, hash)
     values ($1, 'IMPORT', 'people.xlsx', 'people.xlsx', 'application/octet-stream', 4, $2) returning id`,
    [app.other.uniqueId, hash],
  )
  const theirs = { 'x-tenant': app.other.uniqueId }
  const file = await fetched(row!.id, chief, theirs)
  expect([file.statusCode, file.body, file.headers['cache-control']]).toEqual([200, 'rows', 'no-store'])
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="people.xlsx"/)
  expect(await statusOf(row!.id, undefined, theirs)).toBe(404)
  expect(await statusOf(row!.id, await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }))).toBe(404)
  expect(await statusOf(row!.id, chief)).toBe(404)
})

test('checks who may set whose logo and brand name', async () => {
  const [pro, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const [free, clerk] = [await app.someone('ROLE_FREE'), await app.someone('ROLE_ADMIN')]
  const brand = (who: TestUser, { uniqueId }: TestUser) =>
    app.as(who).call(adminApi.updateBrandName, { uniqueId, userCompanyName: ' Brand ' })
  for (const who of [pro, admin, chief, clerk, free]) expect(await brand(who, who)).toMatchObject({ userCompanyName: 'Brand' })
  for (const who of [admin, chief]) expect(await brand(who, pro)).toMatchObject({ uniqueId: pro.uniqueId })
  expect(await upload(admin, free.uniqueId, await picture(2))).toMatchObject({ brandLogoUID: expect.any(String) })
  await expect(brand(clerk, pro)).rejects.toMatchObject({ status: 403 })
  await expect(brand(admin, chief)).rejects.toMatchObject({ status: 403 })
  await expect(brand(pro, other)).rejects.toMatchObject({ status: 404 })
})

test('rights are checked before the picture is read', async () => {
  const [pro, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const none = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])
  await expect(upload(pro, other.uniqueId, none)).rejects.toMatchObject({ status: 404 })
  await expect(upload(admin, chief.uniqueId, none)).rejects.toMatchObject({ status: 403 })
  await expect(upload(pro, pro.uniqueId, none)).rejects.toMatchObject({
    status: 422,
    data: { file: 'Choose a PNG, JPEG, WebP or GIF picture' },
  })
})

test('a new logo replaces the old one, whose bytes are deleted when no other document uses them', async () => {
  const [{ who, logo }, twin] = [await branded('ROLE_PRO', 3), await branded('ROLE_BASIC', 3)]
  const [old, before] = [await hashOf(logo), await hashOf(twin.logo)]
  expect(old).toBe(before)
  const { brandLogoUID } = await upload(who, who.uniqueId, await picture(4))
  expect(await statusOf(logo)).toBe(404)
  await cleared()
  expect([await kept(old), await statusOf(twin.logo)]).toEqual([true, 200])
  await app.as(twin.who).call(documentApi.remove, { uniqueId: twin.logo })
  await cleared()
  expect([await kept(old), await statusOf(twin.logo), await statusOf(brandLogoUID!)]).toEqual([false, 404, 200])
  await upload(who, who.uniqueId, await picture(4))
  await cleared()
  expect(await kept(await hashOf((await app.as(who).call(adminApi.get, { uniqueId: who.uniqueId })).brandLogoUID!))).toBe(true)
})

test('a logo can be removed by its owner and by a higher role', async () => {
  const [mine, theirs, seen] = [await branded('ROLE_PRO', 5), await branded('ROLE_LEVEL1', 6), await branded('ROLE_ADMIN', 7)]
  const clerk = await app.someone('ROLE_ADMIN')
  const remove = (who: TestUser, logo: string) => app.as(who).call(documentApi.remove, { uniqueId: logo })
  await expect(remove(mine.who, theirs.logo)).rejects.toMatchObject({ status: 404 })
  await expect(remove(clerk, seen.logo)).rejects.toMatchObject({ status: 403 })
  await expect(remove(await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }), mine.logo)).rejects.toMatchObject(
    { status: 404 },
  )
  expect(await remove(mine.who, mine.logo)).toEqual({ uniqueId: mine.logo })
  expect(await remove(admin, theirs.logo)).toEqual({ uniqueId: theirs.logo })
  for (const { who, logo } of [mine, theirs]) {
    expect(await app.as(who).call(adminApi.get, { uniqueId: who.uniqueId })).toMatchObject({ brandLogoUID: null })
    expect(await statusOf(logo)).toBe(404)
    await expect(remove(who, logo)).rejects.toMatchObject({ status: 404 })
  }
  const entries = await app.as(admin).call(adminApi.history, { uniqueId: theirs.who.uniqueId })
  expect(entries[0]).toMatchObject({ changes: { brandLogoUID: { before: 'my “logo”.jpg', after: null } } })
})

test('a new user can be created with a logo', async () => {
  const made = await app.as(admin).call(adminApi.create, {
    firstName: 'Ada',
    lastName: 'Byron',
    emailAddress: `p.${crypto.randomUUID()}@example.test`,
    adminRole: 'ROLE_LEVEL3',
    allowedCountries: ['Italy'],
    isPartner: false,
    file: await picture(8),
  } as never)
  expect(await app.as(admin).call(adminApi.get, { uniqueId: made.uniqueId })).toEqual(made)
  expect(made).toMatchObject({ allowedCountries: ['Italy'], isPartner: false })
  expect(await statusOf(made.brandLogoUID!)).toBe(200)
})

test('a new user’s picture is checked after the form, and before a transaction begins', async () => {
  const none = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])
  const person = { firstName: 'Ada', lastName: 'Byron', emailAddress: `p.${crypto.randomUUID()}@example.test`, file: none }
  const writing = vi.spyOn(app.appContext.db, 'write')
  const create = (adminRole: 'ROLE_SUPER_ADMIN' | 'ROLE_LEVEL1') => app.as(admin).call(adminApi.create, { ...person, adminRole })
  const refused = { status: 422, data: { adminRole: 'You cannot assign this role' } }
  await expect(create('ROLE_SUPER_ADMIN')).rejects.toMatchObject(refused)
  await expect(create('ROLE_LEVEL1')).rejects.toMatchObject({ status: 422, data: { file: expect.any(String) } })
  expect(writing.mock.calls).toEqual([])
  writing.mockRestore()
})

test('a new user with a picture is created only once, however often the form is sent with the same key', async () => {
  const person = { firstName: 'Ada', lastName: 'Byron', emailAddress: `p.${crypto.randomUUID()}@example.test` }
  const form = { ...person, adminRole: 'ROLE_LEVEL1' as const, file: await picture(9) }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const send = async (over: object = {}) => {
    const { statusCode, json } = await app.as(admin).send(adminApi.create, { ...form, ...over }, key)
    return { status: statusCode, ...json() }
  }
  const first = await send()
  expect(first).toMatchObject({ status: 201, data: { brandLogoUID: expect.any(String), state: 'INVITED' } })
  await app.as(admin).call(adminApi.update, { uniqueId: first.data.uniqueId, lastName: 'Lovelace' })
  expect(await send()).toEqual(first)
  const other = { status: 422, message: 'This Idempotency-Key was used for another request' }
  expect(await send({ lastName: 'Other' })).toMatchObject(other)
  expect(await send({ file: await picture(1) })).toMatchObject(other)
  expect(await app.as(admin).call(adminApi.list, { emailAddress: form.emailAddress })).toHaveLength(1)
  const [reply] = await app.asOwner('select body from first_reply where key = $1', [key['idempotency-key']])
  expect(JSON.stringify(reply)).not.toContain('passwordHash')
})
