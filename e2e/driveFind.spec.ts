import { expect, type Page } from '@playwright/test'
import type { Role } from '@tradewind/contract/roles'
import { type Caller, newMark } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

const newName = (word: string) => `${word} ${newMark()}`
const textFile = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

/** Another user, in a browser of their own. */
const openOtherUser = async (page: Page, role: Role) => {
  const other = await page.context().browser()!.newContext()
  const there = await other.newPage()
  return { page: there, ...(await signInNewUser(there, role)) }
}
/** Creates a folder with these files in the user's own drive, and opens it. */
const openNewFolder = async (page: Page, call: Caller, ...files: ReturnType<typeof textFile>[]) => {
  const folder = await call('POST', '/api/files/folder', { name: newName('Fair') })
  await page.goto(`/user/drive/my-drive/${folder['uniqueId']}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(folder['name']!)
  await page.getByLabel('Choose files').setInputFiles(files)
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads.getByRole('status')).toHaveText(`${files.length} file${files.length > 1 ? 's' : ''} uploaded`)
  await uploads.getByRole('button', { name: 'Close' }).click()
  return { uniqueId: folder['uniqueId']!, name: folder['name']!, ownerId: folder['ownerId']! }
}
const detailsDialog = (page: Page) => page.getByRole('dialog', { name: 'Details' })
const openDetails = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(detailsDialog(page).getByRole('heading', { name })).toBeVisible()
}
const closeDetails = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('global search finds own and shared files, and opens each in its folder', async ({ page }) => {
  test.slow()
  const guest = await openOtherUser(page, 'ROLE_FREE')
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const name = `${newName('Lantern')}.txt`
  const folder = await openNewFolder(page, call, textFile(name))
  await call('POST', '/api/files/share', { shareWith: [guest.user.emailAddress], uniqueIds: [folder.uniqueId] })
  const seek = async (where: Page, from: string) => {
    await where.goto(from)
    await expect(where.getByRole('heading', { level: 1 })).toBeVisible()
    await where.keyboard.press('Control+k')
    await where.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill(name.toUpperCase())
    await where.getByRole('dialog').getByRole('option', { name }).click()
    await expect(detailsDialog(where).getByRole('heading', { name })).toBeVisible()
  }
  await seek(page, '/user/dashboard')
  await expect(page).toHaveURL(new RegExp(`/user/drive/my-drive/${folder.uniqueId}\\?details=`))
  await seek(guest.page, '/user/drive/shared')
  await expect(guest.page).toHaveURL(new RegExp(`/user/drive/shared/${folder.ownerId}/folder/${folder.uniqueId}\\?details=`))
  await guest.page.context().close()
})

test('the activity pane lists all actions in the drive, also on purged items, and links to existing items only', async ({
  page,
}) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const open = async () => {
    await page.goto('/user/drive/my-drive')
    await page.getByRole('button', { name: 'Activity' }).click()
  }
  const pane = page.getByRole('dialog', { name: 'Activity' })
  await open()
  await expect(pane.getByText('Nothing has happened yet')).toBeVisible()
  await takeScreenshots(page, 'drive-activity-empty')
  await closeDetails(page)

  const kept = await call('POST', '/api/files/folder', { name: newName('Kept') })
  const gone = newName('Gone')
  for (let turn = 0; turn < 10; turn += 1) {
    const { uniqueId } = await call('POST', '/api/files/folder', { name: `${gone} ${turn}` })
    await call('DELETE', `/api/files/${uniqueId}`)
    await call('POST', '/api/files/purge', { uniqueIds: [uniqueId] })
  }
  await open()
  await expect(pane.getByRole('listitem')).toHaveCount(20)
  await expect(pane.getByText(`deleted ${gone} 9 for good`)).toBeVisible()
  await expect(pane.getByRole('link')).toHaveCount(0)
  await pane.getByRole('button', { name: 'More' }).click()
  await expect(pane.getByRole('listitem')).toHaveCount(31)
  await expect(pane.getByRole('button', { name: 'More' })).toHaveCount(0)
  await takeScreenshots(page, 'drive-activity')
  await expectAccessible(page)
  await pane.getByRole('link', { name: kept['name']! }).click()
  await expect(page).toHaveURL(new RegExp(`/user/drive/my-drive/${kept['uniqueId']}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(kept['name']!)
  await expect(pane).toHaveCount(0)
})

test('the pages of shared files show new and ended shares without a reload', async ({ page }) => {
  test.slow()
  const guest = await openOtherUser(page, 'ROLE_FREE')
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const folder = await openNewFolder(page, call, textFile('plan.txt'))
  const share = (way: string, to: object) => call('POST', `/api/files/${way}`, { uniqueIds: [folder.uniqueId], ...to })
  const addresses = [guest.user.emailAddress]
  const sharers = guest.page.getByRole('table', { name: 'Shared with me' })
  await guest.page.goto('/user/drive/shared')
  await expect(guest.page.getByText('Nobody shares with you yet')).toBeVisible()
  await share('share', { shareWith: addresses })
  await expect(sharers.getByText('Company Name not set')).toBeVisible()
  await share('bulkUnShare', { unShareWith: addresses })
  await expect(guest.page.getByText('Nobody shares with you yet')).toBeVisible()

  await share('share', { shareWith: addresses })
  await guest.page.goto(`/user/drive/shared/${folder.ownerId}/folder/${folder.uniqueId}`)
  await expect(guest.page.getByRole('button', { name: 'Download plan.txt' })).toBeVisible()
  await share('bulkUnShare', { unShareWith: addresses })
  await expect(guest.page.getByText('It was deleted, or it is not shared with you any more.')).toBeVisible()
  await expect(guest.page.getByRole('button', { name: 'Download plan.txt' })).toHaveCount(0)
  await guest.page.context().close()
})

test('a share made before the WebSocket is connected is shown once it is connected', async ({ page }) => {
  const guest = await openOtherUser(page, 'ROLE_FREE')
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const { uniqueId } = await call('POST', '/api/files/folder', { name: newName('Fair') })
  const shared = Promise.withResolvers<void>()
  await guest.page.routeWebSocket(/\/ws$/, async (socket) => {
    await shared.promise
    socket.connectToServer()
  })
  await guest.page.goto('/user/drive/shared')
  await expect(guest.page.getByText('Nobody shares with you yet')).toBeVisible()
  await call('POST', '/api/files/share', { uniqueIds: [uniqueId], shareWith: [guest.user.emailAddress] })
  shared.resolve()
  await expect(guest.page.getByRole('table', { name: 'Shared with me' })).toBeVisible()
  await guest.page.context().close()
})

test('file details show the beginning of a text, or the reason why there is no preview', async ({ page }) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const long = `Größe;Preis\n${'4;5,00\n'.repeat(17_200)}`
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  const others = [textFile('none.zip'), textFile('scan.tiff'), broken]
  await openNewFolder(
    page,
    call,
    textFile('prices.csv', long),
    textFile('notes.md', '# Notes'),
    textFile('empty.txt', ''),
    ...others,
  )
  await openDetails(page, 'prices.csv')
  const shown = (name: string) => detailsDialog(page).getByRole('region', { name: `Preview of ${name}` })
  await expect(shown('prices.csv')).toContainText('Größe;Preis')
  await expect(detailsDialog(page).getByText('Showing the first 102 kB of 120 kB.')).toBeVisible()
  await takeScreenshots(page, 'drive-preview')
  await expectAccessible(page)
  await closeDetails(page)
  await openDetails(page, 'notes.md')
  await expect(shown('notes.md')).toHaveText('# Notes')
  await expect(detailsDialog(page).getByText(/^The first/)).toHaveCount(0)
  await closeDetails(page)
  for (const [name, sentence] of [
    ['empty.txt', 'The file is empty.'],
    ['none.zip', 'There is no preview of this kind of file.'],
    ['scan.tiff', 'There is no preview of this kind of file.'],
    ['broken.png', 'There is no preview of this picture: it is too large, or cannot be read.'],
  ] as const) {
    await openDetails(page, name)
    await expect(detailsDialog(page).getByText(sentence)).toBeVisible()
    await closeDetails(page)
  }
})

/** A PDF of three pages. */
const threePages = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>> endobj
${[3, 4, 5].map((page) => `${page} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>> endobj`).join('\n')}
trailer <</Size 6/Root 1 0 R>>
`

test('a PDF is read page by page in the viewer, which returns the focus to the details', async ({ page }) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  await openNewFolder(page, call, { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from(threePages) })
  await openDetails(page, 'offer.pdf')
  await expect(detailsDialog(page).getByText('3 pages')).toBeVisible()
  await expect(detailsDialog(page).getByRole('img', { name: 'Preview of offer.pdf' })).toBeVisible()
  const view = detailsDialog(page).getByRole('button', { name: 'View', exact: true })
  await view.click()
  const viewer = page.getByRole('dialog', { name: 'offer.pdf' })
  await expect(viewer.getByRole('img', { name: 'Page 1 of offer.pdf' })).toHaveJSProperty('naturalWidth', 1500)
  await page.keyboard.press('PageDown')
  await expect(viewer.getByRole('status')).toHaveText('Page 2 of 3')
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await expect(viewer.getByRole('status')).toHaveText('Page 3 of 3')
  await expect(viewer.getByRole('img', { name: 'Page 3 of offer.pdf' })).toBeInViewport()
  await takeScreenshots(page, 'drive-viewer')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(view).toBeFocused()
  await closeDetails(page)

  const menu = page.getByRole('button', { name: 'Actions for offer.pdf' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'View', exact: true }).click()
  await expect(viewer.getByRole('img', { name: 'Page 1 of offer.pdf' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menu).toBeFocused()
})
