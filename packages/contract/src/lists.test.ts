import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './kit/endpoint.ts'

/** The first few hits of each kind, the possible matches, all questions of a survey, consecutive days, a filter's countries: none of these is paged. */
const unpagedLists = [
  'search.search',
  'company.similar',
  'contact.similar',
  'auditQuestion.tenant',
  'reviewQuestion.tenant',
  'reviewSetting.questions',
  'reviewAnswer.historicData',
  'trust.countries',
]

const lists = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls)
    .map(([name, call]) => [`${feature}.${name}`, call] as const)
    .filter(([name, { replyType }]) => replyType === 'list' && !unpagedLists.includes(name)),
)

test.each(lists)('%s accepts a page, a page size and a sort order', (_, { input }) => {
  const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(['page', 'size', 'sort']))
})
