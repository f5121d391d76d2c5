// @vitest-environment jsdom
import { IconBuilding } from '@tabler/icons-react'
import { act, screen, waitFor, within } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { defaultListState } from '@tradewind/contract/kit/view'
import { expect, test } from 'vitest'
import { ViewedList } from '#ui/view/ViewedList'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import type { View } from './useListView.ts'

const at = new Date(0).toISOString()
const berlin: View = {
  uniqueId: companyId(7),
  dateCreated: at,
  updatedAt: at,
  createdBy: myUserId,
  createdByName: 'Kim Berg',
  entity: 'company',
  name: 'Berlin',
  visibility: 'PRIVATE',
  state: { ...defaultListState(), q: 'berlin' },
  isDefault: false,
  isDropped: false,
  mayChange: true,
}

const open = (search: string) => {
  mockCalls({
    'GET /api/company/': () => listAnswer([{ ...sampleCompany(1), lastReport: '2026-03-03' }]),
    'GET /api/view/': () => listAnswer([berlin]),
  })
  const list = (
    <ViewedList
      kind="company"
      title="Companies"
      policy={companyPolicy}
      columns={[{ field: 'legalName', head: 'Legal Name', show: ({ legalName }) => legalName }]}
      fields={companyFields}
      nameOf={({ legalName }) => legalName}
      filters={{}}
      sort="-dateCreated"
      empty={{ icon: IconBuilding, title: 'No companies yet', text: 'Companies are listed here.' }}
      plain
    />
  )
  return renderScreen(list, { at: `/crm/company/list${search}`, path: '/crm/company/list' })
}

const q = () => new URLSearchParams(location.search).get('q')

test('the search shows the words of the address after Back and after a view was chosen, and does not write its own over them', async () => {
  const { user, router } = open('?q=nord')
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search this list' })
  await act(() => router.navigate('?q=fjord'))
  expect(search.value).toBe('fjord')
  await user.click(search)
  await user.keyboard('s')
  await waitFor(() => expect(q()).toBe('fjords'))
  // The focus stays in the field.
  await act(() => router.navigate(-1))
  await waitFor(() => expect(q()).toBe('nord'))
  expect(search.value).toBe('nord')
  await user.keyboard('{Enter}')
  expect(q()).toBe('nord')
  await act(() => router.navigate(1))
  await waitFor(() => expect(q()).toBe('fjords'))
  expect(search.value).toBe('fjords')
  await act(() => router.navigate(`?view=${berlin.uniqueId}`))
  await waitFor(() => expect(search.value).toBe('berlin'))
  await user.keyboard('{Enter}')
  expect(q()).toBe('berlin')
})

test('words that were typed just before the address changed are not written over it', async () => {
  const { user, router } = open('?q=nord')
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search this list' })
  await user.type(search, 'ern')
  await act(() => router.navigate('?q=fjord'))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(search.value).toBe('fjord')
  expect(q()).toBe('fjord')
})

test('companies without a report in the last 90 days can be found; the day of the report is a column by choice', async () => {
  const { user } = open('?where=lastReport:inLast:90')
  await user.click(await screen.findByRole('button', { name: 'Filter: Last Report in the last 90 days' }))
  await user.selectOptions(await screen.findByLabelText('Condition'), 'not in the last days')
  expect((await screen.findByLabelText<HTMLInputElement>('Days')).value).toBe('90')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Filter: Last Report not in the last 90 days' })
  expect(new URLSearchParams(location.search).getAll('where')).toEqual(['lastReport:notInLast:90'])
  await user.click(screen.getByRole('button', { name: 'Display' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Last Report' }))
  const head = await screen.findByRole('columnheader', { name: 'Last Report' })
  expect(within(head).queryByRole('button')).toBeNull() // not sorted by it
  expect(screen.getByText('03-03-2026')).toBeTruthy()
})
