// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import CompanyDuplicates from '#crm/company/CompanyDuplicates'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'

test('a page without duplicates says how to merge others, and leads back to the list', async () => {
  mockCalls({ 'GET /api/company/duplicates': () => listAnswer([]) })
  renderScreen(<CompanyDuplicates />, { at: '/crm/company/duplicates', path: '/crm/company/duplicates' })
  const back = await screen.findByRole('link', { name: 'Back to the list' })
  expect(back.getAttribute('href')).toBe('/crm/company/list')
  expect(screen.getByText(/select them in the list and choose Merge/)).toBeTruthy()
})
