// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { Topic } from '@tradewind/contract/site/member/topic.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import TopicList from './TopicList.tsx'

test('a vote on a topic that was decided meanwhile is refused, and the list shows the decision', async () => {
  let state: Topic['state'] = 'PROPOSED'
  const topic = {
    uniqueId: '00000000-0000-4000-8000-000000000007',
    title: 'Boxes for France',
    votes: 3,
    isVoted: false,
    dateCreated: '2026-02-01T10:00:00.000Z',
  }
  mockCalls({
    'GET /api/view/': () => listAnswer([]),
    'GET /api/topic/': () => listAnswer([{ ...topic, state } as unknown as Topic]),
    'PATCH /api/topic/vote/:uniqueId': () => {
      state = 'DECLINED'
      return throwFailure(new Failure(409, 'This topic is decided. Votes on it are closed.'))
    },
  })
  const { user } = renderScreen(<TopicList />, { role: 'ROLE_PRO', at: '/user/topic/list' })
  await user.click(await screen.findByRole('button', { name: /^Vote for Boxes/ }))
  expect(await screen.findByText('This topic is decided. Votes on it are closed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Vote for Boxes/ })).toBeNull())
})
