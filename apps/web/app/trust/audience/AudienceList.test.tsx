// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AudienceContact } from '@tradewind/contract/trust/review.schemas'
import type { CampaignLetter } from '@tradewind/contract/trust/reviewCampaign.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import AudienceList from './AudienceList.tsx'

const sampleContact = (number: number): AudienceContact => ({
  uniqueId: companyId(number),
  firstName: 'Ida',
  lastName: `Berg ${number}`,
  title: 'Buyer',
  companyName: 'Bergwald',
  email: `ida${number}@bergwald.example`,
  language: null,
  lastContacted: null,
  hotlisted: false,
  hotlistedBecause: null,
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const visit = (failure = new Failure(500, 'Not expected')) => {
  let audience = [sampleContact(1), sampleContact(2)]
  const { inputsOf } = mockCalls({
    'GET /api/review/audience': () => listAnswer(audience),
    'GET /api/review/audience/candidates': () => listAnswer([]),
    'GET /api/review/setting': () => ({ reviewType: 'Manufacturers', reviewsSearchEnabled: false, audiences: [] }),
    'POST /api/review/campaign': () => throwFailure(failure),
    'DELETE /api/review/deleteAudience/:uniqueId': ({ uniqueId }) => {
      audience = audience.filter((contact) => contact.uniqueId !== uniqueId)
      return { uniqueId }
    },
  })
  return { inputsOf, ...renderScreen(<AudienceList />, { role: 'ROLE_PRO' }) }
}

const sendTo = async (failure: Failure, text = failure.message) => {
  const { user } = visit(failure)
  await user.click(await screen.findByRole('checkbox', { name: /Berg 1/ }))
  await user.click(screen.getByRole('button', { name: 'Send Reviews (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Send Reviews' }))
  await screen.findByText(text)
}

test('links to the settings if something must be set there first', async () => {
  await sendTo(new Failure(409, 'Please set your brand name', { missing: 'userCompanyName' }))
  expect(screen.getByRole('button', { name: 'Settings' })).toBeTruthy()
})

test('says that too many contacts are selected', async () => {
  const tooMany = 'At most 10,000 contacts'
  await sendTo(new Failure(422, 'Please check the form', { audienceList: tooMany }), tooMany)
  expect(screen.queryByText('Please check the form')).toBeNull()
})

test('does not link to the settings after another conflict', async () => {
  await sendTo(new Failure(409, 'This request is still running', {}))
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
})

const sentence = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your sentence' })

test('the sentence of the sender is kept in the dialog without a connection, and as a draft until it is sent', async () => {
  const { user, close } = visit(new Failure(0, 'away'))
  const open = async () => {
    await user.click(await screen.findByRole('checkbox', { name: /Berg 1/ }))
    await user.click(screen.getByRole('button', { name: 'Send Reviews (1)' }))
  }
  await open()
  await user.type(await sentence(), 'Thank you for coming to our stand.')
  await user.click(screen.getByRole('button', { name: 'Send Reviews' }))
  await screen.findByText(/cannot be reached/)
  expect((await sentence()).value).toBe('Thank you for coming to our stand.')
  close()
  visit()
  await open()
  expect((await sentence()).value).toBe('Thank you for coming to our stand.')
})

const bins = () => screen.getAllByRole('button', { name: /^Remove/ })

test('a double click on the bin removes one contact, although the next one moves up below the pointer', async () => {
  const { inputsOf } = visit()
  fireEvent.click((await screen.findAllByRole('button', { name: /^Remove/ }))[0]!, { detail: 1 })
  await waitFor(() => expect(bins()).toHaveLength(1))
  fireEvent.click(bins()[0]!, { detail: 2 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(inputsOf('DELETE /api/review/deleteAudience/:uniqueId')).toEqual([{ uniqueId: companyId(1) }])
})

const letterOf = (kind: string): CampaignLetter => ({
  language: 'en',
  count: 1,
  contactId: companyId(1),
  fullName: 'Ida',
  subject: `Subject of ${kind}`,
  html: '<html><head></head></html>',
  text: '',
})

test('the preview shows the letter that was chosen last, also where the one chosen before arrives later', async () => {
  const slow = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/review/audience': () => listAnswer([sampleContact(1)]),
    'GET /api/review/audience/candidates': () => listAnswer([]),
    'GET /api/review/setting': () => ({ reviewType: 'Manufacturers', reviewsSearchEnabled: false, audiences: [] }),
    'POST /api/review/campaign/letter': async ({ kind = 'INVITATION' }) => {
      if (kind === 'REMINDER') await slow.promise
      return { letters: [letterOf(kind)] }
    },
  })
  const { user } = renderScreen(<AudienceList />, { role: 'ROLE_PRO' })
  await user.click(await screen.findByRole('checkbox', { name: /Berg 1/ }))
  await user.click(screen.getByRole('button', { name: 'Send Reviews (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Show the email' }))
  const choice = await screen.findByLabelText('Which email')
  await user.selectOptions(choice, 'First reminder')
  await user.selectOptions(choice, 'Second reminder')
  expect(await screen.findByText('Subject: Subject of LAST_REMINDER')).toBeTruthy()
  slow.resolve()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByText('Subject: Subject of LAST_REMINDER')).toBeTruthy()
})

test.each([
  ['asked just now', null, /^Asked less than 30 days ago$/],
  ['asked again just now', '2026-01-10T10:00:00.000Z', /^Asked less than 30 days ago$/],
  ['asked, and written to', daysAgo(1), /^\d\d-\d\d-\d{4} · Asked less than 30 days ago$/],
])('the last contact of somebody who was %s contradicts nothing', async (_, lastContacted, text) => {
  const contact = { ...sampleContact(1), lastContacted, hotlisted: true, hotlistedBecause: 'ASKED' } as const
  mockCalls({
    'GET /api/review/audience': () => listAnswer([contact]),
    'GET /api/review/audience/candidates': () => listAnswer([]),
  })
  renderScreen(<AudienceList />, { role: 'ROLE_PRO' })
  await screen.findByText('Berg 1')
  expect(screen.getByRole('row', { name: /Berg 1/ }).querySelector('td:nth-last-child(2)')!.textContent).toMatch(text)
  expect(screen.queryByText(/No Data Present/)).toBeNull()
})

test('on a phone the reviews can be sent from where the last contact was ticked', async () => {
  useNarrowWindow()
  const { user } = visit()
  await user.click(await screen.findByRole('checkbox', { name: /Berg 2/ }))
  await user.click(within(screen.getByRole('region', { name: 'Selected records' })).getByRole('button', { name: 'Send Reviews' }))
  expect(await screen.findByRole('dialog', { name: 'Send Reviews (1)' })).toBeTruthy()
})
