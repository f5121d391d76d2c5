// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import LegalTextList from './LegalTextList.tsx'
import { formatContent, MissingTexts } from './legalTextWords.tsx'

test('what is missing leads to the list of legal texts, but not on that list itself', async () => {
  mockCalls({ 'GET /api/legalText/': () => listAnswer([]) })
  const { close } = renderScreen(<MissingTexts />)
  expect(await screen.findByRole('link', { name: 'Write legal texts' })).toBeTruthy()
  close()
  renderScreen(<LegalTextList />, { at: '/admin/legalText/list' })
  expect(await screen.findByText('The public pages lack legal texts')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Write legal texts' })).toBeNull()
})

test('two versions of a legal text are compared as text, without the markup', () => {
  expect(formatContent('content', '<p>Their <strong>words</strong></p><p>More</p>')).toBe('Their words More')
})
