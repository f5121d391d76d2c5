import { expect, type Page } from '@playwright/test'
import { newCompany } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { newPerson, signInNewUser } from './kit/users.ts'

const today = () => new Date().toISOString().slice(0, 10)

/** A member who may ask for reviews, with a customer whom they met today. */
const signInMember = async (page: Page) => {
  const { user, call } = await signInNewUser(page, 'ROLE_BASIC')
  const { uniqueId: companyId } = await newCompany(call)
  const { lastName, emailAddress: email } = newPerson()
  const fields = { firstName: 'Ada', lastName, email, title: 'Head of Export', contactRole: 'INFLUENCER', companyId }
  const { uniqueId } = await call<{ uniqueId: string }>('POST', '/api/contact/', fields)
  await call('POST', '/api/admin/updateBrandName/', { uniqueId: user.uniqueId, userCompanyName: 'Bergwald Pumpen' })
  await call('POST', '/api/review/setting', { reviewType: 'Manufacturers' })
  await call('POST', '/api/meetingReport/', { date: today(), companyUID: companyId, attendees: [uniqueId] })
  return { call, name: `Ada ${lastName}` }
}

test('a member turns on automatic requests after meetings; the form validates input and shows who is asked next', async ({
  page,
}) => {
  const { call, name } = await signInMember(page)
  await page.goto('/user/campaigns')
  const meeting = page.getByRole('region', { name: 'Ask for a review after a meeting' })
  await expect(meeting.getByText('Nobody is asked automatically.')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign-triggers-off')
  await meeting.getByRole('button', { name: 'Set up' }).click()
  await meeting.getByRole('switch', { name: 'Ask automatically' }).click()
  await meeting.getByLabel('Days after the meeting').fill('0')
  await meeting.getByLabel('Your sentence').fill('see evil.com')
  await meeting.getByRole('button', { name: 'Save' }).click()
  await expect(meeting.getByText('From 1 to 90 days')).toBeVisible()
  await expect(meeting.getByText('Your sentence cannot contain web or email addresses')).toBeVisible()
  await meeting.getByLabel('Days after the meeting').fill('5')
  await meeting.getByLabel('Your sentence').fill('It was a pleasure to meet you.')
  await meeting.getByRole('button', { name: 'Save' }).click()
  await expect(meeting.getByRole('status')).toContainText(name)
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign-triggers')
  await page.setViewportSize({ width: 390, height: 844 })
  await meeting.getByRole('status').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await takeScreenshots(page, 'campaign-triggers-narrow')
  const { triggers } = await call<{ triggers: { isOn: boolean; days: number }[] }>('GET', '/api/reviewTrigger/')
  expect(triggers[0]).toMatchObject({ isOn: true, days: 5, sentence: 'It was a pleasure to meet you.' })
})

test('saves the end date that is entered in a project’s form', async ({ page }) => {
  const { call } = await signInMember(page)
  const { uniqueId } = await call<{ uniqueId: string }>('POST', '/api/project/', { name: 'Pumps for Spain' })
  await page.goto(`/user/project/edit/${uniqueId}`)
  await page.getByLabel('End Date').fill(today())
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(async () => (await call<{ endDate: string }>('GET', `/api/project/${uniqueId}`)).endDate).toBe(today())
})
