// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import CompanyReports from './CompanyReports.tsx'

const uniqueId = '00000000-0000-4000-8000-000000000007'
const open = (search = '') => {
  const calls = mockCalls({
    'GET /api/company/:uniqueId': () => ({ uniqueId, legalName: 'Bergwald' }) as never,
    'GET /api/meetingReport/': () => listAnswer([]),
  })
  const path = '/crm/meetingReport/company/:uniqueId'
  return { ...calls, ...renderScreen(<CompanyReports />, { at: path.replace(':uniqueId', uniqueId) + search, path }) }
}

test('the reports of a company are those that match the conditions in the address, until these are cleared', async () => {
  const { inputsOf, user } = open('?where=dateCreated:between:2026-01-01,2026-01-31')
  expect(await screen.findByText(/is between 01-01-2026 – 31-01-2026/)).toBeTruthy()
  const within = { companyUID: uniqueId, where: 'dateCreated:between:2026-01-01,2026-01-31' }
  expect(inputsOf('GET /api/meetingReport/').every((input) => 'where' in input)).toBe(true)
  expect(inputsOf('GET /api/meetingReport/')[0]).toMatchObject(within)
  expect(screen.queryByText('No meeting reports yet')).toBeNull()
  await user.click(await screen.findByRole('button', { name: /^Clear/ }))
  await waitFor(() => expect(screen.getByText('No meeting reports yet')).toBeTruthy())
})

test('without conditions the page has no filters', async () => {
  open()
  expect(await screen.findByText('No meeting reports yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /filter/i })).toBeNull()
})
