import { expect, type Page } from '@playwright/test'
import type { Caller } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { failCalls, test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

/** An address that belongs to nobody, unique to a test. */
const newUnknownAddress = () => newPerson().emailAddress

/** Creates a folder with these folders in the user's own drive, and opens it. Returns all ids. */
const openNewFolder = async (page: Page, call: Caller, ...names: string[]) => {
  const folder = await call('POST', '/api/files/folder', { name: 'Fair' })
  const inner: string[] = []
  for (const name of names) {
    const { uniqueId } = await call('POST', '/api/files/folder', { name, parentId: folder['uniqueId'] })
    inner.push(uniqueId!)
  }
  await page.goto(`/user/drive/my-drive/${folder['uniqueId']}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fair')
  return { folder: folder['uniqueId']!, inner }
}
const shareItem = (call: Caller, uniqueIds: readonly string[], ...shareWith: string[]) =>
  call('POST', '/api/files/share', { uniqueIds, shareWith })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Actions for ${name}` }) })
const menu = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Are you sure' })

test('all that is ticked is shared at once, taken back from whom the filter names, and deleted, each with its words', async ({
  page,
}) => {
  test.slow()
  const stranger = newUnknownAddress()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  await openNewFolder(page, call, 'Halls', 'Stands', 'Trucks')
  const bulk = page.getByRole('group', { name: 'Picked files' })
  for (const name of ['Delete Files', 'Share Files', 'UnShare Files'])
    await expect(bulk.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('checkbox', { name: 'Select Trucks' }).uncheck()
  await bulk.getByRole('button', { name: 'Share Files', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share files with' })
  await expect(dialog.getByText('Halls, Stands')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Emails' }).fill(stranger)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Shared successfully with 1 emails!')).toBeVisible()
  for (const name of ['Halls', 'Stands']) await expect(row(page, name)).toContainText(stranger)
  await expect(row(page, 'Trucks')).toContainText('Nobody')

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bulk.getByRole('button', { name: 'UnShare Files', exact: true }).click()
  await expect(page.getByText('Select a user from the filters!')).toBeVisible()
  await page.getByRole('combobox', { name: 'Shared with user' }).selectOption(stranger)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(row(page, 'Trucks')).toHaveCount(0)
  await expect(row(page, 'Halls')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bulk.getByRole('button', { name: 'UnShare Files', exact: true }).click()
  await expect(question(page)).toContainText('You can re share again!')
  await question(page).getByRole('button', { name: 'Yes, Un Share it!' }).click()
  await expect(page.getByText('Un Shared successfully with 1 emails!')).toBeVisible()
  await expect(row(page, 'Halls')).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear Filter' }).first().click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bulk.getByRole('button', { name: 'Delete Files', exact: true }).click()
  await expect(question(page)).toContainText('Are you sure you want to delete all these files?')
  await expect(question(page)).toContainText('You can not revert this!')
  await question(page).getByRole('button', { name: 'Yes, Delete All!' }).click()
  await expect(page.getByText('Successfully deleted 3 files!')).toBeVisible()
  await expect(page.getByText('This folder is empty')).toBeVisible()
})

test('access is ended by chips; what ends nothing is said, and the dialog stays', async ({ page }) => {
  const [ann, bob, stranger] = [newUnknownAddress(), newUnknownAddress(), newUnknownAddress()]
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const { inner } = await openNewFolder(page, call, 'Halls')
  await shareItem(call, inner, ann, bob)
  await page.reload()
  await menu(page, 'Halls', 'UnShare')
  const dialog = page.getByRole('dialog', { name: 'Un Share files with' })
  const end = dialog.getByRole('button', { name: 'UnShare', exact: true })
  const typed = dialog.getByRole('combobox', { name: 'To unshare' })
  const chip = (address: string) => dialog.getByRole('checkbox', { name: address })
  await end.click()
  await expect(dialog.getByText('Un Share with at least 1 email address!')).toBeVisible()
  await typed.fill('nonsense')
  await page.keyboard.press('Enter')
  await end.click()
  await expect(dialog.getByText('nonsense is not an email address')).toBeVisible()
  await typed.press('Backspace')
  await typed.fill(stranger)
  await page.keyboard.press('Enter')
  await end.click()
  await expect(dialog.getByText(`Nothing was shared with ${stranger} directly.`)).toBeVisible()
  await expectAccessible(page)

  await chip(ann).press('Space')
  await end.click()
  await expect(page.getByText('Un Shared successfully with 1 emails!')).toBeVisible()
  await expect(page.getByText(`Nothing was shared with ${stranger} directly.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'Halls')).toContainText(bob)
  await expect(row(page, 'Halls')).not.toContainText(ann)
})

test('what lies in a shared folder says who has access through it, and un-sharing there names the folder', async ({ page }) => {
  test.slow()
  const [stranger, other] = [newUnknownAddress(), newUnknownAddress()]
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const { folder, inner } = await openNewFolder(page, call, 'Halls', 'Stands')
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan '.repeat(1000)) }
  await page.getByLabel('Choose files').setInputFiles([plan])
  await expect(page.getByRole('button', { name: 'Download plan.txt' })).toBeVisible()
  await expect(row(page, 'plan.txt')).toContainText('Nobody')
  await expect(page.getByText('Only you have access.')).toBeVisible()
  const seenBy = page.getByRole('button', { name: 'Shared with' })
  await expect(seenBy).toHaveCount(0)
  await shareItem(call, [folder], stranger)
  await shareItem(call, [inner[0]!], other)
  const details = await failCalls(page, '**/api/files/details/*')
  await page.reload()
  const again = page.getByRole('button', { name: 'Who has access could not be loaded. Try again' })
  await expect(again).toBeVisible()
  details.mend()
  await again.click()
  await expect(seenBy).toHaveText(`Shared with ${stranger}. They can see everything in this folder.`)
  await takeScreenshots(page, 'drive-folder-shared')
  await seenBy.click()
  await expect(page.getByRole('dialog', { name: 'Details' }).getByText(stranger, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(seenBy).toBeFocused()
  await expect(row(page, 'plan.txt')).toContainText(stranger)
  await expect(row(page, 'plan.txt')).toContainText('through its folder')
  await expect(row(page, 'Halls')).toContainText(`${other}+1`)
  await row(page, 'Halls').getByText(other).hover()
  await expect(page.getByRole('tooltip')).toHaveText(`${other} · Through its folder: ${stranger}`)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Shared with user' }).selectOption(other)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(row(page, 'plan.txt')).toHaveCount(0)
  await expect(row(page, 'Halls')).toBeVisible()
  await page.getByRole('combobox', { name: 'Shared with user' }).selectOption(stranger)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(row(page, 'plan.txt')).toBeVisible()

  await menu(page, 'Halls', 'UnShare')
  const dialog = page.getByRole('dialog', { name: 'Un Share files with' })
  await expect(dialog.getByText(`Through a parent folder, and can be removed there: ${stranger}`)).toBeVisible()
  await takeScreenshots(page, 'drive-unshare')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Actions for plan.txt' }).click()
  await expect(page.getByRole('menuitem', { name: 'UnShare' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Shared With' }).click()
  const access = page.getByRole('dialog', { name: 'Shared With' })
  await expect(access.getByText('through the folder Fair')).toBeVisible()
  await access.getByRole('button', { name: 'UnShare' }).click()
  await expect(question(page)).toContainText(stranger)
  await expect(question(page)).toContainText('This ends access to everything in the folder Fair. You can re share again!')
  await question(page).getByRole('button', { name: 'Yes, Un Share it!' }).click()
  await expect(page.getByText('Successfully unshared file!')).toBeVisible()
  await expect(access.getByText('Only you have access.')).toBeVisible()
  await access.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Clear Filter' }).first().click()
  await expect(row(page, 'plan.txt')).toContainText('Nobody')
  await expect(row(page, 'Halls')).toContainText(other)
})

test('somebody who has access by a file and by its folder is listed once, and each way can be ended by itself', async ({
  page,
}) => {
  const stranger = newUnknownAddress()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const { folder, inner } = await openNewFolder(page, call, 'Halls')
  await shareItem(call, [folder], stranger)
  await shareItem(call, [inner[0]!], stranger)
  await page.reload()
  await menu(page, 'Halls', 'Shared With')
  const dialog = page.getByRole('dialog', { name: 'Shared With' })
  const person = dialog.getByRole('listitem').filter({ hasText: stranger })
  await expect(person).toHaveCount(1)
  await expect(person.getByText(stranger, { exact: true })).toHaveCount(1)
  await expect(person.getByText('through the folder Fair')).toBeVisible()
  const ends = person.getByRole('button', { name: 'UnShare' })
  await expect(ends).toHaveCount(2)
  await takeScreenshots(page, 'drive-shared-twice')
  await expectAccessible(page)
  await ends.first().click()
  await expect(question(page)).toContainText('This ends access to everything in the folder Fair.')
  await page.getByRole('button', { name: 'Yes, Un Share it!' }).click()
  await expect(ends).toHaveCount(1)
  await expect(person.getByText('through the folder Fair')).toHaveCount(0)
})
