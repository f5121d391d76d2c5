import { expect, type Page } from '@playwright/test'
import { admin, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { workbookOf } from './kit/sheet/workbook.ts'
import { failCalls, test } from './kit/test.ts'
import { password, signInNewUser } from './kit/users.ts'

const columns = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']
const list = '/admin/user/notificationQueue/list'

/** Uploads more rows than are imported synchronously. One is invalid: nothing is imported, and the uploader is notified shortly. */
const uploadInvalidFile = async (page: Page, fileName: string) => {
  const name = newName('Fehler')
  const rows = Array.from({ length: 5001 }, (_, at) => [
    `${name} ${at}`,
    at === 5000 ? 'Atlantis' : 'Italy',
    'a.example',
    'ASSOCIATION',
    '',
    '',
  ])
  const file = { name: fileName, mimeType: 'application/octet-stream', buffer: workbookOf('Companies', [columns, ...rows]) }
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post('/api/company/massUpload', { headers, multipart: { file } })
  expect(answer.ok()).toBe(true)
}
/** Creates folders of the admin and shares them one after the other with this address. */
const shareFolders = async (page: Page, address: string, count: number) => {
  const call = await signInWithCalls(page, admin)
  for (let made = 0; made < count; made++) {
    const { uniqueId } = await call('POST', `/api/files/folder?name=${encodeURIComponent(newName('Ordner'))}`)
    await call('POST', '/api/files/share', { shareWith: [address], uniqueIds: [uniqueId] })
  }
}
const bellButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const notificationCenter = (page: Page) => page.getByRole('dialog', { name: 'Notification Center' })
/** Resolves when the page is connected to live notifications. */
const waitForLiveConnection = (page: Page) =>
  page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('CONNECTED')))

test('an open page shows a new notification and its count immediately, and opens it without a reload', async ({ page }) => {
  test.slow()
  await signInNewUser(page, 'ROLE_PRO')
  const open = waitForLiveConnection(page)
  await page.goto('/user/dashboard')
  await open
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  await uploadInvalidFile(page, 'erste.xlsx')
  const word = page.getByRole('status').filter({ hasText: 'The import of erste.xlsx has failed' })
  await expect(word).toContainText('Errors found: 1. Nothing was imported.')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 1 unread')
  await uploadInvalidFile(page, 'zweite.xlsx')
  await uploadInvalidFile(page, 'dritte.xlsx')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 3 unread')
  await bellButton(page).click()
  const items = notificationCenter(page).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('Unread: The import of dritte.xlsx has failed')
  await expect(items.last()).toContainText('zweite.xlsx')
  await items.last().getByRole('link').click()
  await expect(page).toHaveURL(/\/user\/company\/list\?upload=/)
  await expect(page.getByRole('dialog', { name: 'Mass Upload' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 2 unread')
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
})

test('a page that was offline shows the missed notifications when it is online again', async ({ page, context }) => {
  test.slow()
  let isAway = false
  const hold: { up?: () => Promise<void> } = {}
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isAway) return void socket.close()
    socket.connectToServer()
    hold.up = () => socket.close()
  })
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  await page.goto('/crm/dashboard')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications')
  await expect.poll(() => hold.up !== undefined).toBe(true)
  isAway = true
  await context.setOffline(true)
  await hold.up!()
  await uploadInvalidFile(page, 'unterwegs.xlsx')
  await expect.poll(async () => (await call<{ count: number }>('GET', '/api/notificationQueue/unread')).count).toBe(1)
  await expect(bellButton(page)).toHaveAccessibleName('Notifications')
  isAway = false
  await context.setOffline(false)
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bellButton(page).click()
  await expect(notificationCenter(page).getByRole('listitem').first()).toContainText('unterwegs.xlsx')
})

test('a session that is ended elsewhere signs out immediately; signing out shows no message about an ended session', async ({
  page,
  browser,
}) => {
  const call = await signInWithCalls(page, 'starter@tradewind.test')
  const sessions = await call<{ uniqueId: string; current: boolean }[]>('GET', '/api/auth/sessions')
  const open = waitForLiveConnection(page)
  await page.goto('/user/dashboard')
  await open
  const other = await browser.newPage()
  const there = await signInWithCalls(other, 'starter@tradewind.test')
  await there('DELETE', `/api/auth/sessions/${sessions.find(({ current }) => current)!.uniqueId}`)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await other.goto('/user/dashboard')
  await other.getByRole('button', { name: 'Welcome,' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/$/)
  expect(await other.evaluate(() => sessionStorage.getItem('sessionEnded'))).toBeNull()
  await other.close()
})

/** Leads that other tests create notify the super admin, their shares level 1. */
const segmentsOf = [
  ['free@tradewind.test', ['student', 'admin', 'superAdmin'], false],
  ['level1@tradewind.test', ['teacher', 'parent', 'admin'], true],
  ['super@tradewind.test', ['superAdmin', 'admin', 'parent'], true],
] as const

test('people can open the list under each URL segment, and the bell leads to their own', async ({ page }) => {
  test.slow() // three people
  for (const [who, segments, isTold] of segmentsOf) {
    await signInWithCalls(page, who)
    for (const segment of segments) {
      await page.goto(`/${segment}/user/notificationQueue/list`)
      await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/${segment}/user/notificationQueue/list$`))
      if (!isTold) await expect(page.getByText('Info! No notifications.')).toBeVisible()
    }
    if (!isTold) {
      await expect(page.getByText('Everything you should know.')).toBeVisible()
      await takeScreenshots(page, 'notifications-empty')
      await expectAccessible(page)
    }
    await bellButton(page).click()
    if (!isTold) await expect(notificationCenter(page).getByText('No notifications.')).toBeVisible()
    await notificationCenter(page).getByRole('link', { name: 'View all notifications' }).click()
    await expect(page).toHaveURL(new RegExp(`/${who.startsWith('super') ? 'superAdmin' : 'admin'}/user/notificationQueue/list$`))
  }
})

test('the list distinguishes unread from read, and marks one or all as read, also by keyboard', async ({ page }) => {
  test.slow()
  const { user, call } = await signInNewUser(page, 'ROLE_LEVEL1')
  await shareFolders(page, user.emailAddress, 3)
  const told = () => call<{ uniqueId: string }[]>('GET', '/api/notificationQueue/list/PUSH_WEB')
  await expect.poll(async () => (await told()).length).toBe(3)
  await call('POST', '/api/notificationQueue/read', { uniqueIds: [(await told())[2]!.uniqueId] })
  await signInWithCalls(page, user.emailAddress, password)
  await page.goto(list)
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(/Unread: .* shares files with you.*\d\d-\d\d-\d{4} \d\d:\d\d/s)
  await takeScreenshots(page, 'notifications')
  await expectAccessible(page)
  await bellButton(page).click()
  await takeScreenshots(page, 'notifications-bell')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(bellButton(page)).toBeFocused()
  await rows.first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await rows
    .nth(1)
    .getByRole('button', { name: /as read$/ })
    .press('Enter')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(rows.nth(1)).not.toContainText('Unread')
  await page.getByText('Unread', { exact: true }).click()
  await expect(page).toHaveURL(/\?unread=true$/)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('You have read everything.')).toBeVisible()
  await expect(bellButton(page)).toHaveAccessibleName('Notifications')
  await takeScreenshots(page, 'notifications-read')
  await expectAccessible(page)
})

test('shows an error when notifications fail to load, and Try again loads them', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  const newest = await failCalls(page, '**/api/notificationQueue/list/**')
  await page.routeWebSocket(/\/ws$/, () => {}) // only the button sends a request again
  await page.goto('/user/dashboard')
  await bellButton(page).click()
  await expect(notificationCenter(page).getByRole('alert')).toContainText('Something broke')
  newest.mend()
  await notificationCenter(page).getByRole('button', { name: 'Try again' }).click()
  await expect(notificationCenter(page).getByRole('alert')).toHaveCount(0)
})
