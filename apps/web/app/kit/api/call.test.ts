import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, fileName, requestOf } from './call.ts'
import { Failure } from './failure.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const answers = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const fetched = vi.fn<typeof fetch>(
    async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const failure = (made: Promise<unknown>) =>
  made.then(
    () => expect.unreachable(),
    (error: unknown) => error as Failure,
  )

const leave = vi.fn<(to: string) => void>()

beforeEach(() => {
  leave.mockClear()
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', { pathname: '/crm/company/create', search: '', replace: leave })
})
afterEach(() => vi.unstubAllGlobals())

test('path fields go into the path, all others into the query of a read', () => {
  expect(requestOf('GET /api/company/:uniqueId', { uniqueId: 'a/b' })).toEqual({ method: 'GET', url: '/api/company/a%2Fb' })
  expect(requestOf('GET /api/company/', { page: 0, legalName: 'A & B', country: undefined }).url).toBe(
    '/api/company/?page=0&legalName=A+%26+B',
  )
})

test('a write sends its fields in the body, as a form if one is a file', () => {
  expect(requestOf('POST /api/trash/restore', { kind: 'company', uniqueIds: ['1'] }).body).toBe(
    '{"kind":"company","uniqueIds":["1"]}',
  )
  const { body } = requestOf('POST /api/company/massUpload', { file: new File(['x'], 'a.xlsx'), dryRun: true })
  expect(body).toBeInstanceOf(FormData)
  expect([...(body as FormData).keys()]).toEqual(['file', 'dryRun'])
  expect((body as FormData).get('dryRun')).toBe('true')
})

test('a list returns its total and whether that is an estimate', async () => {
  answers(200, [{ uniqueId: '1' }], { 'X-Total-Count': '10001', 'X-Total-Estimated': 'true' })
  expect(await call('GET /api/company/', { page: 0 })).toEqual({ rows: [{ uniqueId: '1' }], total: 10_001, estimated: true })
})

test('each call sends the signed-in user and the time zone', async () => {
  localStorage.setItem('accessToken', 'secret')
  localStorage.setItem('tenant', 'north')
  const fetched = answers(200, { responseStatus: 'SUCCESS', message: '', data: {} })
  await call('POST /api/trash/restore', { kind: 'company', uniqueIds: [] }, { idempotencyKey: 'once' })
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({
    Authorization: 'Bearer secret',
    'x-tenant': 'north',
    'X-Time-Zone': expect.any(String),
    'Idempotency-Key': 'once',
    'Content-Type': 'application/json',
  })
})

test('a download is a file with the name that the server gives', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('bytes', {
        headers: { 'content-disposition': 'attachment; filename="x_.xlsx"; filename*=UTF-8\'\'%C3%BC.xlsx' },
      }),
  )
  const file = await call('GET /api/company/template')
  expect(file.name).toBe('ü.xlsx')
  expect(fileName('attachment; filename="plain.csv"')).toBe('plain.csv')
  expect(fileName('')).toBe('download')
})

test('a refusal has the server’s message and one sentence for each field', async () => {
  answers(422, { responseStatus: 'ERROR', message: 'Please check the form', data: { legalName: 'Taken', faults: [] } })
  const refused = await failure(call('POST /api/company/', {} as never))
  expect(refused).toMatchObject({ status: 422, message: 'Please check the form', fields: { legalName: 'Taken' } })
})

test('only a 422 has messages for fields', async () => {
  answers(409, { responseStatus: 'ERROR', message: 'Changed', data: { uniqueId: '1' } })
  const refused = await failure(call('POST /api/company/', {} as never))
  expect(refused.fields).toEqual({})
  expect(refused.data).toEqual({ uniqueId: '1' })
})

test('no reply and a database that is down show the same message, and count as temporary', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const unanswered = await failure(call('GET /api/company/', {}))
  answers(503, { responseStatus: 'ERROR', message: 'connection refused' })
  const away = await failure(call('GET /api/company/', {}))
  expect([unanswered.isTransient, away.isTransient]).toEqual([true, true])
  expect(away.message).toBe(unanswered.message)
})

const broken = () => new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })

test.each(['application/json', 'application/pdf'])('a reply (%s) whose connection breaks midway counts as none', async (type) => {
  vi.stubGlobal('fetch', async () => new Response(broken(), { headers: { 'content-type': type } }))
  expect(await failure(call('GET /api/company/', {}))).toMatchObject({ status: 0, isTransient: true })
})

test('an error page instead of a reply is a failure with our own message', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  )
  expect(await failure(call('GET /api/company/', {}))).toMatchObject({ status: 502, message: 'Something went wrong!' })
})

const signIn = (accessToken: string) => {
  const stored = { accessToken, userId: 'me', tenant: 'north', roleList: '["ROLE_PRO"]' }
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
}

test('a 401 ends the session in this browser and redirects to the root, once, and keeps drafts', async () => {
  signIn('ended')
  localStorage.setItem('draft:1:company/new', '{}')
  answers(401, { responseStatus: 'ERROR', message: 'Your session has ended.' })
  await Promise.all([failure(call('GET /api/company/', {})), failure(call('GET /api/trash/', {}))])
  expect(leave).toHaveBeenCalledExactlyOnceWith('/')
  expect(localStorage.getItem('accessToken')).toBeNull()
  expect(localStorage.getItem('draft:1:company/new')).toBe('{}')
})

test('a 401 to a call of an older session does not end the one that another tab has started since', async () => {
  signIn('older')
  answers(401, { responseStatus: 'ERROR', message: 'Your session has ended.' })
  const refused = failure(call('GET /api/company/', {}))
  signIn('newer')
  expect(await refused).toMatchObject({ status: 401 })
  expect(localStorage.getItem('accessToken')).toBe('newer')
  expect(leave).not.toHaveBeenCalled()
})

test('a rejected login does not end the session', async () => {
  localStorage.setItem('accessToken', 'mine')
  answers(401, { responseStatus: 'ERROR', message: 'Username or password is incorrect.' })
  expect(await failure(call('POST /api/auth/login', { username: 'a', password: 'b' }))).toMatchObject({
    message: 'Username or password is incorrect.',
  })
  expect(leave).not.toHaveBeenCalled()
})
