import { expect, test } from 'vitest'
import { findInvalidAddress, uniqueAddresses } from './AddressesInput.tsx'

test('keeps each address once, in its first spelling, in the order of typing', () => {
  expect(uniqueAddresses(['Ann@a.test', ' bob@b.test ', 'ann@A.test', ''])).toEqual(['Ann@a.test', 'bob@b.test'])
})

test('finds the invalid address among valid ones', () => {
  expect(findInvalidAddress(['ann@a.test', 'Ann <ann@a.test>', 'x'])).toBe('Ann <ann@a.test>')
  expect(findInvalidAddress(['ann@a.test', 'ben.o’neil@b.co.test'])).toBeUndefined()
})
