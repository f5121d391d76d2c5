// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Search } from './Search.tsx'

test('scrolls to the notice of missing fields, and describes each field by its own fault', async () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const scrolledTo: (string | null)[] = []
  Element.prototype.scrollIntoView = function () {
    scrolledTo.push(this.textContent)
  }
  const { user } = renderScreen(<Search markets={[{ code: 'JP', name: 'Japan' }]} />)
  await user.click(screen.getByRole('button', { name: 'Ask for an offer' }))
  expect(scrolledTo).toEqual(['All fields are mandatory!'])
  const country = screen.getByLabelText('Target country')
  expect(document.getElementById(country.getAttribute('aria-describedby')!)!.textContent).toBe('Choose a country')
})
