// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { ErrorState } from '#ui/page/states'
import { visit } from '../../../test/visit.tsx'

const wordsOf = async (failure: Failure) => {
  visit(<ErrorState failure={failure} onRetry={() => {}} />)
  const alert = await screen.findByRole('alert')
  return [...alert.querySelectorAll('p, button')].map(({ textContent }) => textContent)
}

test('what is wrong with each part of an address is said, the same thing once', async () => {
  const fields = {
    dateFrom: 'This is not a day',
    dateTo: 'This is not a day',
    page: 'This is not a number',
    size: 'Please check the form',
  }
  const words = await wordsOf(new Failure(422, 'Please check the form', fields))
  expect(words).toEqual(['Please check the form', 'This is not a day', 'This is not a number'])
})

test('what may pass is asked for once more, by a button', async () => {
  expect(await wordsOf(new Failure(500, 'Something broke'))).toEqual(['Something broke', 'Try again'])
})
