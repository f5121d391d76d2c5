import { expect, type Locator, type Page } from '@playwright/test'
import { truncateSync, writeFileSync } from 'node:fs'
import { type Caller, newMark, signInWithCalls } from './kit/api.ts'
import { chooseEntry } from './kit/keys.ts'
import { axeFaults, expectAccessible, inEachLook, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const owner = 'business@tradewind.test'
/** An address that belongs to nobody. */
const stranger = 'stranger@elsewhere.example'

const newName = (word: string) => `${word} ${newMark()}`

/** Creates a folder for this test, and opens it. */
const openNewFolder = async (page: Page, call: Caller) => {
  const folder = await call('POST', '/api/files/folder', { name: newName('Fair') })
  await page.goto(`/user/drive/my-drive/${folder['uniqueId']}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(folder['name']!)
  return folder
}
const textFile = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const chooseFiles = (page: Page, ...files: ReturnType<typeof textFile>[]) => page.getByLabel('Choose files').setInputFiles(files)
const uploadPanel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const openMenu = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('uploads chosen and dropped files, asks about name conflicts, and shows the result of each file', async ({ page }) => {
  test.slow()
  await openNewFolder(page, await signInWithCalls(page, owner))
  await chooseFiles(page, textFile('plan.txt'), textFile('offer.txt'))
  await expect(uploadPanel(page).getByRole('status')).toHaveText('2 files uploaded')
  await expect(page.getByRole('button', { name: 'Download plan.txt' })).toBeVisible()

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['dropped'], 'offer.txt', { type: 'text/plain' }))
    data.items.add(new File(['new'], 'notes.txt', { type: 'text/plain' }))
    return data
  })
  const area = page.getByRole('search', { name: 'Filters' })
  await area.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText('Drop to upload into this folder')).toBeVisible()
  await area.dispatchEvent('drop', { dataTransfer: dropped })
  const asked = page.getByRole('dialog', { name: 'Some names are taken' })
  await expect(asked.getByText('offer.txt')).toBeVisible()
  await asked.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('button', { name: 'Download offer (2).txt' })).toBeVisible()
  await expect(uploadPanel(page).getByText('as offer (2).txt')).toBeVisible()
  await page.mouse.move(0, 0) // off the dates, which show a tooltip on hover
  await takeScreenshots(page, 'drive-uploaded')
  await expectAccessible(page)
  await uploadPanel(page).getByRole('button', { name: 'Close' }).click()
  await expect(uploadPanel(page)).toHaveCount(0)
})

test('an upload continues automatically after a lost connection and a page reload', async ({ page }) => {
  test.slow()
  await openNewFolder(page, await signInWithCalls(page, owner))
  let reloads = 0
  await page.route('**/api/files/arriving/**', (route) =>
    route.request().method() === 'PATCH' && reloads < 2 ? route.abort() : route.continue(),
  )
  await chooseFiles(page, textFile('long.bin', 'x'.repeat(3_000_000)))
  await expect(
    uploadPanel(page)
      .getByText(/Offline|Uploading/)
      .first(),
  ).toBeVisible()
  page.on('domcontentloaded', () => void reloads++)
  await page.reload()
  await expect(uploadPanel(page)).toBeVisible()
  await page.reload() // the file's line is there again
  await expect(uploadPanel(page).getByRole('status')).toHaveText('1 file uploaded', { timeout: 45_000 })
  await expect(page.getByRole('button', { name: 'Download long.bin' })).toBeVisible()
})

/** Whether the browser would ask for confirmation before a reload. */
const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('asks before leaving the page only if the browser can’t store the pending uploads', async ({ page }) => {
  await openNewFolder(page, await signInWithCalls(page, owner))
  await page.route('**/api/files/arriving/**', (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()))
  await chooseFiles(page, textFile('kept.bin'))
  await expect(uploadPanel(page).getByText('kept.bin').first()).toBeVisible()
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false)

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await chooseFiles(page, textFile('unkept.bin'), textFile('more.bin'))
  await expect(uploadPanel(page).getByRole('group', { name: 'unkept.bin and 1 more' })).toBeVisible()
  await expect.poll(() => asksBeforeLeaving(page)).toBe(true)
  await uploadPanel(page).getByRole('button', { name: 'Pause kept.bin' }).click()
  await expect(uploadPanel(page).getByRole('button', { name: 'Continue with kept.bin' })).toBeVisible()
  await uploadPanel(page).getByRole('button', { name: 'Cancel unkept.bin and 1 more' }).click()
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false)
})

test('a file dropped outside the drop area of a drive page isn’t opened by the browser', async ({ page }) => {
  await signInWithCalls(page, owner)
  const isHeld = (type: string) =>
    page.getByRole('banner').evaluate((element, name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['plan'], 'plan.txt'))
      return !element.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
    }, type)
  for (const screen of ['drive/my-drive', 'drive/find', 'drive/shared', 'trash']) {
    await navigateTo(page, `/user/${screen}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const type of ['dragover', 'drop']) expect(await isHeld(type), `${type} on ${screen}`).toBe(true)
  }
  await navigateTo(page, '/user/company/list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await isHeld('drop')).toBe(false)
})

test('rows are moved by dragging them with the mouse onto a folder or a breadcrumb; Escape cancels', async ({ page }) => {
  const call = await signInWithCalls(page, owner)
  const folder = await openNewFolder(page, call)
  await call('POST', '/api/files/folder', { name: 'Contracts', parentId: folder['uniqueId'] })
  await chooseFiles(page, textFile('plan.txt'), textFile('offer.txt'))
  await expect(uploadPanel(page).getByRole('status')).toHaveText('2 files uploaded')
  await uploadPanel(page).getByRole('button', { name: 'Close' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const [contracts, parent] = [row('Contracts'), page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('My Drive')]
  const dragFile = async (name: string, to: typeof parent) => {
    await page.getByRole('button', { name: `Download ${name}` }).hover()
    await page.mouse.down()
    await to.hover()
    await to.hover() // the browser sends dragover with the second movement
  }
  let downloads = 0
  page.on('download', () => void downloads++)
  await dragFile('plan.txt', contracts)
  await expect(contracts).toHaveAttribute('data-drop-target', 'true')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.keyboard.press('Escape')
  await expect(contracts).not.toHaveAttribute('data-drop-target')
  await page.mouse.up()
  await expect(row('plan.txt')).toBeVisible()

  for (const name of ['plan.txt', 'offer.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await dragFile('plan.txt', contracts)
  await page.mouse.up()
  await expect(page.getByText('Moved 2 items.')).toBeVisible()
  await expect(row('plan.txt')).toHaveCount(0)
  await expect(contracts.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Contracts' }).click()
  await dragFile('offer.txt', page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(folder['name']!))
  await page.mouse.up()
  await page.getByRole('alert').filter({ hasText: 'Moved 1 item.' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 item is back.')).toBeVisible()
  await expect(row('offer.txt')).toBeVisible()
  await expect(parent).toBeVisible()
  expect(downloads).toBe(0)
})

test('a long file name is truncated in the upload panel, which does not scroll sideways', async ({ page }) => {
  await openNewFolder(page, await signInWithCalls(page, owner))
  const name = `${'quarterly-report-'.repeat(8)}.txt`
  await chooseFiles(page, textFile(name))
  await expect(uploadPanel(page).getByText('Uploaded', { exact: true })).toBeVisible()
  const files = uploadPanel(page).getByLabel('Files of the upload')
  expect(await files.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await files.getByText(name).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
})

test('shows the limit for an upload that is too large, and sends nothing', async ({ page }, info) => {
  await openNewFolder(page, await signInWithCalls(page, owner))
  const large = info.outputPath('large.bin') // on disk: 21 MB take seconds to pass into the browser
  writeFileSync(large, '')
  truncateSync(large, 21 * 1024 * 1024)
  await page.getByLabel('Choose files').setInputFiles(large)
  await expect(page.getByText('Total file size exceeds 20 MB. Please upload smaller files.')).toBeVisible()
  await expect(page.getByText('This folder is empty')).toBeVisible()
})

test('a recipient can immediately open and download what is shared, nothing else, and loses access once unshared', async ({
  page,
  browser,
}) => {
  test.slow()
  const other = await (await browser.newContext()).newPage()
  const { user: guest } = await signInNewUser(other, 'ROLE_FREE')
  const folder = await openNewFolder(page, await signInWithCalls(page, owner))
  const name = folder['name']!
  await chooseFiles(page, textFile('price.txt', 'secret prices'))
  await expect(uploadPanel(page).getByRole('status')).toHaveText('1 file uploaded')
  await page.goto(`/user/drive/my-drive?name=${encodeURIComponent(name)}`)
  await openMenu(page, name, 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share files with' })
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.getByText('Share with at least 1 email address!')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Emails' }).fill(guest.emailAddress)
  await page.keyboard.press('Enter')
  await takeScreenshots(page, 'drive-share')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Shared successfully with 1 emails!')).toBeVisible()

  await other.goto('/user/drive/shared')
  await takeScreenshots(other, 'drive-shared')
  await other.goto(`/user/drive/shared/${folder['ownerId']}/folder/${folder['uniqueId']}`)
  await other.getByRole('button', { name: 'Actions for price.txt' }).click()
  await expect(other.getByRole('menuitem')).toHaveText(['Open', 'Download'])
  const arriving = other.waitForEvent('download')
  await other.getByRole('menuitem', { name: 'Download' }).click()
  expect((await arriving).suggestedFilename()).toBe('price.txt')

  await openMenu(page, name, 'Shared With')
  const access = page.getByRole('dialog', { name: 'Shared With' })
  await expect(access.getByText(guest.emailAddress)).toBeVisible()
  await access.getByRole('button', { name: 'UnShare' }).click()
  await page.getByRole('button', { name: 'Yes, Un Share it!' }).click()
  await expect(page.getByText('Successfully unshared file!')).toBeVisible()
  await other.reload()
  await expect(other.getByText('It was deleted, or it is not shared with you any more.').first()).toBeVisible()
  await other.context().close()
})

test('creates, renames, deletes and restores a folder with the keyboard only', async ({ page }) => {
  test.slow()
  await openNewFolder(page, await signInWithCalls(page, owner))
  const name = page.getByRole('textbox', { name: 'Folder name' })
  await page.getByRole('button', { name: 'New Folder' }).press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter') // an empty name does nothing
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'New Folder' }).press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.type('Stands')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Stands' })).toBeVisible()
  await chooseEntry(page.getByRole('button', { name: 'Actions for Stands' }), 'Rename')
  await page.getByRole('textbox', { name: 'New Name' }).fill('Halls')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Renamed successfully!')).toBeVisible()
  await chooseEntry(page.getByRole('button', { name: 'Actions for Halls' }), 'Delete')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Yes, delete it!' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deleted Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Halls' })).toBeVisible()
})

test('finds files in all folders; their details show who has access and what was done', async ({ page }) => {
  const call = await signInWithCalls(page, owner)
  const name = newName('Finding')
  const { uniqueId } = await call('POST', '/api/files/folder', { name })
  await call('POST', '/api/files/share', { shareWith: [stranger], uniqueIds: [uniqueId] })
  await page.goto('/user/drive/find')
  await page.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase())
  // Rows that are about to disappear would move the intended one from under the pointer.
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1)
  await openMenu(page, name, 'Details')
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details.getByText(stranger, { exact: true })).toBeVisible()
  await expect(details.getByText(`shared ${name} with ${stranger}`)).toBeVisible()
  await takeScreenshots(page, 'drive-details')
  await expectAccessible(page)
})

/** Checks that these are on one line. */
const expectOneLine = async (elements: readonly Locator[]) => {
  const tops = await Promise.all(elements.map(async (one) => (await one.boundingBox())!.y))
  expect(new Set(tops).size).toBe(1)
}

test('on a phone the actions of a folder are on one line, and so are those of ticked files', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewFolder(page, await signInWithCalls(page, owner))
  const header = page.locator('main header')
  await expectOneLine([header.getByRole('link', { name: 'Trash' }), header.getByRole('button', { name: 'Upload' })])
  await chooseFiles(page, textFile('plan.txt'))
  await page.getByRole('checkbox', { name: 'Select plan.txt' }).check()
  const actions = ['Delete Files', 'Share Files', 'UnShare Files', 'Move Files'].map((name) =>
    page.getByRole('group', { name: 'Picked files' }).getByRole('button', { name, exact: true }),
  )
  await expectOneLine(actions)
  for (const action of actions) await expect(action).toBeEnabled()
  await expectAccessible(page)
  await actions.at(-1)!.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('/drive asks a visitor to sign in, and leads a signed-in user to their own drive', async ({ page }) => {
  await page.goto('/drive')
  await inEachLook(page, [[1280, 'light']], async () => expect(await axeFaults(page)).toEqual([]))
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/auth\/login\?next=/)
  await signInWithCalls(page, 'free@tradewind.test')
  await page.goto('/drive')
  await expect(page).toHaveURL(/\/user\/drive\/shared$/)
})
