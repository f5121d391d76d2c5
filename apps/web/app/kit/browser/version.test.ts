import { expect, test } from 'vitest'
import { decideUpdate } from './version.ts'

test('does nothing when the version is the same', () => {
  expect([decideUpdate('2', '2', false), decideUpdate('2', '2', true)]).toEqual(['stay', 'stay'])
})

test('reloads the page for a new version, but asks first while a form is in use', () => {
  expect([decideUpdate('1', '2', false), decideUpdate('1', '2', true)]).toEqual(['reload', 'ask'])
})
