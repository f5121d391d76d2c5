import { say, Sentence, type SentenceParts } from '@tradewind/contract/kit/say'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/scoped.ts'
import { conflict, invalid, notFound, Refusal, serviceUnavailable, tooMany, toRefusal } from '../errors.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The sentences in a value: a Refusal's data has one per field. */
const sentencesIn = (value: unknown): Sentence[] => {
  if (value instanceof Sentence) return [value]
  return isObject(value) ? Object.values(value).filter((one) => one instanceof Sentence) : []
}

/**
 * The envelope of a response. `said` has the key and values of each sentence in it, by the sentence, so that a client can show it in another
 * language. A sentence without values is its own key, and is left out.
 */
export const envelope = (responseStatus: 'SUCCESS' | 'ERROR', message: Sentence | string, data: unknown) => {
  const filled = [message, data].flatMap(sentencesIn).filter((sentence) => sentence.said.values)
  const parts = Object.fromEntries(filled.map((sentence): [string, SentenceParts] => [String(sentence), sentence.said]))
  return { responseStatus, message: String(message), data, ...(filled.length > 0 && { said: parts }) }
}

/** The only place where an error becomes a response: the envelope, without internals. */
export const sendRefusal = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ error: describeError(error), reference: request.id }, 'a call failed')
  return reply.status(refusal.status).headers(refusal.headers).send(refusalBody(refusal))
}

export const setErrorHandlers = (app: FastifyInstance) => {
  app.setErrorHandler(sendRefusal)
  app.setNotFoundHandler((_request, reply) => reply.status(404).send(refusalBody(notFound(say('Page not found')))))
}

const refusalBody = ({ sentence, data }: Refusal) => envelope('ERROR', sentence, data)

/** PostgreSQL errors that a request can cause. Drizzle's error contains the parameters: only the cause's code is read. */
const refusalByPostgresCode: Readonly<Record<string, () => Refusal>> = {
  23505: () => conflict(say('This already exists')),
  23503: () => conflict(say('Other records depend on this record')),
  23001: () => conflict(say('Other records depend on this record')),
  22021: () => invalid({}, say('The text has a character that cannot be saved')),
  '22P05': () => invalid({}, say('The text has a character that cannot be saved')),
  22007: () => invalid({}, say('This is not a date and time')),
  22008: () => invalid({}, say('This is not a date and time')),
  22009: () => invalid({}, say('This is not a date and time')),
  57014: () => new Refusal(503, say('This is taking too long. Please try again.')),
  40001: () => tooMany(1, say('Please try again.')),
  '40P01': () => tooMany(1, say('Please try again.')),
}

/** Our messages for errors that Fastify throws on its own. */
const messageByStatus: Readonly<Record<number, Sentence>> = {
  400: say('The request could not be read'),
  404: say('Page not found'),
  413: say('This is too large'),
  415: say('This content type is not supported'),
  422: say('Please check the form'),
}

const refusalOf = (error: unknown): Refusal => {
  const refusal = toRefusal(error)
  if (refusal) return refusal
  if (isUnavailable(error)) return serviceUnavailable()
  const { code, cause, statusCode = 500 } = error as FastifyError & { cause?: { code?: string } }
  const createRefusal = refusalByPostgresCode[cause?.code ?? code]
  if (createRefusal) return createRefusal()
  return statusCode < 500
    ? new Refusal(statusCode, messageByStatus[statusCode] ?? messageByStatus[400]!)
    : new Refusal(500, say('Something went wrong. We have been notified.'))
}

/** The kind and location of an error: never its message, which may contain user input. */
export const describeError = (error: unknown) => {
  if (!(error instanceof Error)) return { name: 'not an error' }
  const { code, constraint, table, routine } = (error.cause ?? error) as Record<string, unknown>
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
  return { name: error.name, code, constraint, table, routine, places: frames }
}
