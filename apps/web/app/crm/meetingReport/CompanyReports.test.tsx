// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleContact } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import CompanyReports from './CompanyReports.tsx'

const [ada, eva] = [sampleContact(1, { fullName: 'Ada Berg' }), sampleContact(2, { fullName: 'Eva Lund' })]
const uniqueId = '00000000-0000-4000-8000-000000000007'
const open = (search = '', reports: MeetingReport[] = [], role?: Role) => {
  const calls = mockCalls({
    'GET /api/company/:uniqueId': () => ({ uniqueId, legalName: 'Bergwald' }) as never,
    'GET /api/meetingReport/': () => listAnswer(reports),
    'GET /api/contact/fetchAllByCompany/:companyId': () => listAnswer([eva]),
    'PATCH /api/meetingReport/': () => reports[0]!,
  })
  const path = '/crm/meetingReport/company/:uniqueId'
  const at = path.replace(':uniqueId', uniqueId) + search
  return { ...calls, ...renderScreen(<CompanyReports />, { at, path, ...(role && { role }) }) }
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

test('a company that does not exist, or whose address was cut off, is not found; it has no empty list of reports', async () => {
  for (const [id, failure] of [
    ['no-id', new Failure(422, 'Record not found', { uniqueId: 'This is not an id' })],
    [uniqueId, new Failure(404, 'Record not found')],
  ] as const) {
    mockCalls({
      'GET /api/company/:uniqueId': () => throwFailure(failure),
      'GET /api/meetingReport/': () =>
        id === 'no-id'
          ? throwFailure(new Failure(422, 'Please check the form', { companyUID: 'This is not an id' }))
          : listAnswer([]),
    })
    const at = `/crm/meetingReport/company/${id}`
    const { unmount } = renderScreen(<CompanyReports />, { at, path: '/crm/meetingReport/company/:uniqueId' })
    expect(await screen.findByText('Record not found')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Companies' }).getAttribute('href')).toBe('/crm/company/list')
    expect(screen.queryByText('This is not an id')).toBeNull()
    unmount()
  }
})

const report: MeetingReport = {
  uniqueId: companyId(20),
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  createdBy: myUserId,
  createdByName: 'Kim Berg',
  date: '2026-03-09',
  eventType: 'CALL',
  companyUID: uniqueId,
  company: { uniqueId, legalName: 'Bergwald', country: 'Norway' },
  attendees: [{ uniqueId: ada.uniqueId, fullName: 'Ada Berg', title: 'Buyer', email: null }],
  summaries: 0,
  custom: {},
}
const editOf = (field: string) => screen.findByRole('button', { name: `Edit ${field} of Bergwald, 09\u201103\u20112026` })

test('a company’s reports are edited in their rows; attendees are chosen among the contacts of the company', async () => {
  const { user, inputsOf } = open('', [report])
  expect(await editOf('Date')).toBeTruthy()
  expect(await editOf('Event Type')).toBeTruthy()
  await user.click(await editOf('Attendees'))
  await user.type(await screen.findByRole('combobox', { name: 'Attendees' }), 'Eva')
  await user.click(await screen.findByRole('option', { name: 'Eva Lund' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(inputsOf('PATCH /api/meetingReport/')).toEqual([
      { uniqueId: report.uniqueId, attendees: [ada.uniqueId, eva.uniqueId], updatedAt: report.updatedAt },
    ]),
  )
  expect(inputsOf('GET /api/contact/fetchAllByCompany/:companyId')[0]).toMatchObject({ companyId: uniqueId })
})

test('members who see no contacts may edit a report, but not its attendees', async () => {
  open('', [report], 'ROLE_STARTER')
  expect(await editOf('Date')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Edit Attendees/ })).toBeNull()
})
