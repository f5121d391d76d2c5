import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { admin, newCompany, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}`) })
const files = (page: Page) => page.getByRole('region', { name: 'Files' })
const file = (page: Page, name: string) => files(page).getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Attach files from your drive' })
const attachButton = (page: Page) => files(page).getByRole('button', { name: 'Attach File', exact: true })
const downloadText = async (page: Page, name: string) => {
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}` }).click()
  return readFileSync(await (await kept).path(), 'utf8')
}

test('files are uploaded, attached and detached with Undo; a colleague downloads them until their owner deletes them', async ({
  page,
  browser,
}) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  const company = await newCompany(call)
  const address = `/crm/company/show/${company['uniqueId']}?tab=files`
  await page.goto(`/crm/company/show/${company['uniqueId']}`)
  await page.getByRole('link', { name: 'Attach File', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(address)
  await expect(files(page)).toContainText('No files are attached')
  await expectAccessible(page)
  await takeScreenshots(page, 'attachments-none')

  await attachButton(page).click()
  await expect(dialog(page).getByText('This folder is empty.')).toBeVisible()
  await dialog(page)
    .getByLabel('Choose files')
    .setInputFiles([textFile('Offer.txt'), textFile('Plan.txt')])
  await expect(dialog(page).getByRole('status')).toHaveText('Selected: Offer.txt, Plan.txt')
  await dialog(page).getByRole('button', { name: 'Attachments', exact: true }).click()
  await dialog(page).getByRole('checkbox', { name: 'Plan.txt' }).uncheck()
  await expectAccessible(page)
  await takeScreenshots(page, 'attachments-pick')
  await dialog(page).getByRole('button', { name: 'Attach 1 file', exact: true }).click()
  await expect(page.getByText('1 file is attached.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(attachButton(page)).toBeFocused()
  await expect(files(page).getByRole('listitem')).toHaveCount(1)

  await attachButton(page).click()
  await dialog(page).getByRole('searchbox', { name: 'Search your drive' }).fill('.txt')
  await expect(dialog(page).getByRole('checkbox', { name: 'Offer.txt, already attached' })).toBeDisabled()
  await dialog(page).getByRole('checkbox', { name: 'Plan.txt' }).check()
  await dialog(page).getByRole('button', { name: 'Attach 1 file', exact: true }).click()
  await expect(files(page).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await takeScreenshots(page, 'attachments')

  const other = await (await browser.newContext()).newPage()
  await signInWithCalls(other, admin)
  await other.goto(address)
  await expect(files(other).getByRole('listitem')).toHaveCount(2)
  expect(await downloadText(other, 'Offer.txt')).toBe('This is Offer.txt')

  await file(page, 'Offer.txt').getByRole('button', { name: 'Detach Offer.txt' }).click()
  await expect(file(page, 'Offer.txt')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(file(page, 'Offer.txt')).toBeVisible()

  const [plan] = await call<{ uniqueId: string }[]>('GET', '/api/files/find?q=Plan.txt&page=0')
  await call('DELETE', `/api/files/${plan!.uniqueId}`)
  await other.reload()
  await expect(file(other, 'Offer.txt')).toBeVisible()
  await expect(file(other, 'Plan.txt')).toHaveCount(0)
  await other.context().close()
})

test('the details of a drive file show where it is attached, and can detach it', async ({ page }) => {
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const project = await call('POST', '/api/project/', { name: 'Fair of the year' })
  await page.goto(`/user/project/show/${project['uniqueId']}`)
  await attachButton(page).click()
  await dialog(page)
    .getByLabel('Choose files')
    .setInputFiles([textFile('Stand.txt')])
  await dialog(page).getByRole('button', { name: 'Attach 1 file', exact: true }).click()
  await expect(file(page, 'Stand.txt')).toBeVisible()

  const [stand] = await call<{ uniqueId: string; parentFolderId: string }[]>('GET', '/api/files/find?q=Stand.txt&page=0')
  await navigateTo(page, `/user/drive/my-drive/${stand!.parentFolderId}?details=${stand!.uniqueId}`)
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'Attached to' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Fair of the year' })).toBeVisible()
  await expect(details.getByText('Only you have access.')).toHaveCount(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'attachments-details')
  await details.getByRole('button', { name: 'Detach from Project Fair of the year' }).click()
  await expect(details.getByText('Only you have access.')).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Attached to' })).toHaveCount(0)
})

test('the viewer goes through the files of a record; it is in the address, which a colleague can open, and Back closes it', async ({
  page,
  browser,
}) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  const company = await newCompany(call)
  const tab = `/crm/company/show/${company['uniqueId']}?tab=files`
  await page.goto(tab)
  await attachButton(page).click()
  const zip = { name: 'Drawings.zip', mimeType: 'application/zip', buffer: Buffer.from('drawings') }
  await dialog(page)
    .getByLabel('Choose files')
    .setInputFiles([textFile('Offer.txt'), zip, textFile('Plan.txt')])
  await dialog(page).getByRole('button', { name: 'Attach 3 files', exact: true }).click()
  await expect(files(page).getByRole('listitem')).toHaveCount(3)
  const names = await files(page).getByRole('listitem').allInnerTexts()
  const order = ['Offer.txt', 'Drawings.zip', 'Plan.txt'].toSorted(
    (one, other) => names.findIndex((text) => text.includes(one)) - names.findIndex((text) => text.includes(other)),
  )
  const viewer = (name: string, at = page) => at.getByRole('dialog', { name })
  const place = (name: string) => viewer(name).getByRole('group', { name: 'Files' })

  await page.getByRole('button', { name: 'View Plan.txt' }).click()
  await expect(place('Plan.txt')).toHaveText(`${order.indexOf('Plan.txt') + 1} of 3`)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(tab)
  await expect(page.getByRole('button', { name: 'View Plan.txt' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(place('Plan.txt')).toBeVisible()
  for (let step = order.indexOf('Plan.txt'); step > 0; step--) {
    await page.keyboard.press('ArrowLeft')
    await expect(place(order[step - 1]!)).toHaveText(`${step} of 3`)
  }
  for (const [index, name] of order.entries()) {
    await expect(place(name)).toHaveText(`${index + 1} of 3`)
    await expectAccessible(page)
    await takeScreenshots(page, `viewer-${name}`)
    await page.keyboard.press('ArrowRight')
  }
  const last = order[2]!
  await expect(viewer(last).locator('[aria-live=polite]')).toHaveText(`${last}, 3 of 3`)
  await page.reload()
  await expect(place(last)).toHaveText('3 of 3')

  const other = await (await browser.newContext()).newPage()
  await signInWithCalls(other, admin)
  await other.goto(page.url())
  await expect(viewer(last, other)).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await expect(other).toHaveURL(tab)
  await other.context().close()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(tab)
  await expect(files(page).getByRole('listitem')).toHaveCount(3)
})
