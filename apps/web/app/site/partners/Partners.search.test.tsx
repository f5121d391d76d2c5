// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Partners from './Partners.tsx'

const card = {
  companyId: '00000000-0000-4000-8000-000000000009',
  companyName: 'Fjordlys Seafood',
  brandLogoUID: null,
  score: 3.6,
  scoreBreakdown: { totalReviews: 40 },
  isPartner: true,
  country: 'NO',
  countryName: 'Norway',
}
const open = (at: string) => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  return renderScreen(<Partners />, { at, path: '/xareview', loaderData: { cards: [card], total: 1, countries: [] } })
}

test('what was found has a link to all companies beside its count', () => {
  open('/xareview?companyName=fjord&lang=de')
  expect(screen.getByRole('link', { name: 'Show all companies' }).getAttribute('href')).toBe('/xareview?lang=de')
})

test('the whole list has none', () => {
  open('/xareview')
  expect(screen.queryByRole('link', { name: 'Show all companies' })).toBeNull()
})

test('a search opens the list of what matches, in the same language', async () => {
  const { user } = open('/xareview?companyName=fjord&page=2&lang=de')
  const field = screen.getByRole('searchbox', { name: 'Company name' })
  await user.clear(field)
  await user.type(field, 'nordlys{Enter}')
  await expect.poll(() => location.search).toBe('?lang=de&companyName=nordlys&industry=')
})
