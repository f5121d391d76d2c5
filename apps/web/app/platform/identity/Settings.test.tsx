// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import Settings from './Settings.tsx'

const restored = 'Your unsaved text was restored'
const firstName = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^First Name/ })
const profile = () => screen.getByRole('region', { name: 'Profile' })

const openAccount = () => {
  const user = { uniqueId: myUserId, firstName: 'Kim', middleName: null, lastName: 'Berg', emailAddress: 'kim@berg.example' }
  mockCalls({
    'GET /api/admin/:uniqueId': () => user as never,
    'GET /api/auth/account': () => throwFailure(new Failure(403, 'Only the profile and the password are tested')),
    'GET /api/auth/sessions': () => listAnswer([]),
    'PATCH /api/admin/': (change) => Object.assign(user, change) as never,
  })
  return user
}

test('a name that was typed survives a reload and an ended session, until it is saved', async () => {
  const account = openAccount()
  const first = renderScreen(<Settings />)
  await first.user.type(await firstName(), 'berly')
  first.close()

  const second = renderScreen(<Settings />)
  expect((await firstName()).value).toBe('Kimberly')
  expect(within(profile()).getByText(restored)).toBeTruthy()
  await second.user.click(within(profile()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText(restored)).toBeNull())
  expect(account.firstName).toBe('Kimberly')
  second.close()
  renderScreen(<Settings />)
  expect((await firstName()).value).toBe('Kimberly')
  expect(screen.queryByText(restored)).toBeNull()
})

test('a name that someone else saves meanwhile is announced, and what was typed stays until it is discarded', async () => {
  const account = openAccount()
  const { user, client } = renderScreen(<Settings />)
  await user.type(await firstName(), 'berly')
  account.lastName = 'Berger'
  await act(() => client.invalidateQueries())
  expect(await screen.findByDisplayValue('Berger')).toBeTruthy()
  expect(screen.queryByText(/Someone saved another text/)).toBeNull()
  account.firstName = 'Kimmo'
  await act(() => client.invalidateQueries())
  expect(await screen.findByText(/Someone saved another text/)).toBeTruthy()
  expect((await firstName()).value).toBe('Kimberly')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect((await firstName()).value).toBe('Kimmo')
})

test('a name is saved without writing back the other names, which someone else may have changed', async () => {
  const account = openAccount()
  const { user } = renderScreen(<Settings />)
  await user.type(await firstName(), 'berly')
  account.lastName = 'Berger'
  await user.click(within(profile()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(account.firstName).toBe('Kimberly'))
  expect(account.lastName).toBe('Berger')
  expect(await screen.findByDisplayValue('Berger')).toBeTruthy()
})

test('a new address is stored until it is sent, and passwords never are', async () => {
  openAccount()
  const first = renderScreen(<Settings />)
  await first.user.click(await screen.findByRole('button', { name: 'Change the address' }))
  await first.user.type(screen.getByRole('textbox', { name: /^New email address/ }), 'new@berg.example')
  await first.user.type(screen.getByLabelText(/^Your password/), 'first-secret')
  for (const name of [/^Current password/, /^New password/, /^Confirm password/])
    await first.user.type(screen.getByLabelText(name), 'other-secret')
  expect([...Object.values(localStorage), ...Object.values(sessionStorage)].join(' ')).not.toContain('secret')
  first.close()

  const second = renderScreen(<Settings />)
  expect(await screen.findByDisplayValue('new@berg.example')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Your password/).value).toBe('')
  await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
  second.close()
  renderScreen(<Settings />)
  expect(await screen.findByRole('button', { name: 'Change the address' })).toBeTruthy()
})
