import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The result of one part of the tests. */
export interface Part {
  /** Its command succeeded. */
  ok: boolean
  passed: number
  failed: number
}

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults?: { name: string; message?: string; assertionResults: { fullName: string; failureMessages: string[] }[] }[]
}
interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status?: string; results: { errors: { message?: string }[] }[] }[] }[]
}
interface BrowserReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number }
}

const read = (path: string | undefined) =>
  path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as UnitReport | BrowserReport) : undefined

/** The maximum number of tests in a run that may pass only on their second attempt. */
const FLAKY_LIMIT = 3

/**
 * Counts a part by the JSON report that Vitest or Playwright left at `path`; without one nothing is counted. Flaky tests (failed, then passed when
 * run again alone) count as passed up to `FLAKY_LIMIT`, beyond it as failed.
 */
export const countPart = (ok: boolean, path?: string): Part => {
  const report = read(path)
  if (!report) return { ok, passed: 0, failed: 0 }
  if ('numPassedTests' in report) return { ok, passed: report.numPassedTests, failed: report.numFailedTests }
  const { expected, unexpected, flaky } = report.stats
  return flaky > FLAKY_LIMIT
    ? { ok: false, passed: expected, failed: unexpected + flaky }
    : { ok, passed: expected + flaky, failed: unexpected }
}

/** The sum of all parts. A part that did not succeed but has no failed test counts as one failure. */
export const total = (parts: Part[]) => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.reduce((sum, { ok, failed }) => sum + Math.max(failed, ok ? 0 : 1), 0),
})

const LINES = 14
const describeFailure = (where: string, messages: (string | undefined)[]) =>
  [where, ...messages.filter(Boolean).map((one) => stripVTControlCharacters(one!).split('\n').slice(0, LINES).join('\n'))].join(
    '\n',
  )

const specsOf = ({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> => [...specs, ...suites.flatMap(specsOf)]

const unitFailures = ({ testResults = [] }: UnitReport) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [describeFailure(name, [message])] : []),
    ...assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => describeFailure(`${name}: ${fullName}`, failureMessages)),
  ])

const browserFailures = (report: BrowserReport) =>
  specsOf(report).flatMap(({ file, title, tests }) => {
    const messages = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
    const flaky = tests.some(({ status }) => status === 'flaky') ? 'flaky: ' : ''
    return messages.length > 0 ? [describeFailure(`${flaky}${file}: ${title}`, messages)] : []
  })

/** Returns each failed or flaky test of the report at `path`, with the first lines of the reason: for the end of a long output, of which the beginning may be cut off. */
export const failures = (path: string): string[] => {
  const report = read(path)
  if (!report) return []
  return 'stats' in report ? browserFailures(report) : unitFailures(report)
}
