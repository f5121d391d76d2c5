// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FeaturesContext } from '#kit/feature'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { recordFeature } from '../record.feature.ts'
import ContactShow from './ContactShow.tsx'

const { uniqueId: _, ...stamps } = sampleCompany(1)
const ada = { ...stamps, uniqueId: companyId(3), fullName: 'Ada Ahl', email: null, number: null, company: sampleCompany(1) }
const none = { total: 0, estimated: false }

test('a contact’s page leads on to a report, another contact of the company, a task and a project', async () => {
  mockCalls({
    'GET /api/contact/:uniqueId': () => ada as never,
    'GET /api/contact/:uniqueId/counts': () => ({ meetingReport: none, summary: none, nextSteps: none, projectCompany: none }),
    'GET /api/contact/merged/:uniqueId': () => listAnswer([]),
    'GET /api/timeline/:kind/:uniqueId': () => listAnswer([]),
    'GET /api/meetingReport/': () => listAnswer([]),
    'GET /api/customField/': () => listAnswer([]),
  })
  renderScreen(
    <FeaturesContext value={[recordFeature]}>
      <ContactShow />
    </FeaturesContext>,
    { at: `/crm/contact/show/${companyId(3)}`, path: '/crm/contact/show/:uniqueId' },
  )
  const next = await screen.findByRole('link', { name: 'New Contact' })
  expect(next.getAttribute('href')).toBe(`/crm/contact/create/${companyId(1)}`)
  const page = within(next.closest('main')!)
  expect(page.getByRole('link', { name: 'New Report' }).getAttribute('href')).toBe(`/crm/meeting/create?contact=${companyId(3)}`)
  for (const name of ['Add Task', 'Add to Project']) expect(page.getByRole('button', { name })).toBeTruthy()
})
