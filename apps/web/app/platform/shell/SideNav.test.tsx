// @vitest-environment jsdom
import { IconBuilding } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { NavEntry } from './SideNav.tsx'

const entry = { text: 'Companies', path: 'company/list', icon: IconBuilding }

const lineAt = (at: string) => {
  renderScreen(<NavEntry entry={entry} />, { at })
  return screen.getByRole('link', { name: 'Companies' })
}

test('an entry of another page is not marked', () => {
  const line = lineAt('/crm/dashboard')
  expect(line.getAttribute('aria-current')).toBeNull()
  expect(line.dataset['active']).toBeUndefined()
})

test.each([
  ['/crm/company/list', 'page'],
  ['/crm/company/list/', 'page'],
  ['/crm/company/list/below', 'page'],
  ['/crm/company/listed', null],
  ['/crm/company/show/1', null],
])('names its own address, and one below it, as the current page: %s', (at, current) => {
  expect(lineAt(at).getAttribute('aria-current')).toBe(current)
})

test('marks the entry of the current page as active, also on the page of one of its records', () => {
  expect(lineAt('/crm/company/show/1').dataset['active']).toBe('true')
})
