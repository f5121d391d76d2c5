// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { expect, test } from 'vitest'
import { session } from '#kit/session'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleUser } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import UserList, { clientLoader } from './UserList.tsx'

const user = sampleUser(7)

const open = (search = '', isMainTenant = true) => {
  const server = mockCalls({
    'GET /api/auth/account': () => ({ isMainTenant, fullName: 'Kim Berg' }) as Account,
    'GET /api/admin/': () => listAnswer([user]),
    'GET /api/view/': () => listAnswer([]),
  })
  return { ...server, ...renderScreen(<UserList />, { at: `/crm/list${search}`, path: '/crm/list' }) }
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

/** The names of the fields that the list can be filtered by. */
const offered = async (isMainTenant: boolean) => {
  const { user: person, close } = open('', isMainTenant)
  await screen.findByRole('link', { name: 'Ina Sand' })
  await person.click(screen.getByRole('button', { name: 'Filter' }))
  const fields = within(await screen.findByRole('group', { name: 'Filter by' })).getAllByRole('button')
  const names = fields.map(({ textContent }) => textContent)
  close()
  return names
}

/** Where the list's loader redirects to. */
const target = (search: string) => {
  try {
    return clientLoader({ request: new Request(`http://localhost/crm/list${search}`) })
  } catch (thrown) {
    return decodeURIComponent((thrown as Response).headers.get('location') ?? '')
  }
}

test('the columns of the users follow the specification, others come after; the name leads to the user', async () => {
  open()
  const name = await screen.findByRole('link', { name: 'Ina Sand' })
  expect(name.getAttribute('href')).toBe(`/crm/show/${user.uniqueId}`)
  expect(screen.queryByRole('link', { name: /^\d\d-/ })).toBeNull()
  await screen.findByRole('columnheader', { name: 'Main Account' })
  expect(heads()).toEqual(['#', 'Date Created', 'Name', 'Email Address', 'Role', 'Main Account', 'State', 'Actions'])
})

test('no form stands above the users: a filter opens as a chip, and fifteen users are on a page unless another number is chosen', async () => {
  const { user: person, inputsOf } = open('?where=state:is:INVITED')
  await screen.findByRole('button', { name: 'Filter: State is Invited' })
  await screen.findByRole('link', { name: 'Ina Sand' })
  expect(screen.queryByRole('button', { name: 'Apply Filter' })).toBeNull()
  expect(inputsOf('GET /api/admin/').at(-1)).toMatchObject({ where: 'state:is:INVITED', size: '15' })
  await person.click(screen.getByRole('button', { name: 'Display' }))
  const size = await screen.findByRole('combobox', { name: 'Records per page' })
  await person.selectOptions(size, '20')
  await waitFor(() => expect(inputsOf('GET /api/admin/').at(-1)).toMatchObject({ size: '20' }))
  expect(location.search).toContain('size=20')
  await person.click(screen.getByRole('button', { name: 'Reset display' }))
  await waitFor(() => expect(location.search).toBe('?where=state%3Ais%3AINVITED'))
  expect((size as HTMLSelectElement).value).toBe('15')
})

test('fields that only users of the main account have are offered there alone', async () => {
  expect(await offered(false)).toEqual(['Date Created', 'Name', 'Email Address', 'Role', 'State'])
  expect(await offered(true)).toContain('Is a Partner')
})

test('an address with the filters that the list used to have leads to the same users', () => {
  open()
  expect(session.actor().roles).toEqual(['ROLE_TENANT_ADMIN'])
  expect(target('?roleName=ROLE_LEVEL2&page=2')).toBe('/crm/list?page=2&where=adminRole:is:ROLE_LEVEL2')
  expect(target('?fullName=Berg&emailAddress=%20&state=ACTIVE')).toBe(
    '/crm/list?where=fullName:contains:Berg&where=state:is:ACTIVE',
  )
  expect(target('?where=state:is:ACTIVE')).toBeNull()
})
