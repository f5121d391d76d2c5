import { documentApi } from '@tradewind/contract/platform/document.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { documents } from '#platform/schema/document.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { logoOf } from './tenantSetting.queries.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  chief = await app.someone('ROLE_SUPER_ADMIN')
  await app.asOwner(`insert into tenant_domain (domain, tenant_id) values ('other.test', $1)`, [app.other.uniqueId])
})
afterAll(() => app.close())

const picture = async (background: string) =>
  new Blob([
    await sharp({ create: { width: 800, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  ])
const there = () => ({ 'x-tenant': app.other.uniqueId })
const upload = async (background: string) =>
  app.as(chief).call(tenantConfigurationApi.uploadLogo, { file: await picture(background) }, there())
const choose = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'TENANT_LOGO', value }, there())
const shown = async () => logoOf(await app.appContext.settings.of(app.other.uniqueId))
const kept = () => app.asOwner<{ id: string; hash: string }>('select id, hash from document')
const bytesOf = async ({ hash }: { hash: string }) => (await app.appContext.files.read(app.other.uniqueId, hash))?.destroy()

test('a logo is re-encoded, used for its tenant’s pages, and replaces the previous one', async () => {
  expect(await shown()).toBeNull()
  const first = await upload('red')
  expect(first).toMatchObject({ key: 'TENANT_LOGO', dataType: 'IMAGE', isStandard: false })
  expect(await shown()).toBe(`/api/document/${String(first.value)}`)
  const [red] = await kept()
  const { headers, rawPayload } = await app.as(undefined).send(documentApi.get, { uniqueId: first.value }, { host: 'other.test' })
  expect(headers['content-type']).toBe('image/png')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 400, height: 200 })
  const words = { subject: 'S', paragraphs: ['P'], footer: 'F', values: {} }
  await app.appContext.post('letter', app.other.uniqueId, { address: 'a@b.example', language: null }, words)
  const [letter] = await app.appContext.mail.mailbox!()
  expect(letter!.html).toContain(`http://other.test:3000/api/document/${String(first.value)}`)
  const second = await upload('blue')
  expect((await kept()).map(({ id }) => id)).toEqual([second.value])
  await expect.poll(() => bytesOf(red!)).toBeUndefined()
  expect(await shown()).toBe(`/api/document/${String(second.value)}`)
  const [blue] = await kept()
  expect(await bytesOf(blue!)).toBeDefined()
  expect(await choose('')).toMatchObject({ value: '', isStandard: true })
  expect([await shown(), await kept()]).toEqual([null, []])
  await expect.poll(() => bytesOf(blue!)).toBeUndefined()
})

test('uploading the same picture again keeps its file', async () => {
  await upload('green')
  const again = await upload('green')
  const [green] = await kept()
  expect(green!.id).toBe(again.value)
  await expect
    .poll(() => app.asOwner(`select from pgboss.job where name = 'document.bytes' and state <> 'completed'`))
    .toEqual([])
  expect(await bytesOf(green!)).toBeDefined()
})

test('a file that is not a picture changes nothing, and only the tenant’s own picture is accepted as its logo', async () => {
  const before = await shown()
  const bad = app.as(chief).call(tenantConfigurationApi.uploadLogo, { file: new Blob(['<svg/>']) }, there())
  await expect(bad).rejects.toMatchObject({ status: 422, data: { file: expect.stringContaining('Choose a PNG') } })
  const named = { originalFileName: 'x', fileName: 'x', mimeType: 'x', size: 1, hash: 'x' }
  const make = async (tenantId: string, purpose: 'LOGO' | 'IMPORT') => {
    const [made] = await app.appContext.db.write(tenantScope(tenantId), (tx) =>
      tx
        .insert(documents)
        .values({ ...named, purpose })
        .returning(),
    )
    return made!.uniqueId
  }
  const person = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId })
  const brand = await make(app.other.uniqueId, 'LOGO')
  await app.asOwner('update user_account set brand_logo_uid = $1 where id = $2', [brand, person.uniqueId])
  const others = [
    await make(app.main.uniqueId, 'LOGO'),
    await make(app.other.uniqueId, 'IMPORT'),
    brand,
    crypto.randomUUID(),
    'x',
  ]
  for (const value of others)
    await expect(choose(value)).rejects.toMatchObject({ status: 422, data: { value: 'This is not a picture of this tenant' } })
  expect(await shown()).toBe(before)
  const own = await make(app.other.uniqueId, 'LOGO')
  expect(await choose(own)).toMatchObject({ value: own })
})
