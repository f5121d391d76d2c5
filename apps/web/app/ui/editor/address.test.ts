import { expect, test } from 'vitest'
import { webAddressOf } from './extensions.ts'

test('accepts a link address without a scheme', () => {
  expect(webAddressOf(' tradewind.test/prices ')).toBe('https://tradewind.test/prices')
  expect(webAddressOf('tradewind.test:8080/a')).toBe('https://tradewind.test:8080/a')
  expect(webAddressOf('anna@tradewind.test')).toBe('mailto:anna@tradewind.test')
  expect(webAddressOf('http://tradewind.test')).toBe('http://tradewind.test')
  expect(webAddressOf('tel:+4930123')).toBe('tel:+4930123')
})

test('rejects addresses that run a script or lead nowhere', () => {
  const wrong = ['', ' ', 'javascript:alert(1)', 'data:text/html,x', 'nowhere', 'two words.test', 'https://']
  expect(wrong.filter((typed) => webAddressOf(typed) !== null)).toEqual([])
})
