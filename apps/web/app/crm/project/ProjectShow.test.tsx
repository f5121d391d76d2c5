// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { FeaturesContext } from '#kit/feature'
import { Shell } from '#platform/shell/Shell'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleProject, sampleProjectCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { meetingReportFeature } from '../meetingReport.feature.ts'
import ProjectShow from './ProjectShow.tsx'

const project = sampleProject()
const projectId = project.uniqueId
const projectCompany = sampleProjectCompany(1, {
  company: { uniqueId: companyId(101), legalName: 'Bergwald', country: 'Norway', website: '' },
})

const open = (role: Role = 'ROLE_TENANT_ADMIN', companies = [projectCompany], search = '') => {
  const calls = mockCalls({
    'GET /api/project/:uniqueId': () => ({ ...project, companies: companies.length }),
    'GET /api/projectCompany/project/:projectId': () => listAnswer(companies),
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/contact/fetchAllByCompany/:companyId': () => listAnswer([]),
    'GET /api/timeline/:kind/:uniqueId': () => listAnswer([]),
    'GET /api/project/history/:uniqueId': () => listAnswer([]),
    'POST /api/projectCompany/export': () => ({ url: '/api/projectCompany/export/ticket' }),
  })
  const screenOfProject = renderScreen(
    <FeaturesContext value={[meetingReportFeature]}>
      <Shell bell={null}>
        <ProjectShow />
      </Shell>
    </FeaturesContext>,
    { at: `/crm/project/show/${projectId}${search}`, path: '/crm/project/show/:uniqueId', role },
  )
  return { ...calls, ...screenOfProject }
}
const head = async () => within((await screen.findByRole('heading', { level: 1, name: 'Harbour' })).closest('header')!)
const hrefOf = (element: HTMLElement) => element.getAttribute('href')
const filledIn = (page: HTMLElement) =>
  [...page.querySelectorAll('#main :is(a, button)[data-variant="filled"]')].map(({ textContent }) => textContent)

test('New Report is the only filled action of a project’s page, and presets the project; Edit and Delete are icons', async () => {
  const { container } = open()
  const actions = await head()
  expect(hrefOf(await actions.findByRole('link', { name: 'New Report' }))).toBe(`/crm/meeting/create?project=${projectId}`)
  expect(hrefOf(actions.getByRole('link', { name: 'Summaries of the project' }))).toBe(`/crm/projectSummaries/${projectId}`)
  expect(hrefOf(actions.getByRole('link', { name: 'Edit' }))).toBe(`/crm/project/edit/${projectId}`)
  expect(actions.getByRole('button', { name: 'Delete' }).textContent).toBe('')
  expect(filledIn(container)).toEqual(['New Report'])
})

test('in an empty project New Report is the only filled action, too', async () => {
  const { container } = open('ROLE_TENANT_ADMIN', [])
  expect(await screen.findByText('No companies in this project yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Company to Project' })).toBeTruthy()
  expect(filledIn(container)).toEqual(['New Report'])
})

test('levels that write no reports are not offered one', async () => {
  open('ROLE_LEVEL2')
  expect(await (await head()).findByRole('link', { name: 'Summaries of the project' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New Report' })).toBeNull()
})

test('C, then R opens the meeting form with the project of the page preset', async () => {
  const { user, router } = open()
  await (await head()).findByRole('link', { name: 'New Report' })
  await user.keyboard('cr')
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/meeting/create'))
  expect(router.state.location.search).toBe(`?project=${projectId}`)
})

test('the menu of a project’s company leads to the meeting form with project and company, and to the form of a report alone', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for Bergwald' }))
  expect(hrefOf(await screen.findByRole('menuitem', { name: 'New Report for the project' }))).toBe(
    `/crm/meeting/create?project=${projectId}&company=${companyId(101)}`,
  )
  expect(hrefOf(screen.getByRole('menuitem', { name: 'Create Report' }))).toBe(`/crm/meetingReport/create/${companyId(101)}`)
})

test('the companies of a project are exported as they are listed, by those who may export them', async () => {
  const { user, inputsOf, unmount } = open('ROLE_TENANT_ADMIN', [projectCompany], '?where=priority:is:HIGH&sort=-country')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Comma-separated text (CSV)' }))
  const input = { projectId, where: ['priority:is:HIGH'], sort: '-country', format: 'csv' }
  await waitFor(() => expect(inputsOf('POST /api/projectCompany/export')).toEqual([input]))
  unmount()
  open('ROLE_LEVEL2')
  await screen.findByRole('button', { name: 'Actions for Bergwald' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('what is typed into the main contact before its field is there reaches the field', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Main Contact of Bergwald: N/A' }))
  for (const key of 'Ida') fireEvent.keyDown(document.activeElement!, { key })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Main Contact' }).value).toBe('Ida'))
})
