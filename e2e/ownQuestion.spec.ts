import { expect, type Page } from '@playwright/test'
import { type Caller, newCompany, newName } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo, mailsTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ownQuestions = (page: Page) => card(page, 'Your own questions')
const rows = (page: Page) => ownQuestions(page).getByRole('list', { name: 'Your own questions' }).getByRole('listitem')
const addQuestion = async (page: Page, question: string) => {
  await ownQuestions(page).getByRole('textbox', { name: 'New question' }).fill(question)
  await ownQuestions(page).getByRole('button', { name: 'Add question' }).click()
  await expect(rows(page).filter({ hasText: question })).toBeVisible()
}

/** A letter to a customer who is asked, and its link. */
const letterTo = async (page: Page, call: Caller) => {
  const { firstName, lastName, emailAddress: email } = newPerson()
  const { uniqueId: companyId } = await newCompany(call)
  const contact = { firstName, lastName, email, title: 'Buyer', contactRole: 'DECISION_MAKER', companyId }
  const { uniqueId } = await call('POST', '/api/contact/', contact)
  const before = new Date()
  await call('POST', '/api/review/setting', { audiences: [uniqueId] })
  await call('POST', '/api/review/campaign', { audienceList: [uniqueId] })
  const link = await linkMailedTo(page, email, '/review/', before)
  return { link, letter: (await mailsTo(page, email))[0]?.text ?? '' }
}

test('shows the questions of each survey type beside the choice, which is confirmed by name', async ({ page }) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_BASIC')
  await page.goto('/user/settings')
  const settings = card(page, 'Review Settings')
  await settings.locator('summary', { hasText: 'Franchise brands' }).click()
  await expect(settings.getByText('Everyday support')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'survey-type')
  await settings.getByLabel('Survey Type').selectOption({ label: 'Franchise brands' })
  await expect(settings.getByRole('heading', { name: 'What is asked: Franchise brands' })).toBeVisible()
  await expect(settings.getByRole('listitem')).toHaveCount(5)
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save “Franchise brands” as your survey type?' })
  await expect(dialog).toBeVisible() // a dialog has no name until its title has been drawn
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await call('GET', '/api/review/setting')).toBeNull()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await dialog.getByRole('button', { name: 'Save “Franchise brands”' }).click()
  await expect(page.getByText('Setting Updated Successfully!')).toBeVisible()
  await expect(settings.getByLabel('Survey Type')).toBeDisabled()
})

test('adds, reorders by dragging and keyboard, edits and removes own questions, five at most', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await signInNewUser(page, 'ROLE_BASIC')
  await page.goto('/user/settings')
  await ownQuestions(page).getByRole('button', { name: 'Add question' }).click()
  await expect(ownQuestions(page).getByText('Question is required')).toBeVisible()
  await ownQuestions(page).getByRole('textbox', { name: 'New question' }).fill('How was the packaging?')
  await page.reload()
  await expect(ownQuestions(page).getByRole('textbox', { name: 'New question' })).toHaveValue('How was the packaging?')
  for (const what of ['packaging', 'invoice', 'driver']) await addQuestion(page, `How was the ${what}?`)

  const handle = rows(page).nth(2).locator('[data-handle]')
  await handle.scrollIntoViewIfNeeded()
  const [from, to] = [(await handle.boundingBox())!, (await rows(page).first().boundingBox())!]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 6 })
  await expect(rows(page).first()).toHaveAttribute('data-over', 'above')
  const moved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.mouse.up()
  await moved
  await expect(rows(page)).toContainText(['driver', 'packaging', 'invoice'])

  const down = ownQuestions(page).getByRole('button', { name: 'Move How was the driver? down' })
  await down.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page)).toContainText(['packaging', 'driver', 'invoice'])
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toContainText(['packaging', 'invoice', 'driver'])
  await expect(page.getByText('How was the driver? is now at position 3')).toBeAttached()
  await page.reload()
  await expect(rows(page)).toContainText(['packaging', 'invoice', 'driver'])

  await ownQuestions(page).getByRole('button', { name: 'Edit How was the invoice?' }).click()
  await ownQuestions(page).getByRole('textbox', { name: 'Question', exact: true }).fill('How clear was the invoice?')
  await ownQuestions(page).getByRole('button', { name: 'Save' }).click()
  await expect(rows(page).nth(1)).toContainText('How clear was the invoice?')
  await ownQuestions(page).getByRole('button', { name: 'Delete How was the driver?' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).filter({ hasText: 'Undo' }).click()
  await expect(rows(page)).toContainText(['packaging', 'invoice', 'driver'])
  for (const what of ['website', 'catalogue']) await addQuestion(page, `How was the ${what}?`)
  await expect(ownQuestions(page).getByText('which is the most')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'own-questions')
})

test('the preview shows the survey as customers see it, without navigation, and sends nothing', async ({ page }) => {
  test.slow()
  const brand = newName('Probe')
  const { call } = await signInNewUser(page, 'ROLE_PRO', { userCompanyName: brand })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  await call('POST', '/api/reviewOwnQuestion/', { question: 'How was the packaging?' })
  await page.goto('/user/settings')
  const settings = card(page, 'Review Settings')
  await settings.getByLabel('Language of the preview').selectOption('Deutsch')
  const opened = page.context().waitForEvent('page')
  await settings.getByRole('link', { name: 'Preview the survey' }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { level: 1 })).toContainText(brand)
  await expect(preview.locator('html')).toHaveAttribute('lang', 'de')
  await preview.getByRole('link', { name: 'English' }).click()
  await expect(preview.getByText('Here nothing is sent')).toBeVisible()
  await expect(preview.getByRole('navigation')).toHaveCount(0)
  await expect(preview.getByRole('radiogroup')).toHaveCount(6)
  const writes: string[] = []
  preview.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/review')) writes.push(request.url())
  })
  await preview.getByRole('radiogroup').last().getByRole('radio', { name: '4 stars', exact: true }).check({ force: true })
  await expect(preview.getByText('4 of 5')).toBeAttached()
  await preview.getByRole('button', { name: 'Send my review' }).click()
  await expect(preview.getByText('This is a preview: nothing was sent.')).toBeVisible()
  expect(writes).toEqual([])
  await expectAccessible(preview)
  await takeScreenshots(preview, 'survey-preview')
  await preview.evaluate(() => localStorage.clear())
  await preview.reload()
  await expect(preview.getByRole('alert')).toBeVisible()
  await expect(preview.getByRole('radiogroup')).toHaveCount(0)
})

test('a customer can skip own questions; email and page show the same duration, and the member sees the answers', async ({
  page,
  browser,
}) => {
  test.slow()
  const { call } = await signInNewUser(page, 'ROLE_PRO', { userCompanyName: newName('Eigen') })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  for (const what of ['packaging', 'invoice']) await call('POST', '/api/reviewOwnQuestion/', { question: `How was the ${what}?` })
  const { link, letter } = await letterTo(page, call)
  const customer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await customer.goto(link)
  const minutes = /about (\d+) minutes/.exec((await customer.getByText('7 questions').textContent()) ?? '')?.[1]
  expect(letter).toContain(`about ${minutes} minutes`)
  const groups = customer.getByRole('radiogroup')
  await expect(groups).toHaveCount(7)
  for (const group of (await groups.all()).slice(0, 6))
    await group.getByRole('radio', { name: '4 stars', exact: true }).check({ force: true })
  await customer
    .getByRole('radiogroup', { name: 'invoice' })
    .getByRole('radio', { name: '2 stars', exact: true })
    .check({ force: true })
  await customer.getByRole('button', { name: 'Take back the stars: How was the invoice?' }).click()
  await expect(customer.getByRole('radiogroup', { name: 'invoice' }).getByRole('radio', { checked: true })).toHaveCount(0)
  await expectAccessible(customer)
  await takeScreenshots(customer, 'survey-own')
  await customer.getByRole('button', { name: 'Send my review' }).click()
  await expect(customer.getByRole('heading', { name: 'Thank you for your review' })).toBeVisible()

  await page.goto('/user/trends')
  const answers = card(page, 'Your own questions')
  await expect(answers).toContainText('How was the packaging? 1 answer')
  await expect(answers).toContainText('How was the invoice? 0 answers')
  await expectAccessible(page)
  await takeScreenshots(page, 'results-own')
  await page.goto('/user/settings')
  await ownQuestions(page).getByRole('button', { name: 'Retire How was the packaging?' }).click()
  await expect(card(page, 'Retired').getByText('How was the packaging?')).toBeVisible()
  await ownQuestions(page).getByRole('button', { name: 'Ask again: How was the packaging?' }).click()
  await expect(rows(page)).toContainText(['invoice', 'packaging'])
})
