import { api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The sentences that a schema refuses with, its own and those of all that it is made of. */
const refusals = (schema: unknown): string[] => {
  const { def } = (isObject(schema) && isObject(schema['_zod']) ? schema['_zod'] : {}) as { def?: Fields }
  if (!def) return []
  const { error, shape, checks, options, ...rest } = def
  const own: unknown = typeof error === 'function' ? error({ code: 'custom', input: undefined }) : undefined
  const within = [Object.values((shape as object | undefined) ?? {}), checks ?? [], options ?? [], Object.values(rest)]
  return [...(typeof own === 'string' ? [own] : []), ...within.flat().flatMap(refusals)]
}

const calls: readonly Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))

/** What the contract says as a whole sentence: its refusals of input, and the messages that are always the same. */
export const contractTexts = () => [
  ...calls.flatMap(({ input }) => refusals(input)),
  ...calls.flatMap(({ says }) => (typeof says === 'string' ? [says] : [])),
]
