import { api } from '@tradewind/contract/api'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildServer } from '#kit/http/server'
import { type TestApp, testApp } from '../../test/app.ts'
import { everySample } from '../../test/samples.ts'
import { mountDocs } from './docs.ts'
import { openApi } from './reference.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
interface Operation {
  operationId: string
  summary: string
  description: string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }>; $ref?: string }>
}

const reference = openApi('1.2.3')
const operationOf = (path: string, method: string) =>
  reference.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as Operation
const operations = everySample.map((one) => ({ ...one, operation: operationOf(one.call.path, one.call.method) }))

test('every call has its operation, and nothing else has one', () => {
  const described = Object.values(reference.paths).flatMap((methods) => Object.values(methods) as Operation[])
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
    operations.map(({ feature, name }) => `${feature}.${name}`).toSorted(),
  )
  for (const { operation, call } of operations) {
    expect([operation.summary, operation.description.length > 10]).toEqual([call.about, true])
    expect(operation.security).toEqual(call.who === 'anyone' ? [] : undefined)
  }
})

test('every part of a path is a parameter, and every reference leads somewhere', () => {
  for (const [path, methods] of Object.entries(reference.paths)) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters } of Object.values(methods) as Operation[]) {
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(parts)
      expect(parameters.filter((parameter) => parameter.in === 'path' && !parameter.required)).toEqual([])
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length)
    }
  }
  const references = [...JSON.stringify(reference).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to!)
  expect(new Set(references)).toEqual(new Set(['#/components/responses/Refusal']))
  expect(reference).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Tradewind', version: '1.2.3' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, responses: { Refusal: {} } },
  })
})

const kindOf = (call: Endpoint) => {
  if (call.takes === 'bytes') return 'application/offset+octet-stream'
  return takesFile(call) ? 'multipart/form-data' : 'application/json'
}
const takesFile = ({ input }: Endpoint) => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.values(properties).some((field) => (field as { format?: string }).format === 'binary')
}

test('what is described takes a good input and refuses a field that it does not name', () => {
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
    const inBody = call.takes === 'bytes' ? {} : Object.fromEntries(given.filter(([name]) => !names.has(name)))
    const takes = (url: object, rest: object) =>
      whole.safeParse(url).success &&
      (body && call.takes !== 'bytes' ? z.fromJSONSchema(body.schema).safeParse(rest).success : Object.keys(rest).length === 0)
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

test('what is described is what is answered', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const created = await app
    .as(admin)
    .send(companyApi.create, { legalName: 'A', country: 'IT', website: 'a.example', companyTypeList: ['ASSOCIATION'] })
  expect(schemaOf(companyApi.create, 201).parse(created.json())).toEqual(created.json())
  const listed = await app.as(admin).send(companyApi.list, {})
  expect(schemaOf(companyApi.list, 200).parse(listed.json())).toEqual(listed.json())
  expect(schemaOf(companyApi.list, 200).safeParse([{ ...listed.json()[0], uniqueId: 1 }]).success).toBe(false)
})

test('the reference is served as data and as a page that names every call', async () => {
  const fastify = buildServer({ logger: app.appContext.logger, trustProxy: false, secure: false })
  mountDocs(fastify, '1.2.3')
  const json = await fastify.inject('/api/openapi.json')
  expect(json.json()).toEqual(JSON.parse(JSON.stringify(reference)))
  const { body, headers } = await fastify.inject('/api/docs')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  for (const { call } of operations) {
    expect(body).toContain(`<code class="method">${call.method}</code> <code>${call.path.replace(/:(\w+)/g, '{$1}')}</code>`)
    expect(body).toContain(call.about.replaceAll("'", '&#39;'))
  }
  expect(Object.keys(api).every((feature) => body.includes(`<h2 id="${feature}">`))).toBe(true)
})
