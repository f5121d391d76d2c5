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

test('checks that pass give what each gives', async () => {
  expect(
    await checkAll(
      () => 1,
      async () => 'two',
    ),
  ).toEqual([1, 'two'])
})

test('what several checks refuse is told in one answer, the first sentence of a field', async () => {
  const both = checkAll(refuse({ name: 'Too long', country: 'Unknown' }), () => 1, refuse({ name: 'Taken', email: 'Missing' }))
  const { status, message, data } = (await both.catch((error: unknown) => error)) as Refusal
  expect([status, message, JSON.parse(JSON.stringify(data))]).toEqual([
    422,
    'Please check the form',
    { name: 'Too long', country: 'Unknown', email: 'Missing' },
  ])
})

test('a refusal that is the only one keeps its words, and one without a field refuses, too', async () => {
  const full = refuse({}, 'There is no room')
  await expect(checkAll(() => 1, full)).rejects.toMatchObject({ status: 422, message: 'There is no room', data: {} })
  await expect(checkAll(full, full)).rejects.toMatchObject({ status: 422 })
})

test('what is no refusal of a field ends the checks at once', async () => {
  let isReached = false
  await expect(checkAll(taken, () => (isReached = true))).rejects.toMatchObject({ status: 409 })
  expect(isReached).toBe(false)
})

test("a workbook that can't be taken in is refused in its field, a refusal is itself, and no other error is one", () => {
  const problem = 'This is not an Excel workbook (.xlsx).'
  const refusal = toRefusal(new TooManyRows(new Sentence(problem)))
  expect(refusal).toMatchObject({ status: 422, message: problem })
  expect(JSON.stringify(refusal?.data)).toBe(JSON.stringify({ file: problem }))
  const gone = notFound()
  expect(toRefusal(gone)).toBe(gone)
  expect(toRefusal(new Error(problem))).toBeUndefined()
})
