// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleUser } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import UserList from './UserList.tsx'

const user = sampleUser(7)
const account = { isMainTenant: true, fullName: 'Kim Berg' } as Account

test('the columns of the users follow the specification, others come after; the name leads to the user', async () => {
  mockCalls({ 'GET /api/auth/account': () => account, 'GET /api/admin/': () => listAnswer([user]) })
  renderScreen(<UserList />, { at: '/crm/list' })
  const name = await screen.findByRole('link', { name: 'Ina Sand' })
  expect(name.getAttribute('href')).toBe(`/crm/show/${user.uniqueId}`)
  expect(screen.queryByRole('link', { name: /^\d\d-/ })).toBeNull()
  await screen.findByRole('columnheader', { name: 'Main Account' })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['#', 'Date Created', 'Name', 'Email Address', 'Role', 'Main Account', 'State', 'Actions'])
})
