import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

test('lists a deleted record in the trash, and restores it under a new name if its own is taken', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const { legalName = '', uniqueId } = await newCompany(call)
  await call('DELETE', `/api/company/${uniqueId}`)
  await newCompany(call, legalName)
  await page.goto('/crm/trash')
  await takeScreenshots(page, 'trash')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: `Select ${legalName}` }).check()
  await page.getByRole('button', { name: 'Restore 1 record' }).click()
  const dialog = page.getByRole('dialog', { name: 'This name is taken' })
  await dialog.getByLabel('Name').fill(`${legalName} zwei`)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 record is back.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${legalName}` })).toHaveCount(0)
  expect(await call('GET', `/api/company/${uniqueId}`)).toMatchObject({ legalName: `${legalName} zwei` })
})

/** Creates and deletes a folder. */
const createDeletedFolder = async (call: Caller, word: string, parentId?: string) => {
  const folder = await call('POST', '/api/files/folder', { name: `${word} ${newMark()}`, parentId })
  await call('DELETE', `/api/files/${folder['uniqueId']}`)
  return folder['name']!
}
const createDeletedCompany = async (call: Caller) => {
  const { legalName = '', uniqueId } = await newCompany(call)
  await call('DELETE', `/api/company/${uniqueId}`)
  return legalName
}
const selectRow = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()
const kindOptions = (page: Page) => page.getByRole('combobox', { name: 'Kind' }).getByRole('option')

test('files and records are in one trash, and are restored together', async ({ page }) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const [company, folder] = [await createDeletedCompany(call), await createDeletedFolder(call, 'Old')]
  await page.goto('/user/trash')
  await expect(page.getByRole('row', { name: folder }).getByRole('cell', { name: 'Folder', exact: true })).toBeVisible()
  await expect(kindOptions(page)).toHaveText(['All kinds', 'Companies', 'Files and folders'])
  await selectRow(page, company)
  await expect(page.getByRole('button', { name: 'Restore 1 record' })).toBeVisible()
  await selectRow(page, folder)
  await takeScreenshots(page, 'trash-of-all')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /permanently/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore 2', exact: true }).click()
  await expect(page.getByText('1 record is back. 1 item is back.')).toBeVisible()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await expect(page.getByText('stay here for 30 days')).toBeVisible()
})

test('if one kind can’t be restored, a message says what was restored, and the rest can be tried again; the filter offers a kind only while the trash contains it', async ({
  page,
}) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const [company, folder] = [await createDeletedCompany(call), await createDeletedFolder(call, 'Old')]
  const { uniqueId, name = '' } = await call('POST', '/api/project/', { name: `Project ${newMark()}` })
  await call('DELETE', `/api/project/${uniqueId}`)
  await page.goto('/user/trash')
  // Kinds are restored in the order in which they belong to each other: the company first, then the project.
  await page.route('**/api/trash/restore', (route) =>
    (route.request().postDataJSON() as { kind: string }).kind === 'project'
      ? route.fulfill({ status: 500, json: { responseStatus: 'ERROR', message: 'Something broke', data: {} } })
      : route.continue(),
  )
  for (const one of [name, company]) await selectRow(page, one)
  await page.getByRole('button', { name: 'Restore 2 records' }).click()
  await expect(page.getByText('1 record is back.')).toBeVisible()
  await expect(page.getByText('Something broke')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${company}` })).toHaveCount(0)
  for (const one of [name, folder]) await expect(page.getByRole('checkbox', { name: `Select ${one}` })).toBeVisible()

  // The filter offers a kind only while the trash contains it.
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Files and folders')
  await expect(page).toHaveURL(/kind=driveItem/)
  await expect(page.getByRole('row', { name })).toHaveCount(0) // rows move up when the others leave
  await page.getByRole('button', { name: `Restore ${folder}` }).click()
  await expect(page.getByText('Nothing of this kind is in the trash')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByRole('row', { name })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveCount(0)
})

test('restores files, to My Drive if their folder is gone, and deletes files permanently, one by one or all', async ({
  page,
}) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_BASIC')
  const company = await createDeletedCompany(call)
  const home = await call('POST', '/api/files/folder', { name: 'Home' })
  const [first, inner] = [await createDeletedFolder(call, 'First'), await createDeletedFolder(call, 'Inner', home['uniqueId'])]
  await call('DELETE', `/api/files/${home['uniqueId']}`)
  const [second, last] = [await createDeletedFolder(call, 'Second'), await createDeletedFolder(call, 'Last')]
  await page.goto('/user/drive/my-drive')
  await page.getByRole('main').getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL(/\/user\/trash\?kind=driveItem$/)
  await expect(page.getByRole('columnheader')).toContainText(['Name', 'Size', 'Deleted'])
  await expect(page.getByText(/of .* used, including the trash/)).toBeVisible()
  await takeScreenshots(page, 'trash-of-files')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Restore ${inner}` }).click()
  await expect(page.getByText(`1 item is back. In My Drive, since its folder is gone: ${inner}.`)).toBeVisible()
  await selectRow(page, first)
  await page.getByRole('button', { name: 'Delete 1 permanently' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('1 item was deleted permanently.')).toBeVisible()
  await expect(page.getByText(first)).toHaveCount(0)
  // By keyboard only.
  await page.getByRole('checkbox', { name: `Select ${second}` }).press('Space')
  await page.getByRole('button', { name: 'Restore 1 item' }).press('Enter')
  await expect(page.getByText('1 item is back.', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: second })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete all files permanently' }).click()
  await expect(page.getByText('All files and folders in the trash will be deleted permanently.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('2 items were deleted permanently.')).toBeVisible()
  await expect(page.getByText(last)).toHaveCount(0)
  await page.goto('/user/trash')
  await expect(page.getByRole('row', { name: company })).toBeVisible()
})

test('the old URLs of the drive’s trash redirect to the files in the trash', async ({ page }) => {
  await signInWithCalls(page, 'business@tradewind.test')
  for (const old of ['/user/drive/trash', '/drive/trash', '/crm/drive/trash']) {
    await page.goto(old)
    await expect(page).toHaveURL(/\/user\/trash\?kind=driveItem$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  }
  await signInWithCalls(page, 'free@tradewind.test')
  await page.goto('/user/drive/trash')
  await expect(page).toHaveURL(/\/user\/drive\/shared$/)
})

test('levels 1 and 2, which restore no records, see their files in the trash', async ({ page }) => {
  test.slow()
  for (const role of ['ROLE_LEVEL1', 'ROLE_LEVEL2'] as const) {
    const { call } = await signInNewUser(page, role)
    const name = await createDeletedFolder(call, 'Old')
    await page.goto('/crm/dashboard')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Delete all files permanently' })).toBeVisible()
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(page.getByText('1 item is back.')).toBeVisible()
  }
})
