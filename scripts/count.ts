import { existsSync, readFileSync } from 'node:fs'

/** What became of one part of the tests. */
export interface Part {
  /** Its command ended well. */
  ok: boolean
  passed: number
  failed: number
}

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
}
interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Counts a part by the JSON report that Vitest or Playwright left at `path`; without one nothing is counted. A flaky test has failed. */
export const countPart = (ok: boolean, path?: string): Part => {
  const report = path === undefined ? undefined : (read(path) as UnitReport | BrowserReport | undefined)
  if (!report) return { ok, passed: 0, failed: 0 }
  if ('numPassedTests' in report) return { ok, passed: report.numPassedTests, failed: report.numFailedTests }
  const { expected, unexpected, flaky } = report.stats
  return { ok, passed: expected, failed: unexpected + flaky }
}

/** The sum of all parts. One that did not end well without a failed test counts as one failure. */
export const total = (parts: Part[]) => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.reduce((sum, { ok, failed }) => sum + Math.max(failed, ok ? 0 : 1), 0),
})
