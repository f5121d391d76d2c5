// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import type { Content } from '@tradewind/contract/site/content.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../../test/answers.ts'
import { renderScreen } from '../../../../test/visit.tsx'
import KnowledgeCentre from './KnowledgeCentre.tsx'

const postOf = (title: string) =>
  ({
    uniqueId: title,
    title,
    slug: title,
    excerpt: '',
    language: 'en',
    contentType: 'TEXT',
    category: 'GLOBAL_SOURCING',
    articleTypes: ['MARKET_INSIGHT'],
    isPaidContent: true,
    picture: null,
    dateCreatedLocal: '2026-03-01',
    minutes: 1,
  }) as unknown as Content

test('the answer to an earlier search does not replace that to the search in the address', async () => {
  const answers = new Map<string, () => void>()
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'GET /api/content/': ({ q }) =>
      new Promise((resolve) => answers.set(q!, () => resolve(listAnswer([postOf(`Paid words: ${q}`)])))),
  })
  const { router } = renderScreen(<KnowledgeCentre />, {
    at: '/knowledgeCentre?q=port',
    path: '/knowledgeCentre',
    role: 'ROLE_PRO',
    loaderData: { posts: [], total: 0 },
  })
  await expect.poll(() => answers.has('port')).toBe(true)
  await act(() => router.navigate('/knowledgeCentre?q=ports'))
  await expect.poll(() => answers.has('ports')).toBe(true)
  answers.get('ports')!()
  await screen.findByText('Paid words: ports')
  await act(async () => {
    answers.get('port')!()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(screen.getByText('Paid words: ports')).toBeTruthy()
})
