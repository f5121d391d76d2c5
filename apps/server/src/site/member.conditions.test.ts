import { conditionFields } from '@tradewind/contract/kit/conditions'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { viewedFields } from '@tradewind/contract/operations/view.contract'
import { questionApi } from '@tradewind/contract/site/member/question.contract'
import { topicApi } from '@tradewind/contract/site/member/topic.contract'
import { webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

const lists = {
  question: { call: questionApi.list, title: 'title' },
  topic: { call: topicApi.list, title: 'title' },
  webCall: { call: webCallApi.list, title: 'about' },
} as const
type List = keyof typeof lists

let app: TestApp
let admin: TestUser
let member: TestUser
/** A date relative to today, for a caller without a time zone. */
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

/** Two questions, topics and web calls of a member. */
const fill = async () => {
  const [as, asMember] = [app.as(admin), app.as(member)]
  await asMember.call(questionApi.create, { title: 'Lamps', text: 'Which papers?' })
  const { uniqueId } = await asMember.call(questionApi.create, { title: 'Labels', text: 'Which labels?' })
  await as.call(questionApi.update, { uniqueId, assignedUser: admin.uniqueId, dueDate: day(40), answer: 'CE' })
  await asMember.call(topicApi.create, { title: 'Boxes', text: 'Which boxes?' })
  const pallets = await asMember.call(topicApi.create, { title: 'Pallets', text: 'Which pallets?' })
  await as.call(topicApi.update, { uniqueId: pallets.uniqueId, state: 'DECLINED', reason: 'Our guide has it.' })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ day: weekday, from: '09:00', until: '12:00' }))
  await as.call(webCallApi.saveHours, { timeZone: 'UTC', weekly, daysOff: [], meetingLink: null })
  await asMember.call(webCallApi.create, { startsAt: `${day(3)}T09:00:00.000Z`, about: 'Prices' })
  const later = await asMember.call(webCallApi.create, { startsAt: `${day(40)}T09:00:00.000Z`, about: 'Papers' })
  await as.call(webCallApi.cancel, { uniqueId: later.uniqueId })
}

beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  member = await app.someone('ROLE_PRO')
  await fill()
})
afterAll(() => app.close())

const find = async (list: List, where: string, who = admin) => {
  const { call, title } = lists[list]
  const response = await app.as(who).send(call, { where, page: 0, size: 50 })
  expect([where, response.statusCode]).toEqual([where, 200])
  return response
    .json<Record<string, string>[]>()
    .map((row) => row[title]!)
    .toSorted()
}

/** The results of a list with a condition. A number in braces is a day relative to today. */
const known: readonly (readonly [List, string, readonly string[]])[] = [
  ['question', 'title:contains:lamp', ['Lamps']],
  ['question', 'title:isNot:lamps', ['Labels']],
  ['question', 'member:isNot:nobody', ['Labels', 'Lamps']],
  ['question', 'state:is:OPEN', ['Lamps']],
  ['question', 'assignedUser:mine', ['Labels']],
  ['question', 'assignedUser:empty', ['Lamps']],
  ['question', 'dueDate:before:{20}', ['Lamps']],
  ['question', 'dateCreated:inLast:1', ['Labels', 'Lamps']],
  ['topic', 'title:contains:box', ['Boxes']],
  ['topic', 'state:isNot:DECLINED', ['Boxes']],
  ['topic', 'dateCreated:inLast:1', ['Boxes', 'Pallets']],
  ['webCall', 'startsAt:inNext:10', ['Prices']],
  ['webCall', 'startsAt:after:{10}', ['Papers']],
  ['webCall', 'about:contains:price', ['Prices']],
  ['webCall', 'member:isNot:nobody', ['Papers', 'Prices']],
  ['webCall', 'host:mine', ['Papers', 'Prices']],
  ['webCall', 'state:is:CANCELLED', ['Papers']],
  ['webCall', 'dateCreated:inLast:1', ['Papers', 'Prices']],
]

const dated = (text: string) => text.replaceAll(/\{(-?\d+)\}/g, (_, from: string) => day(Number(from)))

test.each(known)('%s: %s', async (list, where, expected) => {
  expect(await find(list, dated(where))).toEqual(expected)
})

test('every field that the contract offers is covered by the cases above', () => {
  const covered = known.map(([list, where]) => `${list} ${where.split(':')[0]}`)
  const offered = (Object.keys(lists) as List[]).flatMap((kind) =>
    [...conditionFields<FieldSpecs>(viewedFields[kind]).keys()].map((field) => `${kind} ${String(field)}`),
  )
  expect(offered.filter((field) => !covered.includes(field))).toEqual([])
})

test('a condition finds only what its user may see', async () => {
  const other = await app.someone('ROLE_PRO')
  expect(await find('question', 'state:is:OPEN', member)).toEqual(['Lamps'])
  expect(await find('question', 'state:is:OPEN', other)).toEqual([])
  expect(await find('webCall', 'startsAt:inNext:10', other)).toEqual([])
  expect(await find('question', 'title:contains:l', await app.someone('ROLE_LEVEL3'))).toEqual([])
})
