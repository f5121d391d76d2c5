// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '#ui/values/dates'
import { mockCalls } from '../../test/answers.ts'
import { renderScreen } from '../../test/visit.tsx'
import Analytics from './Analytics.tsx'

test('the last thirty days end today in the tenant’s time zone, by whose days views are counted', async () => {
  localStorage.setItem('choices', JSON.stringify({ timeZone: 'Pacific/Pago_Pago', tenantTimeZone: 'Pacific/Kiritimati' }))
  const { inputsOf } = mockCalls({ 'GET /api/analytics/pageViews': () => ({ total: 0, days: [], patterns: [] }) })
  renderScreen(<Analytics />)
  await waitFor(() => expect(inputsOf('GET /api/analytics/pageViews')).toMatchObject([{ dateTo: today('Pacific/Kiritimati') }]))
})
