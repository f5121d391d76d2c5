/** Fields whose values are secrets, or lead to one. */
const secret = /secret|token|password|hash|link|key|code|ticket|credential/i
/** Values that nobody has written: ids, times, constants of the code. */
const harmless = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?|[A-Z][A-Z_]{1,40})$/i
const constant = /^[A-Z][A-Z_]{1,40}$/
/** As many fields of a job are shown, and none below the fourth level. */
const MOST = 100
const DEEP = 4

/** Whether a text is one that nobody has written. A word in capitals counts as a constant, another word does not. */
const isHarmless = (value: string) => harmless.test(value) && (/\d/.test(value) || constant.test(value))

const shownValue = (name: string, value: unknown) => {
  if (value === null) return 'null'
  if (secret.test(name)) return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && isHarmless(value) ? value : null
}

interface Shown {
  name: string
  value: string | null
}

const flat = (value: unknown, name: string, depth: number): Shown[] => {
  if (typeof value !== 'object' || value === null || depth > DEEP) return [{ name, value: shownValue(name, value) }]
  return Object.entries(value).flatMap(([field, one]) => flat(one, name ? `${name}.${field}` : field, depth + 1))
}

/** What a job was given, field by field. Secrets, and whatever a person may have written, are null. */
export const shownData = (data: object) => flat(data, '', 0).slice(0, MOST)

/** An address of which one sees whose mail server it is: `a…@example.com`. */
const maskAddress = (address: string) => address.replace(/^(.).*(@[^@]*)$/, '$1…$2')

/** An address, masked; a recipient that is not known yet stays so. */
export const maskRecipient = (address: string | undefined) => (address?.includes('@') ? maskAddress(address) : '–')

/** What a mail server said, with the addresses in it masked. */
export const maskProblem = (said: string) => said.replaceAll(/[^\s<>@"']+@[^\s<>@"']+/g, maskAddress).slice(0, 500)

const words = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** How a job failed, by the kind of its error. */
export const problemOf = (output: Readonly<Record<string, unknown>> | null) => {
  if (!output) return null
  const said = (output['value'] as { message?: unknown } | undefined)?.message
  if (typeof said === 'string' && /^job (timed out|heartbeat timeout)$/.test(said)) return said
  const parts = ['name', 'code', 'table', 'constraint'].map((field) => words(output[field])).filter(Boolean)
  return parts.length > 0 ? parts.join(' · ').slice(0, 300) : null
}

/** Where in the code a job failed. */
export const placesOf = (output: Readonly<Record<string, unknown>> | null) => {
  const places = output?.['places']
  return Array.isArray(places) ? places.slice(0, 12).map((place) => String(place).trim().slice(0, 300)) : []
}
