import { expect, test } from 'vitest'
import { changeType, emptyValues, inputMapper, statusAfter } from './ContentForm.tsx'

test('a body and a link stand aside for each other, and come back', () => {
  const asText = { contentType: 'TEXT' as const, content: '<p>Words</p>', aside: '' }
  const asVideo = { ...asText, ...changeType(asText, 'VIDEO'), content: 'https://youtu.be/x' }
  expect(asVideo).toEqual({ contentType: 'VIDEO', content: 'https://youtu.be/x', aside: '<p>Words</p>' })
  expect({ ...asVideo, ...changeType(asVideo, 'AUDIO') }).toEqual({ ...asVideo, contentType: 'AUDIO' })
  expect(changeType(asVideo, 'TEXT')).toEqual({ contentType: 'TEXT', content: '<p>Words</p>', aside: 'https://youtu.be/x' })
})

test('who may not publish hands in, or keeps a draft', () => {
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

test('what is sent has no status that nobody chose, a moment of the own zone, and nothing of what stands aside', () => {
  const sent = inputMapper('Europe/Berlin')
  const values = { ...emptyValues, seoText: '<p>Left over</p>', aside: 'https://youtu.be/x', publishAt: '2026-07-01T09:00' }
  expect(sent(values, values)).toMatchObject({ seoText: '', publishAt: '2026-07-01T07:00:00.000Z' })
  expect(Object.keys(sent(values, values))).not.toEqual(expect.arrayContaining(['aside']))
  expect(sent({ publishAt: '' }, values)).toEqual({ publishAt: null })
  expect(sent({ publishAt: '2026-07-01T' }, values)).toEqual({ publishAt: '2026-07-01T' })
  expect('status' in sent(values, values)).toBe(false)
})

test('a translation is sent by its id, and nothing where it is unlinked', () => {
  const sent = inputMapper('Europe/Berlin')
  expect(sent({ translationOf: { uniqueId: 'c', title: 'Fairs' } }, emptyValues)).toEqual({ translationOf: 'c' })
  expect(sent({ translationOf: null }, emptyValues)).toEqual({ translationOf: null })
  expect(sent({ title: 'Fairs' }, emptyValues)).toEqual({ title: 'Fairs' })
})
