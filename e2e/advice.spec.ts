import { expect, type Page } from '@playwright/test'
import { type Caller, newMark, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { password, signedInAnew } from './kit/users.ts'

test('a member asks in writing, staff answer, and the answer is read', async ({ page }) => {
  test.slow()
  const mark = newMark()
  const { user } = await signedInAnew(page, 'ROLE_ADVANCE')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/user/question/create')
  await expect(page.getByText('3 of 3 left this month')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('In one sentence').fill(`Which papers for ${mark}?`)
  await page.getByLabel('Your question').fill('We sell pumps.\nWhat is asked of us?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: `Which papers for ${mark}?` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Which papers for ${mark}?` })).toBeVisible()
  await expect(page.getByText('There is no answer yet.')).toBeVisible()
  const address = page.url()
  await signedIn(page, 'tenant-admin@tradewind.test')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/crm/question/list')
  await page.getByRole('link', { name: `Which papers for ${mark}?` }).click()
  await page.getByRole('link', { name: 'Answer' }).click()
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('A declaration of conformity.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A declaration of conformity.')).toBeVisible()
  await shot(page, 'question')
  await signedIn(page, user.emailAddress, password)
  await page.goto(address)
  await expect(page.getByText('A declaration of conformity.')).toBeVisible()
  await page.goto('/user/question/list')
  await expect(page.getByText('2 of 3 left this month')).toBeVisible()
})

/** Hours of the staff on every day, so that there is a time in each week. */
const keepHours = (call: Caller) =>
  call('PUT', '/api/webCall/hours', {
    timeZone: 'UTC',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '06:00', until: '22:00' })),
    daysOff: [],
    meetingLink: 'https://meet.example/room',
  })

const slots = (page: Page) => page.getByRole('group', { name: 'Time' }).getByRole('button', { name: /, \d\d:\d\d$/ })

test('a member books a web call, moves it and cancels it', async ({ page }) => {
  test.slow()
  await keepHours(await signedIn(page, 'tenant-admin@tradewind.test'))
  await signedInAnew(page, 'ROLE_ADVANCE')
  await page.goto('/user/webCall/create')
  await page.getByRole('button', { name: 'Week after' }).click()
  await page.getByRole('button', { name: 'Week after' }).click()
  await slots(page).nth(3).click()
  await page.getByLabel('What it is about').fill('A first market')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByText('Your web call is booked. The invitation comes by email.')).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)
  const before = await title.textContent()
  await expect(page.getByRole('link', { name: 'https://meet.example/room' })).toBeVisible()
  await page.getByRole('link', { name: 'Move' }).click()
  await page.getByRole('button', { name: 'Week after' }).click()
  await slots(page).nth(5).click()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(title).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)
  await expect(title).not.toHaveText(before!)
  await page.getByRole('button', { name: 'Cancel the web call' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the web call' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel the web call' })).toHaveCount(0)
  await shot(page, 'webCall')
})
