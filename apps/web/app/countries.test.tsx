// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { companyFeature } from '#crm/company.feature'
import CompanyDuplicates from '#crm/company/CompanyDuplicates'
import CompanyList from '#crm/company/CompanyList'
import Dashboard from '#crm/dashboard/Dashboard'
import { KpiCard } from '#crm/dashboard/KpiCard'
import CompanyReports from '#crm/meetingReport/CompanyReports'
import { Board } from '#crm/project/Board'
import ProjectEvents from '#crm/project/ProjectEvents'
import { useProjectColumns } from '#crm/project/useProjectColumns'
import { TimelineChanges } from '#crm/TimelineChanges'
import { FeaturesContext } from '#kit/feature'
import { showIn } from '#operations/audit.labels'
import { SearchLayer } from '#operations/LateParts'
import { openLayer } from '#platform/shell/TopBar'
import { UserFacts } from '#platform/user/UserFacts'
import { LeadFacts } from '#site/lead/LeadFacts'
import { Countries } from '#trust/results/Charts'
import { useFields } from '#ui/entity/useFields'
import { Rows } from '#ui/list/Rows'
import { Facts } from '#ui/record/DetailPage'
import { listAnswer, mockCalls } from '../test/answers.ts'
import { companyId, sampleCompany, sampleProject, sampleProjectCompany, sampleTime, sampleUser } from '../test/samples.ts'
import { renderScreen } from '../test/visit.tsx'

/** As the server sends them: texts by their English, names of countries among them. */
const german = { language: 'de', texts: { Norway: 'Norwegen', Italy: 'Italien' } } as const

const open = (shown: ReactNode, at = '/crm/dashboard') => renderScreen(shown, { wording: german, at })

const expectGerman = async () => {
  expect((await screen.findAllByText(/Norwegen/)).length).toBeGreaterThan(0)
  expect(document.body.textContent).not.toContain('Norway')
}

test('the list of companies, and the conditions in its address', async () => {
  mockCalls({
    'GET /api/company/': () => listAnswer([sampleCompany(1)]),
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/view/': () => listAnswer([]),
  })
  open(<CompanyList />, '/crm/company/list?where=country:is:NO,IT')
  await expectGerman()
  expect(await screen.findByRole('button', { name: 'Filter: Country is Norwegen, Italien' })).toBeTruthy()
})

const CompanyFacts = () => {
  const { facts } = useFields(companyFields)
  return <Facts facts={facts(sampleCompany(1))} />
}

test('the facts of a record, and its changes in the timeline and the audit trail', async () => {
  open(
    <>
      <CompanyFacts />
      <TimelineChanges kind="company" changes={{ country: { before: 'IT', after: 'NO' } }} />
    </>,
  )
  await expectGerman()
  expect(screen.getByText('Italien')).toBeTruthy()
  const show = showIn((english) => (german.texts as Record<string, string>)[english] ?? english)
  expect([show('country', 'NO'), show('allowedCountries', ['NO', 'Italy'])]).toEqual(['Norwegen', 'Norwegen, Italien'])
})

const report: MeetingReport = {
  uniqueId: companyId(20),
  dateCreated: sampleTime,
  updatedAt: sampleTime,
  createdBy: null,
  createdByName: null,
  date: '2026-03-09',
  eventType: 'CALL',
  companyUID: companyId(1),
  company: { uniqueId: companyId(1), legalName: 'Bergwald', country: 'Norway' },
  attendees: [],
  summaries: 0,
  custom: {},
}

test('reports, which show the country of their company', async () => {
  mockCalls({
    'GET /api/company/:uniqueId': () => sampleCompany(1),
    'GET /api/meetingReport/': () => listAnswer([report]),
  })
  renderScreen(<CompanyReports />, {
    wording: german,
    at: `/crm/meetingReport/company/${companyId(1)}`,
    path: '/crm/meetingReport/company/:uniqueId',
  })
  await expectGerman()
})

const card = { ...sampleProjectCompany(1, { priority: 'HIGH' }), counts: { contacts: 2, reports: 1, openTasks: 0 } }

const ProjectTable = () => <Rows label="Companies" rows={[sampleProjectCompany(1)]} columns={useProjectColumns()} />

test.each([
  ['board', <Board key="board" project={sampleProject()} fields={projectCompanyFields} />],
  ['table', <ProjectTable key="table" />],
  ['list of all', <ProjectEvents key="list" />],
])('companies of a project: the %s', async (_, shown) => {
  mockCalls({
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/view/': () => listAnswer([]),
    'GET /api/projectCompany/': () => listAnswer([card]),
    'GET /api/projectCompany/project/:projectId': ({ priority }) => listAnswer(priority === 'HIGH' ? [card] : []),
  })
  open(shown)
  await expectGerman()
})

test('the numbers of reports by country', async () => {
  const row = { country: 'Norway' as const, code: 'NO' as const, totalReportsCreated: 3, latestReportDate: null }
  mockCalls({
    'GET /api/dashboard/reportsKpi': () => ({
      data: [row],
      totalElements: 1,
      totalPages: 1,
      totalReports: 3,
      previousReports: 0,
    }),
  })
  open(<KpiCard />, '/crm/dashboard?filterType=COUNTRY')
  await expectGerman()
})

test('home: markets, their map and table, and the newest companies', async () => {
  mockCalls({
    'GET /api/auth/account': () => ({ fullName: 'Kim Berg' }) as never,
    'GET /api/home/': () => listAnswer([]),
    'GET /api/company/': () => listAnswer([sampleCompany(1)]),
    'GET /api/dashboard/countries': () => listAnswer([{ code: 'NO', country: 'Norway', companies: 2, reports: 1, projects: 0 }]),
  })
  open(<Dashboard />)
  const table = within(await screen.findByRole('table', { hidden: true }))
  expect(table.getByText('Norwegen')).toBeTruthy()
  expect(await screen.findByText('Norwegen: 2')).toBeTruthy()
  await expectGerman()
})

test('duplicates', async () => {
  const group = { reasons: ['name' as const], count: 2, records: [sampleCompany(1), sampleCompany(2)] }
  mockCalls({ 'GET /api/company/duplicates': () => listAnswer([group]) })
  open(<CompanyDuplicates />)
  await expectGerman()
})

test('companies that a search of everything found', async () => {
  const hits = [{ uniqueId: companyId(1), title: 'Bergwald', detail: 'Norway' }]
  mockCalls({ 'GET /api/search/': () => listAnswer([{ kind: 'company', total: 1, totalEstimated: false, hits }]) })
  openLayer('search')
  const { user } = open(
    <FeaturesContext value={[companyFeature]}>
      <SearchLayer />
    </FeaturesContext>,
  )
  await user.type(await within(await screen.findByRole('dialog')).findByRole('combobox'), 'berg')
  await expectGerman()
  act(() => openLayer(null))
})

const lead = {
  uniqueId: companyId(1),
  dateCreated: sampleTime,
  source: 'ENQUIRY',
  title: '',
  firstName: 'Ada',
  lastName: 'Berg',
  email: 'ada@berg.example',
  contactNumber: '',
  country: 'Norway',
  registeredUser: false,
  services: [],
  targetCountry: 'Italy',
  deliveryPeriod: null,
  consent: null,
  company: null,
  contact: null,
} as unknown as Lead

test('leads, users and the answers to surveys', async () => {
  open(
    <>
      <LeadFacts lead={lead} />
      <UserFacts
        user={sampleUser(1, { adminRole: 'ROLE_LEVEL3', allowedCountries: ['Norway', 'Italy'], userCompanyCountry: 'Italy' })}
      />
      <Countries
        countries={[
          { country: 'Norway', answers: 2, score: 4 },
          { country: null, answers: 1, score: 3 },
        ]}
      />
    </>,
  )
  await expectGerman()
  expect(screen.getByText('Norwegen, Italien')).toBeTruthy()
  expect(document.body.textContent).not.toContain('Italy')
})
