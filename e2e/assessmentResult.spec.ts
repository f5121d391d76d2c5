import { expect, type Page } from '@playwright/test'
import { admin, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson } from './kit/users.ts'

type Person = ReturnType<typeof newPerson>

/** Completes the self-assessment as a visitor, with one score per category, and returns the token that opens the result immediately. */
const submitAssessment = async (page: Page, { firstName, lastName, emailAddress: email }: Person, scores: readonly number[]) => {
  const questions = (await (await page.request.get('/api/auditQuestion/tenant')).json()) as {
    uniqueId: string
    category: string
  }[]
  const categories = [...new Set(questions.map(({ category }) => category))]
  const answers = questions.map(({ uniqueId, category }) => ({
    questionId: uniqueId,
    score: scores[categories.indexOf(category)],
  }))
  const who = { firstName, lastName, email, title: 'Owner', country: 'Norway', contactNumber: '+47 22 33 44' }
  const answer = await page.request.post('/api/auditQuestion/', { data: { ...who, answers } })
  expect(answer.ok(), `${answer.status()} ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: { token: string } }).data.token
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test('a result offers a PDF, related articles and an enquiry that names the two weakest areas', async ({ page }) => {
  test.slow()
  const person = newPerson()
  const token = await submitAssessment(page, person, [5, 4, 2, 1, 3, 0])
  await page.goto(`/self-assessment/${token}`)
  await expect(h1(page)).toHaveText('2 areas are not ready yet: begin there')
  await expect(page.getByText('Overall 2.50 of 5 Insufficient')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What has changed' })).toHaveCount(0)
  const reading = page.getByRole('region', { name: 'To read on your weakest areas' })
  await expect(reading.getByRole('heading', { level: 3 })).toHaveText(['Systems & Processes', 'GTM - Asset Development'])
  await expect(reading.getByRole('link').first()).toHaveAttribute('href', /^\/blog\//)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as PDF' }).click()
  const { suggestedFilename } = await downloading.then((file) => ({ suggestedFilename: file.suggestedFilename() }))
  expect(suggestedFilename).toMatch(/^self-assessment-\d{4}-\d\d-\d\d\.pdf$/)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Area by area' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-result-at-once')

  await page.getByRole('button', { name: 'Talk to us about these two' }).click()
  const dialog = page.getByRole('dialog', { name: 'Talk to us about these two' })
  await dialog.getByLabel('Name').fill(`${person.firstName} ${person.lastName}`)
  await dialog.getByLabel('Email').fill(person.emailAddress)
  await dialog.getByLabel('Country').selectOption('Norway')
  await dialog.getByLabel('Comments').fill('We would like to begin in spring.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Thank you. We will be in touch shortly.')

  const call = await signInWithCalls(page, admin)
  const asked = encodeURIComponent(person.emailAddress)
  const [lead] = await call<{ comments: string; uniqueId: string }[]>('GET', `/api/lead/?source=PARTNER&email=${asked}&page=0`)
  expect(lead!.comments).toContain('Systems & Processes: 0.00 of 5\nGTM - Asset Development: 1.00 of 5')
  expect(lead!.comments).toContain('We would like to begin in spring.')
})

test('only the emailed link to a repeated assessment shows the changes; staff see them on the lead and its company', async ({
  page,
}) => {
  test.slow()
  const person = newPerson()
  await submitAssessment(page, person, [5, 4, 2, 1, 3, 0])
  const before = new Date()
  const token = await submitAssessment(page, person, [5, 3, 3, 3, 3, 3])
  await page.goto(`/self-assessment/${token}`)
  await expect(h1(page)).toHaveText('You are on the way: 5 areas still need work')
  await expect(page.getByRole('region', { name: 'What has changed' })).toHaveCount(0)
  await page.goto(await linkMailedTo(page, person.emailAddress, '/self-assessment/', before))
  const changed = page.getByRole('region', { name: 'What has changed' })
  await expect(changed.locator('tbody tr')).toHaveText([
    /Leadership.*5\.00.*5\.00.*0\.00/,
    /Opportunity.*4\.00.*3\.00.*-1\.00/,
    /Capability.*2\.00.*3\.00.*\+1\.00/,
    /Asset.*1\.00.*3\.00.*\+2\.00/,
    /Business.*3\.00.*3\.00.*0\.00/,
    /Systems.*0\.00.*3\.00.*\+3\.00/,
  ])
  await expectAccessible(page)
  await takeScreenshots(page, 'assessment-result-changed')

  const call = await signInWithCalls(page, admin)
  const [lead] = await call<{ uniqueId: string }[]>('GET', `/api/lead/?email=${encodeURIComponent(person.emailAddress)}&page=0`)
  await page.goto(`/crm/lead/show/${lead!.uniqueId}`)
  const areas = page.getByRole('table', { name: 'Areas' })
  await expect(areas.getByRole('row', { name: /Systems & Processes 3\.00 Insufficient \+3\.00/ })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'lead-result')

  const legalName = newName('Reederei')
  const company = { legalName, country: 'Norway', website: 'https://reederei.example', companyTypeList: ['MANUFACTURER_BRAND'] }
  const contact = { firstName: person.firstName, lastName: person.lastName, title: 'Owner', contactRole: 'DECISION_MAKER' }
  const made = await call<{ company: { uniqueId: string } }>('POST', '/api/lead/convert', {
    uniqueId: lead!.uniqueId,
    company,
    contact: { ...contact, email: person.emailAddress },
  })
  await page.goto(`/crm/company/show/${made.company.uniqueId}`)
  await page.getByRole('tab', { name: 'Self-assessments 1' }).click()
  await expect(page.getByRole('table', { name: 'Areas' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'See the result' })).toHaveAttribute('href', `/self-assessment/${lead!.uniqueId}`)
  await expectAccessible(page)
  await takeScreenshots(page, 'company-assessments')
})
