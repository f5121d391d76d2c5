import { defineConfig } from '@playwright/test'
import { browserArgs } from '../scripts/browser.ts'

// kit/app.ts puts the first two variables into the environment before the workers read this file.
const { APP_ADDRESS = '', CHROMIUM_PATH = '', CI } = process.env

/** A test leaves its page before optimised or cached compilation of scripts would pay off. */
const SHORT_PAGE_FLAGS = ['--js-flags=--no-maglev --max-optimized-bytecode-size=0', '--v8-cache-options=none']

export default defineConfig({
  outputDir: '../test-results/browser',
  globalSetup: './kit/app.ts',
  fullyParallel: true,
  workers: 3, // on two processors: a test waits while the page works
  forbidOnly: true,
  // In CI a failed test is retried once, alone, after all others; one that then passes is reported as flaky (scripts/count.ts). Locally nothing is retried.
  retries: CI ? 1 : 0,
  retryStrategy: 'isolated',
  // A machine that is busy with other work must not fail the app's tests.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    baseURL: APP_ADDRESS,
    launchOptions: { executablePath: CHROMIUM_PATH, args: [...browserArgs, ...SHORT_PAGE_FLAGS] },
    contextOptions: { reducedMotion: 'reduce' }, // no assertions in the middle of a transition
    screenshot: 'only-on-failure',
  },
})
