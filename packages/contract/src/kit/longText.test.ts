import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../api.ts'
import { contentApi } from '../site/content.contract.ts'
import type { Endpoint } from './endpoint.ts'
import { nameText } from './fields.ts'
import { sentenceIn } from './say.ts'

const calls: readonly Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature as Record<string, Endpoint>))

/** The fields of a call's input, of any part of a union. */
const fieldsOf = ({ input }: Endpoint): string[] => {
  const { properties = {}, anyOf = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return [properties, ...anyOf.map((part) => (part as { properties?: object }).properties ?? {})].flatMap(Object.keys)
}

// About as long as the body of a call without a session can be.
const longTexts = ['a', 'a-', '-', '0', 'a.', '1.1.1.', 'a@', '<', ' '].map((part) => `a${part.repeat(30_000 / part.length)}b`)

// Where the time grows with the square of the length, these time out.

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'long texts are rejected before the test times out: %s',
  { timeout: 5000 },
  (_, call) => {
    const fields = fieldsOf(call)
    for (const text of longTexts)
      expect(() => call.input.safeParse(Object.fromEntries(fields.map((field) => [field, text])))).not.toThrow()
  },
)

test('markup whose tags never end is checked for words before the test times out', { timeout: 10_000 }, () => {
  expect(contentApi.create.input.safeParse({ content: '<a'.repeat(150_000) }).success).toBe(false)
})

test('a text that is too long is called that, and nothing else', () => {
  const { error } = nameText('Name', 10).safeParse('www.example.com\u202e')
  expect(error!.issues.map((issue) => sentenceIn(issue).toString())).toEqual(['Name can have 10 characters at most'])
})
