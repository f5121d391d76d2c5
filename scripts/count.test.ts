import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countPart, failures, total } from './count.ts'

const folder = mkdtempSync(join(tmpdir(), 'count-'))
const report = (name: string, content: object) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}
afterAll(() => rmSync(folder, { recursive: true }))

test("Vitest's report is counted", () => {
  const path = report('unit.json', { numPassedTests: 12, numFailedTests: 2, numPendingTests: 1 })
  expect(countPart(false, path)).toEqual({ ok: false, passed: 12, failed: 2 })
})

test("Playwright's report is counted, and up to three flaky tests have passed", () => {
  const path = report('browser.json', { stats: { expected: 5, unexpected: 1, flaky: 3, skipped: 3 } })
  expect(countPart(false, path)).toEqual({ ok: false, passed: 8, failed: 1 })
})

test('more than three flaky tests have failed, even where the command ended well', () => {
  const path = report('flaky.json', { stats: { expected: 5, unexpected: 0, flaky: 4 } })
  expect(countPart(true, path)).toEqual({ ok: false, passed: 5, failed: 4 })
})

test('a part that left no report counts nothing by itself', () => {
  expect(countPart(true, join(folder, 'nothing.json'))).toEqual({ ok: true, passed: 0, failed: 0 })
})

test('all parts are summed', () => {
  const parts = [
    { ok: true, passed: 0, failed: 0 },
    { ok: true, passed: 10, failed: 0 },
    { ok: false, passed: 5, failed: 2 },
  ]
  expect(total(parts)).toEqual({ passed: 15, failed: 2 })
})

test('a part that fails without a failed test is one failure', () => {
  const parts = [
    { ok: false, passed: 0, failed: 0 },
    { ok: false, passed: 10, failed: 0 },
  ]
  expect(total(parts)).toEqual({ passed: 10, failed: 2 })
})

const specReport = (title: string, errors: object[], status = 'unexpected') => ({
  title,
  file: 'shell.spec.ts',
  tests: [{ status, results: [{ errors }] }],
})

test('what failed is told at the end, with why, by either report', () => {
  const failed = { fullName: 'sums are exact', failureMessages: ['AssertionError: expected 1 to be 2'] }
  const passed = { fullName: 'sums are kept', failureMessages: [] }
  const unit = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [{ name: 'sums.test.ts', message: '', assertionResults: [failed, passed] }],
  }
  expect(failures(report('failed-unit.json', unit))).toEqual(['sums.test.ts: sums are exact\nAssertionError: expected 1 to be 2'])
  const specs = [
    specReport('opens', [{ message: '\u001B[31mError: closed\u001B[39m' }]),
    specReport('closes', []),
    specReport('moves', [{ message: 'Error: slow' }], 'flaky'),
  ]
  const browser = { stats: { expected: 1, unexpected: 1, flaky: 1 }, suites: [{ suites: [{ specs }] }] }
  expect(failures(report('failed-browser.json', browser))).toEqual([
    'shell.spec.ts: opens\nError: closed',
    'flaky: shell.spec.ts: moves\nError: slow',
  ])
  expect(failures(join(folder, 'nothing.json'))).toEqual([])
})
