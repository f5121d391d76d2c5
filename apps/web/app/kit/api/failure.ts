import { phrase } from '@tradewind/contract/kit/phrase'
import { checkConnection } from '#kit/browser/connection'
import { storeSentenceSources, type Translate } from '#kit/text'

/** A call that was rejected or got no answer: its status (0 without an answer), its message, and one sentence for each field of a form. */
export class Failure extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The data of the error reply, unchanged: the current record of a conflict, the faults of a workbook. */
  readonly data: unknown

  constructor(status: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.data = data
    this.fields = status === 422 ? fieldErrorsIn(data) : {}
  }

  /** Worth retrying automatically: there was no answer, or the database is unavailable. */
  get isTransient() {
    return this.status === 0 || this.status === 503
  }
}

/** A failure, or an error without fields. */
type Reported = Pick<Failure, 'message'> & Partial<Pick<Failure, 'fields'>>

/** Why something was rejected: the errors of its fields, apart from those that show their own; without any, the message. */
export const reasonsOf = ({ message, fields = {} }: Reported, shownFields: readonly string[] = []) => {
  const faults = Object.entries(fields)
  if (faults.length === 0) return [message]
  const others = faults.filter(([field]) => !shownFields.includes(field.split('.')[0]!))
  return [...new Set(others.map(([, sentence]) => sentence))]
}

/** Why something was rejected, in one text. */
export const explain = (error: Reported, t: Translate) =>
  reasonsOf(error)
    .map((reason) => t(reason))
    .join(' ')

const fieldErrorsIn = (data: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(data ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

const unreachableMessage = phrase('The service cannot be reached right now. Nothing you typed is lost. Try again in a moment.')
const unknownErrorMessage = phrase('Something went wrong!')

export const toUnreachableFailure = () => {
  void checkConnection()
  return new Failure(0, unreachableMessage)
}

/** The failure for an error reply, whatever its body is. */
export const toReplyFailure = (status: number, body: unknown) => {
  storeSentenceSources(body)
  if (status === 503) return new Failure(status, unreachableMessage)
  const { message, data } = (body ?? {}) as { message?: unknown; data?: unknown }
  return new Failure(status, typeof message === 'string' && message ? message : unknownErrorMessage, data)
}

/** Converts anything thrown to a failure that can be shown. */
export const failureOf = (thrown: unknown) => (thrown instanceof Failure ? thrown : new Failure(500, unknownErrorMessage))
