import { expect, test } from 'vitest'
import { createTranslate } from '#kit/text'
import { formatBelonging } from './deletion.tsx'

const say = createTranslate({ language: 'en', texts: {} })
const me = { uniqueId: 'me', fullName: 'Ann Me' }
const bob = { uniqueId: 'bob', fullName: 'Bob Berg' }
const told = (...belonging: Parameters<typeof formatBelonging>[3]) => formatBelonging(say, 'en', 'me', belonging)
const mine = (kind: string, count: number) => ({ kind, count, people: [{ ...me, count }] })

test('describes in words the records that go with a record', () => {
  expect(told(mine('contact', 3), mine('meetingReport', 1))).toBe('3 contacts and 1 meeting report')
  expect(told(mine('summary', 1), mine('nextSteps', 2), mine('projectCompany', 1))).toBe(
    '1 summary, 2 tasks, and 1 place in a project',
  )
  expect(told(mine('ship', 2))).toBe('2 other records')
})

test('names the owners of belonging records if not all of them are the actor’s own', () => {
  expect(told({ kind: 'nextSteps', count: 2, people: [{ ...bob, count: 2 }] })).toBe('2 tasks (Bob Berg)')
  const people = [
    { ...bob, count: 2 },
    { ...me, count: 1 },
    { uniqueId: null, fullName: null, count: 1 },
  ]
  expect(told({ kind: 'nextSteps', count: 4, people })).toBe('4 tasks (you: 1, Bob Berg: 2, former user: 1)')
})

test('adds up several answers by kind and person', () => {
  const [one, other] = [
    [mine('summary', 1), mine('nextSteps', 1)],
    [{ kind: 'summary', count: 2, people: [{ ...bob, count: 2 }] }],
  ]
  expect(told(...one, ...other)).toBe('3 summaries (you: 1, Bob Berg: 2) and 1 task')
})

const summariesOf = (...people: [string, number][]) => ({
  kind: 'summary',
  count: people.reduce((sum, [, count]) => sum + count, 0),
  people: people.map(([fullName, count]) => ({ uniqueId: fullName, fullName, count })),
})

test('after the actor come those who have the most, in all answers together', () => {
  expect(told(summariesOf(['Ada', 2], ['Bob', 1]), mine('summary', 1), summariesOf(['Bob', 3], ['Cid', 1]))).toBe(
    '8 summaries (you: 1, Bob: 4, Ada: 2, Cid: 1)',
  )
})
