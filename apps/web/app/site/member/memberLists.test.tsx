// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import type { Question } from '@tradewind/contract/site/member/question.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import QuestionList, { clientLoader as loadQuestions } from './QuestionList.tsx'
import { clientLoader as loadTopics } from './TopicList.tsx'
import { clientLoader as loadWebCalls } from './WebCallList.tsx'

const question: Question = {
  uniqueId: companyId(1),
  dateCreated: '2026-02-01T10:00:00.000Z',
  updatedAt: '2026-02-01T10:00:00.000Z',
  createdBy: myUserId,
  title: 'Which papers for lamps?',
  text: 'We sell lamps.',
  member: 'Kim Berg, Bergwald',
  state: 'OPEN',
  assignedUser: null,
  dueDate: '2999-02-08',
  isOverdue: false,
  answer: null,
  answeredAt: null,
}

const openQuestions = (role: Role, at = '/crm/question/list', questions = [question]) => {
  const { inputsOf } = mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/question/': () => listAnswer(questions),
    'GET /api/question/remaining': () => ({ most: 3, used: 1, left: 2, renews: '2026-03-01', month: '2026-02' }),
  })
  return { ...renderScreen(<QuestionList />, { role, at }), queries: () => inputsOf('GET /api/question/') }
}

test('questions are filtered by chips that open, not by a form', async () => {
  const { user, queries } = openQuestions('ROLE_TENANT_ADMIN')
  expect(await screen.findByRole('link', { name: question.title })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Apply Filter' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await within(await screen.findByRole('group', { name: 'Filter by' })).findByText('Status'))
  await user.type(await screen.findByRole('combobox', { name: 'Value' }), 'Open{Enter}')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ where: 'state:is:OPEN' }))
})

test('questions are searched while typing', async () => {
  const { user, queries } = openQuestions('ROLE_PRO', '/user/question/list')
  await user.type(await screen.findByRole('searchbox', { name: 'Search this list' }), 'lamps')
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ q: 'lamps' }))
})

test('a member filters neither by who asked nor by consultant, of which they have no list', async () => {
  const { user } = openQuestions('ROLE_PRO', '/user/question/list')
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const fields = within(await screen.findByRole('group', { name: 'Filter by' }))
  expect(fields.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Question',
    'Status',
    'Answer by',
    'Asked on',
  ])
})

test('the link to open questions by day leads to a list that is filtered by a chip', async () => {
  openQuestions('ROLE_TENANT_ADMIN')
  const link = await screen.findByRole('link', { name: 'Open questions by day' })
  expect(link.getAttribute('href')).toBe('/crm/question/list?sort=dueDate&where=state:is:OPEN')
})

const redirectedFrom = (load: (visit: { request: Request }) => unknown, address: string) => {
  try {
    load({ request: new Request(`http://localhost${address}`) })
    return null
  } catch (thrown) {
    const { pathname, searchParams } = new URL((thrown as Response).headers.get('Location')!, 'http://localhost')
    return [pathname, ...searchParams.entries()].map(String)
  }
}

test('addresses with a former filter, such as bookmarks, lead to the same list', () => {
  openQuestions('ROLE_TENANT_ADMIN')
  expect(redirectedFrom(loadQuestions, '/crm/question/list?sort=dueDate&state=OPEN')).toEqual([
    '/crm/question/list',
    'sort,dueDate',
    'where,state:is:OPEN',
  ])
  expect(redirectedFrom(loadTopics, '/crm/topic/list?title=boxes')).toEqual(['/crm/topic/list', 'where,title:contains:boxes'])
  expect(redirectedFrom(loadWebCalls, '/crm/webCall/list?time=AHEAD')).toEqual(['/crm/webCall/list', 'where,startsAt:inNext:61'])
  expect(redirectedFrom(loadWebCalls, '/crm/webCall/list?q=x')).toBeNull()
})

test('without questions, a member of a smaller plan is led to the plans that have them, and nobody else is', async () => {
  const { close } = openQuestions('ROLE_BASIC', '/user/question/list', [])
  expect(await screen.findByText('Written questions are included in the plan Advance and above.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/pricing')
  close()
  openQuestions('ROLE_PRO', '/user/question/list', [])
  expect(await screen.findByText('No questions yet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull()
})
