// @vitest-environment jsdom
import { NavLink } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { NavEntry } from './SideNav.tsx'

const entry = { text: 'Companies', path: 'company/list', icon: IconBuilding }

const drawnAt = (at: string) => {
  renderScreen(
    <>
      <NavEntry entry={entry} />
      <NavLink component={Link} to="/" label="Mantine" leftSection={<IconBuilding size={18} aria-hidden />} />
    </>,
    { at },
  )
  const line = screen.getByRole('link', { name: 'Companies' })
  return { line, mantine: screen.getByRole('link', { name: 'Mantine' }) }
}

const classesIn = (link: HTMLElement) =>
  [link, link.querySelector('svg')!.parentElement!].map(({ classList }) => [...classList].toSorted())

test('renders an entry of the side navigation with the same classes as Mantine’s NavLink', () => {
  const { line, mantine } = drawnAt('/crm/dashboard')
  expect(classesIn(line)).toEqual(classesIn(mantine))
  expect(line.getAttribute('aria-current')).toBeNull()
  expect(line.dataset['active']).toBeUndefined()
})

test('marks the entry of the current page as active, also on the page of one of its records', () => {
  const { line } = drawnAt('/crm/company/show/1')
  expect(line.dataset['active']).toBe('true')
})
