import { expect, test } from 'vitest'
import { wordsOf } from '#kit/record/words'
import { distance, oneEdit } from './search.feature.ts'

test('a letter less, more, wrong or swapped is one edit', () => {
  for (const typed of ['nordwnd', 'nordwiind', 'mordwind', 'nrodwind', 'nordwint', 'ordwind', 'nordwin', 'nordwindd']) {
    expect([typed, distance(typed, 'nordwind')]).toEqual([typed, 1])
    expect([typed, oneEdit(typed).includes('nordwind')]).toEqual([typed, true])
  }
  expect(distance('nordwind', 'nordwind')).toBe(0)
  expect(distance('nrodwnid', 'nordwind')).toBe(2)
  expect(oneEdit('волга')).toContain('волна')
})

test('words are the parts of a title between spaces and signs, without the short ones and those with digits', () => {
  expect(wordsOf('nordwind-handel & co. kg (berlin) 2024 a380x große straße')).toEqual([
    'nordwind',
    'handel',
    'berlin',
    'große',
    'straße',
  ])
})
