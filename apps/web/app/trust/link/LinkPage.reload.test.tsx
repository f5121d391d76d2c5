// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import LinkPage from './LinkPage.tsx'

const openLink = () =>
  renderScreen(<LinkPage />, { at: '/r/abcdefgh', path: '/r/:code', loaderData: { userCompanyName: 'Bergwald' } })
const ask = { ask: '00000000-0000-4000-8000-000000000007' }
const answers = {
  'GET /api/message/translations/': () => ({}),
  'POST /api/reviewLink/visit': () => ({}),
  'POST /api/reviewLink/ask': () => ask,
} as const
type Opened = ReturnType<typeof openLink>

const requestCode = async ({ user }: Opened) => {
  await user.type(screen.getByLabelText(/^First Name/), 'Ann')
  await user.type(screen.getByLabelText(/^Last Name/), 'Lee')
  await user.type(screen.getByLabelText(/^Email/), 'ann@lee.example')
  await user.click(screen.getByRole('button', { name: 'Send me a code' }))
  await screen.findByLabelText(/^Code/)
}

test('after a reload the page still asks for the mailed code, for half an hour, and has the address that was typed', async () => {
  const { inputsOf } = mockCalls({ ...answers, 'POST /api/reviewLink/confirm': () => ({ token: 'aa.bb' }) })
  const opened = openLink()
  await requestCode(opened)
  opened.close()
  const again = openLink()
  await screen.findByText(/code of six digits to ann@lee.example/)
  again.close()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
  const late = openLink()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe('ann@lee.example')
  vi.restoreAllMocks()
  late.close()
  const { user } = openLink()
  await user.type(await screen.findByLabelText(/^Code/), '123456')
  await user.click(screen.getByRole('button', { name: 'Open the survey' }))
  await vi.waitFor(() => expect(location.pathname).toBe('/review/aa.bb'))
  expect(inputsOf('POST /api/reviewLink/confirm')).toEqual([{ ...ask, code: '123456' }])
  expect([sessionStorage.length, localStorage.getItem('form:reviewLink:abcdefgh')]).toEqual([0, expect.stringContaining('{}')])
})

const refuse = () => throwFailure(new Failure(422, 'Please check the form', { lastName: 'Last Name is required' }))

test('the first field that was refused gets the focus', async () => {
  mockCalls({ ...answers, 'POST /api/reviewLink/ask': refuse })
  const { user } = openLink()
  await user.click(screen.getByRole('button', { name: 'Send me a code' }))
  await screen.findByText('Last Name is required')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Last Name/))
})
