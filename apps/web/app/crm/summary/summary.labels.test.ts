import { expect, test } from 'vitest'
import { formatField, truncate } from './Shared.tsx'

test('a text of more than 750 characters is cut to 751', () => {
  expect(truncate('a'.repeat(750))).toBeNull()
  expect(truncate('a'.repeat(751))).toBe('a'.repeat(751))
  expect(truncate('a'.repeat(900))).toBe('a'.repeat(751))
})

test('a cut never splits a character', () => {
  expect(truncate('a'.repeat(750) + '😀'.repeat(5))).toBe('a'.repeat(750))
})

test('two versions are compared as plain text', () => {
  expect(formatField('text', '<p>Price <strong>agreed</strong></p>')).toBe('Price agreed')
  expect(formatField('sharedWith', [{ fullName: 'Ada Field' }, { fullName: 'Bo Lind' }])).toBe('Ada Field, Bo Lind')
  expect(formatField('sharedWithProjects', [{ name: 'Japan' }])).toBe('Japan')
  expect(formatField('sharedWith', [])).toBe('–')
})
