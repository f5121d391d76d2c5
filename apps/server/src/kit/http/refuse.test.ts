import { companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const path = '/api/company/'
const acme = (legalName: string) => ({
  legalName,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION'],
})
const post = (payload: string | Buffer, type: string | undefined = 'application/json', url = path) =>
  app.fastify.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${admin.token}`, ...(type === '' ? {} : { 'content-type': type }) },
  })
const get = (url: string) => app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${admin.token}` } })
const answered = ({ statusCode, json }: Awaited<ReturnType<typeof get>>) => [statusCode, json()]
const error = (message: string, data: unknown = {}) => ({ responseStatus: 'ERROR', message, data })

const unreadable = [400, error('The request could not be read')]
const unknown = [404, error('Page not found')]
const kind = [415, error('This content type is not supported')]

test.each([
  ['half a body', '{"legalName": "A'],
  ['nothing', ''],
  ['two values', '{} {}'],
  ['a prototype', '{"__proto__": {"x": 1}}'],
  ['a prototype deep inside', '{"legalName": {"a": [{"__proto__": {"x": 1}}]}}'],
  ['a constructor’s prototype', '{"constructor": {"prototype": {"x": 1}}}'],
])('rejects %s as JSON, in the error envelope', async (_, payload) => {
  expect(answered(await post(payload))).toEqual(unreadable)
  expect(({} as { x?: number }).x).toBeUndefined()
})

test.each([
  'text/plain',
  'application/json\ta',
  'application/jsonp',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application',
  ',',
])('rejects a body of the type “%s”', async (type) => {
  expect(answered(await post(JSON.stringify(acme('Typed')), type))).toEqual(kind)
  expect(await app.as(admin).call(companyApi.list, { q: 'Typed' })).toEqual([])
})

test('JSON is recognised in any case, and with a character set', async () => {
  expect((await post(JSON.stringify(acme('Any case')), 'APPLICATION/JSON; charset=utf-8')).statusCode).toBe(201)
})

test('rejects a body that is too large, and one that only declares to be', async () => {
  const large = [413, error('This is too large')]
  expect(answered(await post(JSON.stringify(acme('x'.repeat(1024 * 1024)))))).toEqual(large)
  const said = await app.fastify.inject({
    method: 'POST',
    url: path,
    payload: '{}',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'content-length': '999999999' },
  })
  expect(answered(said)).toEqual(large)
})

test.each(['[]', '[{"legalName": "A"}]'])('rejects a list %s as a body', async (payload) => {
  expect(answered(await post(payload))).toEqual([422, error('The body must be an object')])
})

const required = (label: string) => ({ text: '{what} is required', values: { what: { text: label } } })

test.each(['null', '"text"', '1', 'true', '{}'])('reports every required field as missing from %s', async (payload) => {
  const missing = {
    legalName: 'Legal name is required',
    country: 'Country is required',
    website: 'Website is required',
    companyTypeList: 'Choose at least one type',
  }
  const said = {
    'Legal name is required': required('Legal name'),
    'Website is required': required('Website'),
  }
  expect(answered(await post(payload))).toEqual([422, { ...error('Please check the form', missing), said }])
})

test.each(['/api/', '/api', '/api/nothing', '/api/company/x/y', '/', '/api/company/../../etc/passwd', `/${'a'.repeat(5000)}`])(
  'finds nothing at %s',
  async (url) => {
    expect(answered(await get(url))).toEqual(unknown)
  },
)

test('the address of a record with an invalid id returns that there is no such record', async () => {
  for (const id of ['no-id', '1', '00000000-0000'])
    expect(answered(await get(`/api/company/${id}`))).toEqual([422, error('Record not found', { uniqueId: 'This is not an id' })])
})

test('rejects a path that cannot be read, and one that is too long, without naming it', async () => {
  expect(answered(await get('/api/company/%zz'))).toEqual(unreadable)
  expect(answered(await get('/%c3%28'))).toEqual(unreadable)
  expect(answered(await get(`/api/company/${'a'.repeat(400)}`))).toEqual([414, unreadable[1]])
})

test.each(['PUT', 'PATCH', 'OPTIONS', 'DELETE', 'TRACE'] as const)(
  '%s finds nothing where it is not supported',
  async (method) => {
    expect(answered(await app.fastify.inject({ method: method as 'PUT', url: '/api/auth/login' }))).toEqual(unknown)
  },
)

test.each([
  ['page', '-1', 'Pages are counted from 0'],
  ['page', '1e9', 'There is no such page'],
  ['page', '99999999999999999999', 'There is no such page'],
  ['page', 'NaN', 'This is not a number'],
  ['page', 'Infinity', 'This is not a number'],
  ['page', '0x', 'This is not a number'],
  ['size', '1.5', 'This is not a whole number'],
  ['size', '0', 'At least 1'],
  ['size', '501', 'At most 500'],
  ['size', '1e999', 'This is not a number'],
  ['size', '2&size=3', 'This is not a number'],
  ['sort', 'legalName;drop', 'You can sort by dateCreated, legalName, country'],
  ['sort', '--legalName', 'You can sort by dateCreated, legalName, country'],
  ['sort', '__proto__', 'You can sort by dateCreated, legalName, country'],
  ['q', 'x'.repeat(201), 'At most 200 characters'],
  ['__proto__', '1', 'Unknown field'],
  ['constructor', '1', 'Unknown field'],
  ['toString', '1', 'Unknown field'],
])('a list requested with %s=%s reports what is wrong', async (field, value, sentence) => {
  const response = await get(`${path}?${field}=${value}`)
  expect([response.statusCode, Object.entries(response.json().data)]).toEqual([422, [[field, sentence]]])
})

test('rejects a character that cannot be stored in its field, and never stores it in part', async () => {
  const unkept = 'This has a character that cannot be saved'
  for (const written of ['\\u0000', '\\ud800', '\\udc00x']) {
    const body = JSON.stringify(acme('A')).replace('"A"', `"A${written}"`)
    expect(answered(await post(body))).toEqual([422, error('Please check the form', { legalName: unkept })])
  }
  expect((await get(`${path}?q=a%00b`)).statusCode).toBe(422)
  expect((await get(`${path}a%00b`)).statusCode).toBe(422)
  const login = await post(JSON.stringify({ username: 'a\0b', password: 'x\0y' }), undefined, '/api/auth/login')
  expect(login.statusCode).toBe(422)
  expect((await post(JSON.stringify(acme('😀 kept')))).json().data).toMatchObject({ legalName: '😀 kept' })
})

/** A call that accepts a file. */
const filePath = '/api/company/massUpload'

test('rejects a form field with the name of the prototype', async () => {
  const boundary = 'x'
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const body = `${field('__proto__', '1')}${field('legalName', 'A')}--${boundary}--\r\n`
  const response = await post(body, `multipart/form-data; boundary=${boundary}`, filePath)
  expect(answered(response)).toEqual(unreadable)
})

test('rejects an incomplete form', async () => {
  for (const body of ['', '--x', '--x\r\ncontent-disposition: form-data; name="legalName"\r\n\r\nA', 'garbage']) {
    const response = await post(body, 'multipart/form-data; boundary=x', filePath)
    expect([400, 422]).toContain(response.statusCode)
    expect(response.json()).toMatchObject({
      responseStatus: 'ERROR',
      message: expect.stringMatching(/^(The request could not be read|Please check the form)$/),
    })
  }
  expect(answered(await post('x', 'multipart/form-data', filePath))).toEqual(unreadable)
})
