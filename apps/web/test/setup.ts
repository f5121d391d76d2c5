import { afterEach, beforeEach, vi } from 'vitest'

// Scripts are fetched ahead in the built app alone: without it the router refuses.
vi.mock('react-router', async (original) => ({ ...(await original<object>()), PrefetchPageLinks: () => null }))

// Before every test file of the web; those without a document of their own have nothing to prepare.
if (typeof document !== 'undefined') {
  const { closePage, prepareBrowser } = await import('./browser.ts')
  beforeEach(prepareBrowser)
  afterEach(closePage)
}
