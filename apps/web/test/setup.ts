import { afterEach, beforeEach } from 'vitest'

// Before every test file of the web; those without a document of their own have nothing to prepare.
if (typeof document !== 'undefined') {
  const { closePage, prepareBrowser } = await import('./browser.ts')
  beforeEach(prepareBrowser)
  afterEach(closePage)
}
