import { expect, test } from 'vitest'
import { say } from './message.texts.ts'

test('a letter is written in the language that is asked for, its values filled in as they are', () => {
  expect(say('de', 'Hello {name},', { name: '{address}' })).toBe('Guten Tag {address},')
  expect(say('en', 'Hello {name},', { name: 'Ada' })).toBe('Hello Ada,')
})

test('what nobody has translated reads as its English', () => {
  expect(say('fr', 'Nobody has translated {what}', { what: 'this' })).toBe('Nobody has translated this')
})
