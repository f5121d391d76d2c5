import { Sentence } from '@tradewind/contract/kit/say'
import { TooManyRows } from '@tradewind/workbook/xlsx/limits'
import { expect, test } from 'vitest'
import { checkAll, conflict, invalid, notFound, type Refusal, toRefusal } from './errors.ts'

const refuse = (fields: Record<string, string>, message?: string) => () => {
  const told = Object.entries(fields).map(([field, text]) => [field, new Sentence(text)] as const)
  throw invalid(Object.fromEntries(told), message === undefined ? undefined : new Sentence(message))
}

const taken = () => {
  throw conflict(new Sentence('Taken'))
}

test('checks that pass return the result of each', async () => {
  expect(
    await checkAll(
      () => 1,
      async () => 'two',
    ),
  ).toEqual([1, 'two'])
})

test('the faults of several checks are reported in one refusal, with the first sentence for each field', async () => {
  const both = checkAll(refuse({ name: 'Too long', country: 'Unknown' }), () => 1, refuse({ name: 'Taken', email: 'Missing' }))
  const { status, message, data } = (await both.catch((error: unknown) => error)) as Refusal
  expect([status, message, JSON.parse(JSON.stringify(data))]).toEqual([
    422,
    'Please check the form',
    { name: 'Too long', country: 'Unknown', email: 'Missing' },
  ])
})

test('a single refusal keeps its message, and one without a field rejects, too', async () => {
  const full = refuse({}, 'There is no room')
  await expect(checkAll(() => 1, full)).rejects.toMatchObject({ status: 422, message: 'There is no room', data: {} })
  await expect(checkAll(full, full)).rejects.toMatchObject({ status: 422 })
})

test('an error that is not about a field stops the checks immediately', async () => {
  let isReached = false
  await expect(checkAll(taken, () => (isReached = true))).rejects.toMatchObject({ status: 409 })
  expect(isReached).toBe(false)
})

test('an invalid workbook becomes a refusal of its field, a refusal stays itself, and no other error becomes one', () => {
  const problem = 'This is not an Excel workbook (.xlsx).'
  const refusal = toRefusal(new TooManyRows(new Sentence(problem)))
  expect(refusal).toMatchObject({ status: 422, message: problem })
  expect(JSON.stringify(refusal?.data)).toBe(JSON.stringify({ file: problem }))
  const gone = notFound()
  expect(toRefusal(gone)).toBe(gone)
  expect(toRefusal(new Error(problem))).toBeUndefined()
})
