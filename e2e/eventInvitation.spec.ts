import { expect } from '@playwright/test'
import { admin, newMark, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { linkMailedTo, mailsTo } from './kit/mailbox.ts'
import { test } from './kit/test.ts'

test('a guest is invited to an event by email and accepts on a page of their own, and the event shows it', async ({
  page,
  browser,
}) => {
  const call = await signInWithCalls(page, admin)
  const [title, guest] = [`Export breakfast ${newMark()}`, `guest.${newMark()}@example.test`]
  const after = new Date()
  const { uniqueId } = await call('POST', '/api/event/', {
    title,
    description: 'Coffee, rolls and a customs broker.',
    eventDateTime: '2131-05-05T08:30:00Z',
    location: 'Speicherstadt 4, Hamburg',
    organizer: 'Tradewind',
    organizerContact: 'events@tradewind.example',
  })
  await page.goto(`/crm/event/show/${uniqueId}`)
  await expect(page.getByText('Nobody has been invited yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByText('Choose whom to invite').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Email addresses' }).fill(guest)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await takeScreenshots(page, 'event-invite')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('0 accepted, 0 declined, 1 without an answer')).toBeVisible()

  const link = await linkMailedTo(page, guest, '/invitation/', after)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible(visitor)
  await takeScreenshots(visitor, 'event-answer')
  await visitor.getByRole('button', { name: 'Accept' }).click()
  await expect(visitor.getByText('You have accepted.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('You have accepted.')).toBeVisible()
  await visitor.context().close()

  await expect(page.getByText('1 accepted, 0 declined, 0 without an answer')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'event-invited')
  await page.getByRole('button', { name: `Actions for ${guest}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nobody has been invited yet.')).toBeVisible()
  expect(await mailsTo(page, guest)).toMatchObject([{ subject: expect.stringContaining(title) }])
})

test('the answer buttons work without JavaScript', async ({ page, browser }) => {
  const call = await signInWithCalls(page, admin)
  const [title, guest, after] = [`Fair ${newMark()}`, `guest.${newMark()}@example.test`, new Date()]
  const fields = { title, description: 'A fair', location: 'Hall 1', organizer: 'Sample', organizerContact: 'sam@sample.example' }
  const { uniqueId } = await call('POST', '/api/event/', { ...fields, eventDateTime: '2131-05-05T08:30:00Z' })
  await call('POST', `/api/event/invite/${uniqueId}`, { addresses: [guest] })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const visitor = await context.newPage()
  await visitor.goto(await linkMailedTo(page, guest, '/invitation/', after))
  await visitor.getByRole('button', { name: 'Decline' }).click()
  await expect(visitor.getByText('Thank you for your answer.')).toBeVisible()
  expect(await call<{ answer: string }[]>('GET', `/api/event/invited/${uniqueId}`)).toMatchObject([{ answer: 'DECLINED' }])
  await context.close()
})
