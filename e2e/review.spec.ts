import { expect, type Page } from '@playwright/test'
import { newName, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { signedInAnew } from './kit/users.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the survey type is saved once, and visibility as often as one likes', async ({ page }) => {
  test.slow()
  await signedInAnew(page, 'ROLE_BASIC')
  await page.goto('/user/settings')
  const settings = card(page, 'Review Settings')
  const type = settings.getByLabel('Survey Type')
  await type.selectOption({ label: 'Manufacturers' })
  await settings.getByText('YES', { exact: true }).click()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Setting Updated Successfully!')).toBeVisible()
  await expect(type).toBeDisabled()
  await expect(settings.getByText('It can’t be changed any more')).toBeVisible()
  await settings.getByText('NO', { exact: true }).click()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Setting Updated Successfully!').nth(1)).toBeVisible()
  await page.reload()
  await expect(type).toBeDisabled()
  await expect(type).toHaveValue('Manufacturers')
  await expect(settings.getByRole('radio', { name: 'NO' })).toBeChecked()
  await shot(page, 'review-settings')
  await expectAccessible(page)
})

test('a description with a script in it is shown clean, and unsaved words outlast a reload', async ({ page }) => {
  test.slow()
  const { user, call } = await signedInAnew(page, 'ROLE_BASIC')
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

test('words typed while the description is saved stay', async ({ page }) => {
  await signedInAnew(page, 'ROLE_BASIC')
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
})

test('a draft over a text that was changed meanwhile says so', async ({ page }) => {
  const { user, call } = await signedInAnew(page, 'ROLE_BASIC')
  const { uniqueId } = user
  await page.goto('/user/settings')
  const description = card(page, 'Company Description')
  await description.getByRole('textbox', { name: 'About the company' }).click()
  await page.keyboard.type('Valves.')
  await call('POST', '/api/review/updateCompanyDescription', { uniqueId, companyDescriptionMarkup: '<p>Pumps.</p>' })
  await page.reload()
  await expect(description.getByText('Someone saved another text in the meantime')).toBeVisible()
  await description.getByRole('button', { name: 'Discard' }).click()
  await expect(description.getByRole('textbox', { name: 'About the company' })).toHaveText('Pumps.')
})

test('a starter has the account part of the settings alone', async ({ page }) => {
  await signedIn(page, 'starter@tradewind.test')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/user/settings', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(card(page, 'Review Settings')).toBeHidden()
  await expect(card(page, 'Company Description')).toBeHidden()
  expect(asked.some((url) => url.includes('/api/auth/'))).toBe(true)
  expect(asked.filter((url) => url.includes('/api/review/'))).toEqual([])
})

test('results without an answer say so, and are found in the menu', async ({ page }) => {
  test.slow()
  await signedInAnew(page, 'ROLE_BASIC')
  await page.goto('/user/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await expect(page.getByRole('heading', { name: 'Results', level: 1 })).toBeVisible()
  await expect(page.getByText('No Data available to show!')).toHaveCount(3)
  await expect(page.getByText('No breakdown available')).toBeVisible()
  const tiles = page.getByRole('listitem').filter({ hasText: /Review Score out of 5|Invites/ })
  await expect(tiles).toHaveText(['0.00Review Score out of 5', '0Total Invites Sent', '0Answered Invites', '0Unanswered Invites'])
  await shot(page, 'results-empty')
})

test('results: the lines are gone along by keys, days are chosen in the address, a public remark becomes a testimonial', async ({
  page,
}) => {
  test.slow()
  await signedIn(page, 'pro@tradewind.test')
  await page.goto('/user/trends')
  const line = page.getByRole('slider', { name: 'Trends' })
  await line.focus()
  const latest = await line.getAttribute('aria-valuetext')
  const days = (await line.getAttribute('aria-valuemax')) ?? ''
  await page.keyboard.press('Home')
  await expect(line).toHaveAttribute('aria-valuenow', '1')
  await expect(line).not.toHaveAttribute('aria-valuetext', latest ?? '')
  const day = /\d{2}-(\d{2})-(\d{4})/.exec(latest ?? '')
  const month = `${day?.[2]}-${day?.[1]}`
  await page.getByLabel('Date From').fill(`${month}-01`)
  await page.getByLabel('Date To').fill(`${month}-28`)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(new RegExp(`dateFrom=${month}-01&dateTo=${month}-28`))
  await expect(line).not.toHaveAttribute('aria-valuemax', days)
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(line).toHaveAttribute('aria-valuemax', days)
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
  await shot(page, 'results')
})

test('the dashboard of results is open to all', async ({ page }) => {
  await signedIn(page, 'pro@tradewind.test')
  await page.goto('/user/trends')
  await expect(page.getByRole('slider', { name: 'Trends' })).toBeVisible()
  await expectAccessible(page)
})

test('a badge is chosen in the settings, and its code leads to the picture and to the page', async ({ page }) => {
  const { user } = await signedInAnew(page, 'ROLE_PRO', { userCompanyName: newName('Siegel') })
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
