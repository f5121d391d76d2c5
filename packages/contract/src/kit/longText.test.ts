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

test('no text is so expensive to reject that a small request would keep the server busy', { timeout: 60_000 }, () => {
  const slow = calls.flatMap((call) => {
    const fields = fieldsOf(call)
    const begin = performance.now()
    for (const text of longTexts) call.input.safeParse(Object.fromEntries(fields.map((field) => [field, text])))
    return performance.now() - begin > 1000 ? [`${call.method} ${call.path}`] : []
  })
  expect(slow).toEqual([])
})

test('markup whose tags never end is checked for words as quickly as any other', () => {
  const begin = performance.now()
  expect(contentApi.create.input.safeParse({ content: '<a'.repeat(60_000) }).success).toBe(false)
  expect(performance.now() - begin).toBeLessThan(1000)
})

test('a text that is too long is called that, and nothing else', () => {
  const { error } = nameText('Name', 10).safeParse('www.example.com\u202e')
  expect(error!.issues.map((issue) => sentenceIn(issue).toString())).toEqual(['Name can have 10 characters at most'])
})
