// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChoiceCell } from '#ui/list/EditableCell'
import { renderScreen } from '../../../test/visit.tsx'

const Priority = () => (
  <ChoiceCell<'HIGH' | 'LOW'>
    label="Priority"
    value="HIGH"
    choices={{ HIGH: 'High', LOW: 'Low' }}
    emptyLabel="None"
    onChoose={() => {}}
  >
    High
  </ChoiceCell>
)

const cell = () => screen.getByRole('button', { name: 'Priority: High' })

test('Escape closes a menu of choices opened by F2, even before it has the focus', async () => {
  const { user } = renderScreen(<Priority />)
  cell().focus()
  await user.keyboard('{F2}')
  await screen.findByRole('menuitem', { name: 'Low' })
  fireEvent.keyDown(cell(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Low' })).toBeNull())
})

test('closing a menu of choices returns the focus to its cell, also the first time', async () => {
  const { user } = renderScreen(<Priority />)
  await user.click(cell())
  ;(await screen.findByRole('menuitem', { name: 'High' })).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(cell()))
})
