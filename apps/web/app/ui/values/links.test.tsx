// @vitest-environment jsdom
import { Anchor } from '@mantine/core'
import { screen } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { externalLink, nameLink, TextLink } from '#ui/values/links'
import { renderScreen } from '../../../test/visit.tsx'

/** Everything that the style sheet and the browser see of a link except its target. */
const looksOf = (name: string) => {
  const { attributes, classList } = screen.getByRole('link', { name })
  const others = [...attributes]
    .filter((one) => !['class', 'href', 'data-discover', 'data-screen'].includes(one.name))
    .map((one) => [one.name, one.value])
  return { classes: [...classList].toSorted(), ...Object.fromEntries(others) }
}

test('renders links in cells with the same classes and attributes as Mantine’s', () => {
  renderScreen(
    <>
      <Anchor component={Link} to="/a" inherit>
        Mantine
      </Anchor>
      <TextLink to="/b">Cell</TextLink>
      <Anchor component={Link} to="/c" fw={600} fz="inherit" data-row-focus>
        Mantine name
      </Anchor>
      {nameLink('/d', 'Name')}
      <Anchor href="https://e.test" target="_blank" rel="noopener noreferrer" inherit fw={400}>
        Mantine site
      </Anchor>
      {externalLink('https://f.test', 'Site')}
    </>,
  )
  expect(looksOf('Cell')).toEqual(looksOf('Mantine'))
  expect(looksOf('Name')).toEqual(looksOf('Mantine name'))
  expect(looksOf('Site')).toEqual(looksOf('Mantine site'))
})
