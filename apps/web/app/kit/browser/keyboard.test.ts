import { expect, test } from 'vitest'
import { keyName } from './keyboard.ts'

const pressed = (key: string, held: object = {}) => keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('a key is the character that it types, whatever the layout needs for it', () => {
  expect([pressed('/'), pressed('?'), pressed('u')]).toEqual(['/', '?', 'u'])
})

test('Ctrl and ⌘ are one', () => {
  expect([pressed('k', { ctrlKey: true }), pressed('K', { metaKey: true })]).toEqual(['mod+k', 'mod+k'])
})

test('with Alt held a character is no command', () => expect(pressed('/', { altKey: true })).toBe(''))
