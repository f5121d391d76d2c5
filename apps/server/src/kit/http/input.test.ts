import { api } from '@tradewind/contract/api'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Refusal } from '../errors.ts'
import { parse } from './input.ts'

const calls = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, of]) =>
  Object.entries(of).map(([name, call]) => [`${feature}.${name}`, call] as const),
)

const faultsOf = (schema: z.ZodType, value: unknown): Record<string, string> => {
  try {
    parse(schema, value)
    return {}
  } catch (refused) {
    return JSON.parse(JSON.stringify((refused as Refusal).data)) as Record<string, string>
  }
}

interface Json {
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
}
const odd: readonly unknown[] = [
  null,
  0,
  1.5,
  -1,
  Number.NaN,
  true,
  '',
  'x',
  '\0',
  'x'.repeat(3000),
  [],
  [[]],
  [null],
  {},
  { x: 1 },
]

/** Values of wrong types for a field, including its nested fields. */
const wrongOf = ({ properties = {}, items, anyOf = [] }: Json): unknown[] => [
  ...odd,
  ...(items ? wrongOf(items).map((value) => [value]) : []),
  ...Object.entries(properties).flatMap(([name, schema]) => wrongOf(schema).map((value) => ({ [name]: value }))),
  ...anyOf.flatMap(wrongOf),
]

const fieldsOf = ({ input }: Endpoint) =>
  Object.entries((z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json).properties ?? {})

const ofLibrary = /^(Invalid|Unrecognized|Too (big|small): expected)/

test.each(calls)('%s rejects values of wrong types with messages of our own, under its field names', (_, call) => {
  const fields = fieldsOf(call)
  const faults = [undefined, ...fields].flatMap((field) => {
    if (!field) return Object.entries(faultsOf(call.input, {}))
    return wrongOf(field[1]).flatMap((value) => Object.entries(faultsOf(call.input, { [field[0]]: value })))
  })
  expect([...new Set(faults.map(([, sentence]) => sentence))].filter((sentence) => ofLibrary.test(sentence))).toEqual([])
  expect([...new Set(faults.map(([name]) => name))].filter((name) => /\.\d|^$/.test(name))).toEqual([])
})

test('faults within a list are reported under the name of the list', () => {
  const faults = faultsOf(meetingReportApi.create.input, { attendees: ['x', 'y'] })
  expect(faults['attendees']).toBe('This is not an id')
})

test('rejects a body with very many faults by naming the first fifty of them', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}-${'x'.repeat(300)}`, 1]))
  const faults = faultsOf(meetingReportApi.create.input, many)
  expect(Object.keys(faults)).toHaveLength(50)
  expect(Math.max(...Object.keys(faults).map((name) => name.length))).toBeLessThanOrEqual(100)
})

test('rejects a list that is too long by its length, before any of its values is checked', () => {
  const tooLong = Array.from({ length: 100_000 }, () => 'x')
  for (const [name, call] of calls)
    for (const [field, { items, anyOf = [] }] of fieldsOf(call)) {
      if (!items && !anyOf.some((one) => one.items)) continue
      const issues = call.input.safeParse({ [field]: tooLong }).error?.issues ?? []
      expect([name, field, issues.filter(({ path }) => path[0] === field).length]).toEqual([name, field, 1])
    }
  expect(faultsOf(reviewCampaignApi.campaign.input, { audienceList: tooLong })).toEqual({
    audienceList: 'At most 10,000 contacts',
  })
})
