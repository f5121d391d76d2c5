import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { allSamples } from '../../../test/samples.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list)
     select $1, $1, 'Company ' || n, 'IT', 'https://x.example', '{}' from generate_series(1, 2500) n`,
    [admin.tenantId],
  )
})
afterAll(() => app.close())

const list = (size: number, offered: string) =>
  app.as(admin).send(companyApi.list, { page: 0, size }, { 'accept-encoding': offered })
const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }

test('a reply of a kilobyte or more is compressed as the client accepts, with the same content', async () => {
  const plain = await list(20, 'identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [offered, how] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
  ] as const) {
    const { headers, rawPayload } = await list(20, offered)
    expect(headers).toMatchObject({ 'content-encoding': how, vary: 'accept-encoding', 'x-total-count': '2500' })
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(unpacked[how](rawPayload).toString()).toBe(plain.body)
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  }
  for (const offered of ['', 'deflate', 'br;q=0, gzip;q=0.000', 'brotli']) expect((await list(20, offered)).body).toBe(plain.body)
  expect((await list(1, 'br')).headers['content-encoding']).toBeUndefined()
})

test('a whole list is compressed while it is streamed, and a break is detectable', async () => {
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const read = (encoding: string) =>
    fetch(`${address}${companyApi.list.path}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': encoding },
    })
  const [packed, plain] = [await read('br'), await read('identity')]
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.json()).toEqual(await plain.json())
  await app.asOwner(
    `update company set address = (select string_agg(md5(random()::text || n || company.id), '') from generate_series(1, 300) n)`,
  )
  const broken = await read('gzip')
  const reader = broken.body!.getReader()
  await reader.read()
  await app.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'fetch%'`,
  )
  const rest = async () => {
    while (!(await reader.read()).done) expect(broken.status).toBe(200)
  }
  await expect(rest()).rejects.toThrow('terminated')
})

/** Response fields that are named like secrets, and are none. */
const harmless = new Set([
  'permission.key', // the name of a permission
  'userPermission.key',
  'customField.key',
  'tenantSetting.key',
  'tenantConfiguration.key',
  'message.key',
  'fileImport.key',
  'content.url', // the address of a video on the page
])
const like = /"(\w*(?:token|secret|ticket|password)\w*|url|key)":\{/gi

/** An export replies with the URL of a download, whatever else its feature calls a URL. */
const secretsOf = ({ feature, name, call: { reply } }: (typeof allSamples)[number]) =>
  [...JSON.stringify(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })).matchAll(like)]
    .map(([, field]) => `${feature}.${field}`)
    .filter((field) => name === 'export' || !harmless.has(field))

const namesOf = (all: typeof allSamples) => all.map(({ feature, name }) => `${feature}.${name}`).toSorted()

test('exactly the calls whose reply contains a secret are marked', () => {
  const telling = allSamples.filter((one) => one.call.replyType !== 'file' && secretsOf(one).length > 0)
  const marked = allSamples.filter(({ call }) => call.returnsSecret)
  expect(namesOf(telling)).toEqual(namesOf(marked))
  expect(namesOf(marked)).toEqual(
    expect.arrayContaining(['calendar.createFeed', 'company.export', 'identity.deviceKey', 'identity.login']),
  )
})

test('a reply with a secret is never compressed, however long; all other replies are', async () => {
  const long = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`anything${at}`, '1']))
  const seen = new Set<string>()
  for (const { call } of allSamples.filter((one) => one.call.replyType !== 'file' && one.call.bodyType !== 'bytes')) {
    const who = await app.someone('ROLE_SUPER_ADMIN')
    const { headers, rawPayload } = await app.as(who).send(call, long, { 'accept-encoding': 'br' })
    const isPacked = headers['content-encoding'] === 'br'
    const isLong = !isPacked && rawPayload.length >= 1024
    expect([call.path, isPacked && call.returnsSecret === true, isLong && !call.returnsSecret]).toEqual([call.path, false, false])
    seen.add(`${call.returnsSecret === true} ${isPacked} ${isLong}`)
  }
  expect(seen).toContain('true false true')
  expect(seen).toContain('false true false')
  const { headers } = await app.as(undefined).send(identityApi.login, long, { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBeUndefined()
}, 120_000)
