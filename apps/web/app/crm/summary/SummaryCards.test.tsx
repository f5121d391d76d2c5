// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { FeaturesContext } from '#kit/feature'
import { Shell } from '#platform/shell/Shell'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, sampleTime } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { nextStepsFeature } from '../nextSteps.feature.ts'
import CompanySummaries from './CompanySummaries.tsx'
import ProjectSummaries from './ProjectSummaries.tsx'
import { SelectableSummaries } from './SelectableSummaries.tsx'
import { SummaryCards } from './SummaryCards.tsx'

const sampleSummary = (number: number, plainText: string) =>
  ({
    uniqueId: companyId(number),
    text: `<p>${plainText}</p>`,
    plainText,
    meetingDate: '2026-03-10',
    meetingReport: { uniqueId: companyId(8), createdBy: companyId(9) },
    company: { uniqueId: companyId(1), legalName: 'Fjord AS' },
    country: 'Norway',
    createdByName: 'Ada Sud',
    dateCreated: sampleTime,
    sharedWith: [],
    sharedWithProjects: [],
    openSteps: 0,
  }) as unknown as Summary

test('on the page of a report, C, then T adds a task to its newest summary', async () => {
  const { inputsOf } = mockCalls({
    'POST /api/nextSteps/': () => ({ uniqueId: companyId(5) }) as never,
    'GET /api/summary/': () => listAnswer([sampleSummary(7, 'They want a sample.'), sampleSummary(6, 'They call back.')]),
  })
  const { user } = renderScreen(
    <FeaturesContext value={[nextStepsFeature]}>
      <Shell bell={null}>
        <SummaryCards query={{ meetingReportUID: companyId(8) }} ofReport empty={null} />
      </Shell>
    </FeaturesContext>,
    { at: `/crm/meetingReport/show/${companyId(8)}`, path: '/crm/meetingReport/show/:uniqueId' },
  )
  await screen.findByText('They call back.')
  await user.keyboard('ct')
  await user.type(await screen.findByRole('textbox', { name: /Todo/ }), 'Send it')
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('POST /api/nextSteps/')).toMatchObject([{ todo: 'Send it', summaryUID: companyId(7) }]))
})

const openSelectable = (query: Record<string, string>, role: Role = 'ROLE_TENANT_ADMIN') => {
  const rows = [sampleSummary(7, 'They want a sample.'), sampleSummary(6, 'They call back.')]
  const { inputsOf } = mockCalls({
    'GET /api/summary/': () => listAnswer([...rows], 30),
    'POST /api/trash/belonging': () => listAnswer([]),
    'DELETE /api/summary/bulk': () => ({
      total: 30,
      changes: 30,
      same: 0,
      refused: 0,
      refusedExamples: [],
      belonging: [],
      operation: null,
    }),
    'DELETE /api/summary/:uniqueId': () => rows.shift()!,
  })
  return { inputsOf, ...renderScreen(<SummaryCards query={query} List={SelectableSummaries} empty={null} />, { role }) }
}

test('selected summaries, or all that match, can be shared and deleted', async () => {
  const { user, inputsOf } = openSelectable({ company: 'Fjord' })
  await user.click((await screen.findAllByRole('checkbox', { name: /^Select Fjord AS/ }))[0]!)
  expect(screen.getAllByText('Norway')).toHaveLength(2)
  expect(await screen.findByRole('button', { name: 'Share summaries…' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Select all 30 that match' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText(/30 will be deleted/)
  await user.click(screen.getByRole('button', { name: 'Yes, Delete All!' }))
  const matching = { company: 'Fjord' }
  await waitFor(() =>
    expect(inputsOf('DELETE /api/summary/bulk')).toEqual([{ matching, dryRun: true }, { matching: { ...matching, count: 30 } }]),
  )
})

test('Clear returns the focus to the first card that was selected, and a deleted card leaves it to the one in its place', async () => {
  const { user } = openSelectable({})
  const [first, second] = await screen.findAllByRole('checkbox', { name: /^Select Fjord AS/ })
  await user.click(second!)
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(document.activeElement).toBe(second)
  await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0]!)
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Delete Summary' })).toHaveProperty('disabled', false))
  await user.click(screen.getByRole('menuitem', { name: 'Delete Summary' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }))
  await waitFor(() => expect(first!.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Select Fjord AS/ })))
})

test('summaries that a project filters are selected one by one, and only by those who may change them', async () => {
  const { user, unmount } = openSelectable({ project: 'Harbour' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  expect(await screen.findAllByText('2 selected')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull()
  unmount()
  openSelectable({}, 'ROLE_LEVEL2')
  await screen.findByText('They call back.')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

const cutOff = (field: string) => throwFailure(new Failure(422, 'Record not found', { [field]: 'This is not an id' }))

test('summaries of a company or a project whose address was cut off are a record that is not found; those of one that is hidden stay', async () => {
  for (const [Screen, path, list] of [
    [CompanySummaries, '/crm/summary/:companyUid', 'Companies'],
    [ProjectSummaries, '/crm/projectSummaries/:projectUid', 'Projects'],
  ] as const) {
    mockCalls({
      'GET /api/company/:uniqueId': () => cutOff('uniqueId'),
      'GET /api/project/:uniqueId': () => cutOff('uniqueId'),
      'GET /api/summary/': () => cutOff('companyUid'),
    })
    const { unmount } = renderScreen(<Screen />, { at: path.replace(/:.*/, 'no-id'), path })
    expect(await screen.findByRole('link', { name: list })).toBeTruthy()
    expect(screen.queryByText('This is not an id')).toBeNull()
    unmount()
  }
  mockCalls({
    'GET /api/company/:uniqueId': () => throwFailure(new Failure(404, 'Record not found')),
    'GET /api/summary/': () => listAnswer([sampleSummary(7, 'They want a sample.')]),
  })
  renderScreen(<CompanySummaries />, { at: `/crm/summary/${companyId(1)}`, path: '/crm/summary/:companyUid' })
  expect(await screen.findByText('They want a sample.')).toBeTruthy()
})
