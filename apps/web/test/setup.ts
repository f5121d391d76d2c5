import { afterEach, beforeEach, vi } from 'vitest'

// The router prefetches scripts in the built app alone, and throws without it.
vi.mock('react-router', async (original) => ({ ...(await original<object>()), PrefetchPageLinks: () => null }))

// Before every test file of the web; those without a document of their own have nothing to prepare.
if (typeof document !== 'undefined') {
  const { closePage, prepareBrowser } = await import('./browser.ts')
  beforeEach(prepareBrowser)
  afterEach(closePage)
}
