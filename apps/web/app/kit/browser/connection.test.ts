// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { allowOffline, checkConnection, loadScript } from '#kit/browser/connection'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('does not load a script while the browser is offline, since it would not retry a failed one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetch = vi.fn<() => Promise<Response>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(new Response())
  vi.stubGlobal('fetch', fetch)
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('script')
  const loading = loadScript(load)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect(load).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  await vi.waitFor(async () => {
    await checkConnection()
    expect(load).toHaveBeenCalledOnce()
  })
  expect(await loading).toBe('script')
})

test('loads the scripts of a page that opens without a connection at once: they are in its copy', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await checkConnection()
  history.replaceState(null, '', '/fair')
  allowOffline('/fair')
  expect(await loadScript(async () => 'script')).toBe('script')
  vi.stubGlobal('fetch', async () => new Response())
  await checkConnection()
})
