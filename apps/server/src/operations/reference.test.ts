import { createConfig, lintFromString } from '@redocly/openapi-core'
import { api } from '@tradewind/contract/api'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildServer } from '#kit/http/server'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { allSamples } from '../../test/samples.ts'
import { mountDocs } from './docs.ts'
import { dereferenced, openApi, openPath } from './reference.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
interface Operation {
  operationId: string
  summary: string
  description: string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { description: string; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description?: string; headers?: object; content?: Record<string, { schema?: Schema }> }>
}

const URL_OF_IT = 'https://crm.tradewind.test'
const short = openApi('1.2.3', URL_OF_IT)
const reference = dereferenced(short)
const operationOf = (path: string, method: string) => reference.paths[openPath(path)]![method.toLowerCase()] as Operation
const operations = allSamples.map((one) => ({ ...one, operation: operationOf(one.call.path, one.call.method) }))

test('describes every call as an operation, and nothing else', () => {
  const described = Object.values(reference.paths).flatMap((methods) => Object.values(methods) as Operation[])
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
    operations.map(({ feature, name }) => `${feature}.${name}`).toSorted(),
  )
  for (const { operation, call } of operations) {
    expect([operation.summary, operation.description.length > 10]).toEqual([call.summary, true])
    expect(operation.security).toEqual(call.access === 'anyone' ? [] : undefined)
  }
})

test('every path segment in braces is a parameter, and the document’s metadata is complete', () => {
  for (const [path, methods] of Object.entries(reference.paths)) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters } of Object.values(methods) as Operation[]) {
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(parts)
      expect(parameters.filter((parameter) => parameter.in === 'path' && !parameter.required)).toEqual([])
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length)
    }
  }
  expect(reference).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Tradewind', version: '1.2.3', license: { identifier: 'Apache-2.0' } },
    servers: [{ url: URL_OF_IT }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
})

test('says how lists are filtered, by which fields and operators, and what custom fields are', () => {
  const { parameters, description } = operationOf('/api/company/', 'GET')
  const [where, any] = ['where', 'any'].map((one) => parameters.find(({ name }) => name === one)!.description)
  expect(where).toMatch(/^Conditions, of which all must match, each as field:operator:value\. Fields: .*country \(is, isNot\); /)
  expect(where).toMatch(/, and custom\.<key> for each custom field\.$/)
  expect(any).toMatch(/^Conditions, of which at least one must match/)
  expect(description).toContain('With `with=lastReport`, each company has the day of its newest report')
  const ofProjects = operationOf('/api/project/', 'GET').parameters.find(({ name }) => name === 'where')!.description
  expect(ofProjects).not.toContain('custom.')
  const bodies = ['POST /api/company/', 'PATCH /api/company/bulk'].map((call) => {
    const [method = '', path = ''] = call.split(' ')
    return JSON.stringify(operationOf(path, method).requestBody)
  })
  for (const body of bodies) expect(body).toContain('Values of custom fields, by the key of the field')
  expect(bodies[1]).toContain('Conditions, of which all must match')
  expect(JSON.stringify(short)).not.toContain('"hasCustomFields"')
  expect(reference.info.description).toContain('NUMBER (is, isNot, less, more, between, empty, notEmpty)')
})

/** The target of a reference. */
const led = (to: string) =>
  to
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], short)

test('identical schemas share one name, and every name is used and resolves', () => {
  const references = new Set([...JSON.stringify(short).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to!))
  for (const to of references) expect([to, typeof led(to)]).toEqual([to, 'object'])
  expect([...references]).toEqual(
    expect.arrayContaining(
      ['Company', 'Contact', 'CompanyCreateInput', 'Refusal', 'Said'].map((name) => `#/components/schemas/${name}`),
    ),
  )
  const { securitySchemes: _, ...components } = short.components
  const named = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  )
  const records = new Set(
    Object.keys(api).map((feature) => `#/components/schemas/${feature.charAt(0).toUpperCase()}${feature.slice(1)}`),
  )
  expect(named.filter((name) => !references.has(name) && !records.has(name))).toEqual([])
  const texts = Object.values(short.components.schemas).map((schema) => JSON.stringify(schema))
  expect(new Set(texts).size).toBe(texts.length)
})

test('Redocly reports nothing except paths that have an id where others have a word', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(short), config })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect([...new Set(problems.map(({ ruleId }) => ruleId))]).toEqual(['no-ambiguous-paths'])
})

test('every response has the request id, a list its total, a POST call its idempotency key, and a body its limit', () => {
  for (const { operation, call } of operations) {
    for (const { headers } of Object.values(operation.responses)) expect(Object.keys(headers!)).toContain('X-Request-Id')
    const brought = operation.parameters.map(({ name }) => name)
    expect(brought).toContain('X-Request-Id')
    expect([call.path, brought.includes('Idempotency-Key')]).toEqual([
      call.path,
      call.method === 'POST' && call.replyType !== 'file',
    ])
    expect(brought.includes('X-Tenant')).toBe(call.acrossTenants === true)
    const tellsTotal = Object.keys(
      operation.responses[call.replyType === 'created' ? 201 : call.replyType === 'headers' ? 204 : 200]!.headers!,
    )
    expect([call.path, tellsTotal.includes('X-Total-Count')]).toEqual([call.path, call.replyType === 'list'])
    expect(operation.requestBody?.description ?? 'At most 0 KB.').toMatch(
      /^At most \d+ (KB|MB per file)\.$|^A stream of bytes of any length\.$/,
    )
    for (const status of [429, 503]) expect(Object.keys(operation.responses[status]!.headers!)).toContain('Retry-After')
  }
})

const kindOf = (call: Endpoint) => {
  if (call.bodyType === 'bytes') return 'application/offset+octet-stream'
  return takesFile(call) ? 'multipart/form-data' : 'application/json'
}
const takesFile = ({ input }: Endpoint) => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.values(properties).some((field) => (field as { format?: string }).format === 'binary')
}

test('a described operation accepts a valid input and rejects an unknown field', () => {
  for (const { operation, sample, call } of operations) {
    const whole = z.strictObject(
      Object.fromEntries(
        operation.parameters.map(({ name, schema, required }) => [
          name,
          required ? z.fromJSONSchema(schema) : z.fromJSONSchema(schema).optional(),
        ]),
      ),
    )
    const [body] = Object.values(operation.requestBody?.content ?? {})
    const names = new Set(operation.parameters.map(({ name }) => name))
    const given = Object.entries(sample()).map(
      ([name, value]) => [call.headers?.[name] ?? name, value instanceof Blob ? 'bytes' : value] as const,
    )
    const inUrl = Object.fromEntries(given.filter(([name]) => names.has(name)))
    const inBody = call.bodyType === 'bytes' ? {} : Object.fromEntries(given.filter(([name]) => !names.has(name)))
    const takes = (url: object, rest: object) =>
      whole.safeParse(url).success &&
      (body && call.bodyType !== 'bytes' ? z.fromJSONSchema(body.schema).safeParse(rest).success : Object.keys(rest).length === 0)
    expect([call.path, takes(inUrl, inBody)]).toEqual([call.path, true])
    expect([call.path, takes(inUrl, { ...inBody, surprise: 1 })]).toEqual([call.path, false])
    const kind = kindOf(call)
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
      call.method === 'GET' || (call.method === 'DELETE' && !call.secret) ? [] : [kind],
    )
  }
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const schemaOf = (call: { path: string; method: string }, status: number) =>
  z.fromJSONSchema(operationOf(call.path, call.method).responses[status]!.content!['application/json']!.schema!)

test('responses match their described schemas', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const created = await app
    .as(admin)
    .send(companyApi.create, { legalName: 'A', country: 'IT', website: 'a.example', companyTypeList: ['ASSOCIATION'] })
  expect(schemaOf(companyApi.create, 201).parse(created.json())).toEqual(created.json())
  const listed = await app.as(admin).send(companyApi.list, {})
  expect(schemaOf(companyApi.list, 200).parse(listed.json())).toEqual(listed.json())
  expect(schemaOf(companyApi.list, 200).safeParse([{ ...listed.json()[0], uniqueId: 1 }]).success).toBe(false)
})

test('for every caller, each call responds only with a described status', async () => {
  const seen = new Set<number>()
  const callers: (TestUser | undefined)[] = [undefined]
  for (const role of ['ROLE_FREE', 'ROLE_TENANT_ADMIN', 'ROLE_SUPER_ADMIN'] as const) callers.push(await app.someone(role))
  for (const { operation, call, sample } of operations)
    for (const [at, who] of callers.entries()) {
      let hasChanged = false
      for (const input of [sample(), { surprise: 1 }]) {
        const { statusCode, headers } = await app.as(who).send(call, input)
        seen.add(statusCode)
        expect([call.method, call.path, statusCode, String(statusCode) in operation.responses]).toEqual([
          call.method,
          call.path,
          statusCode,
          true,
        ])
        expect(headers['x-request-id']).toBeDefined()
        hasChanged ||= call.method !== 'GET' && statusCode < 300
      }
      // Some calls end the caller's session: the next call is made by another user of the role.
      if (who && hasChanged) callers[at] = await app.someone(who.roles[0]!)
    }
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 401, 403, 404, 422]))
}, 120_000)

test('the reference is served as JSON and as a page that names every call', async () => {
  const fastify = buildServer({ logger: app.appContext.logger, trustProxy: false, secure: false })
  mountDocs(fastify, '1.2.3', URL_OF_IT)
  const json = await fastify.inject('/api/openapi.json')
  expect(json.json()).toEqual(JSON.parse(JSON.stringify(short)))
  const { body, headers } = await fastify.inject('/api/docs')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  for (const { call } of operations) {
    expect(body).toContain(`<code class="method">${call.method}</code> <code>${openPath(call.path)}</code>`)
    expect(body).toContain(call.summary.replaceAll("'", '&#39;'))
  }
  expect(Object.keys(api).every((feature) => body.includes(`<h2 id="${feature}">`))).toBe(true)
})
