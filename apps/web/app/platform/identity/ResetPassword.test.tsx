// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { type LogoutKey, logoutPath } from '../logout.ts'
import ResetPassword from './ResetPassword.tsx'

const openPage = () =>
  renderScreen(<ResetPassword />, { at: '/resetPassword/t', path: '/resetPassword/:token', loaderData: { isFirst: false } })

const deadLink = 'This link is no longer valid. Please ask for a new one.'

test('asks for a new link right where a link is no longer valid, and keeps the typed password', async () => {
  const api = mockCalls({
    'GET /api/message/translations/': () => ({}),
    'POST /api/auth/reset-password': () => throwFailure(new Failure(422, deadLink, { token: deadLink })),
    'POST /api/auth/forgot-password': () => ({}) as never,
  })
  const { user } = openPage()
  expect(screen.queryByRole('form', { name: 'Forgot Password' })).toBeNull()
  await user.type(screen.getByLabelText(/^New password/), 'four words of mine')
  await user.type(screen.getByLabelText(/^Confirm password/), 'four words of mine')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  await screen.findByText(deadLink)
  await screen.findByRole('heading', { name: 'Ask for a new link' })
  await user.type(screen.getByLabelText(/^Email/), 'ada@example.test')
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  await screen.findByText(/An email has been sent to you/)
  expect(api.inputsOf('POST /api/auth/forgot-password')).toEqual([{ email: 'ada@example.test' }])
  expect(screen.getByLabelText<HTMLInputElement>(/^New password/).value).toBe('four words of mine')
})

test('asks for no new link where only the password is refused', async () => {
  const fault = 'Passwords do not match'
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'POST /api/auth/reset-password': () => throwFailure(new Failure(422, fault, { confirmPassword: fault })),
  })
  const { user } = openPage()
  await user.type(screen.getByLabelText(/^New password/), 'four words of mine')
  await user.type(screen.getByLabelText(/^Confirm password/), 'other words')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  await screen.findByRole('alert')
  expect(screen.queryByRole('heading', { name: 'Ask for a new link' })).toBeNull()
})

test('a failure whose reply has no message of its own says that the reset failed', async () => {
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'POST /api/auth/reset-password': () => throwFailure(new Failure(500, '')),
  })
  const { user, close } = openPage()
  await user.type(screen.getByLabelText(/^New password/), 'four words of mine')
  await user.type(screen.getByLabelText(/^Confirm password/), 'four words of mine')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('Failed to reset password.')).toBeTruthy()
  close()
})

test('signing out after the first password leads to the root, also where another user had signed in before', async () => {
  const roleList: Role[] = ['ROLE_ADMIN']
  const signedIn = {
    accessToken: 'token',
    userId: myUserId,
    tenant: myUserId,
    permissionList: [],
    fullName: 'Kim Berg',
    roleList,
  }
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'POST /api/auth/reset-password': () => ({ signedIn }),
  })
  localStorage.setItem('logoutPath' satisfies LogoutKey, '/auth/login')
  const { user } = openPage()
  await user.type(screen.getByLabelText(/^New password/), 'four words of mine')
  await user.type(screen.getByLabelText(/^Confirm password/), 'four words of mine')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  await screen.findByText('Your password is set and you are signed in.')
  expect(logoutPath()).toBe('/')
})
