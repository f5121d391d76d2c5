import { expect, type Page } from '@playwright/test'
import { signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { inNewTenant } from './kit/tenants.ts'
import { failCalls, test } from './kit/test.ts'
import { newPerson, superAdmin } from './kit/users.ts'

const groups = (page: Page) => page.getByRole('radiogroup')
const startButton = (page: Page) => page.getByRole('button', { name: 'Start the self-assessment' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send my answers' })

/** Gives every statement of a category the same answer, starting with the first category. */
const answerAll = async (page: Page, scores: readonly number[]) => {
  const all = await groups(page).all()
  const each = all.length / scores.length
  for (const [at, group] of all.entries()) await group.locator(`input[value="${scores[Math.floor(at / each)]}"]`).check()
}

const fillContact = async (page: Page, { firstName, lastName, emailAddress }: ReturnType<typeof newPerson>) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill(lastName)
  await dialog.getByLabel('Title').fill('Head of Sales')
  await dialog.getByLabel('Contact number').fill('+47 22 33 44')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
  await dialog.getByLabel('Email').fill(emailAddress)
  await dialog.getByLabel('Country').selectOption('Norway')
}

test('a visitor takes the self-assessment, loses no answers on reload or error, and opens the emailed result', async ({
  page,
}) => {
  test.slow()
  const person = newPerson()
  const before = new Date()
  await page.goto('/self-assessment')
  const dialog = page.getByRole('dialog', { name: 'Who takes the assessment?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(startButton(page)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is your company ready for new markets?')
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment')

  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('All fields are mandatory to proceed!')
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-contact')
  await fillContact(page, person)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How far do you agree?' })).toBeFocused()

  await sendButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Please answer all questions.')
  await expect(groups(page).first().getByRole('radio', { name: '0 Strongly Disagree' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(groups(page).first().getByRole('radio', { name: '2' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft') // wraps around to the other end
  await expect(groups(page).nth(1).getByRole('radio', { name: '5 Strongly Agree' })).toBeChecked()
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-missing')

  await page.reload()
  await expect(page.getByText('2 of 30 answered')).toBeVisible()
  await expect(groups(page).first().getByRole('radio', { name: '2' })).toBeChecked()
  await expect(page.getByText(`The link to your result goes to ${person.emailAddress}.`)).toBeVisible()
  await answerAll(page, [5, 4, 2, 1, 3, 0])
  const submitting = await failCalls(page, '**/api/auditQuestion/', (route) => route.abort())
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing you typed is lost')
  submitting.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Thank you! Your responses have been recorded successfully. We will share the findings with you over the email.',
  )
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-thanks')
  await page.getByRole('link', { name: 'See your result now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 areas are not ready yet: begin there')
  await page.goto('/self-assessment')
  await expect(dialog.getByLabel('First name')).toHaveValue('')
  await readResult(page, await linkMailedTo(page, person.emailAddress, '/self-assessment/', before))
  await readAsStaff(page, person.emailAddress)
})

const readResult = async (page: Page, link: string) => {
  const drawn = await page.goto(link)
  expect(drawn?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 areas are not ready yet: begin there')
  const rows = page.getByRole('table', { name: 'Your scores in the six areas' }).locator('tbody tr')
  await expect(rows).toHaveText([
    /Leadership.*5\.00.*Strong/,
    /Opportunity.*4\.00.*Insufficient/,
    /Capability.*2\.00.*Insufficient/,
    /Asset.*1\.00.*Not ready/,
    /Business.*3\.00.*Insufficient/,
    /Systems.*0\.00.*Not ready/,
  ])
  await expect(page.getByText("You're not ready yet")).toHaveCount(2)
  const point = page.getByRole('img', { name: 'Planning - Opportunity Assessment: 4.00 of 5' })
  await point.focus()
  await expect(page.getByText('Planning - Opportunity Assessment 4.00')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Planning - Opportunity Assessment 4.00')).toHaveCount(0)
  await point.hover()
  await expect(page.getByText('Planning - Opportunity Assessment 4.00')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-result')
}

/** Staff who may see leads open the same page by the lead's id; nobody else does. */
const readAsStaff = async (page: Page, email: string) => {
  const call = await signInWithCalls(page, superAdmin)
  const [lead] = await call<{ uniqueId: string }[]>('GET', `/api/lead/?page=0&size=1&email=${encodeURIComponent(email)}`)
  await page.goto(`/self-assessment/${lead!.uniqueId}`)
  await expect(page.getByRole('img', { name: 'Systems & Processes: 0.00 of 5' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/self-assessment/${lead!.uniqueId}`)
  await expect(page.getByRole('heading', { name: 'This link has no result' })).toBeVisible()
}

test('a signed-in user goes directly to the questions', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/self-assessment')
  await expect(page.getByRole('heading', { level: 1, name: 'How far do you agree?' })).toBeFocused()
  await expect(page.getByText('The link to your result goes to the address of your account.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an invalid result link responds with 404 and says that it has no result', async ({ page }) => {
  const drawn = await page.goto('/self-assessment/none')
  expect(drawn?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link has no result' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Take the self-assessment' })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-no-result')
})

test('shows the statements without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/self-assessment')
  await expect(page.locator('noscript p').filter({ hasText: 'You can read the statements below.' })).toBeVisible()
  await page.getByText('5 statements').first().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'decided to sell abroad' })).toBeVisible()
  await context.close()
})

const statements = (page: Page) => page.getByRole('table', { name: 'Asked now' }).locator('[data-row-focus]')
const chooseAnswer = async (page: Page, statement: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${statement}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('staff create, move by keyboard, retire, reactivate, delete and restore a statement', async ({ page, browser }) => {
  test.slow()
  const { theirs } = await inNewTenant(page, browser)
  await theirs.goto('/crm/dashboard')
  await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assessment questions' }).click()
  await theirs.getByRole('tab', { name: 'Systems & Processes' }).click()
  await expect(statements(theirs)).toHaveCount(5)

  const ours = 'We answer in the language of the customer.'
  await theirs.getByRole('link', { name: 'New question' }).click()
  await expect(theirs.getByRole('combobox', { name: 'Category' })).toHaveValue('Systems & Processes')
  await theirs.getByRole('textbox', { name: 'Question' }).fill(ours)
  await theirs.getByRole('tab', { name: 'Deutsch' }).click()
  await theirs.getByRole('textbox', { name: 'Question' }).fill('Wir antworten in der Sprache der Kunden.')
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'auditQuestion-form')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(statements(theirs)).toHaveCount(6)
  await expect(statements(theirs).nth(5)).toHaveText(ours)

  await theirs.getByRole('button', { name: `Move ${ours} up` }).focus()
  await theirs.keyboard.press('Enter')
  await expect(statements(theirs).nth(4)).toHaveText(ours)
  await expect(theirs.getByRole('button', { name: `Move ${ours} up` })).toBeFocused()

  await chooseAnswer(theirs, ours, 'Retire')
  const retired = theirs.getByRole('region', { name: 'Retired' })
  await expect(retired.getByRole('link', { name: ours })).toBeVisible()
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'auditQuestion-list')
  await chooseAnswer(theirs, ours, 'Ask again')
  await expect(statements(theirs).nth(5)).toHaveText(ours)
  await expect(retired).toHaveCount(0)

  await theirs.getByRole('link', { name: ours }).click()
  await expect(theirs.getByText('Wir antworten in der Sprache der Kunden.')).toBeVisible()
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'auditQuestion-show')
  await theirs.goBack()
  await chooseAnswer(theirs, ours, 'Delete')
  await theirs.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(statements(theirs)).toHaveCount(5)
  await theirs.getByRole('alert').filter({ hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click()
  await expect(statements(theirs)).toHaveCount(6)
  await theirs.context().close()
})
