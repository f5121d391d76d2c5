import { expect, test } from 'vitest'
import { checkPassword } from './passwords.ts'

const owner = {
  firstName: 'Zoë',
  lastName: 'Archer-Smith',
  emailAddress: 'zarcher77@northwind.example',
  tenantName: 'Nordhaven Trading',
}
const faultOf = (password: string) => {
  try {
    checkPassword(password, owner)
    return undefined
  } catch (error) {
    return String((error as { data: { password: unknown } }).data.password)
  }
}

const short = 'Use at least 12 characters'
const long = 'Use at most 128 characters'
const common = 'This password is among the most common ones'
const few = 'This password uses too few different characters'
const near = (what: string) => `This password is too similar to ${what}`

test.each([
  ['', short],
  ['a', short],
  ['Tr0ub4dor&3', short],
  ['elevenchars', short],
  ['😀😀😀😀😀😀😀😀😀😀😀', short],
  ['e\u0301'.repeat(11), short],
  ['x1Y-'.repeat(32) + 'z', long],
  ['correct horse battery staple '.repeat(5), long],
  ['password1234', common],
  ['Password1234', common],
  ['PASSWORD1234', common],
  ['123456789012', common],
  ['qwertyuiop12', common],
  ['passwordpassword', common],
  ['1q2w3e4r5t6y', common],
  ['iloveyou1234', common],
  ['unbelievable', common],
  ['aaaaaaaaaaaa', common],
  ['abababababab', few],
  ['aaaaaaaaaaab', few],
  ['            ', few],
  ['zzzzyyyyzzzzyyyyzzzz', few],
  ['ArcherSmith1!', near('your name')],
  ['archer-smith-99', near('your name')],
  ['2024ARCHERSMITH', near('your name')],
  ['ZoëArcherSmith', near('your name')],
  ['zarcher77zarcher77'.slice(0, 14), near('your email address')],
  ['northwind-2026', near('your email address')],
  ['Nordhaven Trading!', near('the name of your tenant')],
  ['nordhaventrading1', near('the name of your tenant')],
  ['tradewind-2026', near('the name of this site')],
  ['Trade-Wind 123', near('the name of this site')],
  ['Tradewind-Tradewind', near('the name of this site')],
  ['Nordhaven Trading Nordhaven Trading 7', near('the name of your tenant')],
])('“%s” is rejected: %s', (password, fault) => {
  expect(faultOf(password)).toBe(fault)
})

test.each([
  'correct horse battery staple',
  'gV7#qL2!xR9z',
  'ein ganz gewöhnlicher Satz',
  'пароль из двенадцати',
  'パスワードは十二文字以上です',
  '😀😁😂🤣😃😄😅😆😉😊😋😎',
  'a b c d e f g',
  'only lower case letters',
  'x1Y-'.repeat(16),
  'x1Y-'.repeat(32),
  'my friend archer walks the dog at dawn',
  'northwinds howl across nine oceans',
  `'; drop table user_account; --`,
  '\ttabs\tand spaces are kept \t',
])('“%s” is accepted', (password) => {
  expect(faultOf(password)).toBeUndefined()
})
