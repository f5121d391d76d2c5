import { expect, type Page } from '@playwright/test'
import { admin, type Caller, listOf, newCompany, newName, signedIn } from './kit/api.ts'
import { expectAccessible, shot } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { newPerson } from './kit/users.ts'

/** A contact that no other test uses, at this company. */
const newContact = (call: Caller, companyId: string | undefined, more: object = {}) => {
  const { firstName, lastName, emailAddress: email } = newPerson()
  const fields = { firstName, lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId, ...more }
  return call<Record<'uniqueId' | 'firstName' | 'lastName' | 'fullName' | 'email', string>>('POST', '/api/contact/', fields)
}

const contactsNamed = (lastName: string) => `/crm/contact/list?lastName=${encodeURIComponent(lastName)}`
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

const chooseCompany = async (page: Page, legalName: string) => {
  await page.getByRole('combobox', { name: 'Company' }).fill(legalName)
  await page.getByRole('option', { name: legalName, exact: true }).click()
}

test('a contact is created, found, opened, changed, deleted and taken back', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { legalName = '' } = await newCompany(call)
  const { firstName, lastName } = newPerson()
  await page.goto('/crm/contact/list')
  await page.getByRole('link', { name: 'New contact', exact: true }).click()
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Title').fill('Head of Export')
  await page.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'Decision Maker' }).click()
  await chooseCompany(page, legalName)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/crm\/contact\/list$/)
  await expect(page.getByText('The contact was created.')).toBeVisible()

  await page.getByLabel('Surname').fill(lastName.toUpperCase())
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  const row = page.getByRole('row').filter({ hasText: lastName })
  await expect(row.getByRole('cell', { name: 'N/A' })).toBeVisible()
  await row.getByRole('link', { name: firstName }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: legalName }).first()).toHaveAttribute('href', /company\/show/)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Number').fill('+49 40 123')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The contact was saved.')).toBeVisible()
  await page.goto(contactsNamed(lastName))
  await menuOf(page, `${firstName} ${lastName}`).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Number: – → +49 40 123')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Deleted Successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('It is back.')).toBeVisible()
  await page.goto(contactsNamed(lastName))
  await expect(page.getByRole('link', { name: firstName })).toBeVisible()
})

test('picked contacts are deleted together, and all come back', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId, legalName = '' } = await newCompany(call)
  const [one, other, third] = [
    await newContact(call, uniqueId),
    await newContact(call, uniqueId),
    await newContact(call, uniqueId),
  ]
  await page.goto(`/crm/contact/list?company=${encodeURIComponent(legalName)}`)
  await expect(page.getByRole('link', { name: one.firstName })).toHaveCount(3)
  const bar = page.getByRole('region', { name: 'Selected records' })
  await expect(bar).toHaveCount(0)
  await page.getByLabel(`Select ${one.fullName}`).check()
  await page.getByLabel(`Select ${other.fullName}`).check()
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toHaveCount(0)

  await page.getByLabel('Select all on this page').check()
  await expect(bar).toContainText('3 selected')
  await page.getByLabel(`Select ${third.fullName}`).uncheck()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText(one.fullName)
  await expect(page.getByRole('dialog')).not.toContainText(third.fullName)
  await page.getByRole('button', { name: 'Yes, Delete All!' }).click()
  await expect(page.getByText('2 records were deleted.')).toBeVisible()
  await expect(menuOf(page, one.fullName)).toHaveCount(0)
  await expect(menuOf(page, third.fullName)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(menuOf(page, one.fullName)).toBeVisible()
  await expect(menuOf(page, other.fullName)).toBeVisible()
})

test('what the server refuses of the picked ones is told with its reason', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId, legalName = '' } = await newCompany(call)
  const [one, other] = [await newContact(call, uniqueId), await newContact(call, uniqueId)]
  await page.goto(`/crm/contact/list?company=${encodeURIComponent(legalName)}`)
  await page.getByLabel('Select all on this page').check()
  await page.route(`**/api/contact/${one.uniqueId}`, (route) =>
    route.fulfill({ status: 403, json: { responseStatus: 'ERROR', message: 'This one is kept', data: {} } }),
  )
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete All!' }).click()
  await expect(page.getByText('1 record was deleted.')).toBeVisible()
  await expect(page.getByText(`${one.fullName}: This one is kept`)).toBeVisible()
  await expect(menuOf(page, other.fullName)).toHaveCount(0)
  await expect(menuOf(page, one.fullName)).toBeVisible()
})

test('from a company its contacts are seen, and a new one begins with it', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId, legalName = '' } = await newCompany(call)
  const { fullName } = await newContact(call, uniqueId, { email: null })
  await page.goto(listOf(legalName))
  await menuOf(page, legalName).click()
  await page.getByRole('menuitem', { name: 'View All Contacts' }).click()
  const dialog = page.getByRole('dialog', { name: `Contacts of ${legalName}` })
  await expect(dialog.getByRole('link', { name: fullName })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: 'N/A' })).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`contacts=${uniqueId}`))
  await page.reload()
  await expect(dialog.getByRole('link', { name: fullName })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/company\/list\?legalName=[^&]+$/)

  await menuOf(page, legalName).click()
  await page.getByRole('menuitem', { name: 'Create Contact' }).click()
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(legalName)
})

test('who may be there already is named while one types, and nothing is held up', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId } = await newCompany(call)
  const { firstName, lastName, fullName, email, uniqueId: twin } = await newContact(call, uniqueId)
  await page.goto(`/crm/contact/create/${uniqueId}`)
  await page.getByLabel('Email').fill(email.toUpperCase())
  const hint = page.getByRole('status').filter({ hasText: 'This may be an existing contact' })
  await expect(hint).toContainText('the same email address')
  await page.getByLabel('Email').fill('')
  await expect(hint).toHaveCount(0)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await expect(hint).toContainText('the same name')
  await expect(hint.getByRole('link', { name: fullName })).toHaveAttribute('href', `/crm/contact/show/${twin}`)
  await page.getByLabel('Title').fill('Twin')
  await page.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'No Influence' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The contact was created.')).toBeVisible()
})

test('a double contact is saved only after a question: name, company and address are the same', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId } = await newCompany(call)
  const { firstName, lastName, fullName, email } = await newContact(call, uniqueId)
  await page.goto(`/crm/contact/create/${uniqueId}`)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Title').fill('Twin')
  await page.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'No Influence' }).click()
  const question = page.getByRole('dialog', { name: 'You already have this contact' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(question).toContainText(fullName)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Twin')
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('The contact was created.')).toBeVisible()
})

test('a company goes with what belongs to it after a second question, and comes back with it', async ({ page }) => {
  const call = await signedIn(page, admin)
  const { uniqueId, legalName = '' } = await newCompany(call)
  await newContact(call, uniqueId)
  await newContact(call, uniqueId)
  const contacts = async () => call<object[]>('GET', `/api/contact/?page=0&company=${encodeURIComponent(legalName)}`)
  await page.goto(listOf(legalName))
  const startDeleting = async () => {
    await menuOf(page, legalName).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  }
  const second = page.getByRole('dialog').filter({ hasText: '2 contacts' })

  await startDeleting()
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menuOf(page, legalName)).toBeFocused()
  expect(await contacts()).toHaveLength(2)

  await startDeleting()
  await second.getByRole('button', { name: 'Yes, Delete All!' }).click()
  await expect(page.getByText('Deleted Successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: legalName })).toHaveCount(0)
  expect(await contacts()).toHaveLength(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: legalName })).toBeVisible()
  expect(await contacts()).toHaveLength(2)
})

test('members must give an address, staff need not', async ({ page }) => {
  const call = await signedIn(page, 'pro@tradewind.test')
  const { uniqueId } = await newCompany(call, newName('Mitglied'))
  await page.goto(`/user/contact/create/${uniqueId}`)
  await page.getByLabel('First Name').fill('Ohne')
  await page.getByLabel('Last Name').fill('Adresse')
  await page.getByLabel('Title').fill('Owner')
  await page.getByRole('combobox', { name: 'Contact Role' }).click()
  await page.getByRole('option', { name: 'Influencer' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
})

test('the screens of a contact are accessible, with the longest names', async ({ page }) => {
  test.slow()
  const call = await signedIn(page, admin)
  const { uniqueId, legalName = '' } = await newCompany(call)
  const contact = await newContact(call, uniqueId)
  await page.goto(contactsNamed(contact.lastName))
  await page.getByLabel(`Select ${contact.fullName}`).check()
  await shot(page, 'contact-list')
  await expectAccessible(page)
  await page.goto(`/crm/contact/show/${contact.uniqueId}`)
  await expect(page.getByText('created it').first()).toBeVisible()
  await shot(page, 'contact-show')
  await expectAccessible(page)
  await page.goto(`/crm/contact/create/${uniqueId}`)
  await page.getByLabel('Email').fill(contact.email)
  await expect(page.getByText('This may be an existing contact')).toBeVisible()
  await shot(page, 'contact-form')
  await expectAccessible(page)
  await page.goto(`${listOf(legalName)}&contacts=${uniqueId}`)
  await expect(page.getByRole('dialog').getByRole('link', { name: contact.fullName })).toBeVisible()
  await shot(page, 'company-contacts')
  await expectAccessible(page)
})
