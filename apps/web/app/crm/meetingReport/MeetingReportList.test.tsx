// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
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
