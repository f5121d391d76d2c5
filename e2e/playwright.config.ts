import { defineConfig } from '@playwright/test'
import { browserArgs } from '../scripts/browser.ts'

// kit/app.ts puts the first two variables into the environment before the workers read this file.
const { APP_ADDRESS = '', CHROMIUM_PATH = '', CI } = process.env

/** A test leaves its page before it pays to compile scripts to fast code or to keep what was compiled. */
const forShortPages = ['--js-flags=--no-maglev --max-optimized-bytecode-size=0', '--v8-cache-options=none']

export default defineConfig({
  outputDir: '../test-results/browser',
  globalSetup: './kit/app.ts',
  fullyParallel: true,
  workers: 3, // on two processors: a test waits for the page as long as it works
  forbidOnly: true,
  // In CI a failed test runs once more, alone, after all others; what then passes is reported as flaky (scripts/count.ts). Locally nothing is retried.
  retries: CI ? 1 : 0,
  retryStrategy: 'isolated',
  // A machine that is busy with other work is no fault of the app.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    baseURL: APP_ADDRESS,
    launchOptions: { executablePath: CHROMIUM_PATH, args: [...browserArgs, ...forShortPages] },
    contextOptions: { reducedMotion: 'reduce' }, // nothing is looked at halfway
    screenshot: 'only-on-failure',
  },
})
