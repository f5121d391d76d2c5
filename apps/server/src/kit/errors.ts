import { say, type Sentence } from '@tradewind/contract/kit/say'
import { UnreadableWorkbook } from '@tradewind/workbook/xlsx/limits'

/** An error that the user should read. Everything else that is thrown is a bug, and becomes a plain 500. */
export class Refusal extends Error {
  readonly status: number
  /** The sentence of the message, for translation. */
  readonly sentence: Sentence
  /** The envelope's data: one sentence per field, or what the status requires. */
  readonly data: unknown
  readonly headers: Record<string, string>
  constructor(status: number, message: Sentence, data: unknown = {}, headers: Record<string, string> = {}) {
    super(String(message))
    this.sentence = message
    this.status = status
    this.data = data
    this.headers = headers
  }
}

export const notFound = (message = say('Record not found'), data: unknown = {}) => new Refusal(404, message, data)
export const forbidden = (why = say('You may not do this')) => new Refusal(403, why)
export const invalid = (fields: Record<string, Sentence>, message = say('Please check the form')) =>
  new Refusal(422, message, fields)

/** Converts an error to a Refusal: a workbook that cannot be imported becomes a fault of its field. Undefined for any other error. */
export const toRefusal = (error: unknown) => {
  if (error instanceof UnreadableWorkbook) return invalid({ file: error.sentence }, error.sentence)
  return error instanceof Refusal ? error : undefined
}

const isOfFields = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 422

/**
 * Runs all checks one after the other and returns their results. Combines the field faults (422) of several checks into one Refusal, with the first
 * sentence per field; a single one is rethrown as it is. Any other error is thrown immediately.
 */
export const checkAll = async <Checks extends readonly (() => unknown)[]>(...checks: Checks) => {
  const results: unknown[] = []
  const refusals: Refusal[] = []
  for (const check of checks)
    try {
      results.push(await check())
    } catch (error) {
      if (!isOfFields(error)) throw error
      refusals.push(error)
    }
  if (refusals.length === 1) throw refusals[0]!
  if (refusals.length > 1) throw invalid(Object.assign({}, ...refusals.toReversed().map(({ data }) => data)))
  return results as { -readonly [At in keyof Checks]: Awaited<ReturnType<Checks[At]>> }
}

/** The same error; a Refusal of fields (422) together with the faults that another check finds. Anything else that the check throws is ignored. */
export const withFaultsOf = async (failure: unknown, check: () => Promise<unknown>) => {
  if (!isOfFields(failure)) return failure
  const [other] = await Promise.allSettled([check()])
  return other.status === 'rejected' && isOfFields(other.reason)
    ? new Refusal(422, failure.sentence, Object.assign({}, other.reason.data, failure.data))
    : failure
}

export const conflict = (message: Sentence, data: unknown = {}) => new Refusal(409, message, data)
export const unauthenticated = (message = say('Your session has ended.')) => new Refusal(401, message)
/** `seconds`: when to retry. */
export const tooMany = (seconds: number, message = say('Too many attempts. Please try again later.')) =>
  new Refusal(429, message, {}, { 'retry-after': String(Math.ceil(seconds)) })
export const serviceUnavailable = () =>
  new Refusal(503, say('We will be back in a moment. Please try again.'), {}, { 'retry-after': '2' })

/** The record has changed since it was read. The response has its current state in the call's own shape. */
export class StaleRecord extends Error {
  readonly record: object
  /** The same user has changed it, in another tab or on another device. */
  readonly isOwn: boolean
  readonly sentence: Sentence
  constructor(record: object, isOwn: boolean) {
    const message = isOwn
      ? say('You have changed this record yourself, in another tab')
      : say('Somebody else has changed this record')
    super(String(message))
    this.sentence = message
    this.record = record
    this.isOwn = isOwn
  }
}
