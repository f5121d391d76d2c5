// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '#ui/values/dates'
import { mockCalls } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { Today } from './Today.tsx'

const item = { uniqueId: '00000000-0000-4000-8000-000000000007', title: 'Call Bergwald', detail: 'Bergwald', day: '2026-03-01' }
const openToday = async (role: 'ROLE_LEVEL3' | 'ROLE_PRO') => {
  mockCalls({ 'GET /api/home/': () => [{ section: 'TASKS', kind: 'nextSteps', total: 6, items: [item] }] })
  const { close } = renderScreen(<Today />, { role, at: '/crm/dashboard' })
  const addresses = [
    (await screen.findByRole('link', { name: 'Tasks due' })).getAttribute('href'),
    screen.getByRole('link', { name: 'Show all' }).getAttribute('href'),
  ]
  close()
  return addresses
}

test('the due tasks lead to the list of the user’s own tasks, which for staff also has those of colleagues', async () => {
  const everyones = 'nextSteps/list?sort=byWhen&nextStepsStatus=OPEN'
  const own = `/crm/${everyones}&assignedUser=${myUserId}`
  expect(await openToday('ROLE_LEVEL3')).toEqual([own, own])
  for (const address of await openToday('ROLE_PRO')) expect(address).toMatch(/nextStepsStatus=OPEN$/)
})

test('today’s meetings lead to a list with as many', async () => {
  mockCalls({ 'GET /api/home/': () => [{ section: 'MEETINGS', kind: 'meetingReport', total: 6, items: [item] }] })
  const { close } = renderScreen(<Today />, { role: 'ROLE_TENANT_ADMIN', at: '/crm/dashboard' })
  const link = await screen.findByRole('link', { name: 'Meetings today' })
  const { searchParams } = new URL(link.getAttribute('href')!, location.href)
  expect(searchParams.getAll('where')).toEqual(['createdBy:mine', `date:is:${today()}`])
  close()
})
