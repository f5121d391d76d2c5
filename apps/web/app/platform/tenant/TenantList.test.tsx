// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import TenantList, { clientLoader } from './TenantList.tsx'

const tenant = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-01T10:00:00.000Z',
  fullName: 'Nordhaven',
  firstName: 'Tomke',
  middleName: null,
  lastName: 'Harms',
  emailAddress: 'tomke@nordhaven.test',
  phoneNumber: null,
  domainName: 'nordhaven.localhost',
  secondaryDomainName: null,
  isMain: false,
  deletedAt: '2026-04-01T10:00:00.000Z',
  figures: { users: 1234 },
} as unknown as Tenant

const open = (search = '') => {
  const server = mockCalls({ 'GET /api/tenant/': () => listAnswer([tenant]), 'GET /api/view/': () => listAnswer([]) })
  const at = { at: `/superAdmin/tenant/list${search}`, path: '/superAdmin/tenant/list', role: 'ROLE_SUPER_ADMIN' } as const
  return { ...server, ...renderScreen(<TenantList />, at) }
}

test('tenants are filtered by chips and searched; their columns are as before, and more can be chosen', async () => {
  const { user, inputsOf } = open('?where=state:is:DELETED')
  await screen.findByRole('button', { name: 'Filter: State is Deleted' })
  await screen.findByRole('link', { name: 'Nordhaven' })
  expect(inputsOf('GET /api/tenant/').at(-1)).toMatchObject({ where: 'state:is:DELETED' })
  expect(screen.queryByRole('button', { name: 'Apply Filter' })).toBeNull()
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Name', 'Domain Name', 'Contact', 'Users', 'Created', 'State', 'Actions'])
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(0, 4)).toEqual(['Nordhaven', 'nordhaven.localhost', 'Tomke Harms tomke@nordhaven.test', '1,234'])
  await user.click(screen.getByRole('button', { name: 'Display' }))
  expect(within(await screen.findByRole('list', { name: 'Columns' })).getByLabelText('Phone Number')).toBeDefined()
})

test('an address with the filters that the list used to have leads to the same tenants', () => {
  open()
  const visit = { request: new Request('http://localhost/superAdmin/tenant/list?fullName=Nord&domainName=n.test&state=ACTIVE') }
  expect(() => clientLoader(visit)).toThrow(
    expect.toSatisfy(
      (thrown: Response) =>
        decodeURIComponent(thrown.headers.get('location') ?? '') ===
        '/superAdmin/tenant/list?where=fullName:contains:Nord&where=domainName:contains:n.test&where=state:is:ACTIVE',
    ),
  )
})
