import { expect, test } from 'vitest'
import { decideUpdate } from './version.ts'

test('the first look and the same version change nothing', () => {
  expect([decideUpdate(null, '2', false), decideUpdate('2', '2', true)]).toEqual(['stay', 'stay'])
})

test('a new version loads by itself, but asks over a form in use', () => {
  expect([decideUpdate('1', '2', false), decideUpdate('1', '2', true)]).toEqual(['reload', 'ask'])
})
