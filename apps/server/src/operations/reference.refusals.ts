import type { Endpoint } from '@tradewind/contract/kit/endpoint'

/** The header with the id of the call: the caller's own, or a generated one. */
export const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

interface Refusal {
  name: string
  description: string
  /** The response has Retry-After. */
  hasRetryAfter?: true
}

/** The errors that a call may return, by status. */
const refusals: Readonly<Record<number, Refusal>> = {
  400: { name: 'Unreadable', description: 'The request could not be read.' },
  401: { name: 'SignedOut', description: 'The request has no session, or the session has ended.' },
  403: { name: 'Forbidden', description: 'The role does not permit this call, or the tenant has switched the function off.' },
  404: { name: 'Missing', description: 'The resource does not exist, or the caller may not see it.' },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with the current state: other records depend on this one, it already exists, its state does ' +
      'not allow the change, a request with the same Idempotency-Key is still running, or the record has changed since ' +
      '`updatedAt`. In the last case `data` is the current record.',
  },
  413: { name: 'TooLarge', description: 'The request body exceeds the limit of this call, or there is not enough space.' },
  415: { name: 'WrongType', description: 'This call does not accept the content type of the request body.' },
  416: { name: 'NoSuchPart', description: 'The requested range is outside the file.' },
  422: {
    name: 'Invalid',
    description:
      'Fields are invalid: `data` has one message for each of them. Or the Idempotency-Key was used before with a different ' +
      'request body.',
  },
  429: { name: 'TooMany', description: 'Too many concurrent requests, or too many attempts.', hasRetryAfter: true },
  500: { name: 'Broken', description: 'An internal error. The server logs it with the X-Request-Id.' },
  503: {
    name: 'Away',
    description: 'The database is temporarily unavailable, or the request takes too long.',
    hasRetryAfter: true,
  },
}

const asResponse = ({ description, hasRetryAfter }: Refusal, status: string) => ({
  description,
  headers: { ...requestId, ...(hasRetryAfter && retryAfter) },
  content: {
    'application/json': { schema: { $ref: `#/components/schemas/${status === '422' ? 'InvalidRefusal' : 'Refusal'}` } },
  },
})

/** All error responses as components, by name. */
export const refusalResponses = Object.fromEntries(
  Object.entries(refusals).map(([status, refusal]) => [refusal.name, asResponse(refusal, status)]),
)

const writeStatuses = new Set([409, 413, 415])

const canReturn = (status: number, { method, replyType }: Endpoint) => {
  if (status === 416) return replyType === 'file'
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
    'The parts of each message with inserted values, by the complete message: `text` is a key of ' +
    '/api/message/translations/, and `values` are the inserted values.',
}

const refusal = (data: object) => ({
  type: 'object',
  required: ['responseStatus', 'message', 'data'],
  properties: {
    responseStatus: { const: 'ERROR' },
    message: { type: 'string', description: 'A message for people.' },
    data,
    said: { $ref: '#/components/schemas/Said' },
  },
})

/** The schemas of error responses. */
export const refusalSchemas = {
  Said: saidSchema,
  Refusal: refusal({ description: 'Data that depends on the status, usually empty.' }),
  InvalidRefusal: refusal({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'One message for each invalid field.',
  }),
}

/** Response headers. */
export const answerHeaders = {
  RequestId: {
    description:
      'Identifies the request in the log. The id that the client sent, if it has 8 to 64 letters, digits, dots, hyphens and ' +
      'underscores, otherwise a generated one.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'The number of seconds to wait before another attempt.', schema: { type: 'integer' } },
  TotalCount: { description: 'The number of items on all pages.', schema: { type: 'integer' } },
  TotalEstimated: {
    description: '`true` if the total is an estimate, or if there are more items than were counted.',
    schema: { const: 'true' },
  },
}

/** Request headers. */
export const callParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Identifies the request in the log and in the response.',
    schema: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[\\w.-]+$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Requests with the same key are carried out once. For 24 hours (30 days for keys that begin with `fair-`) a repeated ' +
      'request gets the first response. A request with the same key and a different body returns 422, and any request with ' +
      'the key returns 409 while the first one is running.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  },
  Tenant: {
    name: 'X-Tenant',
    in: 'header',
    required: false,
    description: 'The id of another tenant in which the super admin acts.',
    schema: { type: 'string', format: 'uuid' },
  },
}
