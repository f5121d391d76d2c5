// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { TimelineEntry } from '@tradewind/contract/kit/history'
import type { Role } from '@tradewind/contract/roles'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { FeaturesContext } from '#kit/feature'
import { Shell } from '#platform/shell/Shell'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { companyFeature } from '../company.feature.ts'
import { contactFeature } from '../contact.feature.ts'
import { meetingReportFeature } from '../meetingReport.feature.ts'
import { nextStepsFeature } from '../nextSteps.feature.ts'
import { recordFeature } from '../record.feature.ts'
import CompanyShow from './CompanyShow.tsx'

const many = (total: number, estimated = false) => ({ total, estimated })
const counts = {
  contact: many(167),
  meetingReport: many(0),
  summary: many(10_001, true),
  nextSteps: many(2),
  projectCompany: many(0),
}
const happening = (number: number, fields: Partial<TimelineEntry>): TimelineEntry => ({
  uniqueId: companyId(number),
  dateCreated: '2026-03-01T10:00:00.000Z',
  action: 'CREATED',
  kind: 'company',
  recordId: companyId(1),
  title: 'Company 1',
  excerpt: null,
  meeting: null,
  project: null,
  changes: null,
  byName: 'Anna Berg',
  ...fields,
})
const change = (number: number, before: string, after: string) =>
  happening(number, { action: 'CHANGED', changes: { address: { before, after } } })

const calls = {
  'GET /api/company/:uniqueId': () => sampleCompany(1),
  'GET /api/company/:uniqueId/counts': () => counts,
  'GET /api/timeline/:kind/:uniqueId': () =>
    listAnswer([
      change(12, 'Bremen', 'Kiel'),
      change(11, 'Ulm', 'Bremen'),
      happening(10, { kind: 'summary', recordId: companyId(5), excerpt: 'They want a sample.' }),
    ]),
  'GET /api/company/history/:uniqueId': () => listAnswer([]),
  'GET /api/contact/': () => listAnswer([]),
  'GET /api/meetingReport/': () => listAnswer([]),
  'GET /api/summary/': () => listAnswer([]),
} as const

const open = (search = '', role: Role = 'ROLE_TENANT_ADMIN') =>
  renderScreen(
    <FeaturesContext value={[companyFeature, recordFeature]}>
      <CompanyShow />
    </FeaturesContext>,
    { at: `/crm/company/show/${companyId(1)}${search}`, path: '/crm/company/show/:uniqueId', role },
  )
const tab = (name: string) => screen.findByRole('tab', { name })
const names = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)

test('a company’s related records are in tabs with their counts, and the open tab is in the address', async () => {
  const { inputsOf } = mockCalls(calls)
  const { user } = open()
  await tab('Contacts 167')
  expect(names('tab')).toEqual([
    'Overview',
    'Contacts 167',
    'Reports 0',
    'Summaries ≈ 10,001',
    'Tasks 2',
    'Projects 0',
    'History',
  ])
  expect(inputsOf('GET /api/company/:uniqueId/counts')).toEqual([{ uniqueId: companyId(1) }])
  expect(inputsOf('GET /api/contact/')).toEqual([])
  await user.click(await tab('Contacts 167'))
  expect(location.search).toBe('?tab=contacts')
  expect(await screen.findByText('No contacts yet')).toBeTruthy()
  expect(inputsOf('GET /api/contact/')).toMatchObject([{ companyId: companyId(1), sort: 'lastName' }])
})

test('the tab of tasks lists the open ones, the next due first, and those that are closed', async () => {
  const { inputsOf } = mockCalls({ ...calls, 'GET /api/nextSteps/': () => listAnswer([]) })
  const { user } = open('?tab=tasks&page=2&sort=-nextStepsStatus')
  await user.click(await screen.findByRole('radio', { name: 'Closed' }))
  expect(location.search).toBe('?tab=tasks&tasks=closed')
  expect(await screen.findByText('No closed tasks')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Open' }))
  expect(location.search).toBe('?tab=tasks')
  expect(await screen.findByText('No open tasks')).toBeTruthy()
  expect(inputsOf('GET /api/nextSteps/').slice(1)).toMatchObject([
    { companyUID: companyId(1), nextStepsStatus: 'CLOSED', sort: '-byWhen', page: '0' },
    { companyUID: companyId(1), nextStepsStatus: 'OPEN', sort: 'byWhen', page: '0' },
  ])
})

test('a tab opens by its address and by keyboard, and drops the paging of the previous list', async () => {
  mockCalls(calls)
  const { user } = open('?tab=contacts&page=1&sort=email')
  expect((await tab('Contacts 167')).getAttribute('aria-selected')).toBe('true')
  ;(await tab('Contacts 167')).focus()
  await user.keyboard('{ArrowRight}')
  expect(location.search).toBe('?tab=reports')
  expect(await screen.findByText('No meeting reports yet')).toBeTruthy()
  const main = within(await screen.findByRole('tabpanel'))
  expect(main.getByRole('link', { name: 'New Report' }).getAttribute('href')).toBe(`/crm/meeting/create?company=${companyId(1)}`)
})

test('the arrow keys open tabs all around, Home and End lead to the first and the last, and the open one names the panel', async () => {
  mockCalls(calls)
  const { user } = open('?tab=contacts')
  ;(await tab('Contacts 167')).focus()
  const reaches = async (key: string, focused: string, opened: string) => {
    await user.keyboard(`{${key}}`)
    const current = await tab(opened)
    expect(document.activeElement).toBe(await tab(focused))
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([current])
    expect(screen.getByRole('tabpanel', { name: opened }).id).toBe(current.getAttribute('aria-controls'))
  }
  await reaches('Home', 'Overview', 'Contacts 167')
  await reaches('ArrowLeft', 'History', 'History')
  await reaches('ArrowRight', 'Overview', 'Overview')
  await reaches('End', 'History', 'Overview')
})

test('does not show tabs whose list the user may not open, nor actions that they may not perform', async () => {
  mockCalls({ ...calls, 'GET /api/company/:uniqueId/counts': () => ({ ...counts, contact: null, meetingReport: null }) })
  open('?tab=contacts', 'ROLE_LEVEL1')
  await tab('Tasks 2')
  expect(names('tab')).toEqual(['Overview', 'Summaries ≈ 10,001', 'Tasks 2', 'Projects 0'])
  expect((await tab('Overview')).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('button', { name: 'Add Task' })).toBeTruthy()
  for (const name of ['New Report', 'New Contact', 'Edit']) expect(screen.queryByRole('link', { name })).toBeNull()
  for (const name of ['Add to Project', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a company that is deleted meanwhile, or that the user may no longer see, is not shown any longer', async () => {
  let isGone = false
  const find = () => (isGone ? throwFailure(new Failure(404, 'Not found', {})) : sampleCompany(1))
  mockCalls({ ...calls, 'GET /api/company/:uniqueId': find })
  const { client } = open()
  expect(await screen.findByRole('heading', { name: 'Company 1' })).toBeTruthy()
  isGone = true
  await client.invalidateQueries({ queryKey: ['company'] })
  expect((await screen.findByRole('alert')).textContent).toContain('Not found')
  expect(screen.queryByText('https://company1.example')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

test('talk is shown open, consecutive changes fold into one line that expands by field, and each can be shown alone', async () => {
  const { inputsOf } = mockCalls(calls)
  const { user } = open()
  expect(await screen.findByText('They want a sample.')).toBeTruthy()
  const fold = screen.getByRole('button', { name: '2 changes by Anna Berg, 01-03-2026' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText(/Kiel/)).toBeNull()
  await user.click(fold)
  expect((await screen.findByText(/Kiel/)).closest('li')?.textContent).toBe('Address: Bremen → Kiel')
  await user.click(screen.getByRole('radio', { name: 'Talk' }))
  expect(location.search).toBe('?timeline=talk')
  await waitFor(() => expect(inputsOf('GET /api/timeline/:kind/:uniqueId').at(-1)).toMatchObject({ part: 'talk', page: '0' }))
})

test('a company that was put into a project says into which one', async () => {
  const place = { kind: 'projectCompany', recordId: companyId(7), project: 'Nordic grid' }
  mockCalls({ ...calls, 'GET /api/timeline/:kind/:uniqueId': () => listAnswer([happening(13, place)]) })
  open()
  expect((await screen.findByText('Anna Berg added it to the project')).closest('li')?.textContent).toMatch(/^Nordic grid/)
})

const changed = (number: number, kind: string, changes: NonNullable<TimelineEntry['changes']>) =>
  happening(number, { action: 'CHANGED', kind, recordId: companyId(number), changes })

test('changes of tasks and of places in projects have the labels and formats of their fields', async () => {
  mockCalls({
    ...calls,
    'GET /api/timeline/:kind/:uniqueId': () =>
      listAnswer([
        changed(12, 'nextSteps', { byWhen: { before: '2026-03-01', after: '2026-04-15' } }),
        changed(11, 'projectCompany', {
          priority: { before: 'LOW', after: null },
          nextContact: { before: null, after: '2026-05-02' },
          isNextContactGiven: { before: false, after: true },
        }),
        changed(9, 'projectCompany', {
          companyId: { before: companyId(1), after: companyId(2) },
          companyName: { before: 'Company 1', after: 'Company 2' },
          lastContact: { before: '2026-01-05', after: null },
        }),
        changed(10, 'meetingReport', { eventType: { before: 'CALL', after: 'WEB_MEETING' } }),
      ]),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '4 changes by Anna Berg, 01-03-2026' }))
  await screen.findByText(/15-04-2026/)
  const lines = [...document.querySelectorAll('li li li')].map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'By When: 01-03-2026 → 15-04-2026',
    'Priority: Low → –',
    'Next Contact: – → 02-05-2026',
    'Company: Company 1 → Company 2',
    'Last Contact: 05-01-2026 → –',
    'Event Type: Call → Web Meeting',
  ])
})

test('the history says under which name a company was restored', async () => {
  mockCalls({
    ...calls,
    'GET /api/company/history/:uniqueId': () =>
      listAnswer([
        {
          uniqueId: companyId(20),
          dateCreated: '2026-03-01T10:00:00.000Z',
          action: 'RESTORED' as const,
          byName: 'Anna Berg',
          changes: { legalName: { before: 'Acme', after: 'Acme 2' } },
        },
      ]),
  })
  open('?tab=history')
  expect((await screen.findByText('Anna Berg restored it from the trash')).closest('li')?.textContent).toContain(
    'Legal Name: Acme → Acme 2',
  )
})

const project = (number: number) => ({
  uniqueId: companyId(number),
  name: `Project ${number}`,
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  createdBy: null,
  sharedWith: [],
  endDate: null,
  companies: 0,
  createdByName: null,
})

test('the field reports that a project already contains the company, until another project is chosen', async () => {
  const isThere = 'This company is already in the project'
  const { inputsOf } = mockCalls({
    ...calls,
    'GET /api/project/': () => listAnswer([project(7), project(8)]),
    'POST /api/projectCompany/': () => throwFailure(new Failure(409, isThere)),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add to Project' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByRole('combobox', { name: /Project/ })
  const choose = async (name: string) => {
    await user.click(field)
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Project 7')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getAllByText(isThere)).toHaveLength(2))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(inputsOf('GET /api/project/')).toMatchObject([{ attachable: 'true' }])
  expect(inputsOf('POST /api/projectCompany/')).toMatchObject([{ company: companyId(1), project: companyId(7), priority: null }])
  await choose('Project 8')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})

test('a task without a summary to create it from links to the meeting form', async () => {
  mockCalls(calls)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add Task' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('link', { name: 'New report with this task' })).getAttribute('href')).toBe(
    `/crm/meeting/create?company=${companyId(1)}&task=new`,
  )
})

test('the contacts in a tab can be edited in their cells, as in their list', async () => {
  const stamps = {
    uniqueId: companyId(3),
    dateCreated: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-01T10:00:00.000Z',
    createdBy: null,
  }
  const called = { firstName: 'Ada', lastName: 'Ahl', fullName: 'Ada Ahl', title: 'Buyer', contactRole: 'INFLUENCER' as const }
  const reached = { email: 'ada@nord.example', number: null, companyId: companyId(1), custom: {} }
  const ada = { ...stamps, ...called, ...reached, company: { uniqueId: companyId(1), legalName: 'Company 1' } } as never
  const { inputsOf } = mockCalls({
    ...calls,
    'GET /api/contact/': () => listAnswer([ada]),
    'PATCH /api/contact/': () => ada,
  })
  const { user } = open('?tab=contacts')
  await user.click(await screen.findByRole('button', { name: 'Edit Title of Ada Ahl' }))
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.clear(title)
  await user.type(title, 'Chief{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/contact/')).toMatchObject([{ uniqueId: companyId(3), title: 'Chief' }]))
})

const openInShell = () =>
  renderScreen(
    <FeaturesContext value={[companyFeature, contactFeature, nextStepsFeature, recordFeature]}>
      <Shell bell={null}>
        <CompanyShow />
      </Shell>
    </FeaturesContext>,
    { at: `/crm/company/show/${companyId(1)}`, path: '/crm/company/show/:uniqueId' },
  )

test('C, then K opens the form of a contact with the company of the page preset', async () => {
  mockCalls(calls)
  const { user, router } = openInShell()
  const main = within((await screen.findByRole('heading', { level: 1, name: 'Company 1' })).closest('main')!)
  await main.findByRole('link', { name: 'New Contact' })
  await user.keyboard('ck')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/crm/contact/create/${companyId(1)}`))
})

const loaded = Promise.withResolvers<{ default: () => React.ReactNode }>()
const LateForm = lazy(() => loaded.promise)
const LatePage = () => (useLocation().pathname === '/crm/meeting/create' ? <LateForm /> : <p>A company</p>)

test('what is typed after C, R while the form is loading arrives in its first field, in order', async () => {
  mockCalls(calls)
  const { user, router } = renderScreen(
    <FeaturesContext value={[meetingReportFeature]}>
      <Shell bell={null}>
        <Suspense>
          <LatePage />
        </Suspense>
      </Shell>
    </FeaturesContext>,
    { at: '/crm/company/show/1' },
  )
  await screen.findByText('A company')
  await user.keyboard('crNord c')
  await user.keyboard('r')
  loaded.resolve({ default: () => <input aria-label="Company" ref={(field) => field?.focus()} /> })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Nord cr'))
  await user.keyboard('?')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Nord cr?')
  expect(router.state.location.pathname).toBe('/crm/meeting/create')
})

test('C, then T adds a task for the company of the page; on other pages it opens the form', async () => {
  mockCalls(calls)
  const { user, router, close } = openInShell()
  const main = within((await screen.findByRole('heading', { level: 1, name: 'Company 1' })).closest('main')!)
  await main.findByRole('button', { name: 'Add Task' })
  await user.keyboard('ct')
  expect(await screen.findByRole('dialog', { name: 'Add Task' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/crm/company/show/${companyId(1)}`)
  close()
  const { router: elsewhere } = renderScreen(
    <FeaturesContext value={[nextStepsFeature]}>
      <Shell bell={null}>A report</Shell>
    </FeaturesContext>,
    { at: '/crm/meetingReport/show/7' },
  )
  await screen.findByText('A report')
  await user.keyboard('ct')
  await waitFor(() => expect(elsewhere.state.location.pathname).toBe('/crm/nextSteps/create'))
})
