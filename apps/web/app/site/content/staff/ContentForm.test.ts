import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { expect, test } from 'vitest'
import { changeType, emptyValues, inputMapper, statusAfter, translationOf } from './ContentForm.tsx'

test('keeps the body while a link is edited and the link while a body is edited, and restores it on switching back', () => {
  const asText = { contentType: 'TEXT' as const, content: '<p>Words</p>', aside: '' }
  const asVideo = { ...asText, ...changeType(asText, 'VIDEO'), content: 'https://youtu.be/x' }
  expect(asVideo).toEqual({ contentType: 'VIDEO', content: 'https://youtu.be/x', aside: '<p>Words</p>' })
  expect({ ...asVideo, ...changeType(asVideo, 'AUDIO') }).toEqual({ ...asVideo, contentType: 'AUDIO' })
  expect(changeType(asVideo, 'TEXT')).toEqual({ contentType: 'TEXT', content: '<p>Words</p>', aside: 'https://youtu.be/x' })
})

test('an author who may not publish submits for review, or keeps a draft', () => {
  expect([statusAfter('', true), statusAfter('DRAFT', true), statusAfter('IN_REVIEW', true)]).toEqual([
    'PUBLISHED',
    'DRAFT',
    'IN_REVIEW',
  ])
  expect([statusAfter('', false), statusAfter('PUBLISHED', false), statusAfter('DRAFT', false)]).toEqual([
    'IN_REVIEW',
    'IN_REVIEW',
    'DRAFT',
  ])
})

test('sends no status unless chosen, the publishing time from the user’s own time zone, and nothing of hidden fields', () => {
  const sent = inputMapper('Europe/Berlin')
  const values = { ...emptyValues, seoText: '<p>Left over</p>', aside: 'https://youtu.be/x', publishAt: '2026-07-01T09:00' }
  expect(sent(values, values)).toMatchObject({ seoText: '', publishAt: '2026-07-01T07:00:00.000Z' })
  expect(Object.keys(sent(values, values))).not.toEqual(expect.arrayContaining(['aside']))
  expect(sent({ publishAt: '' }, values)).toEqual({ publishAt: null })
  expect(sent({ publishAt: '2026-07-01T' }, values)).toEqual({ publishAt: '2026-07-01T' })
  expect('status' in sent(values, values)).toBe(false)
})

test('sends a translation by its id, and null if it is unlinked', () => {
  const sent = inputMapper('Europe/Berlin')
  expect(sent({ translationOf: { uniqueId: 'c', title: 'Fairs' } }, emptyValues)).toEqual({ translationOf: 'c' })
  expect(sent({ translationOf: null }, emptyValues)).toEqual({ translationOf: null })
  expect(sent({ title: 'Fairs' }, emptyValues)).toEqual({ title: 'Fairs' })
})

test('a translation starts with the article’s text, as a draft in its language', () => {
  const original = {
    uniqueId: 'c',
    title: 'Fairs',
    language: 'en',
    contentType: 'TEXT',
    category: 'SALES_EFFECTIVENESS',
    articleTypes: ['MARKET_INSIGHT'],
    content: '<p>Words</p>',
    seoText: null,
    isPaidContent: false,
    status: 'PUBLISHED',
    publishAt: '2026-07-01T07:00:00.000Z',
  } as unknown as StaffContent
  const values = translationOf(original, 'de')
  expect(values).toEqual({
    ...emptyValues,
    title: 'Fairs',
    language: 'de',
    translationOf: { uniqueId: 'c', title: 'Fairs' },
    category: 'SALES_EFFECTIVENESS',
    articleTypes: ['MARKET_INSIGHT'],
    content: '<p>Words</p>',
    isPaidContent: false,
    status: 'DRAFT',
  })
  expect(inputMapper('UTC')(values, values)).toMatchObject({
    translationOf: 'c',
    language: 'de',
    status: 'DRAFT',
    publishAt: null,
  })
})
