import { expect } from '@playwright/test'
import { admin, listOf, newCompany, newMark, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { test } from './kit/test.ts'

test('country and website of a company are edited in the list: Tab goes on, Undo puts back', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId = '', legalName = '' } = await newCompany(call)
  await page.goto(listOf(legalName))
  const row = page.getByRole('row').filter({ hasText: legalName })
  await row.getByText('Germany').click()
  const country = page.getByRole('dialog', { name: `Country of ${legalName}` }).getByRole('combobox')
  await expect(country).toBeFocused()
  await country.fill('Japan')
  await expect(page.getByRole('option', { name: 'Japan' })).toBeVisible()
  await page.keyboard.press('Tab')
  const types = page.getByRole('dialog', { name: `Company Types of ${legalName}` })
  await expect(types).toBeVisible()
  await expect(row).toContainText('Japan')
  await page.keyboard.press('Tab')
  const website = page.getByRole('dialog', { name: `Website of ${legalName}` }).getByRole('textbox')
  await website.fill('no address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Website is not a web address')).toBeVisible()
  await expect(website).toHaveValue('no address')
  await shot(page, 'edit-in-place-refused')
  await expectAccessible(page)
  await website.fill('https://japan.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Edit Website of ${legalName}` })).toBeFocused()
  await expect(row.getByRole('link', { name: 'japan.example' })).toBeVisible()
  await expect
    .poll(() => call('GET', `/api/company/${uniqueId}`))
    .toMatchObject({ country: 'Japan', website: 'https://japan.example' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect
    .poll(() => call('GET', `/api/company/${uniqueId}`))
    .toMatchObject({ country: 'Japan', website: 'https://nord.example' })
})

test('on a phone the card of a company and the page of a contact are edited by a tap', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = await signedIn(page, admin)
  const { uniqueId: companyId = '', legalName = '' } = await newCompany(call)
  await page.goto(listOf(legalName))
  await page.getByRole('listitem').filter({ hasText: legalName }).getByText('Germany').click()
  const country = page.getByRole('dialog', { name: `Country of ${legalName}` }).getByRole('combobox')
  await country.fill('Chile')
  await page.getByRole('option', { name: 'Chile' }).click()
  await expect(country).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: legalName })).toContainText('Chile')

  const lastName = `Berg ${newMark()}`
  const contact = { firstName: 'Ada', lastName, title: 'Buyer', contactRole: 'INFLUENCER', companyId, email: 'ada@nord.example' }
  const { uniqueId = '' } = await call('POST', '/api/contact/', { ...contact, number: '+49 30 1234567' })
  await page.goto(`/crm/contact/show/${uniqueId}`)
  await page.getByRole('button', { name: `Edit Number of Ada ${lastName}` }).click()
  const number = page.getByRole('dialog', { name: `Number of Ada ${lastName}` }).getByRole('textbox')
  await number.fill('+49 30 7654321')
  await shot(page, 'edit-in-place-phone')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(number).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: '+49 30 7654321' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('definition').filter({ hasText: '+49 30 1234567' })).toBeVisible()
})
