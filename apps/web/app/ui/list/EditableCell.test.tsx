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
    none="None"
    onChoose={() => {}}
  >
    High
  </ChoiceCell>
)

const cell = () => screen.getByRole('button', { name: 'Priority: High' })

test('Escape closes a choice that F2 has opened, even before it has the focus', async () => {
  const { user } = renderScreen(<Priority />)
  cell().focus()
  await user.keyboard('{F2}')
  await screen.findByRole('menuitem', { name: 'Low' })
  fireEvent.keyDown(cell(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Low' })).toBeNull())
})

test('a choice that is left has the focus where it was opened, the first time as well', async () => {
  const { user } = renderScreen(<Priority />)
  await user.click(cell())
  ;(await screen.findByRole('menuitem', { name: 'High' })).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(cell()))
})
