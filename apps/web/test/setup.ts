import { afterEach, beforeEach, vi } from 'vitest'

// The router prefetches scripts only in the built app, and throws without it.
vi.mock('react-router', async (original) => ({ ...(await original<object>()), PrefetchPageLinks: () => null }))

// Runs before every test file of the web; files without a document have nothing to prepare.
if (typeof document !== 'undefined') {
  const { closePage, prepareBrowser, skipOwnerStacks } = await import('./browser.ts')
  skipOwnerStacks()
  beforeEach(prepareBrowser)
  afterEach(closePage)
}
