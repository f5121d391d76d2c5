import { expect, test } from 'vitest'
import { keyName } from './keyboard.ts'

const pressed = (key: string, held: object = {}) => keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('a key is the character it types, whatever the layout needs for it', () => {
  expect([pressed('/'), pressed('?'), pressed('u')]).toEqual(['/', '?', 'u'])
})

test('Ctrl and ⌘ are equivalent', () => {
  expect([pressed('k', { ctrlKey: true }), pressed('K', { metaKey: true })]).toEqual(['mod+k', 'mod+k'])
})

test('a character typed with Alt is not a command', () => expect(pressed('/', { altKey: true })).toBe(''))
