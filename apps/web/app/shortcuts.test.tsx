// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { FeaturesContext } from '#kit/feature'
import { ShortcutList } from '#platform/shell/ShortcutList'
import { openLayer } from '#platform/shell/TopBar'
import { mockCalls } from '../test/answers.ts'
import { renderScreen } from '../test/visit.tsx'
import { features } from './features.ts'

const open = async (role: Role) => {
  mockCalls({})
  const { close } = renderScreen(
    <FeaturesContext value={features}>
      <ShortcutList />
    </FeaturesContext>,
    { role },
  )
  act(() => openLayer('keys'))
  const table = within(await screen.findByRole('table', { name: 'Keyboard shortcuts' }))
  return { table, close, groups: table.getAllByRole('rowheader').map(({ textContent }) => textContent) }
}

test('the list of shortcuts names the keys of every part of the application', async () => {
  const { table, groups, close } = await open('ROLE_TENANT_ADMIN')
  expect(groups).toEqual([
    'Everywhere',
    'In lists',
    'Editing in place',
    'In forms',
    'In the calendar',
    'On the board of a project',
    'In the drive',
  ])
  const keysIn = (group: string) =>
    [...table.getByRole('rowheader', { name: group }).closest('tbody')!.querySelectorAll('kbd')].map(
      ({ textContent }) => textContent,
    )
  expect(keysIn('Everywhere')).toEqual(expect.arrayContaining(['⌘ K / Ctrl K', '?', 'U', 'C R', 'C C', 'C K', 'C P', 'C T']))
  expect(keysIn('In lists')).toEqual(['/', '↑ ↓', 'Home / End', 'Shift and tick', 'B', '< >'])
  expect(keysIn('Editing in place')).toEqual(['F2', 'Tab / Shift Tab', 'Esc'])
  expect(keysIn('In the calendar')).toEqual(['← → ↑ ↓', 'Home / End', 'Page Up / Page Down', 'N', 'M'])
  expect(keysIn('On the board of a project')).toEqual(['↑ ↓', 'Space', '← →', 'Esc'])
  expect(keysIn('In the drive')).toEqual(['Space', 'X', 'F2', 'Delete'])
  close()
})

test('keys of screens that the user has not are left out', async () => {
  const { groups, close } = await open('ROLE_FREE')
  expect(groups).toEqual(['Everywhere', 'In lists', 'Editing in place', 'In forms'])
  close()
})
