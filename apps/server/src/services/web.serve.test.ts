import type { PageServices } from '@tradewind/contract/kit/page'
import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildServer } from '#kit/http/server'
import type { Handle, Pages } from './web.page.ts'
import { createApiClient, type FindServices, servePages } from './web.serve.ts'

const services: PageServices = {
  version: '1',
  origin: 'https://tradewind.test',
  tenant: {
    uniqueId: '1',
    name: 'Tradewind',
    logo: null,
    isMain: true,
    contact: null,
    showsPartners: true,
    showsContent: true,
    showsAssessment: true,
    legal: [],
    allowsSignUp: true,
  },
  timeZone: 'UTC',
  driveQuota: null,
  language: 'en',
  texts: {},
  callApi: async () => null,
}
const found: FindServices = async ({ host, language = 'en' }) => (host === 'gone.test' ? undefined : { ...services, language })

const away: FindServices = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

const page = (handle: Handle, html: string, status = 200) =>
  new Response(`${html}<script nonce="m1">start()</script>`, {
    status,
    headers: { 'x-script-mark': 'm1', 'x-page-handle': JSON.stringify(handle), 'content-type': 'text/html' },
  })

/** Pages that replace the built web: a public page, one with a token, a signed-in one, a redirect, errors. */
const answers: Record<string, (request: Request, language: string) => Response> = {
  '/': (_, language) => page({ public: true }, `<h1>Home in ${language}</h1>`),
  '/status/404': () => page({ public: true, hidden: true }, '<h1>Page not found</h1>', 404),
  '/resetPassword/token': () => page({ public: true, secret: true }, '<h1>New password</h1>'),
  '/crm/dashboard': () => page({}, '<h1>Waiting</h1>'),
  '/failing': () => page({ public: true }, '<h1>Something went wrong!</h1>', 500),
  '/who': ({ headers }) => page({ public: true }, JSON.stringify([...headers])),
  '/resting': () => page({ public: true }, '<h1>We come back</h1>', 503),
  '/old': () => new Response(null, { status: 302, headers: { location: '/status/404' } }),
  '/post.data': () => new Response('data', { headers: { 'content-type': 'text/x-script' } }),
  '/fault': () => new Response('Unexpected Server Error: at secret.ts:1', { status: 500 }),
}

/** No changes. */
const still = { onChange: () => {}, isConnected: () => true }

const site = () => {
  const drawn: string[] = []
  const pages: Pages = async (request, { language }) => {
    const { pathname } = new URL(request.url)
    drawn.push(request.url)
    if (pathname === '/throws') throw new Error('secret')
    return answers[pathname]!(request, language)
  }
  const app = buildServer({ logger: pino({ level: 'silent' }), trustProxy: false, secure: true })
  servePages(app, pages, found, { seconds: 30, ...still })
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ url, method, headers: { host: 'tradewind.test', ...headers } })
  return { get, drawn }
}

test('renders a public page once per host, path and language, then serves it from the cache', async () => {
  const { get, drawn } = site()
  const [first, second, german, elsewhere] = [
    await get('/'),
    await get('/'),
    await get('/?lang=de'),
    await get('/', { host: 'other.test' }),
  ]
  expect(first.body).toContain('Home in en')
  expect(second.body).toBe(first.body)
  expect(german.body).toContain('Home in de')
  expect(elsewhere.statusCode).toBe(200)
  expect(drawn).toHaveLength(3)
})

test('a public page carries its content security policy and may be cached by proxies for 30 seconds', async () => {
  const { headers } = await site().get('/')
  expect(headers['content-security-policy']).toMatch(/^script-src 'self' 'sha256-[^']+'; default-src 'self'; /)
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=30')
  expect(headers['x-robots-tag']).toBeUndefined()
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' })
  expect(headers).not.toHaveProperty('x-script-mark')
})

test('answers 304 without a body if the client has the page already, in every notation of the ETag', async () => {
  const { get } = site()
  const tag = String((await get('/')).headers.etag)
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
    const answer = await get('/', { 'if-none-match': known })
    expect([answer.statusCode, answer.body]).toEqual([304, ''])
    expect(answer.headers['content-security-policy']).toBeDefined()
  }
  expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('a page with a token in its URL is never cached or indexed, and sends no referrer', async () => {
  const { get, drawn } = site()
  await get('/resetPassword/token')
  const { headers } = await get('/resetPassword/token')
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(headers.etag).toBeUndefined()
  expect(drawn).toHaveLength(2)
})

test('the signed-in area is neither cached nor indexed', async () => {
  const { headers } = await site().get('/crm/dashboard')
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
})

test('a status page responds with its status code', async () => {
  const { statusCode, headers } = await site().get('/status/404')
  expect([statusCode, headers['x-robots-tag']]).toEqual([404, 'noindex'])
})

test('renders a page as for a visitor: no request headers reach it', async () => {
  const { body } = await site().get('/who', { authorization: 'Bearer secret', cookie: 'a=b' })
  expect(body).toMatch(/^\[\]/)
})

test('compresses a page with an encoding that the browser accepts', async () => {
  const { get } = site()
  const packed = await get('/', { 'accept-encoding': 'gzip;q=0.5' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toContain('Home in en')
  expect((await get('/', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
  expect((await get('/', { 'accept-encoding': 'br;q=0, identity' })).headers['content-encoding']).toBeUndefined()
})

test('HEAD responds as GET does, without a body', async () => {
  const { statusCode, body, headers } = await site().get('/', {}, 'HEAD')
  expect([statusCode, body]).toEqual([200, ''])
  expect(headers.etag).toBeDefined()
})

test('pages accept no POST, and unknown API paths return an error instead of a page', async () => {
  const { get, drawn } = site()
  for (const answer of [await get('/', {}, 'POST'), await get('/api/nothing'), await get('/ws')]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ responseStatus: 'ERROR' })
  }
  expect(drawn).toEqual([])
})

test('redirects and data pass through unchanged and are not cached', async () => {
  const { get, drawn } = site()
  const moved = await get('/old')
  expect([moved.statusCode, moved.headers.location, moved.headers['cache-control']]).toEqual([302, '/status/404', 'no-store'])
  await get('/post.data')
  expect((await get('/post.data')).body).toBe('data')
  expect(drawn).toHaveLength(3)
})

test('a host without a tenant gets a page that says so', async () => {
  const { get, drawn } = site()
  const { statusCode, body } = await get('/', { host: 'gone.test' })
  expect([statusCode, drawn.length]).toEqual([404, 0])
  expect(body).toContain('There is no site at this address.')
})

test('a page that fails to render shows an error without internals and is rendered again next time', async () => {
  const { get, drawn } = site()
  for (const path of ['/fault', '/throws', '/throws']) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(500)
    expect(body).toContain('Something went wrong!')
    expect(body).not.toContain('secret')
  }
  expect(drawn).toHaveLength(3)
})

test('a public page whose loader failed is not cached', async () => {
  const { get, drawn } = site()
  await get('/failing')
  const { statusCode, headers } = await get('/failing')
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([500, 'private, no-store', undefined])
  expect(drawn).toHaveLength(2)
})

test('shows a page that asks for patience while the database is unavailable', async () => {
  const app = buildServer({ logger: pino({ level: 'silent' }), trustProxy: false, secure: false })
  servePages(app, () => Promise.reject(new Error('never asked')), away, { seconds: 30, ...still })
  const { statusCode, body } = await app.inject('/')
  expect(statusCode).toBe(503)
  expect(body).toContain('We will be back in a moment')
})

test('a page whose records are temporarily unavailable asks for patience and is not cached', async () => {
  const { get, drawn } = site()
  await get('/resting')
  const { statusCode, body, headers } = await get('/resting')
  expect([statusCode, headers['cache-control'], drawn.length]).toEqual([503, 'private, no-store', 2])
  expect(body).toContain('We will be back in a moment')
})

test('caches nothing while change notifications cannot be received', async () => {
  const drawn: string[] = []
  const pages: Pages = async ({ url }) => (drawn.push(url), page({ public: true }, '<h1>Home</h1>'))
  const app = buildServer({ logger: pino({ level: 'silent' }), trustProxy: false, secure: false })
  servePages(app, pages, found, { seconds: 30, onChange: () => {}, isConnected: () => drawn.length > 1 })
  for (let visits = 0; visits < 4; visits++) await app.inject('/')
  expect(drawn).toHaveLength(2)
})

/** Pages that ask the API by their own path, and report when it fails. */
const askingPages: Pages = async ({ url }, { callApi }, report) => {
  await callApi(new URL(url).pathname.replace('/ask', '/api')).catch(report)
  return page({ public: true }, '<h1>We come back</h1>', 503)
}

test('a visitor who asks too often is no error in the log, other failures of the API are', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const app = buildServer({ logger, trustProxy: false, secure: false })
  const inject = (async ({ url }: { url: string }) => ({ statusCode: Number(url.split('/').at(-1)) })) as never
  const limited: FindServices = async (visit) => ({
    ...(await found(visit))!,
    callApi: createApiClient({ inject }, 't', '10.0.0.1'),
  })
  servePages(app, askingPages, limited, { seconds: 30, ...still })
  await app.inject('/ask/429')
  expect(lines).toEqual([])
  await app.inject('/ask/500')
  expect(lines).toHaveLength(1)
})
