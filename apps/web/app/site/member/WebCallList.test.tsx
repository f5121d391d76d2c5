// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import WebCallList from './WebCallList.tsx'

const emptyState = async (role: 'ROLE_TENANT_ADMIN' | 'ROLE_PRO' | 'ROLE_BASIC') => {
  mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/webCall/': () => listAnswer([]),
    'GET /api/webCall/remaining': () => ({ most: 2, used: 0, left: 2, renews: '2026-12-01', month: '2026-11' }),
  })
  renderScreen(<WebCallList />, { role, at: '/crm/webCall/list' })
  return within((await screen.findByText('No web calls yet')).parentElement!)
}

test('the calls ahead and those that are over are one click away, as chips that can be removed', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/webCall/': () => listAnswer([]),
  })
  const { user } = renderScreen(<WebCallList />, { at: '/crm/webCall/list', path: '/crm/webCall/list' })
  await user.click(await screen.findByRole('link', { name: 'Ahead' }))
  expect(await screen.findByRole('button', { name: 'Filter: Time in the next 61 days' })).toBeTruthy()
  await waitFor(() =>
    expect(inputsOf('GET /api/webCall/').at(-1)).toMatchObject({ where: 'startsAt:inNext:61', sort: 'startsAt' }),
  )
  await user.click(screen.getByRole('link', { name: 'Over' }))
  await waitFor(() =>
    expect(inputsOf('GET /api/webCall/').at(-1)).toMatchObject({ where: 'startsAt:inLast:3650', sort: '-startsAt' }),
  )
})

test('without web calls, staff are led to their hours', async () => {
  const staff = await emptyState('ROLE_TENANT_ADMIN')
  expect(staff.getByRole('link', { name: 'My hours' }).getAttribute('href')).toBe('/crm/webCall/hours')
})

test('without web calls, a member is led to the form', async () => {
  const member = await emptyState('ROLE_PRO')
  expect(member.getByRole('link', { name: 'Book a web call' })).toBeTruthy()
  expect(member.queryByRole('link', { name: 'My hours' })).toBeNull()
})

test('without web calls, a member of a smaller plan is told which plans have them', async () => {
  const member = await emptyState('ROLE_BASIC')
  expect(member.getByText('Web calls are included in the plan Advance and above.')).toBeTruthy()
  expect(member.getByRole('link').getAttribute('href')).toBe('/pricing')
})
