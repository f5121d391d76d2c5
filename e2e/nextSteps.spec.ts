import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { failCalls, test } from './kit/test.ts'

/** A summary of a meeting that no other test uses. */
const newSummary = async (call: Caller) => {
  const company = await newCompany(call)
  const contact = await call('POST', '/api/contact/', {
    firstName: 'Ida',
    lastName: 'Holm',
    title: 'Head of purchasing',
    contactRole: 'DECISION_MAKER',
    companyId: company.uniqueId,
    email: `ida.holm.${company.uniqueId}@nord.example`,
  })
  const report = await call('POST', '/api/meetingReport/', {
    date: '2026-03-09',
    companyUID: company.uniqueId,
    attendees: [contact.uniqueId],
    eventType: 'CALL',
  })
  return call('POST', '/api/summary/', { text: '<p>They want a firm price.</p>', meetingReportUID: report.uniqueId })
}

const tasksOf = (todo: string) => `/crm/nextSteps/list?todo=${encodeURIComponent(todo)}`
const chooseOption = async (page: Page, todo: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${todo}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('creates a task from a summary, assigns it to a user found by name, and closes it, also after a first try that failed', async ({
  page,
}) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const summary = await newSummary(call)
  const todo = newName('Call')
  await page.goto(`/crm/nextSteps/create?summary=${summary.uniqueId}`)
  await expect(page.getByText('They want a firm price.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'User Assigned' })).not.toHaveValue('') // the signed-in user
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Todo is required')
  await page.getByLabel('Todo').fill(todo)
  await page.getByLabel('By When').fill('2026-03-10')
  await page.getByRole('combobox', { name: 'User Assigned' }).fill('Lucía')
  await page.getByRole('option', { name: /Lucía Ferrer/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL(/\/crm\/nextSteps\/list$/)
  await page.goto(tasksOf(todo))
  const row = page.getByRole('row').filter({ hasText: todo })
  await expect(row).toContainText('10-03-2026')
  await expect(row).toContainText('Overdue')
  await takeScreenshots(page, 'tasks')
  await expectAccessible(page)
  const closing = await failCalls(page, '**/api/nextSteps/markClosed/*')
  await chooseOption(page, todo, 'Mark Closed')
  await expect(page.getByText('Something broke')).toBeVisible()
  await expect(row).toContainText('Overdue')
  closing.mend()
  await chooseOption(page, todo, 'Mark Closed')
  await expect(row).toContainText('Closed')
  await expect(page.getByText('Task Closed Successfully!')).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${todo}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Details', 'Edit', 'Delete'])
})

test('filters tasks by assignee, and keeps the filter after a reload', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const summary = await newSummary(call)
  const { userId, fullName = '' } = await call('GET', '/api/auth/account')
  const todo = newName('Weigh')
  await call('POST', '/api/nextSteps/', { todo, byWhen: '2099-03-10', assignedUser: userId, summaryUID: summary.uniqueId })
  await page.goto(tasksOf(todo))
  const whose = page.getByRole('combobox', { name: 'User Assigned' })
  await whose.fill('Lucía')
  await page.getByRole('option', { name: /Lucía Ferrer/ }).click()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.reload()
  await expect(whose).toHaveValue('Lucía Ferrer')
  await whose.fill(fullName)
  await page.getByRole('option', { name: fullName }).click()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByRole('row').filter({ hasText: todo })).toBeVisible()
})

test('edits a task, and deletes it after a confirmation', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const summary = await newSummary(call)
  const { userId } = await call('GET', '/api/auth/account')
  const todo = newName('Send')
  const { uniqueId } = await call('POST', '/api/nextSteps/', {
    todo,
    byWhen: '2099-03-10',
    assignedUser: userId,
    summaryUID: summary.uniqueId,
  })
  await page.goto(`/crm/nextSteps/edit/${uniqueId}`)
  await page.getByLabel('By When').fill('2099-04-11')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/crm\/nextSteps\/list$/)
  await navigateTo(page, `/crm/nextSteps/show/${uniqueId}`)
  await expect(page.getByText('11-04-2099').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page).toHaveURL(/\/crm\/nextSteps\/list$/)
  await page.goto(tasksOf(todo))
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('a member’s new task is assigned to the member', async ({ page }) => {
  const call = await signInWithCalls(page, 'pro@tradewind.test')
  const summary = await newSummary(call)
  const { fullName = '' } = await call('GET', '/api/auth/account')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/account', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/user/nextSteps/create?summary=${summary.uniqueId}`)
  await expect(page.getByLabel('Todo')).toBeVisible() // before the name is loaded
  held.resolve()
  await expect(page.getByRole('combobox', { name: 'User Assigned' })).toHaveValue(fullName)
  await page.getByLabel('Todo').fill(newName('Ask'))
  await page.getByLabel('By When').fill('2099-03-10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/user\/nextSteps\/list$/)
})

test('an event is shown in the viewer’s time zone, and is deleted without a confirmation, with Undo', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const title = newName('Fair')
  await page.goto('/crm/event/create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Organizer contact is required')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('Presses and castings.')
  await page.getByLabel('Date').fill('2099-07-09')
  await page.getByLabel('Time').fill('14:30')
  await page.getByLabel('Location').fill('Köln')
  await page.getByRole('textbox', { name: 'Organizer', exact: true }).fill('Messe')
  await page.getByLabel('Organizer Contact').fill('mail@messe.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/crm\/event\/list$/)
  await page.goto(`/crm/event/list?title=${encodeURIComponent(title)}`)
  await expect(page.getByRole('cell', { name: '09-07-2099 14:30' })).toBeVisible()
  await takeScreenshots(page, 'events')
  await expectAccessible(page)
  const [event] = await call<{ uniqueId: string }[]>('GET', `/api/event/?title=${encodeURIComponent(title)}`)
  await navigateTo(page, `/crm/event/edit/${event?.uniqueId}`)
  await expect(page.getByLabel('Time')).toHaveValue('14:30')
  await expectAccessible(page)
  await navigateTo(page, `/crm/event/list?title=${encodeURIComponent(title)}`)
  await chooseOption(page, title, 'Delete')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
})

test('groups open tasks by due date', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const summary = await newSummary(call)
  const { userId: assignedUser } = await call('GET', '/api/auth/account')
  const mark = newName('Due')
  const give = (byWhen: string, todo: string) =>
    call('POST', '/api/nextSteps/', { todo: `${mark} ${todo}`, byWhen, assignedUser, summaryUID: summary.uniqueId })
  await give('2099-12-31', 'last')
  await give('2026-03-10', 'first')
  await page.goto('/crm/nextSteps/list')
  await page.getByRole('link', { name: 'Open tasks by due day' }).click()
  await expect(page.getByRole('rowheader', { name: 'Overdue' })).toBeVisible()
  await page.goto(`${tasksOf(mark)}&sort=byWhen&nextStepsStatus=OPEN`)
  await expect(page.getByRole('rowheader')).toHaveText(['Overdue', 'Later'])
  await expect(page.getByRole('row').nth(2)).toContainText('first')
  await expectAccessible(page)
})
