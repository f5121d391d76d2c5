// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../../test/answers.ts'
import { companyId } from '../../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../../test/visit.tsx'
import ContentList from './ContentList.tsx'

const content = (number: number, title: string) => ({
  uniqueId: companyId(number),
  title,
  language: 'en',
  contentType: 'TEXT',
  category: 'GLOBAL_SOURCING',
  articleTypes: ['MARKET_INSIGHT'],
  isPaidContent: true,
  slug: title.toLowerCase(),
  excerpt: '',
  picture: null,
  userCompanyName: 'Tradewind',
  dateCreated: '2026-02-01T10:00:00.000Z',
  dateCreatedLocal: '2026-02-01',
  updatedAt: '2026-02-01T10:00:00.000Z',
  shownFrom: null,
  minutes: 1,
  content: null,
  seoText: null,
  embed: null,
  isOpen: true,
  status: 'DRAFT',
  createdBy: myUserId,
  createdByName: 'Kim Berg',
  publishAt: null,
  reviewNote: null,
  translationOf: null,
  translations: [],
})

const counted = { total: 2, changes: 2, same: 0, refused: 0, refusedExamples: [], belonging: [], operation: null }

const openList = () => {
  const { inputsOf } = mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/content/': () => listAnswer([content(1, 'Harbours'), content(2, 'Pallets')] as never[]),
    'PATCH /api/content/bulk': () => counted,
    'DELETE /api/content/bulk': () => counted,
  })
  return { ...renderScreen(<ContentList />, { role: 'ROLE_SUPER_ADMIN', at: '/crm/content/list' }), inputsOf }
}

test('ticked content is set free at once, after a preview', async () => {
  const { user, inputsOf } = openList()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Harbours' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Pallets' }))
  await user.click(await screen.findByRole('button', { name: 'Change…' }))
  const field = await screen.findByRole('combobox', { name: 'Field' })
  expect([...field.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Category',
    'Sub-categories',
    'Monetization',
    'Status',
  ])
  await user.selectOptions(field, 'Monetization')
  await user.click(screen.getByRole('combobox', { name: /Monetization/ }))
  await user.click(await screen.findByRole('option', { name: 'FREE' }))
  await user.click(await screen.findByRole('button', { name: 'Change 2 records' }))
  const change = { ids: [companyId(1), companyId(2)], change: { isPaidContent: 'false' } }
  await waitFor(() => expect(inputsOf('PATCH /api/content/bulk')).toEqual([{ ...change, dryRun: true }, change]))
})

test('ticked content is deleted at once, after a preview that names it', async () => {
  const { user, inputsOf } = openList()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Harbours' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 will be deleted. They stay in the trash for 30 days.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Yes, Delete All!' }))
  await waitFor(() => expect(inputsOf('DELETE /api/content/bulk').at(-1)).toEqual({ ids: [companyId(1)] }))
})
