import { expect, type Locator, type Page } from '@playwright/test'
import { admin, type Caller, companyListPath, newCompany, newMark, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'

const WIDE_WINDOW = { width: 1280, height: 800 }
const PHONE_WINDOW = { width: 390, height: 844 }

/** The focus ring of an element: its style, and whether the cell around it cuts it off. */
const focusRing = (link: Locator) =>
  link.evaluate((element) => {
    const { outlineStyle, outlineWidth, display } = getComputedStyle(element)
    const [own, cell] = [element.getBoundingClientRect(), element.closest('td')!.getBoundingClientRect()]
    return {
      outlineStyle,
      outlineWidth,
      isOneBox: display !== 'inline',
      isInCell: own.right <= cell.right && own.left >= cell.left,
    }
  })
const VISIBLE_RING = { outlineStyle: 'solid', outlineWidth: '2px', isOneBox: true, isInCell: true }

const backgroundOf = (row: Locator) => row.evaluate((element) => getComputedStyle(element).backgroundColor)
const isNotCut = (text: Locator) => text.evaluate((element) => element.scrollWidth <= element.clientWidth)

const newContact = (call: Caller, companyId: string, more: object) =>
  call('POST', '/api/contact/', { title: 'Head of Export', contactRole: 'INFLUENCER', companyId, ...more })

const openTwoCompanies = async (page: Page) => {
  const call = await signInWithCalls(page, admin)
  const word = newMark()
  for (const name of ['Alpha', 'Beta']) await newCompany(call, newName(`${name} ${word}`))
  await page.setViewportSize(WIDE_WINDOW)
  await page.goto(`${companyListPath(word)}&sort=legalName`)
  const rows = page.getByRole('table', { name: 'Companies' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  return rows
}

test('the menu of a row opens by key and by click, and Escape returns the focus to its button', async ({ page }) => {
  const rows = await openTwoCompanies(page)
  const buttonOf = (at: number) => rows.nth(at).getByRole('button', { name: /^Actions for/ })
  const opens = [(button: Locator) => button.press('Enter'), (button: Locator) => button.click()]
  for (const [at, open] of opens.entries()) {
    const button = buttonOf(at)
    await expect(button).toHaveAttribute('aria-haspopup', 'menu')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await open(button)
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('menu').locator(':focus')).toBeAttached()
    // By the mouse no entry is highlighted before the first arrow.
    if (at === 1) await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(button).toBeFocused()
  }
})

test('a focused name or website in a table has a focus ring, and its row is highlighted', async ({ page }) => {
  const rows = await openTwoCompanies(page)
  const [first, second] = [rows.first(), rows.last()]
  await first.getByRole('link', { name: 'Alpha' }).focus()
  await page.keyboard.press('ArrowDown')
  const name = second.getByRole('link', { name: 'Beta' })
  await expect(name).toBeFocused()
  expect(await focusRing(name)).toEqual(VISIBLE_RING)
  expect(await backgroundOf(second)).not.toBe(await backgroundOf(first))
  const website = second.getByRole('link', { name: 'nord.example' })
  await website.focus()
  expect(await focusRing(website)).toEqual(VISIBLE_RING)
  await takeScreenshots(page, 'rows-focus')
  await expectAccessible(page)
})

test('going back focuses the row that was opened', async ({ page }) => {
  const rows = await openTwoCompanies(page)
  const name = rows.last().getByRole('link', { name: 'Beta' })
  await name.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible()
  await page.goBack()
  await expect(name).toBeFocused()
  await rows
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alpha' })).toBeVisible()
  await page.goBack()
  await expect(rows.first().getByRole('link', { name: 'Alpha' })).toBeFocused()
  expect(await backgroundOf(rows.first())).not.toBe(await backgroundOf(rows.last()))
})

test('truncates a long name to one line, and shows it in full on hover or keyboard focus', async ({ page }) => {
  const rows = await openTwoCompanies(page)
  const link = rows.first().getByRole('link', { name: 'Alpha' })
  const text = link.locator('span').first()
  const whole = (await text.textContent())!
  await expect.poll(() => isNotCut(text)).toBe(false)
  expect((await link.boundingBox())!.height).toBeLessThan(30)
  await link.hover()
  await expect(page.getByRole('tooltip').filter({ hasText: whole })).toBeVisible()
  await page.mouse.move(0, 0)
  await rows.last().getByRole('link', { name: 'Beta' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(link).toBeFocused()
  await expect.poll(() => isNotCut(text)).toBe(true)
})

test('a contact has one column for its full name, which is also the title of its card on a phone', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newCompany(call)
  const lastName = `Ahlgren-${newMark()}`
  await newContact(call, uniqueId!, { firstName: 'Frederike', lastName, email: `${lastName}@bergwald-international.example` })
  await page.setViewportSize(WIDE_WINDOW)
  await page.goto(`/crm/contact/list?lastName=${lastName}`)
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('Full Name')
  await expect(page.getByRole('link', { name: `Frederike ${lastName}`, exact: true })).toBeVisible()
  await page.setViewportSize(PHONE_WINDOW)
  const card = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(card.getByRole('link').first()).toHaveText(`Frederike ${lastName}`)
  await expect(card.getByRole('term').filter({ hasText: 'Name' })).toHaveText(['Company Name'])
  await takeScreenshots(page, 'rows-contact-card')
  await expectAccessible(page)
})

test('the card of a report is titled with its company and the day of the meeting, that of a lead with the person’s name', async ({
  page,
}) => {
  const call = await signInWithCalls(page, admin)
  const legalName = newName('Fjord')
  const { uniqueId: companyUID } = await newCompany(call, legalName)
  const contact = await newContact(call, companyUID!, { firstName: 'Bo', lastName: newMark() })
  await call('POST', '/api/meetingReport/', { date: '2026-03-02', companyUID, attendees: [contact.uniqueId] })
  await page.setViewportSize(PHONE_WINDOW)
  await page.goto(`/crm/meetingReport/list?company=${encodeURIComponent(legalName)}`)
  const card = page.getByRole('list', { name: 'Meeting Reports' }).getByRole('listitem')
  await expect(card.getByRole('link').first()).toHaveText(`${legalName}, 02\u201103\u20112026`)
  await page.goto('/crm/leads')
  const lead = page.getByRole('list', { name: 'Leads' }).getByRole('listitem').first()
  await expect(lead.getByRole('link').first()).toHaveText(/\S/)
  await expect(lead.getByRole('term').filter({ hasText: /^(First|Last) Name$/ })).toHaveCount(0)
  await expect(lead.getByRole('term').filter({ hasText: 'Date Created' })).toHaveCount(1)
})

test('on a phone the lines of a contact’s card are equally high, and an address or number is 40 pixels high to touch', async ({
  page,
}) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId: companyId } = await newCompany(call)
  const lastName = newName('Ost')
  await newContact(call, companyId!, { firstName: 'Ada', lastName, email: 'a@ost.example', number: '+49 40 123' })
  await page.setViewportSize(PHONE_WINDOW)
  await page.goto(`/crm/contact/list?lastName=${encodeURIComponent(lastName)}`)
  const card = page.getByRole('listitem').filter({ hasText: 'a@ost.example' })
  await expect(card).toBeVisible()
  const lineOf = (label: string) => card.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
  const heights = await Promise.all(['Role', 'Email', 'Number'].map(async (one) => (await lineOf(one).boundingBox())!.height))
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2)
  expect((await card.getByRole('link', { name: '+49 40 123' }).boundingBox())!.height).toBeGreaterThanOrEqual(40)
})
