// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../../test/answers.ts'
import { companyId } from '../../../../test/samples.ts'
import { renderScreen } from '../../../../test/visit.tsx'
import { VerdictButtons } from './Approval.tsx'
import ContentApprove from './ContentApprove.tsx'

const content = {
  uniqueId: companyId(1),
  title: 'Ports',
  updatedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  contentType: 'TEXT',
  category: 'GLOBAL_SOURCING',
  articleTypes: ['MARKET_INSIGHT'],
} as unknown as StaffContent

/** Opens the dialog that sends the content back, and returns its note. */
const open = async () => {
  const screenOf = renderScreen(<VerdictButtons content={content} />)
  await screenOf.user.click(screen.getByRole('button', { name: 'Send back: Ports' }))
  return { ...screenOf, note: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }) }
}

test('the note to a writer survives leaving the page until it is sent', async () => {
  mockCalls({ 'POST /api/content/approve': () => content })
  const first = await open()
  await first.user.type(first.note, 'Name the source')
  first.close()
  const second = await open()
  expect(second.note.value).toBe('Name the source')
  await second.user.click(screen.getByRole('button', { name: 'Send back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  second.close()
  expect((await open()).note.value).toBe('')
})

test('a decision that somebody else has made meanwhile is shown', async () => {
  let isDecided = false
  mockCalls({
    'GET /api/content/': () => listAnswer(isDecided ? [] : [content]),
    'POST /api/content/approve': () => {
      isDecided = true
      return throwFailure(new Failure(409, 'This is no longer in review'))
    },
  })
  const { user } = renderScreen(<ContentApprove />)
  await user.click(await screen.findByRole('button', { name: 'Approve: Ports' }))
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Nothing is waiting for review')).toBeTruthy()
})
