// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Page, readPageFacts } from '#kit/page/page'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import PublicLayout from './PublicLayout.tsx'

const notice = 'Please check your email for further instructions!'

test('a page shows the message of the one that redirected to it, until the visitor goes on or comes back', async () => {
  mockCalls({})
  const layout = (
    <Page value={readPageFacts()}>
      <PublicLayout />
    </Page>
  )
  const { router } = renderScreen(layout, { role: null, loaderData: 2026 })
  expect(screen.queryByText(notice)).toBeNull()
  await act(() => router.navigate('/?lang=de', { state: { notice } }))
  expect(screen.getByText(notice)).toBeTruthy()
  await act(() => router.navigate('/pricing'))
  expect(screen.queryByText(notice)).toBeNull()
  await act(() => router.navigate(-1))
  expect(screen.queryByText(notice)).toBeNull()
})
