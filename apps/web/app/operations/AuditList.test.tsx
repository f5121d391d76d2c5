// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { AuditEntry } from '@tradewind/contract/platform/audit.contract'
import { auditedKinds } from '@tradewind/contract/platform/audit.fields'
import { expect, test } from 'vitest'
import { FeaturesContext } from '#kit/feature'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import { features } from '../features.ts'
import { otherKinds } from './audit.labels.ts'
import AuditList, { clientLoader } from './AuditList.tsx'

const open = (search = '', role: 'ROLE_TENANT_ADMIN' | 'ROLE_PRO' = 'ROLE_TENANT_ADMIN') => {
  const server = mockCalls({ 'GET /api/audit/': () => listAnswer([]) })
  const list = (
    <FeaturesContext value={features}>
      <AuditList />
    </FeaturesContext>
  )
  return { ...server, ...renderScreen(list, { at: `/crm/audit/list${search}`, path: '/crm/audit/list', role }) }
}

const fieldEntry = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-01T10:00:00Z',
  byName: 'Carla Chief',
  action: 'CREATED',
  kind: 'customField',
  recordId: companyId(2),
  title: 'Motto',
  changes: {},
} as never as AuditEntry

/** Where the list's loader redirects to. */
const target = (search: string) => {
  try {
    return clientLoader({ request: new Request(`http://localhost/crm/audit/list${search}`) })
  } catch (thrown) {
    return decodeURIComponent((thrown as Response).headers.get('location') ?? '')
  }
}

test('an entry’s kind is chosen by its name; no form and no search, which would read the whole trail, stand above it', async () => {
  const { user, inputsOf } = open('?where=action:is:DELETED')
  await screen.findByRole('button', { name: 'Filter: Action is Deleted' })
  expect(screen.queryByRole('button', { name: 'Apply Filter' })).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.keyboard('/')
  const fields = await screen.findByRole('group', { name: 'Filter by' })
  await user.click(within(fields).getByRole('button', { name: 'Kind' }))
  await user.type(await screen.findByLabelText('Value', { selector: 'input' }), 'compan')
  await user.click(await screen.findByRole('option', { name: 'Company' }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Filter: Kind is Company' })
  await waitFor(() =>
    expect(new URLSearchParams(location.search).getAll('where')).toEqual(['action:is:DELETED', 'kind:is:company']),
  )
  await waitFor(() =>
    expect(inputsOf('GET /api/audit/').at(-1)).toMatchObject({ where: 'kind:is:company', sort: '-dateCreated', size: '20' }),
  )
})

test('a custom field is named with the kind of record that has it', async () => {
  mockCalls({
    'GET /api/audit/': () => listAnswer([fieldEntry]),
    'GET /api/customField/': () => listAnswer([{ uniqueId: fieldEntry.recordId, kind: 'contact' } as never]),
  })
  renderScreen(
    <FeaturesContext value={features}>
      <AuditList />
    </FeaturesContext>,
    { at: '/crm/audit/list', path: '/crm/audit/list', role: 'ROLE_TENANT_ADMIN' },
  )
  expect(await screen.findByText('Motto (Contacts)')).toBeTruthy()
})

test('members, who see their own actions only, are not offered the person', async () => {
  const { user } = open('', 'ROLE_PRO')
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const names = within(await screen.findByRole('group', { name: 'Filter by' })).getAllByRole('button')
  expect(names.map(({ textContent }) => textContent)).toEqual(['When', 'Action', 'Kind', 'Record'])
})

test('the kinds that the server knows are those that have a name', () => {
  const named = [...features.flatMap(({ kinds = [] }) => kinds.map(({ kind }) => kind)), ...Object.keys(otherKinds)]
  expect(named.toSorted()).toEqual(auditedKinds.toSorted())
})

test('an address with the filters that the trail used to have leads to the same entries', () => {
  open()
  expect(target('?byName=Ada&action=DELETED&kind=company&title=Nord')).toBe(
    '/crm/audit/list?where=byName:contains:Ada&where=action:is:DELETED&where=kind:is:company&where=title:contains:Nord',
  )
  expect(target('?dateFrom=2026-03-01&dateTo=2026-12-31&page=2')).toBe(
    '/crm/audit/list?page=2&where=dateCreated:after:2026-02-28&where=dateCreated:before:2027-01-01',
  )
  expect(target('?dateFrom=soon')).toBe('/crm/audit/list?where=dateCreated:after:soon')
})
