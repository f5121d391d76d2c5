// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Login from './Login.tsx'

const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test('the heading names the form: sign-in, or the reset of a forgotten password', async () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const { user } = renderScreen(<Login />)
  expect(heading()).toBe('Login')
  await user.type(screen.getByLabelText(/^Email/), 'ada@example.test')
  await user.click(screen.getByRole('button', { name: 'Forgot Password?' }))
  expect(heading()).toBe('Forgot Password')
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('ada@example.test')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(heading()).toBe('Login')
})
