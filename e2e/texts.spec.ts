import { expect } from '@playwright/test'
import { admin, companyListPath, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { test } from './kit/test.ts'
import { signInNewUser } from './kit/users.ts'

test('sign-in on a German page is in German, and so is its error message; a signed-in user sees their own links in the language of the page', async ({
  page,
}) => {
  await page.goto('/?lang=de')
  await page.getByRole('link', { name: 'Anmelden' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Anmelden' })
  await dialog.getByLabel('E-Mail').fill('nobody@tradewind.test')
  await dialog.getByLabel('Passwort').fill('not the password')
  await dialog.getByRole('button', { name: 'Anmelden' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Benutzername oder Passwort ist falsch.')
  await signInWithCalls(page, admin)
  await page.goto('/?lang=it')
  await expect(page.getByRole('link', { name: 'Vai al CRM' }).first()).toBeVisible()
})

test('a selected language applies immediately, also to messages that the server fills in', async ({ page }) => {
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  const name = newName('Doublon')
  await newCompany(call, name)
  await page.goto(companyListPath(name))
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Entreprises')
  await page.getByRole('link', { name: 'Nouvelle entreprise' }).first().click()
  await page.getByLabel('Raison sociale').fill(name)
  await page.getByRole('combobox', { name: 'Pays' }).fill('Allem')
  await page.getByRole('option', { name: 'Allemagne' }).click()
  await page.getByLabel('Site web').fill('nord.example')
  await page.getByRole('combobox', { name: 'Types d’entreprise' }).click()
  await page.getByRole('option', { name: 'Association' }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('alert')).toContainText(`Il existe déjà une entreprise «\u00a0${name}\u00a0»`)
})

test('countries are in the language of the reader: in a list, its filters and search, a picker and a record', async ({
  page,
}) => {
  const { call } = await signInNewUser(page, 'ROLE_ADMIN')
  const name = newName('Nord')
  await newCompany(call, name)
  await page.goto(companyListPath(name))
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText('Deutschland').click()
  const country = page.getByRole('dialog', { name: `Land von ${name}` }).getByRole('combobox')
  await expect(country).toHaveValue('Deutschland')
  await country.fill('Austria')
  await page.getByRole('option', { name: 'Österreich' }).click()
  await expect(row).toContainText('Österreich')
  await page.goto(`${companyListPath(name)}&where=country:is:AT,DE&q=%C3%B6sterr`)
  await expect(page.getByRole('button', { name: 'Filter: Land ist Österreich, Deutschland' })).toBeVisible()
  await row.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('definition').filter({ hasText: /^Österreich/ })).toBeVisible()
})
