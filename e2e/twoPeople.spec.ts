import { type Browser, expect, type Page } from '@playwright/test'
import { admin, companyListPath, newCompany, newMark, newName, signInWithCalls } from './kit/api.ts'
import { openSubscribed } from './kit/subscribed.ts'
import { test } from './kit/test.ts'

/** A colleague who may change everything, by calls. */
const colleague = async (browser: Browser) =>
  signInWithCalls(await (await browser.newContext()).newPage(), 'super@tradewind.test')

const editor = (page: Page, field: string, name: string) => page.getByRole('dialog', { name: `${field} of ${name}` })

test('a cell that is edited keeps what was typed while a colleague changes the record; other fields are merged, a clash is shown', async ({
  page,
  browser,
}) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const { uniqueId = '', legalName = '' } = await newCompany(call)
  await openSubscribed(page, companyListPath(legalName))
  const row = page.getByRole('row').filter({ hasText: legalName })
  const input = editor(page, 'Website', legalName).getByRole('textbox')
  const saved = () => call('GET', `/api/company/${uniqueId}`)
  const edit = async (website: string) => {
    await page.getByRole('button', { name: `Edit Website of ${legalName}` }).click()
    await input.fill(website)
  }
  await edit('https://mine.example')
  await call('PATCH', '/api/company/', { uniqueId, country: 'Japan' })
  await expect(row).toContainText('Japan')
  await expect(input).toHaveValue('https://mine.example')
  await expect(input).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(saved).toMatchObject({ country: 'Japan', website: 'https://mine.example' })

  await edit('https://again.example')
  await call('PATCH', '/api/company/', { uniqueId, website: 'https://theirs.example' })
  await expect(row).toContainText('theirs.example')
  await expect(input).toHaveValue('https://again.example')
  await page.keyboard.press('Enter')
  const clash = page.getByRole('alert').filter({ hasText: 'Saved version: https://theirs.example' })
  await expect(clash).toBeVisible()
  expect(await saved()).toMatchObject({ website: 'https://theirs.example' })
  await clash.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(saved).toMatchObject({ website: 'https://again.example' })
})

test('what was typed into a cell is saved when its row leaves the list, since a colleague has renamed the record', async ({
  page,
  browser,
}) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const { uniqueId = '', legalName = '' } = await newCompany(call)
  await openSubscribed(page, companyListPath(legalName))
  await page.getByRole('button', { name: `Edit Website of ${legalName}` }).click()
  await editor(page, 'Website', legalName).getByRole('textbox').fill('https://typed.example')
  const renamed = newName('Süd')
  await call('PATCH', '/api/company/', { uniqueId, legalName: renamed })
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect
    .poll(() => call('GET', `/api/company/${uniqueId}`))
    .toMatchObject({ legalName: renamed, website: 'https://typed.example' })
})

/** A project with one company of high priority. */
const newPlace = async (call: Awaited<ReturnType<typeof colleague>>, priority = 'HIGH') => {
  const project = await call('POST', '/api/project/', { name: newName('Kaimauer') })
  const company = await newCompany(call)
  const place = await call('POST', '/api/projectCompany/', { project: project.uniqueId, company: company.uniqueId, priority })
  return {
    id: place.uniqueId!,
    name: company.legalName!,
    page: `/crm/project/show/${project.uniqueId}`,
    projectId: project.uniqueId!,
  }
}

test('an open dialog takes over what a colleague changes, below what was typed, and shows a clash', async ({ page, browser }) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const { id, name, ...place } = await newPlace(call)
  await openSubscribed(page, place.page)
  const open = async (entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  await open('Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Company Details for Project' })
  const choose = async (field: string, level: string) => {
    await dialog.getByLabel(field).click()
    await page.getByRole('option', { name: level, exact: true }).click()
  }
  await choose('Interest', 'Low')
  await call('PATCH', '/api/projectCompany/', { uniqueId: id, potential: 'MEDIUM' })
  await expect(dialog.getByLabel('Potential')).toHaveValue('Medium')
  await expect(dialog.getByLabel('Interest')).toHaveValue('Low')
  await call('PATCH', '/api/projectCompany/', { uniqueId: id, interest: 'HIGH' })
  await expect(page.getByRole('row', { name, includeHidden: true })).toContainText('High')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed this record')
  await expect(dialog.getByLabel('Interest')).toHaveValue('Low')
  expect(await call('GET', `/api/projectCompany/${id}`)).toMatchObject({ interest: 'HIGH', potential: 'MEDIUM' })
})

test('a menu of a level that is open shows what a colleague has chosen meanwhile', async ({ page, browser }) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const { id, name, ...place } = await newPlace(call)
  await openSubscribed(page, place.page)
  await page.getByRole('button', { name: `Priority of ${name}` }).click()
  await call('PATCH', '/api/projectCompany/', { uniqueId: id, priority: 'LOW' })
  await expect(page.getByRole('menuitem', { name: 'Low' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('menuitem', { name: 'Medium' }).click()
  await expect.poll(() => call('GET', `/api/projectCompany/${id}`)).toMatchObject({ priority: 'MEDIUM' })
})

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardIn = (page: Page, name: string, company: string) => column(page, name).getByRole('group', { name: company })

/** The board of a project with one company of high priority. `lower` has a colleague give it a low one, and waits until the page has read it again. */
const openBoard = async (page: Page, browser: Browser) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const { id, name, ...place } = await newPlace(call)
  await openSubscribed(page, `${place.page}?view=board&by=priority`)
  const lower = async () => {
    const heard = page.waitForResponse((answer) => answer.url().includes('/api/projectCompany/project/'))
    await call('PATCH', '/api/projectCompany/', { uniqueId: id, priority: 'LOW' })
    await heard
  }
  return { call, id, name, lower, handle: page.getByRole('button', { name: `Move ${name}` }) }
}

/** After the drop of the card that the colleague has moved: this is said, and the card is where the colleague has put it. */
const expectClash = async (page: Page, name: string) => {
  await expect(page.getByText(`${name}: someone else changed Priority. You see the current value.`)).toBeVisible()
  await expect(cardIn(page, 'Low', name)).toBeVisible()
}

test('a card that is dragged stays in the hand while a colleague moves it, and its drop shows the clash', async ({
  page,
  browser,
}) => {
  const { call, id, name, lower, handle } = await openBoard(page, browser)
  const from = await handle.boundingBox()
  const over = await column(page, 'Medium').boundingBox()
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2)
  await page.mouse.down()
  await page.mouse.move(over!.x + over!.width / 2, over!.y + 60, { steps: 8 })
  await lower()
  await expect(cardIn(page, 'High', name)).toHaveAttribute('data-held', 'true')
  await page.mouse.up()
  await expectClash(page, name)
  expect(await call('GET', `/api/projectCompany/${id}`)).toMatchObject({ priority: 'LOW' })
})

test('a card that is lifted by keyboard stays lifted while a colleague moves it, and its drop shows the clash', async ({
  page,
  browser,
}) => {
  const { name, lower, handle } = await openBoard(page, browser)
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await lower()
  await expect(cardIn(page, 'Medium', name)).toBeVisible()
  await page.keyboard.press('Space')
  await expectClash(page, name)
  await expect(handle).toBeFocused()
})

test('a list of the companies of a project follows when a colleague adds one and takes it out again', async ({
  page,
  browser,
}) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const { name, projectId } = await newPlace(call)
  await openSubscribed(page, `/crm/company/list?where=${encodeURIComponent(`projects:is:${projectId}`)}`)
  await expect(page.getByRole('row', { name })).toBeVisible()
  const other = await newCompany(call)
  const place = await call('POST', '/api/projectCompany/', { project: projectId, company: other.uniqueId })
  await expect(page.getByRole('row', { name: other.legalName! })).toBeVisible()
  await call('DELETE', `/api/projectCompany/${place.uniqueId}`)
  await expect(page.getByRole('row', { name: other.legalName! })).toHaveCount(0)
})

test('a cell that is edited keeps the focus while its row moves to another place of the list', async ({ page, browser }) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const mark = newMark()
  const a = await newCompany(call, `Alpha ${mark}`)
  await newCompany(call, `Beta ${mark}`)
  await openSubscribed(page, `/crm/company/list?where=${encodeURIComponent(`legalName:contains:${mark}`)}&sort=legalName`)
  await page.getByRole('button', { name: `Edit Website of Alpha ${mark}` }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('https://one.exa')
  await call('PATCH', '/api/company/', { uniqueId: a.uniqueId, legalName: `Zeta ${mark}` })
  await expect(page.getByRole('row').last()).toContainText('Zeta')
  await page.keyboard.type('mple/cn')
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('https://one.example/cn')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => call('GET', `/api/company/${a.uniqueId}`))
    .toMatchObject({ website: 'https://one.example/cn', legalName: `Zeta ${mark}` })
})

test('a summary that is typed keeps its words while colleagues write to the same report, and shows a clash', async ({
  page,
  browser,
}) => {
  await signInWithCalls(page, admin)
  const call = await colleague(browser)
  const mark = newMark()
  const a = await newCompany(call, `Alpha ${mark}`)
  const c = await call('POST', '/api/contact/', {
    firstName: 'Ida',
    lastName: mark,
    title: 'Ms',
    contactRole: 'INFLUENCER',
    companyId: a.uniqueId,
    email: `${mark}@x.example`,
  })
  const r = await call('POST', '/api/meetingReport/', {
    date: '2026-11-20',
    companyUID: a.uniqueId,
    attendees: [c.uniqueId],
    eventType: 'CALL',
  })
  const s = await call('POST', '/api/summary/', { meetingReportUID: r.uniqueId, text: '<p>First words</p>' })
  await openSubscribed(page, `/crm/meetingReport/show/${r.uniqueId}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Update Summary' }).click()
  const box = page.getByRole('dialog').locator('[contenteditable=true]')
  await box.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and mine')
  await call('POST', '/api/summary/', { meetingReportUID: r.uniqueId, text: '<p>Second</p>' })
  await expect(page.getByText('Second', { exact: true })).toBeAttached()
  await page.keyboard.type(' still')
  await expect(box).toContainText('First words and mine still')
  await call('PATCH', '/api/summary/', { uniqueId: s.uniqueId, text: '<p>Theirs</p>' })
  await expect(page.getByText('Theirs', { exact: true })).toBeAttached()
  await page.keyboard.type(' more')
  await expect(box).toContainText('First words and mine still more')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Somebody else has changed this record')
})
