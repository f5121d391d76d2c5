// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { callQueryOptions } from '#kit/api/query'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Bell } from './Bell.tsx'

const live: { onOpen?: (isAgain: boolean) => void } = {}
vi.mock('./useLive.ts', () => ({
  useLive: ({ onOpen }: Required<typeof live>) => {
    live.onOpen = onOpen
  },
}))

test('after a lost connection everything is read again, the account with its rights, too; on the first connection it is not', async () => {
  mockCalls({ 'GET /api/notificationQueue/unread': () => ({ count: 0 }) })
  const { client } = renderScreen(<Bell />, { at: '/crm/dashboard' })
  const keys = [
    callQueryOptions('GET /api/auth/account', {}, undefined).queryKey,
    callQueryOptions('GET /api/company/', { page: 0 }, undefined).queryKey,
  ]
  for (const key of keys) client.setQueryData(key as never, {} as never)
  const outdated = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  live.onOpen!(false)
  expect(outdated()).toEqual([false, false])
  live.onOpen!(true)
  await waitFor(() => expect(outdated()).toEqual([true, true]))
})
