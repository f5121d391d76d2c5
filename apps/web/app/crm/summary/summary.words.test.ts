import { expect, test } from 'vitest'
import { cut, show } from './Shared.tsx'

test('a text over 750 characters is cut to 751', () => {
  expect(cut('a'.repeat(750))).toBeNull()
  expect(cut('a'.repeat(751))).toBe('a'.repeat(751))
  expect(cut('a'.repeat(900))).toBe('a'.repeat(751))
})

test('a cut leaves no half of a character', () => {
  expect(cut('a'.repeat(750) + '😀'.repeat(5))).toBe('a'.repeat(750))
})

test('two versions are told apart in plain words', () => {
  expect(show('text', '<p>Price <strong>agreed</strong></p>')).toBe('Price agreed')
  expect(show('sharedWith', [{ fullName: 'Ada Field' }, { fullName: 'Bo Lind' }])).toBe('Ada Field, Bo Lind')
  expect(show('sharedWithProjects', [{ name: 'Japan' }])).toBe('Japan')
  expect(show('sharedWith', [])).toBe('–')
})
