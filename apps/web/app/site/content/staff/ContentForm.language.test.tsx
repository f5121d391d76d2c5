// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../../test/answers.ts'
import { companyId } from '../../../../test/samples.ts'
import { renderScreen } from '../../../../test/visit.tsx'
import ContentForm from './ContentForm.tsx'

const content = {
  uniqueId: companyId(1),
  title: 'Häfen',
  language: 'de',
  contentType: 'VIDEO',
  category: 'GLOBAL_SOURCING',
  articleTypes: ['MARKET_INSIGHT'],
  content: 'https://youtu.be/dQw4w9WgXcQ',
  seoText: '<p>Häfen</p>',
  isPaidContent: true,
  status: 'DRAFT',
  publishAt: null,
  translationOf: null,
  translations: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
} as unknown as StaffContent

const languagesOffered = async (at: string, path: string) => {
  mockCalls({ 'GET /api/content/:uniqueId': () => content, 'GET /api/content/': () => listAnswer([]) })
  const { close } = renderScreen(<ContentForm />, { at, path })
  const select = await screen.findByLabelText('Language')
  const offered = within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  close()
  return offered
}

test('the default language is offered for new content only: content that exists has a language', async () => {
  expect(await languagesOffered('/crm/content/create', '/crm/content/create')).toContain('Default language')
  const path = '/crm/content/edit/:uniqueId'
  const offered = await languagesOffered(`/crm/content/edit/${content.uniqueId}`, path)
  expect(offered).toContain('Deutsch')
  expect(offered).not.toContain('Default language')
})
