import { expect, type Page } from '@playwright/test'
import { type Caller, newCompany, newName } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { signOut } from './kit/sign-in.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

interface Survey {
  data: { questions: { uniqueId: string }[] }
}

/** A customer whom the member asks, and who answers. */
const submitAnswer = async (
  page: Page,
  call: Caller,
  companyId: string,
  { stars, remarks }: { stars: number; remarks: string },
) => {
  const { firstName, lastName, emailAddress: email } = newPerson()
  const person = { firstName, lastName, email, title: 'Buyer', contactRole: 'DECISION_MAKER', companyId }
  const { uniqueId } = await call('POST', '/api/contact/', person)
  await call('POST', '/api/review/setting', { audiences: [uniqueId] })
  const before = new Date()
  await call('POST', '/api/review/campaign', { audienceList: [uniqueId] })
  const link = await linkMailedTo(page, email, '/review/', before)
  const token = link.split('/').at(-1)!.split('?')[0]!
  const survey = (await (await page.request.get(`/api/review/surveydetails/${token}`)).json()) as Survey
  const answers = survey.data.questions.map((one) => ({ questionId: one.uniqueId, answer: stars }))
  const sent = await page.request.post('/api/review/submit', { data: { answerId: token, answers, remarks, remarksPublic: true } })
  expect(sent.ok()).toBe(true)
}

/** A company with two public remarks, one of which contains an address. The page is signed out afterwards. */
const companyWithRemarks = async (page: Page) => {
  const brand = newName('Ehrlich')
  const { user, call } = await signInNewUser(page, 'ROLE_PRO', { userCompanyName: brand, isPartner: true })
  const { uniqueId: companyId = '' } = await newCompany(call)
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers', reviewsSearchEnabled: true })
  await submitAnswer(page, call, companyId, { stars: 5, remarks: 'On time, every time.' })
  await submitAnswer(page, call, companyId, { stars: 2, remarks: 'I live at 3 Main Road and wait.' })
  await signOut(page)
  return { brand, path: `/company/${user.uniqueId}` }
}

test('a visitor reads all public remarks and reports one; an admin removes it, and the page shows the reason', async ({
  page,
  browser,
}) => {
  const { brand, path } = await companyWithRemarks(page)
  await page.goto(path)
  const remarks = page.getByRole('region', { name: 'All public remarks' })
  await expect(remarks.getByRole('listitem')).toHaveCount(2)
  await expect(remarks.getByRole('listitem').first()).toContainText('I live at 3 Main Road')
  await expect(remarks.getByText('By invitation')).toHaveCount(2)
  const figures = page.getByRole('region', { name: 'All time and the last 12 months' })
  await expect(figures.getByRole('row', { name: /^Score/ })).toHaveText('Score3.5 2 reviews3.5 2 reviews')
  await expect(figures.getByRole('row', { name: /^5 stars/ })).toHaveText('5 stars11')
  await expectAccessible(page)
  await takeScreenshots(page, 'honestPage')

  await remarks.getByRole('button', { name: 'Report this remark: I live at 3 Main Road' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this remark' })
  const report = dialog.getByRole('button', { name: 'Report this remark' })
  await report.click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason')
  await dialog.getByLabel('Reason').selectOption('personal data')
  await dialog.getByLabel('What is wrong').fill('That is my address.')
  await expectAccessible(page)
  await takeScreenshots(page, 'reportRemark')
  await report.click()
  await expect(page.getByRole('alert')).toHaveText('Thank you. We will look at this remark.')
  await expect(dialog).toHaveCount(0)

  const staff = await (await browser.newContext()).newPage()
  await signInNewUser(staff, 'ROLE_TENANT_ADMIN')
  await staff.goto('/crm/reviewCases?state=OPEN')
  await expect(staff.getByRole('heading', { level: 1, name: 'Reported reviews' })).toBeVisible()
  const row = staff.getByRole('row').filter({ hasText: brand })
  await expect(row).toContainText('Reported remark')
  await expectAccessible(staff)
  await takeScreenshots(staff, 'reportedReviews')
  await row.getByRole('link').first().click()
  await expect(staff.getByText('That is my address.')).toBeVisible()
  await staff.getByRole('radio', { name: 'Remove them from the public page' }).check()
  await expect(staff.getByLabel('Reason')).toHaveValue('PERSONAL_DATA')
  await expectAccessible(staff)
  await takeScreenshots(staff, 'reportedReview')
  await staff.getByRole('button', { name: 'Save decision' }).click()
  await expect(staff.getByText('Your decision was saved.')).toBeVisible()
  await expect(staff.getByText('Removed from the page: personal data')).toBeVisible()
  await staff.context().close()

  await expect(async () => {
    await page.goto(path)
    await expect(remarks.getByText('1 remark was removed: personal data')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(remarks.getByRole('listitem')).toHaveCount(1)
  await expect(figures.getByRole('row', { name: /^Score/ })).toContainText('3.5 2 reviews')
})
