// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { addDays, today } from '#ui/values/dates'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { Today } from './Today.tsx'

const item = { uniqueId: '00000000-0000-4000-8000-000000000007', title: 'Call Bergwald', detail: 'Bergwald', day: '2026-03-01' }
const openToday = async (role: 'ROLE_LEVEL3' | 'ROLE_PRO') => {
  mockCalls({ 'GET /api/home/': () => listAnswer([{ section: 'TASKS', kind: 'nextSteps', total: 6, items: [item] }]) })
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
  const due = `where=byWhen:before:${addDays(today(), 1)}`
  const own = `/crm/${everyones}&assignedUser=${myUserId}&${due}`
  expect(await openToday('ROLE_LEVEL3')).toEqual([own, own])
  for (const address of await openToday('ROLE_PRO')) expect(address).toBe(`/user/${everyones}&${due}`)
})

test.each([
  ['NEXT_CONTACTS', 'Contacts due', [`team:mine`, `nextContact:before:${addDays(today(), 1)}`]],
  ['EVENTS', 'Events today', [`eventDateTime:is:${today()}`]],
  ['LEADS', 'New leads', ['dateCreated:inLast:30', 'company:empty']],
  ['SUMMARIES', 'Shared with you', ['readers:mine', `createdBy:isNot:${myUserId}`]],
] as const)('%s leads to a list with as many', async (section, title, conditions) => {
  mockCalls({ 'GET /api/home/': () => listAnswer([{ section, kind: 'lead', total: 6, items: [item] }]) })
  const { close } = renderScreen(<Today />, { role: 'ROLE_TENANT_ADMIN', at: '/crm/dashboard' })
  const link = await screen.findByRole('link', { name: title })
  const { searchParams } = new URL(link.getAttribute('href')!, location.href)
  expect(searchParams.getAll('where')).toEqual(conditions)
  close()
})

test('the week’s projects lead to the list of the user’s own and shared ones', async () => {
  mockCalls({ 'GET /api/home/': () => listAnswer([{ section: 'PROJECTS', kind: 'project', total: 6, items: [item] }]) })
  const { close } = renderScreen(<Today />, { role: 'ROLE_TENANT_ADMIN', at: '/crm/dashboard' })
  const link = await screen.findByRole('link', { name: 'Your projects this week' })
  const { searchParams } = new URL(link.getAttribute('href')!, location.href)
  expect(searchParams.getAll('any')).toEqual(['createdBy:mine', 'sharedWith:mine'])
  close()
})

test('today’s meetings lead to a list with as many', async () => {
  mockCalls({ 'GET /api/home/': () => listAnswer([{ section: 'MEETINGS', kind: 'meetingReport', total: 6, items: [item] }]) })
  const { close } = renderScreen(<Today />, { role: 'ROLE_TENANT_ADMIN', at: '/crm/dashboard' })
  const link = await screen.findByRole('link', { name: 'Meetings today' })
  const { searchParams } = new URL(link.getAttribute('href')!, location.href)
  expect(searchParams.getAll('where')).toEqual(['createdBy:mine', `date:is:${today()}`])
  close()
})

const openTasks = (role: 'ROLE_LEVEL1' | 'ROLE_PRO', close = (_uniqueId: string) => {}) => {
  let open = ['Call Bergwald', 'Send a sample', 'Book a stand'].map((title, at) => ({
    ...item,
    uniqueId: `00000000-0000-4000-8000-00000000000${at}`,
    title,
  }))
  const all = open
  const calls = mockCalls({
    'GET /api/home/': () =>
      listAnswer(open.length > 0 ? [{ section: 'TASKS', kind: 'nextSteps', total: open.length, items: open }] : []),
    'PATCH /api/nextSteps/markClosed/:uniqueId': ({ uniqueId }) => {
      close(uniqueId)
      open = open.filter((one) => one.uniqueId !== uniqueId)
      return { uniqueId } as never
    },
    'PATCH /api/nextSteps/reopen/:uniqueId': ({ uniqueId }) => {
      open = all.filter((one) => one.uniqueId === uniqueId || open.includes(one))
      return { uniqueId } as never
    },
  })
  return { ...calls, ...renderScreen(<Today />, { role, at: '/crm/dashboard' }) }
}
const closeButton = (title: string) => screen.findByRole('button', { name: `Mark Closed: ${title}` })

test('a due task is closed by keyboard, leaves at once, gives the focus to the next one, and comes back by Undo', async () => {
  const { user, inputsOf } = openTasks('ROLE_LEVEL1')
  ;(await closeButton('Call Bergwald')).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await closeButton('Send a sample'))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Call Bergwald' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await closeButton('Call Bergwald')).toBeTruthy()
  expect(inputsOf('PATCH /api/nextSteps/markClosed/:uniqueId')).toHaveLength(1)

  ;(await closeButton('Book a stand')).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await closeButton('Send a sample'))
})

test('after the last due task the focus is on the page, and nothing is due', async () => {
  const { user } = openTasks('ROLE_PRO')
  for (const title of ['Call Bergwald', 'Send a sample', 'Book a stand']) await user.click(await closeButton(title))
  expect(await screen.findByText('Nothing is due today.')).toBeTruthy()
  expect(document.activeElement).toBe(document.getElementById('main'))
})

test('a task whose closing is rejected comes back with the reason', async () => {
  const { user } = openTasks('ROLE_PRO', () => throwFailure(new Failure(403, 'You may not do this')))
  await user.click(await closeButton('Call Bergwald'))
  expect(await screen.findByText('You may not do this')).toBeTruthy()
  expect(await closeButton('Call Bergwald')).toBeTruthy()
})

test('after midnight an open page asks again what is due, and what was due the day before is overdue', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00Z'))
  const { inputsOf } = openTasks('ROLE_PRO')
  await closeButton('Call Bergwald')
  expect(screen.queryByText('Overdue', { exact: false })).toBeNull()
  now.mockReturnValue(Date.parse('2026-03-02T06:00Z'))
  fireEvent(document, new Event('visibilitychange'))
  expect(await screen.findAllByText('Overdue', { exact: false })).toHaveLength(3)
  await waitFor(() => expect(inputsOf('GET /api/home/')).toHaveLength(2))
  now.mockRestore()
})
