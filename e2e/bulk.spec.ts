import { expect, type Page } from '@playwright/test'
import { admin, callsAs, companyListPath, newCompany, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { workbookOf } from './kit/sheet/workbook.ts'
import { signIn } from './kit/sign-in.ts'
import { test } from './kit/test.ts'

const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected records' })
const dialog = (page: Page) => page.getByRole('dialog')
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Companies' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })

/** Opens the list of five companies whose names each begin with a letter and share a mark. */
const openFiveCompanies = async (page: Page) => {
  const call = await signInWithCalls(page, admin)
  const mark = newMark()
  const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => `${letter} ${mark}`)
  for (const name of names) await newCompany(call, name)
  await page.goto(`${companyListPath(mark)}&sort=legalName`)
  await expect(rowsOf(page)).toHaveCount(names.length)
  return { call, names: names as [string, string, string, string, string] }
}

/** Selects the second to the fourth row: the first with a plain click, the last with a Shift click. */
const selectThree = async (page: Page, [, first, , last]: readonly string[]) => {
  await page.getByLabel(`Select ${first}`).check()
  await page.getByLabel(`Select ${last}`).click({ modifiers: ['Shift'] })
  await expect(bulkBar(page)).toContainText('3 selected')
}

test('changes the country of a range of companies after a preview, and Undo reverts it', async ({ page }) => {
  const { call, names } = await openFiveCompanies(page)
  const [second] = await call<{ uniqueId: string }[]>('GET', `/api/company/?page=0&legalName=${encodeURIComponent(names[1])}`)
  await call('PATCH', '/api/company/', { uniqueId: second!.uniqueId, country: 'Italy' })
  await page.reload()
  await selectThree(page, names)
  await takeScreenshots(page, 'bulk-bar')
  await expectAccessible(page)

  await bulkBar(page).getByRole('button', { name: 'Change…' }).click()
  const change = dialog(page).getByRole('button', { name: /^Change (\d+ )?record/ })
  await expect(change).toBeDisabled()
  await dialog(page).getByRole('combobox', { name: 'Country' }).fill('Ital')
  await page.getByRole('option', { name: 'Italy' }).click()
  await expect(dialog(page)).toContainText('2 records will change')
  await expect(dialog(page)).toContainText('1 stays as it is')
  await takeScreenshots(page, 'bulk-dialog')
  await expectAccessible(page)
  await change.click()
  await expect(page.getByText('2 records were changed.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(bulkBar(page)).toHaveCount(0)
  for (const name of names.slice(1, 4)) await expect(rowOf(page, name)).toContainText('Italy')
  await expect(rowOf(page, names[0])).toContainText('Germany')
  await takeScreenshots(page, 'bulk-toast')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 records are back.')).toBeVisible()
  await expect(rowOf(page, names[1])).toContainText('Italy')
  for (const name of names.slice(2)) await expect(rowOf(page, name)).toContainText('Germany')
  await navigateTo(page, '/crm/bulk/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk changes' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Country' }).first()).toContainText(
    '2 records are back.',
  )
  await takeScreenshots(page, 'bulk-list')
  await expectAccessible(page)
})

test('deletes a range of companies together, and Undo restores them', async ({ page }) => {
  const { names } = await openFiveCompanies(page)
  await selectThree(page, names)
  await bulkBar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(names.slice(1, 4).join(', '))
  await expect(dialog(page)).toContainText('3 will be deleted.')
  await takeScreenshots(page, 'bulk-delete')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, Delete All!' }).click()
  await expect(page.getByText('3 records were deleted.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(5)
})

test('selects a task in the list and opens the dialog that assigns it', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/nextSteps/list')
  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .check()
  await expect(bulkBar(page)).toContainText('1 selected')
  await takeScreenshots(page, 'bulk-tasks')
  await bulkBar(page).getByRole('button', { name: 'Assign…' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'User Assigned' })).toBeVisible()
  await takeScreenshots(page, 'bulk-assign')
  await expectAccessible(page)
})

/** More companies than one transaction changes, whose names share a mark. */
const createManyCompanies = async (page: Page, count: number) => {
  const login = await signIn(page, admin, { reloaded: true })
  const mark = newMark()
  const columns = ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number']
  const rows = Array.from({ length: count }, (_, at) => [
    `${mark} ${at}`,
    'Germany',
    'https://nord.example',
    'ASSOCIATION',
    'Quay 1',
    '',
  ])
  const headers = { authorization: `Bearer ${login.accessToken}`, 'x-tenant': login.tenant }
  const buffer = workbookOf('Companies', [columns, ...rows])
  const file = { name: 'many.xlsx', mimeType: 'application/octet-stream', buffer }
  const answer = await page.request.post('/api/company/massUpload', { headers, multipart: { file } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { call: callsAs(page, login), mark }
}

test('changes all records that match the filter in a job, and Undo reverts them', async ({ page }) => {
  test.slow()
  const count = 520
  const { call, mark } = await createManyCompanies(page, count)
  const emptied = async () => {
    const rows = await call<{ address: string | null }[]>('GET', `/api/company/?page=0&size=500&legalName=${mark}`)
    return rows.filter(({ address }) => address === null).length
  }
  await page.goto(companyListPath(mark))
  await page.getByLabel('Select all').check()
  await bulkBar(page)
    .getByRole('button', { name: `Select all ${count} that match` })
    .click()
  await expect(bulkBar(page)).toContainText(`${count}`)
  await bulkBar(page).getByRole('button', { name: 'Change…' }).click()
  await dialog(page).getByRole('combobox', { name: 'Field' }).selectOption('Address')
  await dialog(page).getByRole('checkbox', { name: 'Make empty' }).check()
  await expect(dialog(page)).toContainText(`${count} records will change`)
  await takeScreenshots(page, 'bulk-empty')
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: `Change ${count} records` })
    .click()
  await expect(page.getByText(`${count} records were changed.`)).toBeVisible()
  await expect(bulkBar(page)).toHaveCount(0)
  expect(await emptied()).toBe(500)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${count} records are back.`)).toBeVisible()
  expect(await emptied()).toBe(0)
})

test('shares the summaries of a selected report after a preview, and Undo reverts it', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId: companyId = '', legalName = '' } = await newCompany(call)
  const person = { firstName: 'Ada', lastName: newMark(), title: 'Buyer', contactRole: 'INFLUENCER', email: 'ada@nord.example' }
  const { uniqueId: contactId = '' } = await call('POST', '/api/contact/', { ...person, companyId })
  const report = { date: '2026-03-10', companyUID: companyId, attendees: [contactId], eventType: 'CALL' }
  const { uniqueId: meetingReportUID = '' } = await call('POST', '/api/meetingReport/', report)
  const { uniqueId = '' } = await call('POST', '/api/summary/', { text: '<p>So</p>', meetingReportUID })
  const { name = '', uniqueId: projectId = '' } = await call('POST', '/api/project/', { name: `Plan ${newMark()}` })
  await page.goto(`/crm/meetingReport/list?company=${encodeURIComponent(legalName)}`)
  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .check()
  await bulkBar(page).getByRole('button', { name: 'Share summaries…' }).click()
  await dialog(page).getByRole('combobox', { name: 'Projects' }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText('1 summary will be shared')
  await takeScreenshots(page, 'bulk-share-summaries')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Share 1 summary' }).click()
  await expect(page.getByText('1 record was changed.')).toBeVisible()
  const shared = () => call<{ sharedWithProjects: { uniqueId: string }[] }>('GET', `/api/summary/${uniqueId}`)
  await expect.poll(shared).toMatchObject({ sharedWithProjects: [{ uniqueId: projectId }] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(shared).toMatchObject({ sharedWithProjects: [] })
})
