// @vitest-environment jsdom
import { IconBuilding } from '@tabler/icons-react'
import { act, screen, waitFor } from '@testing-library/react'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { ListPage } from '#ui/list/ListPage'
import { DetailPage } from '#ui/record/DetailPage'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

const nameOf = ({ legalName }: { legalName: string }) => legalName

/** The list of companies, two on a page, and the page of one. */
const Screens = () =>
  useParams()['screen'] === 'list' ? (
    <ListPage
      kind="company"
      title="Companies"
      policy={companyPolicy}
      columns={[{ field: 'legalName', head: 'Company', show: nameOf }]}
      nameOf={nameOf}
      filters={{}}
      sort="legalName"
      size={2}
      empty={{ icon: IconBuilding, title: 'None', text: '' }}
    />
  ) : (
    <DetailPage kind="company" policy={companyPolicy} listTitle="Companies" nameOf={nameOf}>
      {() => null}
    </DetailPage>
  )

/** Opens the list of these companies, which the server answers page by page. */
const openList = (numbers: () => readonly number[], query = '') => {
  const calls = mockCalls({
    'GET /api/company/': ({ page = 0 }) => {
      const rows = numbers().map((number) => sampleCompany(number))
      return listAnswer(rows.slice(Number(page) * 2, Number(page) * 2 + 2), rows.length)
    },
    'GET /api/company/:uniqueId': ({ uniqueId }) => sampleCompany(Number(uniqueId.slice(-12))),
  })
  return { ...calls, ...renderScreen(<Screens />, { at: `/crm/company/list${query}`, path: '/crm/company/:screen/:uniqueId?' }) }
}
const heading = (number: number) => screen.findByRole('heading', { name: `Company ${number}` })
const step = (name: 'Previous record' | 'Next record') => screen.findByRole('button', { name })
const isOff = async (name: 'Previous record' | 'Next record') => (await step(name)).getAttribute('aria-disabled') === 'true'
const place = async () => (await screen.findByRole('group', { name: 'Records of the list' })).textContent

test('the page of a record leads to the next one of the list, also on the next page, and Back to the list', async () => {
  const { user } = openList(() => [1, 2, 3])
  await user.click(await screen.findByRole('link', { name: 'Company 1' }))
  await heading(1)
  expect(await place()).toBe('1 of 3')
  expect(await isOff('Previous record')).toBe(true)
  await user.click(await step('Next record'))
  await heading(2)
  await waitFor(async () => expect(await isOff('Next record')).toBe(false))
  await user.keyboard('>')
  await heading(3)
  expect(await place()).toBe('3 of 3')
  expect(await isOff('Next record')).toBe(true)
  await user.keyboard('<')
  await heading(2)
  history.back()
  await screen.findByRole('link', { name: 'Company 1' })
  expect(location.pathname).toBe('/crm/company/list')
})

test('from a later page of the list, the record before its first one is read', async () => {
  const { user } = openList(() => [1, 2, 3], '?page=2')
  await user.click(await screen.findByRole('link', { name: 'Company 3' }))
  await heading(3)
  await waitFor(async () => expect(await isOff('Previous record')).toBe(false))
  await user.click(await step('Previous record'))
  await heading(2)
  expect(await place()).toBe('2 of 3')
})

test('records that have left the list are stepped past one by one: none of the next page is missed', async () => {
  let numbers = [1, 2, 3, 4, 5]
  const { user, client } = openList(() => numbers)
  await user.click(await screen.findByRole('link', { name: 'Company 1' }))
  await heading(1)
  // Both have been worked off, and no longer match the filters of the list.
  numbers = [3, 4, 5]
  await client.invalidateQueries()
  for (const number of [2, 3, 4, 5]) {
    await waitFor(async () => expect(await isOff('Next record')).toBe(false))
    await user.keyboard('>')
    await heading(number)
  }
  expect(await isOff('Next record')).toBe(true)
})

test('a record that was not opened from a list has no neighbours', async () => {
  const { router } = openList(() => [1])
  await screen.findByRole('link', { name: 'Company 1' })
  await act(() => router.navigate(`/crm/company/show/${companyId(7)}`))
  await heading(7)
  expect(screen.queryByRole('group', { name: 'Records of the list' })).toBeNull()
})
