import { expect, test } from 'vitest'
import { findInvalidAddress, uniqueAddresses } from './AddressesInput.tsx'

test('an address counts once, as it was typed first, in the order of typing', () => {
  expect(uniqueAddresses(['Ann@a.test', ' bob@b.test ', 'ann@A.test', ''])).toEqual(['Ann@a.test', 'bob@b.test'])
})

test('what is no address is found among those that are', () => {
  expect(findInvalidAddress(['ann@a.test', 'Ann <ann@a.test>', 'x'])).toBe('Ann <ann@a.test>')
  expect(findInvalidAddress(['ann@a.test', 'ben.o’neil@b.co.test'])).toBeUndefined()
})
