import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './kit/endpoint.ts'

/**
 * The first few hits of each kind, the possible matches, all questions of a survey, consecutive days, a filter's countries, the path of a folder, what is
 * pending today: none of these is paged.
 */
const unpagedLists = [
  'search.search',
  'company.similar',
  'contact.similar',
  'auditQuestion.tenant',
  'reviewQuestion.tenant',
  'reviewSetting.questions',
  'reviewAnswer.historicData',
  'trust.countries',
  'drive.folderStructure',
  'eventInvitation.list',
  'calendar.feeds',
  'dashboard.countries',
  'home.read',
  'home.firstSteps',
  'trash.kinds',
  'company.merged',
  'contact.merged',
]

const calls = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, call]) => [`${feature}.${name}`, call] as const),
)
const lists = calls.filter(([name, { replyType }]) => replyType === 'list' && !unpagedLists.includes(name))

test('a call that reads a list answers a bare array, without the envelope', () => {
  const wrapped = calls.filter(
    ([, { method, reply, replyType }]) => method === 'GET' && reply instanceof z.ZodArray && replyType !== 'list',
  )
  expect(wrapped.map(([name]) => name)).toEqual([])
})

test.each(lists)('%s accepts a page, a page size and a sort order', (_, { input }) => {
  const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(['page', 'size', 'sort']))
})
