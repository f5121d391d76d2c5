// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { expect, test } from 'vitest'
import { FeaturesContext } from '#kit/feature'
import { mockCalls } from '../../../test/answers.ts'
import { companyId, sampleTime } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { features } from '../../features.ts'
import { FullSummary } from './FullSummary.tsx'

const summary = {
  uniqueId: companyId(7),
  text: '<p>They want a sample.</p>',
  plainText: 'They want a sample.',
  meetingDate: '2026-03-10',
  meetingReport: { uniqueId: companyId(8), createdBy: companyId(9) },
  company: { uniqueId: companyId(1), legalName: 'Fjord AS' },
  country: 'Norway',
  createdByName: 'Ada Sud',
  dateCreated: sampleTime,
  sharedWith: [],
  sharedWithProjects: [],
} as unknown as Summary

const open = (role: 'ROLE_TENANT_ADMIN' | 'ROLE_LEVEL1') => {
  mockCalls({ 'GET /api/summary/:uniqueId': () => summary })
  return renderScreen(
    <FeaturesContext value={features}>
      <FullSummary uniqueId={summary.uniqueId} onClose={() => {}} />
    </FeaturesContext>,
    { at: '/crm/summary', path: '/crm/summary', role },
  )
}
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('a summary that is read in full leads on: to a task from it, to its report, and to its company', async () => {
  open('ROLE_TENANT_ADMIN')
  await screen.findByText('They want a sample.')
  expect(links()).toEqual([
    ['Add Task', `/crm/nextSteps/create?summary=${summary.uniqueId}`],
    ['Meeting report', `/crm/meetingReport/show/${companyId(8)}`],
    ['Fjord AS', `/crm/company/show/${companyId(1)}`],
  ])
})

test('who sees neither reports nor companies is led to the task alone', async () => {
  open('ROLE_LEVEL1')
  await screen.findByText('They want a sample.')
  expect(links()).toEqual([['Add Task', `/crm/nextSteps/create?summary=${summary.uniqueId}`]])
})
