import { type Api, api } from '@tradewind/contract/api'
import { operatorsOf } from '@tradewind/contract/kit/conditions'
import { customTypes, specOfCustom } from '@tradewind/contract/kit/custom/custom.fields'
import type { Access, Endpoint } from '@tradewind/contract/kit/endpoint'
import type { DescribedConditions } from '@tradewind/contract/kit/entitySchemas'
import { z } from 'zod'
import { UPLOAD_LIMIT } from '#kit/http/input'
import { OPEN_BODY_LIMIT } from '#kit/http/routes'
import { answerHeaders, callParameters, refusalResponses, refusalSchemas, refusalsOf, requestId } from './reference.refusals.ts'

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) => isJson(value) && Object.keys(value).length === 0

/** Lists required fields as properties, as OpenAPI tools expect: JSON Schema describes those of a record type by `additionalProperties`. */
const withFieldsNamed = (schema: Json): Json => {
  const {
    required,
    additionalProperties,
    properties = {},
  } = schema as { required?: string[]; properties?: Json; additionalProperties?: unknown }
  if (!required || !isJson(additionalProperties)) return schema
  const missing = required.filter((name) => !(name in properties)).map((name) => [name, additionalProperties])
  return { ...schema, properties: { ...properties, ...Object.fromEntries(missing) } }
}

/** Removes an `anyOf` that has an empty schema, since it accepts anything. */
const withoutAnything = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  return Array.isArray(anyOf) && anyOf.some(isEmpty) ? rest : schema
}

const inWords = ({ match, operators, hasCustomFields }: DescribedConditions) => {
  if (match === 'any') return 'Conditions, of which at least one must match, on the same fields as those of where.'
  const fields = Object.entries(operators).map(([field, ofField]) => `${field} (${ofField.join(', ')})`)
  const custom = hasCustomFields ? ', and custom.<key> for each custom field' : ''
  return `Conditions, of which all must match, each as field:operator:value. Fields: ${fields.join('; ')}${custom}.`
}

/** The conditions of a list, with their fields and operators in words. */
const withConditionsInWords = (schema: Json): Json => {
  const { conditions, ...rest } = schema
  if (!isJson(conditions) || !('operators' in conditions)) return schema
  return { ...rest, description: inWords(conditions as unknown as DescribedConditions) }
}

/** Rewrites a schema for OpenAPI tools: makes implicit parts explicit. */
const simplified = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(simplified) as Value
  if (!isJson(value)) return value
  const inner = Object.fromEntries(Object.entries(withConditionsInWords(value)).map(([key, one]) => [key, simplified(one)]))
  return withFieldsNamed(withoutAnything(inner)) as Value
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Assigns names to object schemas: equal ones share a name. */
const createNames = () => {
  const byText = new Map<string, string>()
  const schemas: Record<string, Json> = {}

  /** The value, with each named schema replaced by a reference. */
  const withReferences = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withReferences)
    if (!isJson(value)) return value
    const existing = 'properties' in value && byText.get(JSON.stringify(value))
    return existing ? refTo(existing) : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withReferences(one)]))
  }

  const freeName = (base: string) => {
    let name = base
    for (let more = 2; name in schemas; more++) name = `${base}${more}`
    return name
  }

  /** Registers a schema under a name of these parts and returns a reference; returns a schema that is not an object as it is. */
  const name = (schema: Json, ...parts: string[]): Json => {
    if (!('properties' in schema)) return withReferences(schema) as Json
    const text = JSON.stringify(schema)
    const existing = byText.get(text)
    if (existing) return refTo(existing)
    const newName = freeName(parts.map(upper).join(''))
    schemas[newName] = {} // reserves the name and its position
    schemas[newName] = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, withReferences(one)]))
    byText.set(text, newName)
    return refTo(newName)
  }
  return { name, schemas }
}
type Names = ReturnType<typeof createNames>

/** The document with all references resolved in place. */
export const dereferenced = <Whole extends object>(document: Whole): Whole => {
  const at = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, part) => (value as Json)[part], document)
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow)
    if (!isJson(value)) return value
    const { $ref } = value
    return typeof $ref === 'string'
      ? follow(at($ref))
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, follow(one)]))
  }
  return follow(document) as Whole
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return simplified(json)
}

/** A path in the format of OpenAPI, without the trailing slash, which makes no difference to the server. */
export const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')
const pathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** Whether the input is in the URL. */
const isInputInUrl = ({ method, secret }: Endpoint) => method === 'GET' || (method === 'DELETE' && !secret)

const accessOf = ({ access, acrossTenants }: Endpoint) => {
  const tenantNote = acrossTenants ? ' The super admin can select another tenant with the X-Tenant header.' : ''
  return `${rolesOf(access)}${tenantNote}`
}
const rolesOf = (access: Access) => {
  if (access === 'anyone') return 'Requires no session.'
  if (access === 'signedIn') return 'For signed-in users.'
  const roles = [...new Set(access.flatMap(([group]) => group))]
  return `For ${roles.join(', ')}.`
}

/** Request headers that all calls of this kind accept. */
const headersIn = ({ method, replyType, acrossTenants }: Endpoint) => {
  const isOnce = method === 'POST' && replyType !== 'file'
  const names = ['RequestId', ...(isOnce ? ['IdempotencyKey'] : []), ...(acrossTenants ? ['Tenant'] : [])]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const parametersOf = (call: Endpoint, input: Json) => {
  const fields = (input['properties'] ?? {}) as Record<string, Json>
  const path = pathParameters(call.path)
  const { headers = {} } = call
  const asQuery = isInputInUrl(call)
  return Object.entries(fields)
    .filter(([name]) => asQuery || path.includes(name) || name in headers)
    .map(([name, { description, ...schema }]) => ({
      name: headers[name] ?? name,
      in: path.includes(name) ? 'path' : name in headers ? 'header' : 'query',
      required: path.includes(name) || ((input['required'] ?? []) as string[]).includes(name),
      ...(typeof description === 'string' && { description }),
      schema,
    }))
}

const byteStream = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } }

const MB = 1024 * 1024

/** The maximum size of a body, in words. */
const limitOf = ({ bodyLimit, access }: Endpoint, isForm: boolean) => {
  if (isForm) return `At most ${UPLOAD_LIMIT / MB} MB per file.`
  return `At most ${Math.ceil((bodyLimit ?? (access === 'anyone' ? OPEN_BODY_LIMIT : MB)) / 1024)} KB.`
}

/** A call of the API, with its feature and name in the contract. */
interface NamedCall {
  feature: string
  name: string
  call: Endpoint
}

const bodyOf = ({ feature, name, call }: NamedCall, input: Json, names: Names) => {
  if (isInputInUrl(call)) return {}
  if (call.bodyType === 'bytes')
    return { requestBody: { description: 'A stream of bytes of any length.', required: true, content: byteStream } }
  const path = pathParameters(call.path)
  const isElsewhere = (field: string) => path.includes(field) || field in (call.headers ?? {})
  const properties = Object.fromEntries(
    Object.entries((input['properties'] ?? {}) as Record<string, Json>).filter(([field]) => !isElsewhere(field)),
  )
  const required = ((input['required'] ?? []) as string[]).filter((field) => !isElsewhere(field))
  const schema = names.name({ ...input, properties, required }, feature, name, 'Input')
  const isForm = Object.values(properties).some(({ format }) => format === 'binary')
  const content = { [isForm ? 'multipart/form-data' : 'application/json']: { schema } }
  return { requestBody: { description: limitOf(call, isForm), required: true, content } }
}

const envelope = (data: Json) => ({
  type: 'object',
  required: ['responseStatus', 'message', 'data'],
  properties: {
    responseStatus: { const: 'SUCCESS' },
    message: { type: 'string' },
    data,
    said: { $ref: '#/components/schemas/Said' },
  },
})

const headersOf = (call: Endpoint) => {
  const { properties = {} } = schemaOf(call.reply, 'output') as { properties?: Record<string, Json> }
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, { schema }]))
}

const totals = {
  'X-Total-Count': { $ref: '#/components/headers/TotalCount' },
  'X-Total-Estimated': { $ref: '#/components/headers/TotalEstimated' },
}

const answerOf = ({ feature, name, call }: NamedCall, names: Names) => {
  if (call.replyType === 'headers') return { headers: { ...requestId, ...headersOf(call) } }
  if (call.replyType === 'file') return { headers: requestId, content: { 'application/octet-stream': {} } }
  const data = schemaOf(call.reply, 'output')
  if (call.replyType !== 'list') {
    const schema = envelope(names.name(data, feature, name, 'Reply'))
    return { headers: requestId, content: { 'application/json': { schema } } }
  }
  const schema = { ...data, items: names.name((data['items'] ?? {}) as Json, feature, name, 'Item') }
  return { headers: { ...requestId, ...totals }, content: { 'application/json': { schema } } }
}

const statusOf = ({ replyType }: Endpoint) => (replyType === 'created' ? 201 : replyType === 'headers' ? 204 : 200)

/** Partial content of files, and 304 for clients that have the reply already. */
const partsOf = ({ replyType, revalidated }: Endpoint) => ({
  ...(replyType === 'file' && {
    206: { description: 'The requested byte range.', headers: requestId, content: { 'application/octet-stream': {} } },
  }),
  ...((replyType === 'file' || revalidated) && {
    304: { description: 'The reply matches an ETag in If-None-Match.', headers: requestId },
  }),
})

const operationOf = (called: NamedCall, names: Names) => {
  const { feature, name, call } = called
  const input = schemaOf(call.input, 'input')
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: call.summary,
    description: [accessOf(call), ...(call.about ? [call.about] : [])].join(' '),
    ...(call.access === 'anyone' ? { security: [] } : {}),
    parameters: [...parametersOf(call, input), ...headersIn(call)],
    ...bodyOf(called, input, names),
    responses: {
      [statusOf(call)]: {
        description: typeof call.message === 'string' && call.message ? call.message : 'Success.',
        ...answerOf(called, names),
      },
      ...partsOf(call),
      ...refusalsOf(call),
    },
  }
}

/** All calls of the API. */
const everyCall = (of: Api = api): NamedCall[] =>
  Object.entries(of).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ feature, name, call: call as Endpoint })),
  )

/** Registers the schemas of records under their feature's name: `Company`. */
const nameRecords = (names: Names) => {
  for (const { feature, name, call } of everyCall())
    if (name === 'get' && call.replyType === undefined) names.name(schemaOf(call.reply, 'output'), feature)
}

const operatorsByType = customTypes
  .map((type) => `${type} (${operatorsOf(specOfCustom({ key: '', label: '', type, choices: [], retiredAt: null })).join(', ')})`)
  .join('; ')

const about = `Send the access token as a bearer token. Lists accept the query parameters page, size and sort,
and return their total in the X-Total-Count header. Sort by a field, or by -field for descending.

Lists that can be filtered by conditions accept where and any, each repeated for further conditions: where=country:is:DE,FR&where=dateCreated:inLast:30.
is and isNot take several values of choices, countries, people and records, separated by commas, between takes two, inLast, notInLast and inNext a number of days,
mine, empty and notEmpty none.

Custom fields are those that a tenant adds to its companies, contacts, meeting reports and companies in projects: GET /api/customField/ lists them with their keys,
types and choices. Records have their values in custom, by key: text, numbers, days (YYYY-MM-DD), keys of choices, ids of people, links, true or false. A refusal
names a wrong value at custom.<key>. Lists are filtered by custom.<key>, and sorted by it or by -custom.<key>, except by people and several choices. Operators by type:
${operatorsByType}.

Limits: request bodies of ${OPEN_BODY_LIMIT / 1024} KB without a session and 1 MB with one, uploaded files of ${UPLOAD_LIMIT / MB} MB each,
pages of 500 records. For each tenant 8 requests run at the same time and 300 more wait; any further request returns 429.
Too many attempts to sign in, to submit public forms, to send emails or to open secret links also return 429.
A 429 response has the Retry-After header. The maximum lengths of fields are in their schemas.`

/** The API as OpenAPI 3.1, generated from the contract. `url`: the server's URL. */
export const openApi = (version: string, url = 'http://localhost:3000') => {
  const names = createNames()
  nameRecords(names)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const called of everyCall()) {
    const path = openPath(called.call.path)
    paths[path] = { ...paths[path], [called.call.method.toLowerCase()]: operationOf(called, names) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tradewind', version, description: about, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url, description: 'This installation. Tenants that have their own domain can also be reached at that domain.' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { ...names.schemas, ...refusalSchemas },
      responses: refusalResponses,
      headers: answerHeaders,
      parameters: callParameters,
    },
  }
}
