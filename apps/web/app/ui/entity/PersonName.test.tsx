// @vitest-environment jsdom
import { IconBuilding } from '@tabler/icons-react'
import { act, screen, waitFor, within } from '@testing-library/react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import type { Role } from '@tradewind/contract/roles'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '#kit/session'
import { ViewedList } from '#ui/view/ViewedList'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'

const nameOf = ({ legalName }: { legalName: string }) => legalName

const list = (
  <ViewedList
    kind="company"
    title="Companies"
    policy={companyPolicy}
    columns={[{ field: 'legalName', head: 'Company', show: nameOf }]}
    fields={companyFields}
    nameOf={nameOf}
    filters={{}}
    sort="-dateCreated"
    createText="New company"
    empty={{ icon: IconBuilding, title: 'No companies yet', text: 'Companies are listed here.' }}
  />
)

/** Company 1 was created by a colleague, 2 by nobody that is known, 3 by somebody who is not among the staff. */
const open = (role: Role, rows = [companyId(8), null, companyId(9)]) => {
  const server = mockCalls({
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/company/': () => listAnswer(rows.map((createdBy, at) => sampleCompany(at + 1, { createdBy }))),
    'GET /api/view/': () => listAnswer([]),
    'GET /api/admin/options': ({ uniqueId }) =>
      listAnswer(uniqueId ? [] : [{ uniqueId: companyId(8), fullName: 'Ada Sud', emailAddress: 'ada@nord.example' }]),
  })
  return { ...server, ...renderScreen(list, { at: '/crm/company/list', path: '/crm/company/list', role }) }
}

const makers = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-2)?.textContent)

const showMakers = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Display' }))
  await user.click(await screen.findByLabelText('Created by'))
}

test('who created a record is a column, whose names are read only where it is shown', async () => {
  const { user, inputsOf } = open('ROLE_TENANT_ADMIN')
  await screen.findByText('Company 1')
  expect(inputsOf('GET /api/admin/options')).toEqual([])
  await showMakers(user)
  await waitFor(() => expect(makers()).toEqual(['Ada Sud', 'N/A', 'former user']))
  expect(inputsOf('GET /api/admin/options')).toMatchObject([{ closed: 'true' }])
  expect(screen.getByText('Ada Sud').closest('[data-one-line]')).not.toBeNull()
})

const account = { userId: myUserId, fullName: 'Kim Berg', roleList: ['ROLE_PRO'], permissionList: [] } as unknown as Account

test('a member sees the own name, and nobody is asked for', async () => {
  onTestFinished(session.forget)
  const { user, inputsOf } = open('ROLE_PRO', [myUserId])
  await showMakers(user)
  act(() => session.remember(account))
  await waitFor(() => expect(makers()).toEqual(['Kim Berg']))
  expect(inputsOf('GET /api/admin/options')).toEqual([])
})
