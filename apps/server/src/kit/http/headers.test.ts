import { api } from '@tradewind/contract/api'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { companyRows, companyWorkbook } from '../../../test/workbook.ts'
import { disposition } from './answer.ts'

let app: TestApp
let secure: TestApp
let admin: TestUser
let port: number
beforeAll(async () => {
  app = await testApp()
  secure = await testApp({ settings: { APP_URL: 'https://crm.example' } })
  admin = await app.someone('ROLE_TENANT_ADMIN')
  port = Number(new URL(await secure.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await secure.close()
})

const calls = Object.values(api).flatMap((feature) => Object.values(feature))
const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
const raw = ['/api/nothing', '/api/%zz', `/api/company/${'a'.repeat(400)}`, '/api/company/?page=-1', '/api/company/']

test('every reply of every call has the headers, including refusals and unreadable paths', async () => {
  for (const call of calls) {
    for (const who of [undefined, admin])
      expect((await app.as(who).send(call, { uniqueId: admin.uniqueId, ticket: 'x', surprise: 1 })).headers).toMatchObject(always)
  }
  for (const url of raw)
    expect(
      (await app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${admin.token}` } })).headers,
    ).toMatchObject(always)
  const broken = await app.fastify.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.headers).toMatchObject(always)
})

test.each(['/%61pi/company/', '/ap%69/nothing', 'http://elsewhere.example/api/company/', 'HTTP://x/%61pi/nothing'])(
  'a reply has the headers of the API however its path is written: %s',
  async (target) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const [head = ''] = (await text(socket)).split('\r\n\r\n')
    const lines = head.split('\r\n').slice(1)
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    expect(headers).toMatchObject(always)
  },
)

test('requires https (HSTS) only if the pages are served over it', async () => {
  const hsts = 'max-age=31536000; includeSubDomains'
  for (const url of raw) {
    expect((await secure.fastify.inject({ method: 'GET', url })).headers['strict-transport-security']).toBe(hsts)
    expect((await app.fastify.inject({ method: 'GET', url })).headers['strict-transport-security']).toBeUndefined()
  }
})

test('no other site is allowed by CORS, whatever its origin', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost']) {
    for (const method of ['OPTIONS', 'GET', 'POST'] as const) {
      const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const { headers } = await app.fastify.inject({ method, url: '/api/company/', headers: preflight })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  }
})

test('a download is saved, not shown: its name is safe in a header, and it can do nothing if it is opened', async () => {
  const { url } = await app.as(admin).call(companyApi.export, { format: 'csv' })
  const { headers } = await app.fastify.inject({ method: 'GET', url })
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="Companies.csv"; filename*=UTF-8''Companies.csv`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const file = new File([await companyWorkbook(companyRows('Marked', 1))], 'we"ird\\ näme\u202excod.exe')
  const marked = await app.as(admin).send(companyApi.markedWorkbook, { file })
  expect(marked.headers['content-disposition']).toMatch(/^attachment; filename="[\w .()%-]+"; filename\*=UTF-8''[\w.%()!~-]+$/)
})

test.each([
  ['a\r\nset-cookie: x=1', 'aset-cookie: x=1'],
  ['"; filename="evil.exe', '_; filename=_evil.exe'],
  ['rechnung\u202efdp.exe', 'rechnungfdp.exe'],
  ['50% \\ off', '50_ _ off'],
  ['株式会社.xlsx', '____.xlsx'],
])('the file name %j is made safe', (name, plain) => {
  const header = disposition(name)
  expect(header).toContain(`attachment; filename="${plain}"; filename*=UTF-8''`)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(decodeURIComponent(header.split("''")[1]!)).toBe(name.replace(/[\p{Cc}\p{Cf}]/gu, ''))
})

test('temporary files of an upload are removed when it is answered, and when its sender disconnects', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-aside-'))
  vi.stubEnv('TMPDIR', folder)
  const aside = () => readdirSync(folder)
  await app.as(admin).send(companyApi.massUpload, { file: await companyWorkbook(companyRows('Aside', 2)), dryRun: true })
  await app.as(admin).send(companyApi.massUpload, { file: new File(['no workbook'], 'x.xlsx') })
  await expect.poll(aside).toEqual([])
  const own = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
  const head = `POST /api/company/massUpload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n`
  const socket = connect(own, '127.0.0.1').on('error', () => {})
  socket.write(`${head}--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nhalf`)
  await expect.poll(aside).toHaveLength(1)
  socket.destroy()
  await expect.poll(aside).toEqual([])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  expect((await app.as(admin).send(companyApi.list, { page: 0 })).statusCode).toBe(200)
})

test('rejects a file of more than 50 MB', async () => {
  const refused = await app
    .as(admin)
    .send(companyApi.massUpload, { file: new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'large.xlsx') })
  expect([refused.statusCode, refused.json().responseStatus]).toEqual([413, 'ERROR'])
})
