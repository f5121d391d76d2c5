import { expect, test } from 'vitest'
import { verdictOn } from './version.ts'

test('the first look and the same version change nothing', () => {
  expect([verdictOn(null, '2', false), verdictOn('2', '2', true)]).toEqual(['stay', 'stay'])
})

test('a new version loads by itself, but asks over a form in use', () => {
  expect([verdictOn('1', '2', false), verdictOn('1', '2', true)]).toEqual(['reload', 'ask'])
})
