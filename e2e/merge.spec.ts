import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'
import { newPerson } from './kit/users.ts'

const newContact = (call: Caller, companyId: string | undefined, more: object) => {
  const fields = { firstName: 'Ada', title: 'Head of Export', contactRole: 'INFLUENCER', companyId, ...more }
  return call<Record<'uniqueId' | 'lastName' | 'fullName', string>>('POST', '/api/contact/', fields)
}

/** Two contacts of one company with the same name, each with values that the other lacks. */
const openTwoContacts = async (page: Page) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId: companyId, legalName = '' } = await newCompany(call)
  const { lastName, emailAddress: email } = newPerson()
  await newContact(call, companyId, { lastName, number: '+49 40 123' })
  await newContact(call, companyId, { lastName, email, title: 'Director' })
  return { call, companyId, legalName, lastName, email }
}

test('merges two selected contacts field by field, and Undo separates them again', async ({ page }) => {
  const { lastName, email } = await openTwoContacts(page)
  await page.goto(`/crm/contact/list?lastName=${encodeURIComponent(lastName)}`)
  const boxes = page.getByRole('checkbox', { name: new RegExp(lastName) })
  await boxes.first().check()
  await expect(page.getByRole('region', { name: 'Selected records' }).getByRole('link', { name: 'Merge' })).toHaveCount(0)
  await boxes.nth(1).check()
  await page.getByRole('region', { name: 'Selected records' }).getByRole('link', { name: 'Merge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Merge' })).toBeVisible()
  // Empty values lose; among the others the value of the remaining record wins, unless the user chooses.
  await expect(page.getByRole('radio', { name: /\+49 40 123/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: new RegExp(email) })).toBeChecked()
  await page.getByRole('radio', { name: /Director/ }).check()
  await expectAccessible(page)
  await takeScreenshots(page, 'merge')
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('The records were merged.')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(`Merged with Ada ${lastName}`)).toBeVisible()
  for (const text of ['Director', email, '+49 40 123']) await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The merge was undone.')).toBeVisible()
  await expect(main.getByText(`Merged with Ada ${lastName}`)).toHaveCount(0)
  await navigateTo(page, `/crm/contact/list?lastName=${encodeURIComponent(lastName)}`)
  await expect(boxes).toHaveCount(2)
})

test('lists duplicate companies, which can be merged, unmerged or marked as different by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const call = await signInWithCalls(page, admin)
  const name = `Alike ${newMark()}`
  const website = `https://${crypto.randomUUID()}.example`
  const taxRefNumber = `DE${Math.floor(Math.random() * 1e9) + 1e9}`
  const fields = { website, taxRefNumber, country: 'Germany', companyTypeList: ['ASSOCIATION'] }
  await call('POST', '/api/company/', { ...fields, legalName: `${name} GmbH` })
  await call('POST', '/api/company/', { ...fields, legalName: name, address: 'Hafen 1' })
  await page.goto('/crm/company/list')
  await page.getByRole('link', { name: 'Duplicates' }).click()
  const group = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: `${name} GmbH` }) })
    .first()
  await expect(group.getByText('The same tax number')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'duplicates')
  await group.getByRole('link', { name: /^Merge/ }).press('Enter')
  const stays = page.getByRole('group', { name: 'This one is kept' })
  await expect(stays.getByRole('radio', { name: new RegExp(`${name}(?! GmbH)`) })).toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await takeScreenshots(page, 'merge-companies')
  await page.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(page.getByText(`Merged with ${name} GmbH`)).toBeVisible()
  await takeScreenshots(page, 'merged')
  await page.getByRole('button', { name: /^Unmerge/ }).press('Enter')
  await expect(page.getByText('The merge was undone.')).toBeVisible()
  await navigateTo(page, '/crm/company/duplicates')
  await group.getByRole('button', { name: /^Not duplicates/ }).press('Enter')
  await expect(page.getByText('They are no longer shown as duplicates.')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} GmbH` })).toHaveCount(0)
})

test('names a similar company while a new one is typed, with a link to it', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId, legalName = '' } = await newCompany(call)
  await page.goto('/crm/company/create')
  await page.getByLabel('Legal Name').fill(`${legalName}, Ltd.`)
  await expect(page.getByText('This may be an existing company').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: legalName })).toHaveAttribute(
    'href',
    new RegExp(`company/show/${uniqueId}`),
  )
  await takeScreenshots(page, 'similar')
})
