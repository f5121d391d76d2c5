// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Unanswered as Asked } from '@tradewind/contract/trust/review.schemas'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Unanswered from './Unanswered.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()

const invitation = (number: number, firstName: string, fields: Partial<Asked>): Asked => ({
  uniqueId: companyId(number),
  dateCreated: daysAgo(10),
  updatedAt: daysAgo(10),
  contactId: companyId(number),
  firstName,
  lastName: 'Berg',
  title: 'Buyer',
  companyName: 'Berg GmbH',
  contactRole: 'INFLUENCER',
  email: 'berg@berg.example',
  number: null,
  reviewType: 'Manufacturers',
  invitationStatus: 'SENT',
  sentAt: daysAgo(10),
  remindedAt: null,
  reminders: 0,
  answeredAt: null,
  expiresAt: daysAgo(-50),
  problem: null,
  bouncedAt: null,
  viaLink: false,
  resendable: true,
  blockedBecause: null,
  ...fields,
})

test('the list is read-only: it has no menus', async () => {
  mockCalls({ 'GET /api/review/unanswered': () => listAnswer([invitation(1, 'Ada', {})]) })
  renderScreen(<Unanswered />, { role: 'ROLE_BASIC' })
  expect(await screen.findByRole('cell', { name: 'Ada' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

test('customers who have not answered can be called', async () => {
  mockCalls({ 'GET /api/review/unanswered': () => listAnswer([invitation(1, 'Ada', { number: '+49 30 1' })]) })
  renderScreen(<Unanswered />, { role: 'ROLE_BASIC' })
  expect((await screen.findByRole('link', { name: '+49 30 1' })).getAttribute('href')).toBe('tel:+49301')
})
