import { expect, type Page } from '@playwright/test'
import { readText } from '@tradewind/workbook/read'
import { sheet } from '@tradewind/workbook/sheet'
import { buffer } from 'node:stream/consumers'
import {
  hasOrganisations,
  type Organisation,
  organisationsWorkbook,
  readOrganisations,
  removeDuplicates,
} from './kit/sheet/organisations.ts'
import { test } from './kit/test.ts'

test.skip(!hasOrganisations, 'The list of organisations is not on this machine: ORGANISATIONS_CSV may name it.')

const readFigure = (count: number) => count.toLocaleString('en')

const chooseFile = async (page: Page, name: string, organisations: readonly Organisation[]) => {
  const chooser = page.waitForEvent('filechooser')
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  const button = dialog.getByRole('button', { name: /workbook|Choose another/ }).first()
  await button.click()
  const file = { name, mimeType: 'application/octet-stream', buffer: await organisationsWorkbook(organisations) }
  await (await chooser).setFiles(file)
}

/** The rows of a marked workbook that have a problem, and the names in them. */
const readMarkedWorkbook = async (bytes: Buffer) => {
  const batches = readText(bytes, sheet('Companies', []))
  const names: string[] = []
  for await (const rows of batches) for (const { row, cells } of rows) if (row > 1 && cells[6]) names.push(cells[0]!)
  return names
}

/** Filters the list by keyboard, and returns the number of matches. */
const filterList = async (page: Page, name: string) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search this list' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${new URLSearchParams({ q: name }).toString().slice(2)}`))
}

test('imports five thousand real organisations, reports repeated names, and finds the organisations by search', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const all = readOrganisations()
  const distinct = removeDuplicates(all)
  const address = new URL(baseURL!)
  address.hostname = 'nordhaven.localhost'
  await page.goto(`${address.origin}/auth/login`)
  await page.getByLabel('Email').fill('tenant-admin@nordhaven.test')
  await page.getByLabel('Password').fill('Tradewind-demo-1')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Companies', exact: true }).first().click()
  const heading = page.getByRole('main')
  await expect(heading).toContainText('10')

  await page.getByRole('button', { name: 'Mass Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mass Upload' })
  await chooseFile(page, 'organisations.xlsx', all)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const faults = dialog.getByRole('region', { name: 'Errors' })
  await expect(faults.getByRole('row').nth(1)).toContainText(/Legal Name.*is already in row \d+/s)
  await expect(dialog.getByText(/2 rows: /).first()).toBeVisible() // identical faults are grouped into one

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /errors marked/ }).click()
  const names = await readMarkedWorkbook(await buffer(await (await download).createReadStream()))
  expect(names).toHaveLength(all.length - distinct.length)

  await chooseFile(page, 'corrected.xlsx', distinct)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Mass Upload Successful')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(heading).toContainText(readFigure(distinct.length + 10))

  await filterList(page, 'universit')
  await expect(page.getByText(/^1–20 of/)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Company' }).getByRole('button').press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'ascending')
  await filterList(page, 'zzqx')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await filterList(page, 'sao')
  await expect(page.locator('tbody')).toContainText('São')
  const found = await page.locator('tbody').innerText()
  await filterList(page, 'zzqx')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await filterList(page, 'são')
  await expect(page.locator('tbody')).toHaveText(found, { useInnerText: true })
  await filterList(page, 'zzqx')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})
