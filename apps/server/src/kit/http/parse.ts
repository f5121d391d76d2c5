import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { say, Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { z } from 'zod'
import { invalid, notFound } from '../errors.ts'

/** Faults that the refusal of one body names. */
const MOST_FAULTS = 50
/** Characters of a name that is not known, as the refusal repeats it. */
const NAME = 100

/** What a value of another type is told. */
const typeSentences: Readonly<Record<string, Sentence>> = {
  string: say('This is not a text'),
  number: say('This is not a number'),
  int: say('This is not a whole number'),
  boolean: say('Yes or no'),
  array: say('This is not a list'),
  object: say('This is not an object'),
}

/** What is said of a value where its schema has no sentence of its own. The library's sentences are for programmers. */
const unsaid = (issue: z.core.$ZodRawIssue): Sentence => {
  const { code, input } = issue
  if (input === undefined || input === null) return say('This is required')
  if (code === 'invalid_type') return typeSentences[String(issue.expected)] ?? say('This cannot be understood')
  if (code === 'invalid_value') return say('This is not one of the choices')
  if (code === 'too_big')
    return issue.origin === 'string'
      ? say('At most {count} characters', { count: Number(issue.maximum) })
      : say('At most {count}', { count: Number(issue.maximum) })
  if (code === 'too_small')
    return issue.origin === 'number' ? say('At least {count}', { count: Number(issue.minimum) }) : say('This is too short')
  return say('This cannot be understood')
}

/** The library asks it for what a schema does not say. */
export const sentenceOf = (issue: z.core.$ZodRawIssue) => unsaid(issue).error()

type Call = Partial<Pick<Endpoint, 'path' | 'lacking'>>

/** What the schema makes of a value, or one sentence for each field that it refuses; `lacking` is said where one of them is empty. */
export const parse = <S extends z.ZodType>(schema: S, value: unknown, { path = '', lacking }: Call = {}): z.output<S> => {
  const parsed = schema.safeParse(value, { error: sentenceOf })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // Nobody has filled a form who comes to the address of a record.
  const message = issues.some(isOfIdIn(path))
    ? notFound().told
    : issues.some(isOfEmpty(value)) && lacking
      ? new Sentence(lacking)
      : undefined
  throw invalid(faultsIn(issues), message)
}

const isOfIdIn = (path: string) => (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_format' && issue.format === 'uuid' && path.split('/').includes(`:${issue.path.join('.')}`)

/** A sentence for each field, for so many fields. */
const faultsIn = (issues: readonly z.core.$ZodIssue[]) => {
  const faults = new Map<string, Sentence>()
  for (const issue of issues) {
    for (const [field, sentence] of sentences(issue, MOST_FAULTS - faults.size)) faults.set(field, sentence)
    if (faults.size >= MOST_FAULTS) break
  }
  return Object.fromEntries(faults)
}

/** The field that an issue is about was not given, or has nothing in it. */
const isOfEmpty =
  (value: unknown) =>
  ({ path: [field], code }: z.core.$ZodIssue) => {
    const given = (value as Record<PropertyKey, unknown>)[field ?? ''] ?? ''
    const isEmpty = Array.isArray(given) ? given.length === 0 : typeof given === 'string' && given.trim() === ''
    return code !== 'unrecognized_keys' && isEmpty
  }

/** The field of a form that a path leads into: what is wrong within a list is wrong with the list. */
const fieldOf = (path: readonly PropertyKey[]) => {
  const at = path.findIndex((part) => typeof part === 'number')
  return (at < 0 ? path : path.slice(0, at)).join('.')
}

const sentences = (issue: z.core.$ZodIssue, most: number): [string, Sentence][] => {
  if (issue.code !== 'unrecognized_keys') return [[fieldOf(issue.path), sentenceIn(issue)]]
  return issue.keys
    .slice(0, most)
    .map((key) => [fieldOf([...issue.path, key.slice(0, NAME)]), say('This field is not known here')])
}
