import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newMark, newName, signInWithCalls } from './kit/api.ts'
import { makeChain } from './kit/chain.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'

/** A report of a meeting with a summary that created two tasks: one for the signed-in user, one for Lucía Ferrer. */
const newReport = async (call: Caller) => {
  const { userId } = await call('GET', '/api/auth/account')
  const options = await call<{ uniqueId: string; fullName: string }[]>('GET', '/api/admin/options?q=Luc%C3%ADa&page=0')
  const links = ['company', 'contact', 'meetingReport', 'summary'] as const
  const { company, meetingReport, summary } = await makeChain(call, { name: newMark(), links, assignedUser: userId! })
  const todo = newName('Call')
  for (const assignedUser of [userId, options[0]!.uniqueId])
    await call('POST', '/api/nextSteps/', { todo, byWhen: '2099-03-10', assignedUser, summaryUID: summary })
  return { company, meetingReport, todo }
}
const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Are you sure?' })

test('deleting a report lists dependent records, their owners and days in the trash; Undo lists what is restored', async ({
  page,
}) => {
  const call = await signInWithCalls(page, admin)
  const { company, meetingReport } = await newReport(call)
  await page.goto(`/crm/meetingReport/company/${company}`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(confirmDialog(page)).toContainText("You won't be able to revert this!")
  await expect(confirmDialog(page)).toContainText('will be deleted as well: 1 summary and 2 tasks (you: 1, Lucía Ferrer: 1).')
  await expect(confirmDialog(page)).toContainText('It stays in the trash for 30 days.')
  await takeScreenshots(page, 'removal-question')
  await expectAccessible(page)
  await confirmDialog(page).getByRole('button', { name: 'Yes, delete it!' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 record is back, with 1 summary and 2 tasks (you: 1, Lucía Ferrer: 1).')).toBeVisible()
  expect(await call('GET', `/api/meetingReport/${meetingReport}`)).toMatchObject({ summaries: 1 })
})

test('Undo reopens a task that was closed by mistake', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { todo } = await newReport(call)
  await page.goto(`/crm/nextSteps/list?todo=${encodeURIComponent(todo)}`)
  const row = page.getByRole('row').filter({ hasText: 'Lucía Ferrer' })
  await expect(row).toContainText('Open')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Mark Closed' }).click()
  await expect(row).toContainText('Closed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The task is open again.')).toBeVisible()
  await expect(row).toContainText('Open')
})
