import { expect, test } from 'vitest'
import { filterByMatch, labelOfValue, sortByMatch, sortServerMatches } from '#ui/form/Offer'

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }))
const labels = (found: ReturnType<typeof filterByMatch>) =>
  found.flatMap((one) => ('items' in one ? one.items : [one])).map(({ label }) => label)
const search = (words: string, ...among: string[]) =>
  labels(filterByMatch({ options: options(...among), search: words, limit: Infinity }))

test('the best match stands first: the whole name, its start, the start of a word, any part', () => {
  expect(search('guinea', 'Equatorial Guinea', 'Guinea', 'Guinea-Bissau', 'Guineas', 'Xguinea', 'Italy')).toEqual([
    'Guinea',
    'Guinea-Bissau',
    'Guineas',
    'Equatorial Guinea',
    'Xguinea',
  ])
})

test('case and accents make no difference', () => {
  expect(search("COTE d'i", "Côte d'Ivoire", 'Costa Rica')).toEqual(["Côte d'Ivoire"])
})

test('the group with the best match stands first, and empty groups are left out', () => {
  const groups = [
    { group: 'Countries', items: options('South Sudan', 'Sudan') },
    { group: 'Territories', items: options('South') },
    { group: 'Others', items: options('Elsewhere') },
  ]
  const found = filterByMatch({ options: groups, search: 'south', limit: Infinity })
  expect(found.map((one) => 'group' in one && one.group)).toEqual(['Territories', 'Countries'])
  expect(labels(found)).toEqual(['South', 'South Sudan'])
})

test('what the server has found is all shown, the best match of the names first', () => {
  const found = [...options('Another Nord', 'Found by address', 'Nord'), { value: '', label: 'Nord: 3 more', disabled: true }]
  expect(labels(sortServerMatches({ options: found, search: 'nord', limit: Infinity }))).toEqual([
    'Nord',
    'Another Nord',
    'Found by address',
    'Nord: 3 more',
  ])
  expect(sortByMatch(['b', 'a'], String, '')).toEqual(['b', 'a'])
})

test('a value is called by its label, wherever it stands', () => {
  expect(labelOfValue([{ group: 'A', items: ['Italy'] }], 'Italy')).toBe('Italy')
  expect(labelOfValue([{ value: '', label: 'None' }], '')).toBe('None')
  expect(labelOfValue(['Italy'], null)).toBeUndefined()
})
