import { expect, test } from 'vitest'
import { responseRate, reviewerName } from '#site/partners/company.figures'
import { companyJsonLd } from '#site/partners/PartnerCards'

const rate = (answered: number, sent: number, language = 'en') =>
  responseRate({ totalReviewsSent: sent, totalAnsweredReviews: answered }, language)

test('rounds the response rate half up, and shows neither all if an answer is missing nor none if there is one', () => {
  expect([rate(0, 0), rate(0, 7), rate(7, 7)]).toEqual([null, '0%', '100%'])
  expect([rate(2, 3), rate(29, 100), rate(58, 100)]).toEqual(['67%', '29%', '58%'])
  expect([rate(1, 8), rate(123, 200), rate(1999, 2000)]).toEqual(['13%', '62%', '99.9%'])
  expect([rate(1, 1000), rate(999, 1000), rate(99_999, 100_000)]).toEqual(['0.1%', '99.9%', '99.9%'])
  expect([rate(1, 1001), rate(1, 1_000_000)]).toEqual(['<0.1%', '<0.1%'])
  expect(rate(1, 1000, 'de')).toBe('0,1\u00a0%')
})

test('shows a reviewer publicly by first name and initial', () => {
  expect(reviewerName({ firstName: 'Anna', lastName: 'Brügge' })).toBe('Anna B.')
  expect(reviewerName({ firstName: 'Émile', lastName: 'é' })).toBe('Émile É.')
  expect(reviewerName({ firstName: 'Madonna', lastName: '' })).toBe('Madonna')
})

const acme = { uniqueId: 'a', companyName: 'Acme', brandLogoUID: null, score: 3.956, totalReviews: 3 }

test('the JSON-LD of a company has its rating as the page shows it', () => {
  expect(companyJsonLd('https://x.test', acme)).toEqual({
    '@type': 'Organization',
    name: 'Acme',
    url: 'https://x.test/company/a',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 3, bestRating: 5, worstRating: 0.5 },
  })
})

test('the JSON-LD of a company without answers has no rating', () => {
  const about = companyJsonLd('https://x.test', { ...acme, brandLogoUID: 'l', score: 0, totalReviews: 0 })
  expect(about).toEqual({
    '@type': 'Organization',
    name: 'Acme',
    url: 'https://x.test/company/a',
    logo: 'https://x.test/api/document/l',
  })
})
