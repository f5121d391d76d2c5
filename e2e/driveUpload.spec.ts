import { expect, type Page, type Route, type TestInfo } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Caller } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { failCalls, test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

/** A drive that no other test uses, opened at a folder of its own. */
const openOwnDrive = async (page: Page) => {
  const { call } = await signInNewUser(page, 'ROLE_PRO')
  const { uniqueId } = await call('POST', '/api/files/folder', { name: 'Fair' })
  await page.goto(`/user/drive/my-drive/${uniqueId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fair')
  const namesIn = async () => {
    const items = await call<{ name: string }[]>('GET', `/api/files/?parentId=${uniqueId}`)
    return items.map((item) => item.name).toSorted()
  }
  return { call, namesIn }
}
const reservedBy = async (call: Caller) => (await call<{ reserved: number }>('GET', '/api/files/usage')).reserved

const textFile = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const chooseFiles = (page: Page, ...files: ReturnType<typeof textFile>[]) => page.getByLabel('Choose files').setInputFiles(files)
const uploadPanel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const summary = (page: Page) => uploadPanel(page).getByRole('status')
const uploadLine = (page: Page, path: string) =>
  uploadPanel(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(path, { exact: true }) })
const closePanel = (page: Page) => uploadPanel(page).getByRole('button', { name: 'Close' }).click()
const successMessage = (page: Page) => page.getByText('File uploaded successfully.')

/** Handles the requests that send bytes; other requests continue unchanged. */
const handleByteRequests = (page: Page, handler: (route: Route) => unknown) =>
  page.route('**/api/files/arriving/**', (route) => (route.request().method() === 'PATCH' ? handler(route) : route.continue()))

/** Creates files on the user's disk. */
const createFiles = (info: TestInfo, files: Record<string, string>) => {
  const disk = (path: string) => info.outputPath(path)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(disk(path)), { recursive: true })
    writeFileSync(disk(path), content)
  }
  return disk
}

/** Drops files and folders from the disk, as the browser does. */
const dropFiles = async (page: Page, ...files: string[]) => {
  const devtools = await page.context().newCDPSession(page)
  const { x, y } = (await page.getByRole('search', { name: 'Filters' }).boundingBox())!
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data })
}

test('a failed file reserves no space, can be retried, and isn’t uploaded again after a reload', async ({ page }) => {
  const { call, namesIn } = await openOwnDrive(page)
  let refusals = 1
  await handleByteRequests(page, (route) =>
    route.request().postData() === 'offer.txt' && refusals-- > 0
      ? route.fulfill({ status: 400, json: { responseStatus: 'ERROR', message: 'The request could not be read' } })
      : route.continue(),
  )
  await chooseFiles(page, textFile('plan.txt', 'x'.repeat(1_000_000)), textFile('offer.txt'))
  await expect(summary(page)).toHaveText('1 file uploaded, 1 failed')
  await expect(uploadLine(page, 'offer.txt')).toContainText('Failed · The request could not be read')
  await expect.poll(() => reservedBy(call)).toBe(0)
  await expect(successMessage(page)).toHaveCount(0)
  await expectAccessible(page)

  await uploadPanel(page).getByRole('button', { name: 'Retry 1 failed' }).click()
  await expect(summary(page)).toHaveText('2 files uploaded')
  await expect(successMessage(page)).toBeVisible()
  expect(await namesIn()).toEqual(['offer.txt', 'plan.txt'])
  await page.reload()
  await chooseFiles(page, textFile('notes.txt'))
  await expect(summary(page)).toHaveText('1 file uploaded') // and nothing else
})

test('a file that changed on disk is selected again, also after a reload, and is stored in its original folder', async ({
  page,
}, info) => {
  test.slow()
  const { call } = await openOwnDrive(page)
  const disk = createFiles(info, { 'Stand/Plans/hall.txt': 'hall', 'Stand/offer.txt': 'offer' })
  // The route stays although it changes the file only once: a request in flight while the last route is removed may hang forever.
  let changes = 0
  await page.route('**/api/files/arriving/**', (route) => {
    if (changes++ === 0) writeFileSync(disk('Stand/Plans/hall.txt'), 'hall, as it is now')
    return route.continue()
  })
  await page.getByLabel('Choose a folder').setInputFiles(disk('Stand'))
  await expect(summary(page)).toHaveText('1 file uploaded, 1 failed', { timeout: 30_000 })
  await expect.poll(() => reservedBy(call)).toBe(0)
  await page.reload()
  await expect(uploadLine(page, 'Stand/Plans/hall.txt')).toContainText(
    'Failed · The file could not be read. It may have been moved or changed.',
  )
  await expect(uploadPanel(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)

  const arriving = page.waitForEvent('filechooser')
  await uploadPanel(page).getByRole('button', { name: 'Select again: Stand/Plans/hall.txt' }).click()
  await (await arriving).setFiles(disk('Stand/Plans/hall.txt'))
  await expect(summary(page)).toHaveText('2 files uploaded')
  for (const folder of ['Stand', 'Plans']) await page.getByRole('link', { name: folder }).click()
  await expect(page.getByRole('button', { name: 'Download hall.txt' })).toBeVisible()
})

test('uploads a dropped folder with its empty folders, and lists the result of each', async ({ page }, info) => {
  await openOwnDrive(page)
  const disk = createFiles(info, { 'Stand/Plans/hall.txt': 'hall', 'Stand/offer.txt': 'x'.repeat(1_000_000) })
  mkdirSync(disk('Stand/Later'))
  await dropFiles(page, disk('Stand'))
  await expect(summary(page)).toHaveText('2 files uploaded, 1 empty folder created')
  await expect(uploadLine(page, 'Stand/Plans/hall.txt')).toContainText('Uploaded')
  await expect(uploadLine(page, 'Stand/offer.txt')).toContainText('Uploaded')
  await expect(uploadLine(page, 'Stand/Later')).toContainText('Empty folder')
  await expect(successMessage(page)).toBeVisible()
  await takeScreenshots(page, 'drive-upload-folder')
  await expectAccessible(page)
  await closePanel(page)

  mkdirSync(disk('Bare'))
  await dropFiles(page, disk('Bare'))
  await expect(summary(page)).toHaveText('1 empty folder created')
  await expect(page.getByRole('link', { name: 'Bare' })).toBeVisible()
  await closePanel(page)
  await expect(uploadPanel(page)).toHaveCount(0)
})

test('a dropped file that can’t be read is listed as failed, and can be selected again after a reload', async ({
  page,
}, info) => {
  const { namesIn } = await openOwnDrive(page)
  const disk = createFiles(info, { 'offer.txt': 'offer', 'moved.txt': 'moved' })
  await page.evaluate(() => {
    const { prototype } = DataTransferItem
    const entryOf = Reflect.get(prototype, 'webkitGetAsEntry')
    prototype.webkitGetAsEntry = function () {
      const entry = entryOf.call(this)
      if (entry?.name === 'moved.txt') Reflect.set(entry, 'file', (_: unknown, fail: () => void) => fail())
      return entry
    }
  })
  await dropFiles(page, disk('offer.txt'), disk('moved.txt'))
  await expect(summary(page)).toHaveText('1 file uploaded, 1 failed')
  await expect(uploadLine(page, 'moved.txt')).toContainText('Failed · It could not be read.')
  await closePanel(page)

  await dropFiles(page, disk('moved.txt'))
  await expect(summary(page)).toHaveText('0 files uploaded, 1 failed')
  await page.reload()
  const arriving = page.waitForEvent('filechooser')
  await uploadPanel(page).getByRole('button', { name: 'Select again: moved.txt' }).click()
  await (await arriving).setFiles(disk('moved.txt'))
  await expect(summary(page)).toHaveText('1 file uploaded')
  expect(await namesIn()).toEqual(['moved.txt', 'offer.txt'])
})

const answerConflicts = async (page: Page, way: string) => {
  const asked = page.getByRole('dialog', { name: 'Some names are taken' })
  await asked.getByRole('group', { name: 'For all' }).getByRole('button', { name: way }).click()
  await asked.getByRole('button', { name: 'Upload' }).click()
}

test('replaces, skips or keeps both of all conflicting files at once; skipped files don’t count towards the limit', async ({
  page,
}) => {
  test.slow()
  const { namesIn } = await openOwnDrive(page)
  const both = (word: string) => [textFile('offer.txt', `${word} offer`), textFile('plan.txt', `${word} plan`)]
  const contentOf = async (name: string) => {
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${name}` }).click()
    return readFileSync(await (await arriving).path(), 'utf8')
  }
  await chooseFiles(page, ...both('first'))
  await expect(summary(page)).toHaveText('2 files uploaded')
  await closePanel(page)

  await chooseFiles(page, ...both('second'))
  await answerConflicts(page, 'Replace it')
  await expect(summary(page)).toHaveText('2 files uploaded')
  expect(await namesIn()).toEqual(['offer.txt', 'plan.txt'])
  expect(await contentOf('offer.txt')).toBe('second offer')
  await closePanel(page)

  const limit = await failCalls(page, '**/api/files/usage', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...body, data: { ...body.data, uploadLimit: 20 } } })
  })
  await chooseFiles(page, ...both('third'), textFile('notes.txt'))
  await answerConflicts(page, 'Leave it out')
  await expect(summary(page)).toHaveText('1 file uploaded, 2 left out')
  await expect(uploadLine(page, 'plan.txt')).toContainText('Left out')
  expect(await contentOf('plan.txt')).toBe('second plan')
  await closePanel(page)
  await chooseFiles(page, ...both('third'))
  await answerConflicts(page, 'Keep both')
  await expect(page.getByText('Total file size exceeds 0 MB. Please upload smaller files.')).toBeVisible()
  await expect(uploadPanel(page)).toHaveCount(0)
  limit.mend()

  await chooseFiles(page, ...both('third'))
  await answerConflicts(page, 'Keep both')
  await expect(summary(page)).toHaveText('2 files uploaded')
  await expect(uploadLine(page, 'plan.txt')).toContainText('as plan (2).txt')
  expect(await namesIn()).toEqual(['notes.txt', 'offer (2).txt', 'offer.txt', 'plan (2).txt', 'plan.txt'])
})

test('cancels one file while the others continue', async ({ page }) => {
  const { call, namesIn } = await openOwnDrive(page)
  await handleByteRequests(page, (route) => (route.request().postData() === 'wrong.txt' ? undefined : route.continue()))
  await chooseFiles(page, textFile('plan.txt'), textFile('wrong.txt'))
  await expect(uploadLine(page, 'plan.txt')).toContainText('Uploaded')
  await uploadPanel(page).getByRole('button', { name: 'Cancel wrong.txt' }).click()
  await expect(uploadLine(page, 'wrong.txt')).toContainText('Cancelled')
  await expect(summary(page)).toHaveText('1 file uploaded, 1 left out')
  await expect.poll(() => reservedBy(call)).toBe(0)
  expect(await namesIn()).toEqual(['plan.txt'])
  await expect(successMessage(page)).toHaveCount(0)
  await page.reload()
  await chooseFiles(page, textFile('notes.txt'))
  await expect(summary(page)).toHaveText('1 file uploaded') // and nothing else
})

test('shows that the server is busy, and continues the upload automatically', async ({ page }) => {
  test.slow()
  await openOwnDrive(page)
  let isBusy = true
  await handleByteRequests(page, (route) => (isBusy ? route.fulfill({ status: 503 }) : route.continue()))
  await chooseFiles(page, textFile('plan.txt'))
  await expect(uploadLine(page, 'plan.txt')).toContainText(
    'Waiting · The server is busy or cannot be reached. The upload continues automatically.',
  )
  isBusy = false
  await expect(summary(page)).toHaveText('1 file uploaded', { timeout: 30_000 })
})

test('another tab continues an upload when the tab that sends it is closed', async ({ page }) => {
  test.slow()
  await openOwnDrive(page)
  await handleByteRequests(page, (route) => route.fulfill({ status: 503 })) // delayed requests would be sent as the tab closes
  await chooseFiles(page, textFile('plan.txt'))
  await expect(uploadLine(page, 'plan.txt')).toContainText('Uploading')
  const other = await page.context().newPage()
  await other.addInitScript(() => sessionStorage.setItem('reloaded', 'true'))
  await other.goto(page.url())
  await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  await expect(uploadPanel(other)).toHaveCount(0)
  await page.close()
  await expect(summary(other)).toHaveText('1 file uploaded')
  await expect(other.getByRole('button', { name: 'Download plan.txt' })).toBeVisible()
})
