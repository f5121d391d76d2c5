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

test('what is wrong with each part of an address is said, the same thing once, and left out by a button', async () => {
  const { words, user } = await wordsOf(new Failure(422, 'Please check the form', fields), '/list?dateFrom=x&page=y')
  expect(words).toEqual(['This is not a day', 'This is not a number', 'Reset'])
  await user.click(screen.getByRole('link', { name: 'Reset' }))
  expect(location.pathname + location.search).toBe('/list')
})

test('what is wrong with nothing that the address says cannot be left out', async () => {
  const { words } = await wordsOf(new Failure(422, 'Please check the form'))
  expect(words).toEqual(['Please check the form'])
})

test('what may pass is asked for once more, by a button', async () => {
  const { words } = await wordsOf(new Failure(500, 'Something broke'), '/list?page=2')
  expect(words).toEqual(['Something broke', 'Try again'])
})
