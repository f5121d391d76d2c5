// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../../test/answers.ts'
import { companyId } from '../../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../../test/visit.tsx'
import ContentShow from './ContentShow.tsx'

const uniqueId = companyId(1)

const open = (over: Partial<StaffContent>) => {
  const content = {
    uniqueId,
    title: 'Ports in winter',
    language: 'en',
    contentType: 'TEXT',
    category: 'GLOBAL_SOURCING',
    articleTypes: ['MARKET_INSIGHT'],
    isPaidContent: false,
    slug: 'ports-in-winter',
    dateCreated: '2026-02-01T10:00:00.000Z',
    updatedAt: '2026-02-01T10:00:00.000Z',
    shownFrom: null,
    publishAt: null,
    content: '<p>Ice</p>',
    seoText: null,
    embed: null,
    isOpen: true,
    status: 'DRAFT',
    createdBy: myUserId,
    createdByName: 'Kim Berg',
    reviewNote: null,
    translationOf: null,
    translations: [],
    ...over,
  } as unknown as StaffContent
  const { inputsOf } = mockCalls({
    'GET /api/content/:uniqueId': () => content,
    'GET /api/content/history/:uniqueId': () => listAnswer([]),
    'PATCH /api/content/': () => content,
  })
  const at = { at: `/crm/content/show/${uniqueId}`, path: '/crm/content/show/:uniqueId', role: 'ROLE_SUPER_ADMIN' } as const
  return { ...renderScreen(<ContentShow />, at), sent: () => inputsOf('PATCH /api/content/').at(-1) }
}

test('a draft with a publish time ahead asks for it before it is published, so that it can be published now', async () => {
  const { user, sent } = open({ publishAt: '2999-01-01T09:00:00.000Z' })
  expect(await screen.findByText('Publish time')).toBeTruthy()
  expect(screen.queryByText('Shown from')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  expect(sent()).toBeUndefined()
  const [day, time] = dialog.getAllByRole<HTMLInputElement>('textbox')
  await user.clear(day!)
  await user.clear(time!)
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(sent()).toMatchObject({ uniqueId, status: 'PUBLISHED', publishAt: null }))
})

test('any other draft is published by one click', async () => {
  const { user, sent } = open({ publishAt: '2020-01-01T09:00:00.000Z' })
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(sent()).toMatchObject({ status: 'PUBLISHED' }))
  expect(sent()).not.toHaveProperty('publishAt')
  expect(screen.queryByRole('dialog')).toBeNull()
})
