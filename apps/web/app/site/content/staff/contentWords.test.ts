import { expect, test } from 'vitest'
import { contentFormatter, isPublic, shortenTitle, stateOf } from './contentWords.tsx'

test('shortens a title to 90 characters without splitting a character', () => {
  expect(shortenTitle('x'.repeat(90))).toBe('x'.repeat(90))
  expect(shortenTitle('x'.repeat(91))).toBe(`${'x'.repeat(90)}…`)
  expect(shortenTitle('🚢'.repeat(91))).toBe(`${'🚢'.repeat(90)}…`)
})

const at = (status: 'PUBLISHED' | 'DRAFT', shownFrom: string | null) => isPublic({ status, shownFrom }, Date.parse('2026-03-01'))

test('shows published content only once its publishing time has come', () => {
  expect(at('PUBLISHED', '2026-02-28T23:00:00.000Z')).toBe(true)
  expect(at('PUBLISHED', '2026-03-01T00:00:01.000Z')).toBe(false)
  expect(at('DRAFT', '2026-02-01T00:00:00.000Z')).toBe(false)
})

const stateAt = (shownFrom: string) => stateOf({ status: 'PUBLISHED', shownFrom }, Date.parse('2026-03-01'))

test('published content is scheduled until its publishing time', () => {
  expect([stateAt('2026-03-01T00:00:01.000Z'), stateAt('2026-02-28T23:00:00.000Z')]).toEqual(['SCHEDULED', 'PUBLISHED'])
  expect(stateOf({ status: 'IN_REVIEW', shownFrom: null })).toBe('IN_REVIEW')
})

test('the history shows values in words, and a body as its first words without the picture data', () => {
  const show = contentFormatter((english) => english, 'Europe/Berlin')
  expect(show('articleTypes', ['MARKET_INSIGHT', 'TRAINING_SESSION'])).toBe('Market Insight, Training Session')
  expect(show('isPaidContent', false)).toBe('FREE')
  expect(show('contentType', 'VIDEO')).toBe('Spotify Link')
  expect(show('publishAt', '2026-03-01T09:00:00.000Z')).toBe('01-03-2026 10:00')
  expect(show('content', '<h2>Ports</h2><p>Two <img src="data:image/png;base64,AAAA" alt="a"> of them</p>')).toBe(
    'Ports Two ▣ of them',
  )
})
