// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RowMenu } from '#ui/record/RowMenu'
import { renderScreen } from '../../../test/visit.tsx'
import { LazyMenu, Menu } from './floating.tsx'

// In jsdom the focus is not visible after a key that was pressed elsewhere, as in browsers.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return this.webkitMatchesSelector(selector.replace(':focus-visible', ':focus'))
  })
})
afterEach(() => void vi.restoreAllMocks())

const menu = (
  <LazyMenu button={<button>Export</button>}>
    <Menu.Item disabled>Nothing</Menu.Item>
    <Menu.Item>One</Menu.Item>
    <Menu.Item>Two</Menu.Item>
    <Menu.Item>Three</Menu.Item>
  </LazyMenu>
)
const button = () => screen.getByRole('button', { name: 'Export' })
const hasFocus = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))

test.each([
  ['Enter', 'One'],
  [' ', 'One'],
  ['ArrowDown', 'One'],
  ['ArrowUp', 'Three'],
])(
  'the key “%s” on its button opens a menu with the focus on an entry: %s; Escape returns it to the button',
  async (key, entry) => {
    const { user } = renderScreen(menu)
    button().focus()
    // Before its script is loaded, and afterwards.
    for (let time = 0; time < 2; time++) {
      await user.keyboard(`{${key}}`)
      await hasFocus(entry)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement).toBe(button()))
    }
    await user.keyboard('{Enter}')
    await hasFocus('One')
    await user.keyboard('{ArrowDown}')
    await hasFocus('Two')
  },
)

test('between the rows of a list arrows do not open the menu of a row, which they would move away from', async () => {
  const { user } = renderScreen(
    <ul>
      <li>
        <RowMenu name="Fjord">
          <Menu.Item>Details</Menu.Item>
        </RowMenu>
      </li>
    </ul>,
  )
  const dots = screen.getByRole('button', { name: 'Actions for Fjord' })
  dots.focus()
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(screen.queryByRole('menu')).toBeNull()
  await user.keyboard('{Enter}')
  await hasFocus('Details')
})
