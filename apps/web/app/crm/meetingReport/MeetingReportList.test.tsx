// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { companyFeature } from '#crm/company.feature'
import { FeaturesContext } from '#kit/feature'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import MeetingReportList from './MeetingReportList.tsx'

test('without reports, a member whose plan has none is led to the plans that do', async () => {
  mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/meetingReport/': () => listAnswer([]),
  })
  renderScreen(<MeetingReportList />, { role: 'ROLE_STARTER', at: '/user/meetingReport/list' })
  await screen.findByText('A report is about a company. Companies and reports are included in the plan Basic and above.')
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/pricing')
})

test('the company of a report is a link to its page', async () => {
  const { uniqueId, legalName, country, ...stamps } = sampleCompany(1)
  const report = {
    ...stamps,
    uniqueId: companyId(9),
    date: '2026-03-01',
    eventType: 'CALL',
    attendees: [],
    company: { uniqueId, legalName, country },
  }
  mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/meetingReport/': () => listAnswer([report as never]),
  })
  renderScreen(
    <FeaturesContext value={[companyFeature]}>
      <MeetingReportList />
    </FeaturesContext>,
    { at: '/crm/meetingReport/list' },
  )
  const link = await screen.findByRole('link', { name: 'Company 1' })
  expect(link.getAttribute('href')).toBe(`/crm/company/show/${companyId(1)}`)
})
