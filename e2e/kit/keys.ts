import { expect, type Locator } from '@playwright/test'

/** Opens a menu by keyboard. The menu gets the focus a moment after it is visible: an earlier key press would go elsewhere. */
export const openMenu = async (opener: Locator) => {
  await opener.press('Enter')
  const menu = opener.page().getByRole('menu')
  await expect(menu.locator(':focus')).toBeAttached()
  return menu
}

/** Chooses an entry of a menu only by keyboard. */
export const chooseEntry = async (opener: Locator, entry: string) => {
  const item = (await openMenu(opener)).getByRole('menuitem', { name: entry, exact: true })
  const isFocused = () => item.evaluate((element) => element === document.activeElement)
  while (!(await isFocused())) await opener.page().keyboard.press('ArrowDown')
  await opener.page().keyboard.press('Enter')
}
