// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

test('a page that nobody touches loads after a minute what it would load at the first sign of use', async () => {
  vi.resetModules() // another file has used the page
  vi.stubGlobal('indexedDB', { databases: async () => [] })
  const [{ LateParts }, { useIsUsed }] = [await import('./LateParts.tsx'), await import('#ui/page/use')]
  const Page = () => (
    <>
      <p>{String(useIsUsed())}</p>
      <LateParts />
    </>
  )
  vi.useFakeTimers()
  const { container, unmount } = render(<Page />)
  act(() => void vi.advanceTimersByTime(59_000))
  expect(container.textContent).toBe('false')
  act(() => void vi.advanceTimersByTime(1000))
  expect(container.textContent).toBe('true')
  unmount()
})
