import { expect, test } from 'vitest'
import { webAddressOf } from './extensions.ts'

test('the address of a link needs no scheme', () => {
  expect(webAddressOf(' tradewind.test/prices ')).toBe('https://tradewind.test/prices')
  expect(webAddressOf('tradewind.test:8080/a')).toBe('https://tradewind.test:8080/a')
  expect(webAddressOf('anna@tradewind.test')).toBe('mailto:anna@tradewind.test')
  expect(webAddressOf('http://tradewind.test')).toBe('http://tradewind.test')
  expect(webAddressOf('tel:+4930123')).toBe('tel:+4930123')
})

test('what runs a script or leads nowhere is no address', () => {
  const wrong = ['', ' ', 'javascript:alert(1)', 'data:text/html,x', 'nowhere', 'two words.test', 'https://']
  expect(wrong.filter((typed) => webAddressOf(typed) !== null)).toEqual([])
})
