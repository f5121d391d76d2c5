// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { ReviewCase } from '@tradewind/contract/trust/reviewCase.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import CaseList, { clientLoader } from './CaseList.tsx'

const reported = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-12T10:00:00.000Z',
  updatedAt: '2026-03-12T10:00:00.000Z',
  kind: 'REPORT',
  state: 'OPEN',
  companyId: companyId(2),
  companyName: 'Fjordlys',
  count: 2,
  reason: 'NOT_GENUINE',
  note: null,
  decidedBecause: null,
  decisionNote: null,
  decidedAt: null,
} satisfies ReviewCase

test('reported reviews are filtered by chips that can be combined, and each leads to its page', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/reviewCase/': () => listAnswer([reported]) })
  const { user } = renderScreen(<CaseList />, { at: '/crm/reviewCases', path: '/crm/reviewCases' })
  const link = await screen.findByRole('link', { name: 'Reported remark' })
  expect(link.getAttribute('href')).toBe(`/crm/reviewCase/show/${reported.uniqueId}`)
  expect(screen.queryByRole('button', { name: 'Apply Filter' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const fields = await screen.findByRole('group', { name: 'Filter by' })
  expect(
    within(fields)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['What was noticed', 'Reason', 'State', 'Date Created'])
  await user.click(within(fields).getByRole('button', { name: 'State' }))
  await user.click(await screen.findByLabelText('Value', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'To decide' }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Filter: State is To decide' })
  await waitFor(() => expect(inputsOf('GET /api/reviewCase/').at(-1)).toMatchObject({ where: 'state:is:OPEN' }))
})

test('an address with the former filters leads to the same cases', () => {
  let to: string | null = null
  try {
    clientLoader({ request: new Request('http://localhost/crm/reviewCases?state=KEPT&kind=MINUTE') })
  } catch (thrown) {
    to = (thrown as Response).headers.get('location')
  }
  expect(decodeURIComponent(to ?? '')).toBe('/crm/reviewCases?where=state:is:KEPT&where=kind:is:MINUTE')
})
