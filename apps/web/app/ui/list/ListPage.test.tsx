// @vitest-environment jsdom
import { IconBuilding } from '@tabler/icons-react'
import { act, screen, waitFor, within } from '@testing-library/react'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import type { RecordOf } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { ListPage } from '#ui/list/ListPage'
import { Rows } from '#ui/list/Rows'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { useNarrowWindow, useTabletWindow } from '../../../test/browser.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'

type BulkActions = (records: readonly RecordOf<'company'>[], clear: () => void) => React.ReactNode

const List = ({ bulkActions }: { bulkActions?: BulkActions }) => (
  <ListPage
    kind="company"
    title="Companies"
    policy={companyPolicy}
    columns={[
      { field: 'legalName', head: 'Name', show: ({ legalName }) => legalName, sorts: true },
      { field: 'country', head: 'Country', show: ({ country }) => country },
    ]}
    nameOf={({ legalName }) => legalName}
    filters={{ legalName: 'Name', country: 'Country' }}
    sort="-dateCreated"
    size={5}
    createText="New company"
    empty={{ icon: IconBuilding, title: 'No companies yet', text: 'Companies are listed here.' }}
    {...(bulkActions && { bulkActions })}
  />
)

const list = (search = '', { bulkActions }: { bulkActions?: BulkActions } = {}) =>
  renderScreen(<List {...(bulkActions && { bulkActions })} />, { at: `/crm/company/list${search}`, path: '/crm/company/list' })

/** A server with this many companies. */
const holding = (count: number) =>
  mockCalls({
    'GET /api/company/': ({ page, size, legalName }) => {
      const all = Array.from({ length: count }, (_, at) => sampleCompany(at + 1)).filter((one) =>
        one.legalName.includes(legalName ?? ''),
      )
      const first = Number(page) * Number(size)
      return listAnswer(all.slice(first, first + Number(size)), all.length)
    },
    'GET /api/company/:uniqueId': ({ uniqueId }) => sampleCompany(Number(uniqueId.slice(-12))),
  })

const link = (name: string) => screen.findByRole('link', { name })
const filter = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const params = () => Object.fromEntries(new URLSearchParams(location.search))

test('a list shows its total and its rows, each with a link to its record', async () => {
  const { inputsOf } = holding(12)
  list()
  expect((await link('Company 1')).getAttribute('href')).toBe(`/crm/company/show/${companyId(1)}`)
  expect(screen.getAllByRole('row')).toHaveLength(6)
  expect(screen.getByText('1–5 of 12')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('12 records')
  expect(inputsOf('GET /api/company/')).toEqual([{ sort: '-dateCreated', page: '0', size: '5', total: 'later' }])
})

test('a column header sorts in either direction, and updates the address and the request', async () => {
  const { inputsOf } = holding(12)
  const { user } = list('?page=2&tab=all')
  await link('Company 6')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await link('Company 1')
  expect(params()).toEqual({ sort: 'legalName', tab: 'all' })
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  expect(inputsOf('GET /api/company/').at(-1)).toEqual({ sort: 'legalName', page: '0', size: '5', total: 'later' })
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ sort: '-legalName' }))
  expect(params()).toMatchObject({ sort: '-legalName' })
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('columnheader', { name: 'Country' }).getAttribute('aria-sort')).toBeNull()
})

test('an order that the list does not have leaves the address, and a notice tells that the default order is shown', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/company/': ({ sort }) =>
      String(sort) === 'nonsense'
        ? throwFailure(new Failure(422, 'Invalid', { sort: 'You can sort by dateCreated, legalName' }))
        : listAnswer([sampleCompany(1)]),
  })
  const { user } = list('?sort=nonsense&country=Norway')
  await link('Company 1')
  const notice = 'This order does not exist. The list is shown in its default order.'
  expect(screen.getByText(notice)).toBeTruthy()
  expect(params()).toEqual({ country: 'Norway' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(inputsOf('GET /api/company/').map(({ sort }) => sort)).toEqual(['nonsense', '-dateCreated'])
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(params()).toEqual({ sort: 'legalName', country: 'Norway' }))
  expect(screen.queryByText(notice)).toBeNull()
})

test('filters apply together, on Enter, from the first page', async () => {
  const { inputsOf } = holding(12)
  const { user } = list('?page=2')
  await link('Company 6')
  await user.type(await filter('Country'), 'Norway')
  await user.type(await filter('Name'), ' 1')
  expect(params()).toEqual({ page: '2' })
  expect(inputsOf('GET /api/company/')).toHaveLength(1)
  await user.keyboard('{Enter}')
  expect(await screen.findByText('1–4 of 4')).toBeTruthy()
  expect(params()).toEqual({ legalName: '1', country: 'Norway' })
  expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ legalName: '1', country: 'Norway', page: '0' })
})

test('Clear Filter clears the fields, the address and the request', async () => {
  const { inputsOf } = holding(12)
  const { user } = list('?legalName=12&sort=legalName')
  await link('Company 12')
  expect((await filter('Name')).value).toBe('12')
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }))
  await link('Company 1')
  expect((await filter('Name')).value).toBe('')
  expect(params()).toEqual({ sort: 'legalName' })
  expect(inputsOf('GET /api/company/').at(-1)).toEqual({ sort: 'legalName', page: '0', size: '5', total: 'later' })
})

test('a page is a link, and Back leads to the previous page', async () => {
  const { inputsOf } = holding(12)
  const { user, router } = list('?country=Norway')
  await user.click(await link('Next page'))
  await link('Company 6')
  expect(params()).toEqual({ country: 'Norway', page: '2' })
  expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ country: 'Norway', page: '1' })
  expect(screen.getByText('6–10 of 12')).toBeTruthy()
  await act(() => router.navigate(-1))
  await link('Company 1')
  expect(params()).toEqual({ country: 'Norway' })
})

test('a page past the end redirects to the last one', async () => {
  holding(12)
  list('?page=9')
  await link('Company 12')
  expect(params()).toEqual({ page: '3' })
})

test('the previous rows stay visible until the next ones have arrived', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/company/': async ({ sort }) => {
      if (sort === 'legalName') await arrived
      return listAnswer([sampleCompany(sort === 'legalName' ? 2 : 1)])
    },
  })
  const { user } = list()
  await link('Company 1')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(screen.getByRole('table', { name: 'Companies' }).getAttribute('aria-busy')).toBe('true'))
  expect(await link('Company 1')).toBeTruthy()
  arrive()
  expect(await link('Company 2')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Companies' }).getAttribute('aria-busy')).toBe('false')
})

test('an empty list says what it is for, and offers no filters', async () => {
  holding(0)
  list()
  expect(await screen.findByText('No companies yet')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'New company' })).toHaveLength(2)
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.queryByText('Nothing matches')).toBeNull()
})

test('filters that match nothing can be cleared', async () => {
  holding(1)
  const { user } = list('?legalName=nobody')
  expect(await screen.findByText('Nothing matches')).toBeTruthy()
  expect(screen.queryByText('No companies yet')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Clear Filter' }).at(-1)!)
  expect(await link('Company 1')).toBeTruthy()
})

test('a list that failed to load says why, and is requested again by a button', async () => {
  const answers = [() => listAnswer([sampleCompany(1)]), () => throwFailure(new Failure(500, 'The disk is full'))]
  mockCalls({ 'GET /api/company/': () => answers.pop()!() })
  const { user } = list()
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await link('Company 1')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('selected rows are counted and passed on until they are cleared or out of view', async () => {
  holding(12)
  const { user } = list('', { bulkActions: (records) => <p>Of {records.map(({ legalName }) => legalName).join(' and ')}</p> })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Company 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Company 3' }))
  const bar = screen.getByRole('region', { name: 'Selected records' })
  expect(within(bar).getByText('2 selected')).toBeTruthy()
  expect(within(bar).getByText('Of Company 1 and Company 3')).toBeTruthy()
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  expect(all.indeterminate).toBe(true)
  await user.click(all)
  expect(within(bar).getByText('5 selected')).toBeTruthy()
  await user.click(await link('Next page'))
  await link('Company 6')
  expect(screen.queryByRole('region', { name: 'Selected records' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select Company 7' }))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Company 7' }).checked).toBe(false)
})

test('the focus returns to the list when the selection is cleared', async () => {
  holding(12)
  const { user } = list('', { bulkActions: () => null })
  const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Company 3' })
  await user.click(checkbox)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(checkbox.checked).toBe(false)
  expect(document.activeElement).toBe(checkbox)
})

test('Back from a record restores the selection', async () => {
  holding(12)
  const { user, router } = list('', {
    bulkActions: (records) => <p>Of {records.map(({ legalName }) => legalName).join(' and ')}</p>,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Company 3' }))
  await user.click(await link('Company 1'))
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await act(() => router.navigate(-1))
  expect(await screen.findByText('Of Company 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.click(await link('Company 1'))
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await act(() => router.navigate(-1))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Company 3' })).checked).toBe(false)
})

test('arrow keys, Home and End move between rows, Enter opens a row, and / moves to the filters', async () => {
  holding(3)
  const { user } = list()
  const [first, second, last] = [await link('Company 1'), await link('Company 2'), await link('Company 3')]
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(last)
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('/')
  expect(document.activeElement).toBe(await filter('Name'))
  second.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/crm/company/show/${companyId(2)}`))
})

test('a role that may only read is offered only Details', async () => {
  holding(1)
  const { user } = renderScreen(<List />, { role: 'ROLE_LEVEL3' })
  await user.click(await screen.findByRole('button', { name: 'Actions for Company 1' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Details'])
  expect(screen.queryByRole('link', { name: 'New company' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('on a phone rows are cards, and a select sorts them', async () => {
  useNarrowWindow()
  const { inputsOf } = holding(2)
  const { user } = list()
  await link('Company 1')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('list', { name: 'Companies' }).children).toHaveLength(2)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, descending')
  await waitFor(() => expect(inputsOf('GET /api/company/').at(-1)).toMatchObject({ sort: '-legalName' }))
  expect(params()).toEqual({ sort: '-legalName' })
})

test.each([
  [4, 'table'],
  [5, 'list'],
] as const)('on a tablet held upright %s columns are a %s', async (count, role) => {
  useTabletWindow()
  const columns = Array.from({ length: count }, (_, at) => ({ field: `${at}`, head: `${at}`, show: () => `Value ${at}` }))
  renderScreen(<Rows label="Companies" rows={[sampleCompany(1)]} columns={columns} />)
  expect(screen.getByRole(role, { name: 'Companies' })).toBeTruthy()
})

const fiveRows = [1, 2, 3, 4, 5].map((at) => sampleCompany(at))

test('an estimated total is shown as an estimate', async () => {
  mockCalls({ 'GET /api/company/': () => ({ rows: fiveRows, total: 12_345, estimated: true }) })
  list()
  expect(await screen.findByText('1–5 of about 12,345')).toBeTruthy()
  expect(screen.getByText('≈ 12,345')).toBeTruthy()
})

test('a total that stopped at the limit is shown as “more than”', async () => {
  mockCalls({ 'GET /api/company/': () => ({ rows: fiveRows, total: 10_000, estimated: true }) })
  list()
  expect(await screen.findByText('1–5 of more than 10,000')).toBeTruthy()
  expect(screen.getByText('> 10,000')).toBeTruthy()
})

test.each([
  ['a full page leads on', 5, '10,491–10,495 of more than 10,000', true],
  ['one that is not full is the last', 2, '10,491–10,492 of more than 10,000', false],
])('in a list longer than the counting limit %s', async (_, many, said, leadsOn) => {
  const rows = Array.from({ length: many }, (_row, at) => sampleCompany(at + 1))
  mockCalls({ 'GET /api/company/': () => ({ rows, total: 10_000, estimated: true }) })
  list('?page=2099')
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Next page' })?.getAttribute('href')?.includes('page=2100') ?? false).toBe(leadsOn)
})

/** A server that counts when it is asked to, but does not answer before `told`. */
const countingLater = (all: number, told: () => Promise<unknown>) =>
  mockCalls({
    'GET /api/company/': async ({ page, size, total, legalName }) => {
      const many = legalName ? all - 5 : all
      if (total === 'only') {
        await told()
        return { rows: [], total: many, estimated: false }
      }
      const first = Number(page) * Number(size)
      const rows = Array.from({ length: Math.min(Number(size), many - first) }, (_, at) => sampleCompany(first + at + 1))
      return { rows, total: 0, estimated: false, counting: true }
    },
  })

test('rows are shown before the total, which is requested once for all pages and orders', async () => {
  let tell: (() => void) | undefined
  const { inputsOf } = countingLater(
    23,
    () =>
      new Promise<void>((resolve) => {
        tell = resolve
      }),
  )
  const totals = () => inputsOf('GET /api/company/').filter(({ total }) => total === 'only')
  const { user } = list()
  await link('Company 1')
  expect(screen.getByText('1–5')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Page 2' })).toBeNull()
  await waitFor(() => expect(totals()).toEqual([{ total: 'only' }]))
  act(() => tell!())
  await screen.findByText('1–5 of 23')
  expect(screen.getByText('23')).toBeTruthy()
  await user.click(await link('Page 2'))
  await screen.findByText('6–10 of 23')
  expect(totals()).toHaveLength(1)
})

test('the next page works even if the total is unavailable', async () => {
  countingLater(23, () => Promise.reject(new Failure(422, 'No')))
  const { user } = list()
  await link('Company 1')
  await user.click(await link('Page 2'))
  await link('Company 6')
  expect(screen.getByText('6–10')).toBeTruthy()
})
