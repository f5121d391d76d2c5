import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { sentenceIn, type SentenceParts } from '@tradewind/contract/kit/say'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The texts in a sentence, nested ones included. */
const textsIn = ({ text, values = {} }: SentenceParts): string[] => [
  text,
  ...Object.values(values).flatMap((value) => (typeof value === 'object' ? textsIn(value) : [])),
]

/** The error texts of a schema, its own and those of all its parts. */
const errorTextsOf = (schema: unknown): string[] => {
  const { def } = (isObject(schema) && isObject(schema['_zod']) ? schema['_zod'] : {}) as { def?: Fields }
  if (!def) return []
  const { error, shape, checks, options, ...rest } = def
  const own: unknown = typeof error === 'function' ? error({ code: 'custom', input: undefined }) : undefined
  const message = isObject(own) ? own['message'] : own
  const nestedSchemas = [Object.values((shape as object | undefined) ?? {}), checks ?? [], options ?? [], Object.values(rest)]
  return [
    ...(message ? textsIn(sentenceIn({ message: message as string }).said) : []),
    ...nestedSchemas.flat().flatMap(errorTextsOf),
  ]
}

const root = dirname(dirname(import.meta.dirname))

const isCall = (value: unknown): value is Endpoint => isObject(value) && 'path' in value && 'input' in value

/** The calls that a file of the contract declares. */
const callsIn = async (file: string) => {
  const apis = Object.values((await import(join(root, file))) as Fields)
  return apis.filter(isObject).flatMap((one) => Object.values(one).filter(isCall))
}

/** The contract's texts: those of its schemas, and the constant messages. */
export const contractTexts = async () => {
  const files = globSync('packages/contract/src/**/*.contract.ts', { cwd: root }).toSorted()
  const textsOfFiles = files.map(async (file) =>
    (await callsIn(file))
      .flatMap(({ input, message, missingFieldsMessage = [] }) => [
        ...errorTextsOf(input),
        ...(typeof message === 'string' ? [message] : []),
        ...[missingFieldsMessage].flat(),
      ])
      .map((text) => ({ text, file })),
  )
  return (await Promise.all(textsOfFiles)).flat()
}
