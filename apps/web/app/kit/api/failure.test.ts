import { expect, test } from 'vitest'
import { Failure, reasonsOf } from './failure.ts'

const general = 'Please check the form'

test('the reasons of a rejection are the errors of its fields; without any, the message', () => {
  const fields = { name: 'Name is required', 'choices.0.label': 'Too long', type: 'Name is required' }
  expect(reasonsOf(new Failure(422, general, fields))).toEqual(['Name is required', 'Too long'])
  expect(reasonsOf(new Failure(403, 'You may not do this'))).toEqual(['You may not do this'])
  expect(reasonsOf(new Failure(422, general, { answers: [] }))).toEqual([general])
})

test('errors that fields show themselves are left out', () => {
  const failure = new Failure(422, general, { name: 'Name is required', 'choices.0.label': 'Too long', type: 'Not one of them' })
  expect(reasonsOf(failure, ['name', 'choices'])).toEqual(['Not one of them'])
  expect(reasonsOf(failure, ['name', 'choices', 'type'])).toEqual([])
})
