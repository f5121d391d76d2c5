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

test('counts the tests of a Vitest report', () => {
  const path = report('unit.json', { numPassedTests: 12, numFailedTests: 2, numPendingTests: 1 })
  expect(countPart(false, path)).toEqual({ ok: false, passed: 12, failed: 2 })
})

test('counts the tests of a Playwright report, with up to three flaky tests as passed', () => {
  const path = report('browser.json', { stats: { expected: 5, unexpected: 1, flaky: 3, skipped: 3 } })
  expect(countPart(false, path)).toEqual({ ok: false, passed: 8, failed: 1 })
})

test('counts more than three flaky tests as failed, even if the command succeeded', () => {
  const path = report('flaky.json', { stats: { expected: 5, unexpected: 0, flaky: 4 } })
  expect(countPart(true, path)).toEqual({ ok: false, passed: 5, failed: 4 })
})

test('counts nothing for a part without a report', () => {
  expect(countPart(true, join(folder, 'nothing.json'))).toEqual({ ok: true, passed: 0, failed: 0 })
})

test('sums all parts', () => {
  const parts = [
    { ok: true, passed: 0, failed: 0 },
    { ok: true, passed: 10, failed: 0 },
    { ok: false, passed: 5, failed: 2 },
  ]
  expect(total(parts)).toEqual({ passed: 15, failed: 2 })
})

test('counts a part that fails without a failed test as one failure', () => {
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

test('lists failed and flaky tests with their errors, from either report', () => {
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
