// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Page as PageContext, usePage } from '#kit/page/page'
import { renderScreen } from '../../../test/visit.tsx'
import { useUpdates } from './useUpdates.ts'

const Page = () => {
  useUpdates()
  return (
    <>
      <form>
        <input aria-label="Note" />
      </form>
      <button type="button">Elsewhere</button>
    </>
  )
}

test('a newer version does not reload a page on which something is typed, wherever the focus is, and is announced once', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ vers: 'newer' }))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { user } = renderScreen(<Page />)
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Half a sentence')
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    for (const _ of [1, 2, 3]) await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(await screen.findAllByText('There is a new version')).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

const PageOfVersion = () => (
  <PageContext value={{ ...usePage(), version: '0.7.1' }}>
    <Page />
  </PageContext>
)

test('the running version is stored as soon as a page of the signed-in area opens', () => {
  renderScreen(<PageOfVersion />)
  expect(localStorage.getItem('version')).toBe('0.7.1')
})
