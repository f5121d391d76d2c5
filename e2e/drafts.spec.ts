import { expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, signInWithCalls } from './kit/api.ts'
import { test } from './kit/test.ts'

const restored = (page: Page) => page.getByText('Your unsaved text was restored')
const legalName = (page: Page) => page.getByLabel('Legal Name')

test('two tabs keep their own drafts of a new company, and a new tab is given that of a closed one', async ({
  page,
  context,
}) => {
  await signInWithCalls(page, admin)
  const other = await context.newPage()
  for (const [tab, name] of [
    [page, 'Typed first'],
    [other, 'Typed second'],
  ] as const) {
    await tab.goto('/crm/company/create')
    await expect(legalName(tab)).toBeFocused()
    await expect(legalName(tab)).toHaveValue('')
    await legalName(tab).fill(name)
  }
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await expect(legalName(page)).toHaveValue('Typed first')
  await other.reload()
  await expect(legalName(other)).toHaveValue('Typed second')

  await other.close()
  const later = await context.newPage()
  await later.goto('/crm/company/create')
  await expect(restored(later)).toBeVisible()
  await expect(legalName(later)).toHaveValue('Typed second')
  await later.getByRole('button', { name: 'Discard' }).click()
  await later.reload()
  await expect(legalName(later)).toHaveValue('')
  await page.reload()
  await expect(legalName(page)).toHaveValue('Typed first')
})

test('a duplicated tab, whose session storage is a copy, has its own draft', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/create')
  await legalName(page).fill('Typed first')
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void open('/crm/company/create')) // copies the session storage, as duplicating does
  const copy = await opened
  await expect(legalName(copy)).toBeVisible()
  expect(await copy.evaluate(() => sessionStorage.getItem('tab'))).not.toBe(
    await page.evaluate(() => sessionStorage.getItem('tab')),
  )
  await legalName(copy).fill('Typed second')
  await copy.reload()
  await expect(legalName(copy)).toHaveValue('Typed second')
  await page.reload()
  await expect(legalName(page)).toHaveValue('Typed first')
})

test('text that is typed into a cell survives a reload, and is restored when its editor opens again', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { legalName: name = '' } = await newCompany(call)
  await page.goto(companyListPath(name))
  const pencil = page.getByRole('button', { name: `Edit Website of ${name}` })
  await pencil.focus()
  await page.keyboard.press('Enter')
  const website = page.getByRole('textbox', { name: 'Website' })
  await website.fill('https://half.example')
  await page.reload()
  await pencil.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('Your unsaved text was restored')).toBeVisible()
  await expect(website).toHaveValue('https://half.example')
  await page.keyboard.press('Escape')
  await pencil.focus()
  await page.keyboard.press('Enter')
  await expect(website).not.toHaveValue('https://half.example')
})

test('nothing can be typed into a form while it is saved, and the focus stays', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/company/create')
  await legalName(page).fill('Nord')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/company/', async (route) => {
    await answer.promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/api/company/')
  await legalName(page).press('Enter')
  await sent
  await page.keyboard.type(' lost')
  await expect(legalName(page)).toBeFocused()
  await expect(legalName(page)).toHaveValue('Nord')
  answer.resolve()
  await expect(page.getByRole('alert')).toBeFocused() // the country is missing
  await legalName(page).fill('Nordhaven')
  await expect(legalName(page)).toHaveValue('Nordhaven')
})
