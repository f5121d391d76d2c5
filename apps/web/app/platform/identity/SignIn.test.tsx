// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { session } from '#kit/session'
import { mockCalls } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { logoutPath } from '../logout.ts'
import Login from './Login.tsx'
import { SignIn } from './SignIn.tsx'

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

const signInAt = async (at: string, role: Role) => {
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'POST /api/auth/login': () => ({
      accessToken: 'token',
      userId: myUserId,
      tenant: myUserId,
      roleList: [role],
      permissionList: [],
      fullName: 'Kim Berg',
    }),
  })
  const { user, close } = renderScreen(at === '/auth/login' ? <Login /> : <SignIn heading={(text) => text} />, { at })
  session.forget()
  await user.type(screen.getByLabelText(/^Email/), 'ada@example.test')
  await user.type(screen.getByLabelText(/^Password/), 'four words of mine')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(session.isOpen()).toBe(true))
  close()
  return logoutPath()
}

test('Logout leads members back to the sign-in page if they signed in there, and everybody else to the root', async () => {
  expect(await signInAt('/auth/login', 'ROLE_PRO')).toBe('/auth/login')
  expect(await signInAt('/', 'ROLE_PRO')).toBe('/')
  expect(await signInAt('/auth/login', 'ROLE_STARTER')).toBe('/auth/login')
  expect(await signInAt('/auth/login', 'ROLE_ADMIN')).toBe('/')
})

test('without JavaScript the form says that it needs it: its button does nothing', () => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const { container } = renderScreen(<Login />)
  expect(container.querySelector('form noscript')).not.toBeNull()
})
