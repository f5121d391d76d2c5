// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { ErrorState } from '#ui/page/states'
import { renderScreen } from '../../../test/visit.tsx'

const wordsOf = async (failure: Failure, at = '/') => {
  const { user } = renderScreen(<ErrorState failure={failure} onRetry={() => {}} />, { at })
  const alert = await screen.findByRole('alert')
  return { words: [...alert.querySelectorAll('p, button, a')].map(({ textContent }) => textContent), user }
}
const fields = { dateFrom: 'This is not a day', dateTo: 'This is not a day', page: 'This is not a number' }

test('shows each problem with an address once, and a button removes the invalid parts', async () => {
  const { words, user } = await wordsOf(new Failure(422, 'Please check the form', fields), '/list?dateFrom=x&page=y')
  expect(words).toEqual(['This is not a day', 'This is not a number', 'Reset'])
  await user.click(screen.getByRole('link', { name: 'Reset' }))
  expect(location.pathname + location.search).toBe('/list')
})

test('offers no reset for an error that is not about the address', async () => {
  const { words } = await wordsOf(new Failure(422, 'Please check the form'))
  expect(words).toEqual(['Please check the form'])
})

test('offers no retry button for what the user may not read: as soon as they may, it is read again', async () => {
  const { words } = await wordsOf(new Failure(403, 'The drive is switched off'))
  expect(words).toEqual(['The drive is switched off'])
})

test('offers a retry button for an error that may be temporary', async () => {
  const { words } = await wordsOf(new Failure(500, 'Something broke'), '/list?page=2')
  expect(words).toEqual(['Something broke', 'Try again'])
})
