// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useUpload } from '#kit/api/upload'
import { Page as PageContext, usePage } from '#kit/page/page'
import { renderScreen } from '../../../test/visit.tsx'
import { useUpdates } from './UsedParts.tsx'

const Page = () => {
  useUpdates()
  const { send } = useUpload('POST /api/massUpload/')
  return (
    <>
      <button type="button" onClick={() => void send({ file: new File(['x'], 'contacts.csv'), kind: 'contact' }, () => null)}>
        Send
      </button>
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

test('a newer version does not reload a page that is sending a file', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ vers: 'newer' }))
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {})
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { user } = renderScreen(<Page />)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(await screen.findByText('There is a new version')).toBeTruthy()
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
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
