// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { KpiCard } from './KpiCard.tsx'

test('the number of a company leads to the reports of that company, not of all with such a name', async () => {
  const companyUID = '00000000-0000-4000-8000-000000000007'
  const row = { companyUID, companyName: 'Müller AG', country: 'Germany', totalReportsCreated: 3, latestReportDate: null }
  mockCalls({
    'GET /api/dashboard/reportsKpi': () => ({
      data: [row],
      totalElements: 1,
      totalPages: 1,
      totalReports: 3,
      previousReports: 0,
    }),
  })
  renderScreen(<KpiCard />, { at: '/crm/dashboard?filterType=COMPANY&dateFrom=2026-01-01&dateTo=2026-01-31' })
  const link = await screen.findByRole('link', { name: '3' })
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, location.href)
  expect(pathname).toBe(`/crm/meetingReport/company/${companyUID}`)
  expect(searchParams.getAll('where')).toEqual(['dateCreated:between:2026-01-01,2026-01-31'])
})

test('what is counted changes as soon as it is chosen, as the period does', async () => {
  const none = { data: [], totalElements: 0, totalPages: 0, totalReports: 0, previousReports: 0 }
  const { inputsOf } = mockCalls({ 'GET /api/dashboard/reportsKpi': () => none })
  const { user } = renderScreen(<KpiCard />, { at: '/crm/dashboard' })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Aggregation Type' }), 'Companies')
  await waitFor(() => expect(inputsOf('GET /api/dashboard/reportsKpi').at(-1)).toMatchObject({ filterType: 'COMPANY' }))
})
