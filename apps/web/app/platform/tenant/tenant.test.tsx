// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useLifecycle } from './tenant.ts'

const Removal = () => {
  const { remove } = useLifecycle({ uniqueId: companyId(1), fullName: 'Nordhaven' })
  return <button onClick={() => void remove()}>Delete</button>
}

test('before a tenant is deleted, the confirmation has the sentence of the specification, and says what can be had back', async () => {
  const { user } = renderScreen(<Removal />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' })
  expect(dialog.textContent).toContain("You won't be able to revert this!")
  expect(dialog.textContent).toContain('its pages are offline until you restore it.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})
