import { expect, test } from 'vitest'
import { findInvalidAddress, splitAddresses, uniqueAddresses } from './AddressesInput.tsx'

test('keeps each address once, in its first spelling, in the order of typing', () => {
  expect(uniqueAddresses(['Ann@a.test', ' bob@b.test ', 'ann@A.test', ''])).toEqual(['Ann@a.test', 'bob@b.test'])
})

test('finds the invalid address among valid ones', () => {
  expect(findInvalidAddress(['ann@a.test', 'Ann <ann@a.test>', 'x'])).toBe('Ann <ann@a.test>')
  expect(findInvalidAddress(['ann@a.test', 'ben.o’neil@b.co.test'])).toBeUndefined()
})

test('separates typed or pasted addresses, and keeps other text whole', () => {
  expect(splitAddresses('ann@a.test, bob@b.test;cy@c.test dan@d.test\n')).toEqual({
    addresses: ['ann@a.test', 'bob@b.test', 'cy@c.test', 'dan@d.test'],
    rest: '',
  })
  expect(splitAddresses('Ann  Lee, ann@a.test')).toEqual({ addresses: ['ann@a.test'], rest: 'Ann Lee' })
  expect(splitAddresses(' ')).toEqual({ addresses: [], rest: '' })
})
