import { expect, type Page } from '@playwright/test'
import { allLooks, expectAccessible, inEachLook, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { inNewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'

const longLabel = 'Vertragsverlängerungswahrscheinlichkeit'

const beyondEdge = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects that a long word widens the page neither on a desktop nor on a phone, where a table becomes cards a moment after the width has changed. */
const expectNoSidewaysScroll = (page: Page) =>
  inEachLook(page, allLooks.slice(0, 2), (look) => expect.poll(() => beyondEdge(page), look).toBe(0))

test('an admin’s custom field appears in the form, page, list and filters, and can be retired and restored', async ({
  page,
  browser,
}) => {
  test.slow()
  const { theirs } = await inNewTenant(page, browser)
  await theirs.goto('/crm/dashboard')
  await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Custom fields' }).click()
  await expect(theirs.getByText('No custom fields yet')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'New field' }).first().click()
  const dialog = theirs.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grade')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Choice')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter at least one choice')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Choice 1' }).fill('Gold')
  await theirs.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Choice 2' }).fill('Silver')
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'customField-dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('table', { name: 'Fields in use' })).toContainText('Gold, Silver')
  await theirs.getByRole('button', { name: 'New field' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Portal')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Link')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('table', { name: 'Fields in use' })).toContainText('custom.portal')
  await theirs.getByRole('button', { name: 'New field' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(longLabel)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('table', { name: 'Fields in use' })).toContainText(longLabel)
  await expectNoSidewaysScroll(theirs)
  await takeScreenshots(theirs, 'customField-list')

  await navigateTo(theirs, '/crm/company/create')
  await theirs.getByRole('textbox', { name: 'Legal Name' }).fill('Nordlicht')
  await theirs.getByRole('combobox', { name: 'Country' }).fill('Norway')
  await theirs.getByRole('option', { name: 'Norway' }).click()
  await theirs.getByRole('textbox', { name: 'Website' }).fill('nordlicht.example')
  await theirs.getByRole('combobox', { name: 'Company Types' }).click()
  await theirs.getByRole('option', { name: 'Manufacturer' }).click()
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('combobox', { name: 'Grade' }).click()
  await theirs.getByRole('option', { name: 'Gold' }).click()
  await theirs.getByRole('textbox', { name: 'Portal' }).fill('nowhere')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText('Portal is not a web address')).toHaveCount(2)
  await expectAccessible(theirs)
  await theirs.getByRole('textbox', { name: 'Portal' }).fill('portal.example/nord')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toHaveURL(/company\/list/)

  await theirs.goto('/crm/company/list?cols=custom.grade,custom.portal&where=custom.grade:is:gold&sort=custom.grade')
  const row = theirs.getByRole('row').filter({ hasText: 'Nordlicht' })
  await expect(row).toContainText('Gold')
  await expect(row.getByRole('link', { name: 'portal.example/nord' })).toHaveAttribute('rel', /noopener/)
  await expect(theirs.getByRole('button', { name: 'Filter: Grade is Gold', exact: true })).toBeVisible()
  await takeScreenshots(theirs, 'customField-companies')
  await theirs.goto('/crm/company/list?cols=custom.grade,custom.vertragsverlangerungswahrscheinlichkeit')
  await expect(theirs.getByRole('columnheader', { name: longLabel })).toBeVisible()
  await expectNoSidewaysScroll(theirs)
  await row.getByRole('link', { name: 'Nordlicht' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Nordlicht' })).toBeVisible() // the list has such a button, too
  await theirs.getByRole('button', { name: 'Edit Grade of Nordlicht' }).click()
  const editor = theirs.getByRole('dialog', { name: 'Grade of Nordlicht' })
  await editor.getByRole('combobox', { name: 'Grade' }).click()
  await theirs.getByRole('option', { name: 'Silver' }).click()
  await expect(editor).toHaveCount(0)
  await expect(theirs.getByRole('definition').filter({ hasText: 'Silver' })).toBeVisible()
  await expectAccessible(theirs)
  await expectNoSidewaysScroll(theirs)
  await takeScreenshots(theirs, 'customField-company')

  await navigateTo(theirs, '/crm/customField/list')
  await theirs.getByRole('button', { name: 'Actions for Grade' }).click()
  await theirs.getByRole('menuitem', { name: 'Retire' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(theirs.getByRole('table', { name: 'Retired fields' })).toContainText('Grade')
  await theirs.getByRole('button', { name: 'Bring Grade back' }).click()
  await expect(theirs.getByRole('table', { name: 'Fields in use' })).toContainText('Grade')
  await theirs.context().close()
})
