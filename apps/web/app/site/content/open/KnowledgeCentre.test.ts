import { expect, test } from 'vitest'
import { addressOf, isFiltered, parseQuery, toCallInput } from './KnowledgeCentre.tsx'

const read = (search: string) => parseQuery(new URLSearchParams(search))

test('reads the search from the address; invalid values and ALL mean no filter and the first page', () => {
  const query = read(
    'q=%20fairs%20&contentType=VIDEO&category=GLOBAL_SOURCING&articleType=MARKET_INSIGHT&subscription=FREE&page=3',
  )
  expect(toCallInput(query, 'de')).toEqual({
    reader: 'de',
    q: 'fairs',
    contentType: 'VIDEO',
    category: 'GLOBAL_SOURCING',
    articleType: 'MARKET_INSIGHT',
    subscription: 'FREE',
    page: 2,
    size: 9,
    sort: '-shownFrom',
    bodies: false,
  })
  const nothing = read('contentType=ALL&category=toString&articleType=&subscription=GOLD&page=-1')
  expect(toCallInput(nothing, 'en')).toEqual({ reader: 'en', page: 0, size: 9, sort: '-shownFrom', bodies: false })
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(200)
})

test('a page of the unfiltered list does not count as filtered, and each filter alone does', () => {
  expect(isFiltered(read('page=2&lang=de&category=ALL'))).toBe(false)
  for (const part of ['q=a', 'contentType=TEXT', 'category=GLOBAL_SOURCING', 'articleType=MARKET_INSIGHT', 'subscription=PAID'])
    expect(isFiltered(read(part))).toBe(true)
})

test('a form leads to an address with only the values chosen in it', () => {
  const form = new FormData()
  const given = { lang: 'de', q: ' fairs ', contentType: 'ALL', category: 'GLOBAL_SOURCING', subscription: '' }
  for (const [name, value] of Object.entries(given)) form.set(name, value)
  expect(addressOf(form)).toBe('?lang=de&q=fairs&category=GLOBAL_SOURCING')
})
