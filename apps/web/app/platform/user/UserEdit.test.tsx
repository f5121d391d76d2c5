// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { sampleUser } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import UserEdit from './UserEdit.tsx'

const user = sampleUser(7)
const account = { isMainTenant: true, fullName: 'Kim Berg' } as Account

test.each([
  ['ACTIVE', true],
  ['INVITED', false],
] as const)('the address of a user whose account is %s is read-only: %s', async (state, readOnly) => {
  mockCalls({ 'GET /api/auth/account': () => account, 'GET /api/admin/:uniqueId': () => ({ ...user, state }) })
  renderScreen(<UserEdit />, { at: `/crm/edit/${user.uniqueId}`, path: '/crm/edit/:uniqueId' })
  const field = await screen.findByLabelText<HTMLInputElement>(/^Email Address/)
  expect(field.readOnly).toBe(readOnly)
  expect(screen.queryByText('Only they can change it, in their settings') !== null).toBe(readOnly)
})

test('the form says what staff of the chosen role see', async () => {
  mockCalls({
    'GET /api/auth/account': () => account,
    'GET /api/admin/:uniqueId': () => ({ ...user, adminRole: 'ROLE_LEVEL1' as const }),
  })
  renderScreen(<UserEdit />, { at: `/crm/edit/${user.uniqueId}`, path: '/crm/edit/:uniqueId' })
  expect(await screen.findByText('Sees summaries and projects that are shared with them, and their open tasks.')).toBeTruthy()
})
