import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newName, signInWithCalls, waitForChange } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { openSubscribed } from './kit/subscribed.ts'
import { failCalls, test } from './kit/test.ts'

const level2 = 'level2@tradewind.test'

/** A project with one company of high priority and one without priority, as its board shows it. */
const newBoard = async (call: Caller, more: object = {}) => {
  const project = await call('POST', '/api/project/', { name: newName('Kaimauer'), ...more })
  const [first, second] = [await newCompany(call), await newCompany(call)]
  const place = (company: Record<string, string>, level: object) =>
    call('POST', '/api/projectCompany/', { project: project.uniqueId, company: company.uniqueId, ...level })
  await place(first, { priority: 'HIGH', nextContact: '2026-01-05', lastContact: '2025-12-01' })
  await place(second, {})
  return {
    table: `/crm/project/show/${project.uniqueId}`,
    board: `/crm/project/show/${project.uniqueId}?view=board&by=priority`,
    first: first.legalName!,
    second: second.legalName!,
  }
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardIn = (page: Page, name: string, company: string) => column(page, name).getByRole('group', { name: company })

/** Drags a card by the mouse to a column, and drops it there. */
const dragCard = async (page: Page, company: string, to: string) => {
  const from = await page.getByRole('button', { name: `Move ${company}` }).boundingBox()
  const over = await column(page, to).boundingBox()
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2)
  await page.mouse.down()
  await page.mouse.move(over!.x + over!.width / 2, over!.y + 60, { steps: 8 })
  await page.mouse.up()
}

test('moves a card by dragging and by keyboard, and another user’s open page follows', async ({ page, browser }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const people = await call<{ uniqueId: string; emailAddress: string }[]>('GET', '/api/admin/options')
  const level = people.find(({ emailAddress }) => emailAddress === level2)!
  const { board, table, first, second } = await newBoard(call, { sharedWith: [level.uniqueId] })
  const other = await (await browser.newContext()).newPage()
  await signInWithCalls(other, level2)
  await openSubscribed(other, board)
  await expect(cardIn(other, 'High', first)).toBeVisible()
  await expect(other.getByRole('button', { name: /^Move / })).toHaveCount(0)

  await openSubscribed(page, table)
  await page.getByText('Board', { exact: true }).click()
  await expect(page).toHaveURL(/view=board/)
  await expect(cardIn(page, 'High', first)).toContainText('Overdue')
  await takeScreenshots(page, 'project-board')
  await expectAccessible(page)

  await dragCard(page, second, 'Medium')
  await expect(cardIn(page, 'Medium', second)).toBeVisible()
  await expect(cardIn(other, 'Medium', second)).toBeVisible()

  await page.getByRole('button', { name: `Move ${first}` }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cardIn(page, 'Low', first)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText('was dropped in Low')).toBeAttached()
  await expect(cardIn(other, 'Low', first)).toBeVisible()
  await expect(page.getByRole('button', { name: `Move ${first}` })).toBeFocused()

  // One page's table follows what the other page saves.
  await other.goto(table)
  await expect(other.getByRole('row', { name: first })).toContainText('Low')
  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Move to None' }).click()
  await expect(cardIn(page, 'None', first)).toBeVisible()
  await other.context().close()
})

test('reverts a rejected move; on a phone the menu moves a card, and the page doesn’t scroll sideways', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { board, first } = await newBoard(call)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(board)
  const broken = await failCalls(page, '**/api/projectCompany/')
  const moveTo = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${first}` }).click()
    await page.getByRole('menuitem', { name: `Move to ${name}` }).click()
  }
  await moveTo('Low')
  await expect(page.getByText('Something broke')).toBeVisible()
  await expect(cardIn(page, 'High', first)).toBeAttached()
  broken.mend()
  await moveTo('Medium')
  await expect(cardIn(page, 'Medium', first)).toBeAttached()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
  await expectAccessible(page)
})

test('edits levels and dates in the table, with Undo, and opens the main contact for editing', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { table, first } = await newBoard(call)
  await page.goto(table)
  const cell = (field: string, value: string) => page.getByRole('button', { name: `${field} of ${first}: ${value}` })
  await cell('Priority', 'High').focus()
  await page.keyboard.press('F2')
  await expect(page.getByRole('menuitem', { name: 'Low' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Low' })).toBeHidden()
  await expect(cell('Priority', 'High')).toBeFocused()
  await page.keyboard.press('Enter')
  const saved = waitForChange(page)
  await page.getByRole('menuitem', { name: 'Low' }).click()
  await saved
  await expect(cell('Priority', 'Low')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell('Priority', 'High')).toBeVisible()

  await cell('Next Contact', '05-01-2026').click()
  await page.getByRole('button', { name: /15 January 2026/ }).click()
  await expect(cell('Next Contact', '15-01-2026')).toBeVisible()
  await cell('Main Contact', 'N/A').click()
  await expect(page.getByRole('combobox', { name: 'Main Contact' })).toBeFocused()
  await takeScreenshots(page, 'project-cells')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})
