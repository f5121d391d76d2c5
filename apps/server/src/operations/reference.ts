import { type Api, api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { z } from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const inPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** Its fields are in the address. */
const isAsked = ({ method, secret }: Endpoint) => method === 'GET' || (method === 'DELETE' && !secret)

const whoOf = ({ who, across }: Endpoint) => {
  const abroad = across ? ' The super admin may name another tenant with x-tenant.' : ''
  return `${rolesOf(who)}${abroad}`
}
const rolesOf = (who: Endpoint['who']) => {
  if (who === 'anyone') return 'Open to anyone.'
  if (who === 'signedIn') return 'For whoever is signed in.'
  const roles = [...new Set(who.flatMap(([group]) => group))]
  return `For ${roles.join(', ')}.`
}

const parametersOf = (call: Endpoint, input: Json) => {
  const fields = (input['properties'] ?? {}) as Record<string, Json>
  const path = inPath(call.path)
  const { headers = {} } = call
  const asQuery = isAsked(call)
  return Object.entries(fields)
    .filter(([name]) => asQuery || path.includes(name) || name in headers)
    .map(([name, schema]) => ({
      name: headers[name] ?? name,
      in: path.includes(name) ? 'path' : name in headers ? 'header' : 'query',
      required: path.includes(name) || ((input['required'] ?? []) as string[]).includes(name),
      schema,
    }))
}

const flowing = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } }

const bodyOf = (call: Endpoint, input: Json) => {
  if (isAsked(call)) return {}
  if (call.takes === 'bytes') return { requestBody: { required: true, content: flowing } }
  const path = inPath(call.path)
  const properties = Object.fromEntries(
    Object.entries((input['properties'] ?? {}) as Record<string, Json>).filter(([name]) => !path.includes(name)),
  )
  const schema = {
    ...input,
    properties,
    required: ((input['required'] ?? []) as string[]).filter((name) => !path.includes(name)),
  }
  const isForm = Object.values(properties).some(({ format }) => format === 'binary')
  return { requestBody: { required: true, content: { [isForm ? 'multipart/form-data' : 'application/json']: { schema } } } }
}

/** Beside the English of the answer. */
const said = {
  type: 'object',
  description:
    'What the sentences are made of that were filled in, by the sentence: `text`, a key of /api/message/translations/, and its `values`.',
}

const envelope = (data: Json) => ({
  type: 'object',
  required: ['responseStatus', 'message', 'data'],
  properties: { responseStatus: { const: 'SUCCESS' }, message: { type: 'string' }, data, said },
})

const headersOf = (call: Endpoint) => {
  const { properties = {} } = schemaOf(call.reply, 'output') as { properties?: Record<string, Json> }
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, { schema }]))
}

const answerOf = (call: Endpoint) => {
  if (call.answers === 'headers') return { headers: headersOf(call) }
  if (call.answers === 'file') return { content: { 'application/octet-stream': {} } }
  const data = schemaOf(call.reply, 'output')
  return { content: { 'application/json': { schema: call.answers === 'list' ? data : envelope(data) } } }
}

const statusOf = ({ answers }: Endpoint) => (answers === 'created' ? 201 : answers === 'headers' ? 204 : 200)

const operationOf = (call: Endpoint, feature: string, name: string) => {
  const input = schemaOf(call.input, 'input')
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: call.about,
    description: whoOf(call),
    ...(call.who === 'anyone' ? { security: [] } : {}),
    parameters: parametersOf(call, input),
    ...bodyOf(call, input),
    responses: {
      [statusOf(call)]: {
        description: typeof call.says === 'string' ? call.says : 'Done.',
        ...answerOf(call),
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

const refusal = {
  description: 'Refused. `data` says why, for a 422 one sentence a field.',
  content: {
    'application/json': {
      schema: { type: 'object', properties: { responseStatus: { const: 'ERROR' }, message: { type: 'string' }, data: {}, said } },
    },
  },
}

/** Every call of the API, one after the other. */
const everyCall = (of: Api = api) =>
  Object.entries(of).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ feature, name, call: call as Endpoint })),
  )

/** The API as OpenAPI 3.1, made from the contract. */
export const openApi = (version: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { feature, name, call } of everyCall()) {
    paths[openPath(call.path)] = { ...paths[openPath(call.path)], [call.method.toLowerCase()]: operationOf(call, feature, name) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tradewind',
      version,
      description:
        'Send the access token as a bearer token. Lists take page, size and sort, and answer their total in X-Total-Count.',
    },
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, responses: { Refusal: refusal } },
  }
}
