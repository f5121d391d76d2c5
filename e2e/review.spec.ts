import { expect, type Page } from '@playwright/test'
import { newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the survey type can be saved only once, the visibility any number of times', async ({ page }) => {
  test.slow()
  await signInNewUser(page, 'ROLE_BASIC')
  await page.goto('/user/settings')
  const settings = card(page, 'Review Settings')
  const type = settings.getByLabel('Survey Type')
  await type.selectOption({ label: 'Manufacturers' })
  await settings.getByText('YES', { exact: true }).click()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save “Manufacturers”' }).click()
  await expect(page.getByText('Setting Updated Successfully!')).toBeVisible()
  await expect(type).toBeDisabled()
  await expect(settings.getByText('It can’t be changed any more')).toBeVisible()
  await settings.getByText('NO', { exact: true }).click()
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/review/setting') && answer.request().method() === 'POST',
  )
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(type).toBeDisabled()
  await expect(type).toHaveValue('Manufacturers')
  await expect(settings.getByRole('radio', { name: 'NO' })).toBeChecked()
  await takeScreenshots(page, 'review-settings')
  await expectAccessible(page)
})

test('removes scripts from a description, and keeps unsaved text after a reload', async ({ page }) => {
  test.slow()
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId } = user
  const companyDescriptionMarkup = '<p>We <strong>build</strong> valves.<script>document.title = "caught"</script></p>'
  await call('POST', '/api/review/updateCompanyDescription', { uniqueId, companyDescriptionMarkup })
  await page.goto('/user/settings')
  const description = card(page, 'Company Description')
  const text = description.getByRole('textbox', { name: 'About the company' })
  await expect(text).toHaveText('We build valves.')
  await expect(page).not.toHaveTitle('caught')
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Since 1921.')
  await page.reload()
  await expect(description.getByText('Your unsaved text was restored')).toBeVisible()
  await expect(text).toHaveText('We build valves. Since 1921.')
  await description.getByRole('button', { name: 'Save Description' }).click()
  await expect(page.getByText('Description Updated Successfully!')).toBeVisible()
  await expect(description.getByText('Your unsaved text was restored')).toBeHidden()
  await expect(description.getByRole('link', { name: 'View Company' })).toHaveAttribute('href', `/company/${uniqueId}`)
  const saved = await call('GET', `/api/review/companyDescription/${uniqueId}`)
  expect(saved['companyDescriptionMarkup']).toBe('<p>We <strong>build</strong> valves. Since 1921.</p>')
})

test('keeps text that is typed while the description is being saved, and warns about it if the saved one has changed meanwhile', async ({
  page,
}) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId } = user
  await page.goto('/user/settings')
  const description = card(page, 'Company Description')
  const text = description.getByRole('textbox', { name: 'About the company' })
  await text.click()
  await page.keyboard.type('Valves.')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/review/updateCompanyDescription', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/review/updateCompanyDescription')
  await description.getByRole('button', { name: 'Save Description' }).click()
  await asked
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' And pumps.')
  held.resolve()
  await expect(page.getByText('Description Updated Successfully!')).toBeVisible()
  await expect(text).toHaveText('Valves. And pumps.')
  await page.reload()
  await expect(text).toHaveText('Valves. And pumps.')
  await expect(description.getByText('Your unsaved text was restored')).toBeVisible()
  await expect(description.getByText('Someone saved another text in the meantime')).toBeHidden()

  await call('POST', '/api/review/updateCompanyDescription', { uniqueId, companyDescriptionMarkup: '<p>Pumps.</p>' })
  await page.reload()
  await expect(description.getByText('Someone saved another text in the meantime')).toBeVisible()
  await description.getByRole('button', { name: 'Discard' }).click()
  await expect(text).toHaveText('Pumps.')
})

test('a starter sees only the account part of the settings', async ({ page }) => {
  await signInWithCalls(page, 'starter@tradewind.test')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/user/settings', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(card(page, 'Review Settings')).toBeHidden()
  await expect(card(page, 'Company Description')).toBeHidden()
  expect(asked.some((url) => url.includes('/api/auth/'))).toBe(true)
  expect(asked.filter((url) => url.includes('/api/review/'))).toEqual([])
})

test('results without answers say what to do next, and are linked in the menu', async ({ page }) => {
  test.slow()
  await signInNewUser(page, 'ROLE_BASIC')
  await page.goto('/user/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await expect(page.getByRole('heading', { name: 'Results', level: 1 })).toBeVisible()
  await expect(page.getByText('Ask your first customers')).toBeVisible()
  await expect(page.getByText('No Data available to show!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await takeScreenshots(page, 'results-empty')
  await page.getByRole('main').getByRole('link', { name: 'Start a campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Audience List', level: 1 })).toBeVisible()
})

/** Resolves when the page that opens next gets live messages. */
const becomesLive = async (page: Page) => {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('RECEIPT'))
}

test('open results and the open campaign show an answer as soon as it is given', async ({ page, context }) => {
  test.slow()
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const { lastName, emailAddress: email } = newPerson()
  const fields = { firstName: 'Ada', lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId }
  const { uniqueId } = await call<{ uniqueId: string }>('POST', '/api/contact/', fields)
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers', audiences: [uniqueId] })
  const campaign = await call<{ uniqueId: string }>('POST', '/api/review/campaign', { audienceList: [uniqueId] })
  const link = await linkMailedTo(page, email, '/review/', new Date(0))
  const [answerId = ''] = /(?<=\/review\/)[^?]+/.exec(link) ?? []
  const results = await context.newPage()
  const areLive = Promise.all([becomesLive(results), becomesLive(page)])
  await page.goto(`/user/campaign/show/${campaign.uniqueId}`)
  await expect(page.getByRole('group', { name: 'Answered' })).toHaveText(/0$/)
  await results.goto('/user/trends')
  await expect(results.getByText('Nobody has answered yet')).toBeVisible()
  await areLive
  const survey = await call<{ questions: { uniqueId: string }[] }>('GET', `/api/review/surveydetails/${answerId}`)
  const answers = survey.questions.map((one) => ({ questionId: one.uniqueId, answer: 4 }))
  await call('POST', '/api/review/submit', { answerId, answers })
  await expect(results.getByRole('listitem').filter({ hasText: 'Review Score out of 5' })).toContainText('4.00')
  await expect(page.getByRole('group', { name: 'Answered' })).toHaveText(/1$/)
})

test('results: a chart can be explored by keyboard and shown as a table, and the URL contains the dates', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/trends')
  const trends = card(page, 'Trends')
  const trendsChart = trends.getByRole('application', { name: 'Trends' })
  await expect(trendsChart.locator('.recharts-line-curve')).toHaveCount(6)
  for (const name of ['Trends', 'Scores'])
    expect((await card(page, name).getByRole('application', { name }).boundingBox())?.height).toBe(400)
  await trendsChart.focus()
  await page.keyboard.press('ArrowRight')
  await expect(trends.getByRole('status').first()).toHaveText(/^\d{2}-\d{2}-\d{4}\s*Score: \d\.\d\s*Product quality: \d\.\d/)
  await trends.getByText('Show as a table').click()
  const table = trends.getByRole('table', { name: 'Trends' })
  await expect(table.getByRole('columnheader').first()).toHaveText('Date')
  const before = await table.getByRole('row').count()
  await page.getByRole('link', { name: '365 days' }).click()
  await expect(page).toHaveURL(/dateFrom=\d{4}-\d{2}-\d{2}&dateTo=/)
  await expect(page.getByRole('link', { name: '365 days' })).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByRole('link', { name: '180 days' })).toHaveAttribute('aria-current', 'true')
  await expect(table.getByRole('row')).toHaveCount(before)
  await page.goto('/user/trends?dateFrom=2026-02-01&dateTo=2026-01-01')
  await expect(page.getByRole('alert')).toHaveText('The end date is before the start date')
  await page.goto('/user/trends?dateFrom=2020-01-01&dateTo=2020-01-31')
  await expect(page.getByText('No answer was given in these days')).toBeVisible()
})

test('results: a public remark can be shown as a testimonial, and hidden again', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/trends')
  const remarks = card(page, 'Remarks/Testimonials')
  await expect(remarks.getByRole('checkbox', { name: 'is not approved for the public' }).first()).toBeDisabled()
  const box = remarks.getByRole('checkbox', { name: 'as a testimonial' }).first()
  const before = await box.isChecked()
  const toggled = () => page.waitForResponse((response) => response.url().includes('/toggleShowAsTestimonial/') && response.ok())
  for (const checked of [!before, before]) {
    const saved = toggled()
    await box.click()
    await saved
    await expect(box).toBeChecked({ checked })
  }
  await expect(page.getByText('Updated successfully!').first()).toBeVisible()
  await takeScreenshots(page, 'results')
})

test('results can be exported, and only the report is printed', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/trends')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Comma-separated text (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('Results.csv')
  await expect(card(page, 'Scores').getByRole('application', { name: 'Scores' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('application', { name: 'Scores' })).toBeVisible()
  await expect(page.getByText('Answers from')).toBeVisible()
  for (const name of ['Print', 'Export', 'Apply Filter']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('the dashboard of results is accessible', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/trends')
  await expect(card(page, 'Scores').getByRole('application', { name: 'Scores' })).toBeVisible()
  await expect(card(page, 'Trends').getByRole('application')).toHaveCount(7)
  await expectAccessible(page)
})

test('a badge is configured in the settings, and its code contains the picture and a link to the page', async ({ page }) => {
  const { user } = await signInNewUser(page, 'ROLE_PRO', { userCompanyName: newName('Siegel') })
  await page.goto('/user/settings')
  const badge = card(page, 'Badge')
  await expect(badge.getByText('Visitors cannot see your page')).toBeVisible()
  const settings = card(page, 'Review Settings')
  await settings.getByText('YES', { exact: true }).click()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  const preview = badge.getByRole('img', { name: 'Preview of the badge' })
  await expect(preview).toBeVisible()
  await badge.getByLabel('Use').selectOption('Mail signature')
  await expect(badge.getByLabel('HTML code')).toHaveValue(/\.png\?theme=light/)
  await badge.getByLabel('Use').selectOption('Picture for a website')
  await badge.getByLabel('Size').selectOption('Large')
  await badge.getByLabel('Background').selectOption('Dark')
  await expect(preview).toHaveJSProperty('naturalWidth', 340)
  await expectAccessible(page)
  const code = await badge.getByLabel('HTML code').inputValue()
  expect(code).toContain(`/company/${user.uniqueId}">`)
  const picture = await page.request.get(/src="([^"]+)"/.exec(code)![1]!.replaceAll('&amp;', '&'))
  expect(await picture.text()).toContain('width="340" height="124"')
})
