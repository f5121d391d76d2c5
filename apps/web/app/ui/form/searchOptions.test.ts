import { expect, test } from 'vitest'
import { filterByMatch, labelOfValue, sortByMatch, sortServerMatches } from '#ui/form/searchOptions'

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }))
const labels = (found: ReturnType<typeof filterByMatch>) =>
  found.flatMap((one) => ('items' in one ? one.items : [one])).map(({ label }) => label)
const search = (words: string, ...among: string[]) =>
  labels(filterByMatch({ options: options(...among), search: words, limit: Infinity }))

test('sorts the best match first: the whole name, its start, the start of a word, any part', () => {
  expect(search('guinea', 'Equatorial Guinea', 'Guinea', 'Guinea-Bissau', 'Guineas', 'Xguinea', 'Italy')).toEqual([
    'Guinea',
    'Guinea-Bissau',
    'Guineas',
    'Equatorial Guinea',
    'Xguinea',
  ])
})

test('ignores case and accents', () => {
  expect(search("COTE d'i", "Côte d'Ivoire", 'Costa Rica')).toEqual(["Côte d'Ivoire"])
})

test('finds an option by its other name as well, whichever matches better', () => {
  const named = [
    { value: 'DZ', label: 'Algerien', alias: 'Algeria' },
    { value: 'DE', label: 'Deutschland', alias: 'Germany' },
    { value: 'NE', label: 'Niger', alias: 'Niger' },
    { value: 'NG', label: 'Nigeria' },
  ]
  const find = (typed: string) => labels(filterByMatch({ options: named, search: typed, limit: Infinity }))
  expect([find('germ'), find('deut'), find('niger')]).toEqual([['Deutschland'], ['Deutschland'], ['Niger', 'Nigeria']])
})

test('puts the group with the best match first, and leaves out empty groups', () => {
  const groups = [
    { group: 'Countries', items: options('South Sudan', 'Sudan') },
    { group: 'Territories', items: options('South') },
    { group: 'Others', items: options('Elsewhere') },
  ]
  const found = filterByMatch({ options: groups, search: 'south', limit: Infinity })
  expect(found.map((one) => 'group' in one && one.group)).toEqual(['Territories', 'Countries'])
  expect(labels(found)).toEqual(['South', 'South Sudan'])
})

test('shows everything that the server found, sorted by the best match of the names', () => {
  const found = [...options('Another Nord', 'Found by address', 'Nord'), { value: '', label: 'Nord: 3 more', disabled: true }]
  expect(labels(sortServerMatches({ options: found, search: 'nord', limit: Infinity }))).toEqual([
    'Nord',
    'Another Nord',
    'Found by address',
    'Nord: 3 more',
  ])
  expect(sortByMatch(['b', 'a'], String, '')).toEqual(['b', 'a'])
})

test('finds the label of a value, in a group or not', () => {
  expect(labelOfValue([{ group: 'A', items: ['Italy'] }], 'Italy')).toBe('Italy')
  expect(labelOfValue([{ value: '', label: 'None' }], '')).toBe('None')
  expect(labelOfValue(['Italy'], null)).toBeUndefined()
})
