// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { renderScreen } from '../../../test/visit.tsx'
import { NameDialog } from './NameDialog.tsx'

const refuse = async (failure: Failure) => {
  const { user } = renderScreen(
    <NameDialog title="Rename" name="Mine" draftName="view" onSave={() => Promise.reject(failure)} onClose={() => {}} />,
  )
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '{Enter}')
}

test('a view that somebody else has changed meanwhile is not renamed, and says so', async () => {
  await refuse(new Failure(409, 'Somebody else has changed this view', { uniqueId: 'view', name: 'Theirs' }))
  expect(await screen.findByText('Somebody else has changed this view')).toBeTruthy()
  expect(screen.queryByText('Theirs')).toBeNull()
})

test('a rejected name says what is wrong with it', async () => {
  await refuse(new Failure(422, 'Please check the form', { name: 'There is already “Mine”' }))
  expect(await screen.findByText('There is already “Mine”')).toBeTruthy()
})
