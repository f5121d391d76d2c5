import { expect, type Page } from '@playwright/test'
import type { Caller } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { inNewTenant } from './kit/tenants.ts'
import { test } from './kit/test.ts'

const createCustomField = (call: Caller, kind: string, label: string, type: string, choices?: object[]) =>
  call('POST', '/api/customField/', { kind, label, type, ...(choices && { choices }) })
const colourChoices = [{ label: 'Red' }, { label: 'Blue' }]

const createCompany = (call: Caller, legalName: string, custom: object = {}) =>
  call('POST', '/api/company/', {
    legalName,
    country: 'Germany',
    website: 'nord.example',
    companyTypeList: ['MANUFACTURER_BRAND'],
    custom,
  })

const uploadFile = async (page: Page, ...lines: string[]) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Choose a file/ }).click()
  const text = ['Legal Name;Country;Website;Company Types;Size;Paint', ...lines].join('\r\n')
  await (await chooser).setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'own.csv' })).toBeVisible()
}

test('imports a file with custom fields: columns are mapped, compared and saved', async ({ page, browser }) => {
  test.slow()
  const { theirs, admin } = await inNewTenant(page, browser)
  await createCustomField(admin.call, 'company', 'Size', 'NUMBER')
  await createCustomField(admin.call, 'company', 'Colour', 'CHOICE', colourChoices)
  await createCompany(admin.call, 'Nord', { size: 5 })
  await theirs.goto('/crm/company/list?upload=new')
  await theirs
    .getByRole('dialog', { name: 'Mass Upload' })
    .getByRole('link', { name: 'Import CSV or another Excel file' })
    .click()
  const rest = 'Germany;nord.example;ASSOCIATION'
  await uploadFile(theirs, `Nord;${rest};1 200,5;red`, `South;${rest};7;Blue`, `West;${rest};many;Green`)

  await expect(theirs.getByRole('combobox', { name: 'Field for Size' })).toHaveValue('Size')
  const paint = theirs.getByRole('combobox', { name: 'Field for Paint' })
  await paint.click()
  await theirs.getByRole('option', { name: 'Colour' }).click()
  await expect(paint).toHaveValue('Colour')
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'customField-columns')
  await theirs.getByRole('button', { name: 'Check changes' }).click()

  const rows = theirs.getByRole('table', { name: 'Rows' })
  await theirs.getByRole('tab', { name: 'Errors' }).click()
  await expect(rows).toContainText('Size many: This is not a number')
  await expect(rows).toContainText('Colour Green: Choose from Red, Blue.')
  await theirs.getByRole('tab', { name: 'Changed' }).click()
  await expect(rows).toContainText('Size: 5 → 1200.5')
  await expect(rows).toContainText('Colour: – → Red')
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'customField-difference')
  await theirs.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(theirs.getByText('The file was imported')).toBeVisible()
  await navigateTo(theirs, '/crm/company/list?cols=custom.size,custom.colour&where=custom.colour:is:blue')
  await expect(theirs.getByRole('row').filter({ hasText: 'South' })).toContainText('Blue')
  await expect(theirs.getByRole('row')).toHaveCount(2)
  await theirs.context().close()
})

test('a meeting report has custom fields, and its draft keeps their values', async ({ page, browser }) => {
  test.slow()
  const { theirs, admin } = await inNewTenant(page, browser)
  await createCustomField(admin.call, 'meetingReport', 'Mood', 'CHOICE', [{ label: 'Sunny' }, { label: 'Stormy' }])
  const { uniqueId: companyId } = await createCompany(admin.call, 'Nord')
  const ada = { firstName: 'Ada', lastName: 'Berg', title: 'Buyer', contactRole: 'INFLUENCER', companyId }
  const { uniqueId: contactId } = await admin.call('POST', '/api/contact/', ada)
  const address = `/crm/meeting/create?contact=${contactId}&date=2026-03-09`
  await theirs.goto(address)
  const mood = theirs.getByRole('combobox', { name: 'Mood' })
  await mood.click()
  await theirs.getByRole('option', { name: 'Stormy' }).click()
  await expect(mood).toHaveValue('Stormy')
  await expectAccessible(theirs)
  await navigateTo(theirs, '/crm/meetingReport/list')
  await theirs.goto(address)
  await expect(mood).toHaveValue('Stormy')
  await takeScreenshots(theirs, 'customField-meeting')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(theirs).toHaveURL(/\/crm\/meetingReport\/show\//)
  await expect(theirs.getByRole('definition').filter({ hasText: 'Stormy' })).toBeVisible()
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'customField-report')
  await theirs.context().close()
})

test('merging two records lets the user choose which custom field value is kept', async ({ page, browser }) => {
  test.slow()
  const { theirs, admin } = await inNewTenant(page, browser)
  await createCustomField(admin.call, 'company', 'Motto', 'TEXT')
  await createCustomField(admin.call, 'company', 'Size', 'NUMBER')
  const [one, two] = [
    await createCompany(admin.call, 'Nord', { motto: 'Ahead', size: 1 }),
    await createCompany(admin.call, 'Nord GmbH', { motto: 'Behind' }),
  ]
  await theirs.goto(`/crm/company/merge?records=${one['uniqueId']},${two['uniqueId']}`)
  const motto = theirs.getByRole('group', { name: 'Motto' })
  await expect(motto.getByRole('radio', { name: /Ahead/ })).toBeChecked()
  await motto.getByRole('radio', { name: /Behind/ }).check()
  await theirs.getByRole('group', { name: 'Size' }).getByRole('radio', { name: /–/ }).check()
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'customField-merge')
  await theirs.getByRole('button', { name: 'Merge' }).click()
  await expect(theirs).toHaveURL(new RegExp(`company/show/${one['uniqueId']}`))
  await expect(theirs.getByRole('definition').filter({ hasText: 'Behind' })).toBeVisible()
  const merged = await admin.call<{ custom: object }>('GET', `/api/company/${one['uniqueId']}`)
  expect(merged.custom).toEqual({ motto: 'Behind' })
  await theirs.context().close()
})

test('filters and sorts a project’s companies by custom fields', async ({ page, browser }) => {
  test.slow()
  const { theirs, admin } = await inNewTenant(page, browser)
  await createCustomField(admin.call, 'projectCompany', 'Rank', 'NUMBER')
  const { uniqueId: project } = await admin.call('POST', '/api/project/', { name: 'Plan' })
  for (const [name, rank] of [
    ['Nord', 5],
    ['South', 20],
    ['West', 10],
  ] as const) {
    const { uniqueId } = await createCompany(admin.call, name)
    await admin.call('POST', '/api/projectCompany/', { project, company: uniqueId, custom: { rank } })
  }
  await theirs.goto(`/crm/project/show/${project}?cols=company,custom.rank&sort=-custom.rank`)
  const rows = theirs.getByRole('table', { name: 'Companies of Plan' }).getByRole('row')
  await expect(rows).toHaveText([/Rank/, /South/, /West/, /Nord/])
  await theirs.getByRole('button', { name: 'Filter', exact: true }).click()
  await theirs.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: 'Rank' }).click()
  await theirs.getByRole('combobox', { name: 'Condition' }).selectOption('is more than')
  await theirs.getByRole('textbox', { name: 'Value' }).fill('7')
  await theirs.getByRole('button', { name: 'Apply' }).click()
  await expect(rows).toHaveText([/Rank/, /South/, /West/])
  await expectAccessible(theirs)
  await takeScreenshots(theirs, 'customField-project')
  await theirs.context().close()
})
