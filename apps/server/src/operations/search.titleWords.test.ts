import { expect, test } from 'vitest'
import { wordsOf } from '#kit/record/titleWords'
import { editDistance, wordsWithOneEdit } from './search.feature.ts'

test('a missing, extra, wrong or swapped letter is one edit', () => {
  for (const typed of ['nordwnd', 'nordwiind', 'mordwind', 'nrodwind', 'nordwint', 'ordwind', 'nordwin', 'nordwindd']) {
    expect([typed, editDistance(typed, 'nordwind')]).toEqual([typed, 1])
    expect([typed, wordsWithOneEdit(typed).includes('nordwind')]).toEqual([typed, true])
  }
  expect(editDistance('nordwind', 'nordwind')).toBe(0)
  expect(editDistance('nrodwnid', 'nordwind')).toBe(2)
  expect(wordsWithOneEdit('волга')).toContain('волна')
})

test('words are the parts of a title between spaces and punctuation, without short ones and those with digits', () => {
  expect(wordsOf('nordwind-handel & co. kg (berlin) 2024 a380x große straße')).toEqual([
    'nordwind',
    'handel',
    'berlin',
    'große',
    'straße',
  ])
})
