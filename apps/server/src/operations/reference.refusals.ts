import type { Endpoint } from '@tradewind/contract/kit/endpoint'

/** The header with the id of the call: the caller's own, or a generated one. */
export const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

interface Refusal {
  name: string
  description: string
  /** The response has Retry-After. */
  later?: true
}

/** The errors that a call may return, by status. */
const refusals: Readonly<Record<number, Refusal>> = {
  400: { name: 'Unreadable', description: 'The request could not be read.' },
  401: { name: 'SignedOut', description: 'There is no session, or it has ended.' },
  403: { name: 'Forbidden', description: 'The role has no right to it, or the tenant has switched it off.' },
  404: { name: 'Missing', description: 'There is no such thing, or it may not be seen.' },
  409: {
    name: 'Conflict',
    description:
      'Something stands against it: others depend on it, it exists already, its state does not allow it, a call with this Idempotency-Key still runs, or the record has changed since `updatedAt`; then `data` is what stands now.',
  },
  413: { name: 'TooLarge', description: 'The body is larger than the call takes, or there is no room.' },
  415: { name: 'WrongType', description: 'The type of the body is not that of the call.' },
  416: { name: 'NoSuchPart', description: 'The file has no such bytes.' },
  422: {
    name: 'Invalid',
    description: 'Fields are wrong: `data` has one sentence for each. Or an Idempotency-Key came with another body before.',
  },
  429: { name: 'TooMany', description: 'Too much at once, or too often.', later: true },
  500: { name: 'Broken', description: 'A fault of ours: it is in the log under the X-Request-Id.' },
  503: { name: 'Away', description: 'The database is away for a moment, or this takes too long now.', later: true },
}

const asResponse = ({ description, later }: Refusal, status: string) => ({
  description,
  headers: { ...requestId, ...(later && retryAfter) },
  content: {
    'application/json': { schema: { $ref: `#/components/schemas/${status === '422' ? 'InvalidRefusal' : 'Refusal'}` } },
  },
})

/** All error responses as components, by name. */
export const refusalResponses = Object.fromEntries(
  Object.entries(refusals).map(([status, refusal]) => [refusal.name, asResponse(refusal, status)]),
)

const writeStatuses = new Set([409, 413, 415])

const canReturn = (status: number, { method, answers }: Endpoint) => {
  if (status === 416) return answers === 'file'
  return method !== 'GET' || !writeStatuses.has(status)
}

/** The errors that this call may return, as references. */
export const refusalsOf = (call: Endpoint) =>
  Object.fromEntries(
    Object.entries(refusals)
      .filter(([status]) => canReturn(Number(status), call))
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )

/** The schema of `said`, in addition to the English message of a response. */
const saidSchema = {
  type: 'object',
  description:
    'What the sentences are made of that were filled in, by the sentence: `text`, a key of /api/message/translations/, and its `values`.',
}

const refusal = (data: object) => ({
  type: 'object',
  required: ['responseStatus', 'message', 'data'],
  properties: {
    responseStatus: { const: 'ERROR' },
    message: { type: 'string', description: 'A sentence for people.' },
    data,
    said: { $ref: '#/components/schemas/Said' },
  },
})

/** The schemas of error responses. */
export const refusalSchemas = {
  Said: saidSchema,
  Refusal: refusal({ description: 'What the status calls for, mostly nothing.' }),
  InvalidRefusal: refusal({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'A sentence for each field.',
  }),
}

/** Response headers. */
export const answerHeaders = {
  RequestId: {
    description:
      'Names the call in the log. The caller’s own, where it sent one of 8 to 64 letters, digits, dots, hyphens and underscores.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds after which to come again.', schema: { type: 'integer' } },
  TotalCount: { description: 'How many there are in all pages.', schema: { type: 'integer' } },
  TotalEstimated: { description: '`true` where there are about as many, or more than were counted.', schema: { const: 'true' } },
}

/** Request headers. */
export const callParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Names the call in the log and in its answer.',
    schema: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[\\w.-]+$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The call is carried out once for a key: within 24 hours a repeat gets the first answer (30 days for keys that begin with `fair-`), another body 422, one that still runs 409.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  },
  Tenant: {
    name: 'X-Tenant',
    in: 'header',
    required: false,
    description: 'The id of another tenant, in which the super admin acts.',
    schema: { type: 'string', format: 'uuid' },
  },
}
