// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import QuestionForm from './QuestionForm.tsx'
import QuestionList from './QuestionList.tsx'

const category = 'Leadership & Management Endorsement'
const other = 'GTM - Asset Development'

const createLink = () => screen.getAllByRole<HTMLAnchorElement>('link', { name: 'New question' })[0]!

test('the tabs are the categories by their names, in the address and in the links to the form, too', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/auditQuestion/question/': () => listAnswer([]) })
  const { user, router } = renderScreen(<QuestionList />, { at: '/crm/auditQuestion/list', path: '/crm/auditQuestion/list' })
  expect((await screen.findByRole('tab', { name: category })).getAttribute('aria-selected')).toBe('true')
  expect(new URL(createLink().href).searchParams.get('category')).toBe(category)
  const tab = screen.getByRole('tab', { name: other })
  expect(tab.id).not.toContain(' ')
  await user.click(tab)
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('category')).toBe(other)
  expect(new Set(inputsOf('GET /api/auditQuestion/question/').map((input) => input.category))).toEqual(new Set([category, other]))
})

test('a new question starts in the category of the address', async () => {
  mockCalls({})
  renderScreen(<QuestionForm />, {
    at: `/crm/auditQuestion/create?category=${encodeURIComponent(category)}`,
    path: '/crm/auditQuestion/create',
  })
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Category' })).value).toBe(category)
})
