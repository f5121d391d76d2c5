import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newMark, signInWithCalls, waitForChange } from './kit/api.ts'
import { axeFaults, expectAccessible, takeScreenshots } from './kit/looks.ts'
import { openSubscribed } from './kit/subscribed.ts'
import { test } from './kit/test.ts'

/** A month far in the future that no other test uses. */
const newMonth = () => {
  const year = 2100 + Math.floor(Math.random() * 700)
  return `${year}-0${1 + Math.floor(Math.random() * 9)}`
}

const newEvent = (call: Caller, eventDateTime: string, title = `Anuga ${newMark()}`) =>
  call('POST', '/api/event/', {
    title,
    description: 'Food and drink',
    eventDateTime,
    location: 'Hall 7',
    organizer: 'Koelnmesse',
    organizerContact: 'fair@messe.example',
  })

const dayCell = (page: Page, day: string) => page.locator(`td[data-day="${day}"]`)

/** Drags an entry step by step with the mouse: presses, moves, releases. */
const dragToDay = async (page: Page, title: string, day: string) => {
  const [from, to] = [page.getByRole('link', { name: title }), dayCell(page, day)]
  await to.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  await to.hover({ position: { x: 60, y: 60 } })
  await to.hover({ position: { x: 62, y: 62 } })
  await expect(page.locator(`td[data-day="${day}"][data-over]`)).toHaveCount(1)
  await page.mouse.up()
}

const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' })

test('the month view shows entries on their days; dragging moves an entry, and Undo moves it back', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const month = newMonth()
  const event = await newEvent(call, `${month}-10T12:00:00Z`)
  await page.goto(`/crm/calendar?view=month&day=${month}-01`)
  await expect(dayCell(page, `${month}-10`).getByRole('link', { name: event.title! })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'calendar-month')
  await page.setViewportSize({ width: 1280, height: 800 })
  const { y, height } = (await page.locator('td[data-day]').last().boundingBox())!
  expect(y + height).toBeLessThanOrEqual(800) // all weeks are visible

  const saved = waitForChange(page)
  await dragToDay(page, event.title!, `${month}-17`)
  await saved
  await expect(dayCell(page, `${month}-17`).getByRole('link', { name: event.title! })).toBeVisible()
  const undone = waitForChange(page)
  await undoButton(page).click()
  await undone
  await expect(dayCell(page, `${month}-10`).getByRole('link', { name: event.title! })).toBeVisible()
  const { eventDateTime } = await call('GET', `/api/event/${event.uniqueId}`)
  expect(eventDateTime).toBe(`${month}-10T12:00:00.000Z`)
})

test('an event that a colleague enters, moves and deletes follows in an open calendar, without a reload', async ({
  page,
  browser,
}) => {
  await signInWithCalls(page, admin)
  const call = await signInWithCalls(await (await browser.newContext()).newPage(), 'admin@tradewind.test')
  const month = newMonth()
  await openSubscribed(page, `/crm/calendar?view=month&day=${month}-01`)
  await expect(dayCell(page, `${month}-10`)).toBeVisible()
  const event = await newEvent(call, `${month}-10T12:00:00Z`)
  const onDay = (day: string) => dayCell(page, `${month}-${day}`).getByRole('link', { name: event.title! })
  await expect(onDay('10')).toBeVisible()
  await call('PATCH', '/api/event/', { uniqueId: event.uniqueId, eventDateTime: `${month}-17T12:00:00Z` })
  await expect(onDay('17')).toBeVisible()
  await expect(onDay('10')).toHaveCount(0)
  await call('DELETE', `/api/event/${event.uniqueId}`)
  await expect(onDay('17')).toHaveCount(0)
})

test('keyboard: arrows move between days, Enter opens a day, N creates an entry on it, and M moves an entry', async ({
  page,
}) => {
  const call = await signInWithCalls(page, admin)
  const month = newMonth()
  const event = await newEvent(call, `${month}-10T12:00:00Z`)
  await page.goto(`/crm/calendar?view=month&day=${month}-09`)
  await expect(page.getByRole('link', { name: event.title! })).toBeVisible()
  await dayCell(page, `${month}-09`).locator('[data-opens]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(dayCell(page, `${month}-10`).locator('[data-opens]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: event.title! })).toBeFocused()

  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: 'Enter confirms' })).toHaveCount(1)
  const saved = waitForChange(page)
  await page.keyboard.press('Enter')
  await saved
  await expect(dayCell(page, `${month}-17`).getByRole('link', { name: event.title! })).toBeFocused()

  await dayCell(page, `${month}-17`).locator('[data-opens]').focus()
  for (const key of ['n', 'Escape', 'n']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: 'New Event' })).toHaveCount(key === 'n' ? 1 : 0)
  }
  await page.getByRole('menuitem', { name: 'New Event' }).click()
  await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue(`17-${month.slice(5)}-${month.slice(0, 4)}`)
  await page.goBack()
  await dayCell(page, `${month}-17`).locator('[data-opens]').press('Enter')
  await expect(page).toHaveURL(/view=day/)
  await expect(page.getByRole('link', { name: event.title! })).toBeVisible()
})

test('today is readable among the days of another month, too', async ({ page }) => {
  await signInWithCalls(page, admin)
  await page.goto('/crm/calendar?view=month&day=2100-03-10')
  const today = page.locator('td[data-outside] [data-opens]').first()
  await today.evaluate((day) => day.setAttribute('aria-current', 'date'))
  await expect(today).toHaveCSS('color', 'rgb(255, 255, 255)')
})

test('a move of an entry that a colleague has changed is saved, and is rejected if they have moved it, too', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const month = newMonth()
  const event = await newEvent(call, `${month}-10T12:00:00Z`)
  const onDay = (day: string) => dayCell(page, `${month}-${day}`).getByRole('link', { name: event.title! })
  await page.routeWebSocket(/\/ws$/, () => {}) // the page does not learn of the changes before the moves
  await page.goto(`/crm/calendar?view=month&day=${month}-01`)
  await expect(page.getByRole('link', { name: event.title! })).toBeVisible()
  await call('PATCH', '/api/event/', { uniqueId: event.uniqueId, location: 'Hall 8' })
  await dragToDay(page, event.title!, `${month}-17`)
  await expect(onDay('17')).toBeVisible()
  await expect(page.getByText(`“${event.title}” is now on`)).toBeVisible()
  await call('PATCH', '/api/event/', { uniqueId: event.uniqueId, eventDateTime: `${month}-11T12:00:00Z` })
  await dragToDay(page, event.title!, `${month}-18`)
  await expect(page.getByRole('alert').filter({ hasText: 'changed this record' })).toBeVisible()
  await expect(onDay('11')).toBeVisible()
  await expect(onDay('18')).toHaveCount(0)
})

test('on a phone the agenda opens first, the menu moves an entry, and the month view shows counts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = await signInWithCalls(page, admin)
  const month = newMonth()
  const event = await newEvent(
    call,
    `${month}-10T12:00:00Z`,
    `Anuga Donaudampfschifffahrtselektrizitätenhauptbetriebswerk ${newMark()}`,
  )
  await newEvent(call, `${month}-10T15:00:00Z`)
  await page.goto(`/crm/calendar?day=${month}-01`)
  await expect(page.getByRole('link', { name: event.title! })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'calendar-agenda')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: `Actions for ${event.title}` }).click()
  await page.getByRole('menuitem', { name: 'Move to …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to …' })
  await dialog.getByLabel('Date').fill(`20-${month.slice(5)}-${month.slice(0, 4)}`)
  const saved = waitForChange(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await saved
  await page.goto(`/crm/calendar?view=month&day=${month}-01`)
  await expect(dayCell(page, `${month}-20`).getByRole('link', { name: /1 entry/ })).toBeVisible()
  await dayCell(page, `${month}-20`).click()
  await expect(page).toHaveURL(/view=day/)
  await expect(page.getByRole('link', { name: event.title! })).toBeVisible()
})

/** The number of lines that the controls above the first entry take. */
const countToolLines = (page: Page) =>
  page.evaluate(() => {
    const end = document.querySelector('main section')!.getBoundingClientRect().top
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(button, select, label)')]
    const centres = controls
      .map((control) => control.getBoundingClientRect())
      .filter(({ width, bottom }) => width > 0 && bottom <= end)
      .map(({ top, bottom }) => Math.round((top + bottom) / 2))
    return new Set(centres).size
  })

test('on a phone the tools above the agenda are two lines, and the keyboard reaches all of them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = await signInWithCalls(page, admin)
  const month = newMonth()
  const event = await newEvent(call, `${month}-10T12:00:00Z`)
  await page.goto(`/crm/calendar?day=${month}-01`)
  await expect(page.getByRole('link', { name: event.title! })).toBeVisible()
  expect(await countToolLines(page)).toBe(2)

  await page.getByRole('combobox', { name: 'Calendar view' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const kinds = page.getByRole('group', { name: 'What is shown' })
  await expect(kinds.getByRole('checkbox', { name: 'Events' })).toBeFocused()
  expect(await axeFaults(page)).toEqual([]) // at this width: a wider window has no such button
  await page.keyboard.press('Space')
  await expect(page.getByRole('link', { name: event.title! })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Filters · 1' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Calendar view' }).selectOption('Month')
  await expect(page).toHaveURL(/view=month/)
})

test('a calendar feed’s URL is shown once, and responds with 404 after it is revoked', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  await page.goto('/crm/calendar')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to your calendar' })
  await dialog.getByRole('radio', { name: 'All events' }).check()
  await dialog.getByRole('button', { name: 'Create an address' }).click()
  const url = await dialog.getByLabel('Address of the calendar').inputValue()
  await expectAccessible(page)
  await takeScreenshots(page, 'calendar-subscribe')
  const path = new URL(url).pathname
  const answer = await page.request.get(path)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await answer.text()).toContain('METHOD:PUBLISH')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByLabel('Address of the calendar')).toHaveCount(0)
  const [newest] = (await call<{ uniqueId: string }[]>('GET', '/api/calendar/feed/')).toReversed()
  expect(newest).toBeTruthy()
  await dialog.getByRole('button', { name: 'Revoke All events' }).last().click()
  await page.getByRole('dialog', { name: 'Revoke this address?' }).getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('The address was revoked.')).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
})
