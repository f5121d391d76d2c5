import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { check } from './check.ts'
import { countPart, failures, total } from './count.ts'
import { root, run, step } from './run.ts'

const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

const memory = '/dev/shm'
/** Bytes: more than all data of the tests. */
const MIN_BYTES = 6 * 2 ** 30

const hasMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) >= MIN_BYTES
  } catch {
    return false
  }
}
// Each test file has a database of its own, of 1,200 files: in memory, where there is room, they take half the time that they take on a disk.
if (hasMemory()) process.env.TMPDIR ??= memory
// Tests start the app in separate processes, dozens of times: each finds it with types removed and compiled.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
const quickImports = pathToFileURL(join(import.meta.dirname, 'quickImports.mjs')).href
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, `--import=${quickImports}`].filter(Boolean).join(' ')

const build = step('web build', 'npm', 'run', '--silent', 'build')
const unitTests = step(
  'unit and API tests',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${unitReport}`,
)
const budget = step('script budget', 'node', 'apps/web/scripts/budget.ts')
const browserTests = step('browser tests', 'playwright', 'test', '--config', 'e2e')

rmSync(reports, { recursive: true, force: true })
const checksPassed = await check()
const [buildSucceeded, unitTestsPassed] = await Promise.all([run(build), run(unitTests)])
const budgetKept = buildSucceeded && (await run(budget))
const browserTestsPassed = buildSucceeded && (await run(browserTests))

const { passed, failed } = total([
  countPart(checksPassed),
  countPart(buildSucceeded),
  countPart(budgetKept),
  countPart(unitTestsPassed, unitReport),
  countPart(browserTestsPassed, browserReport),
])
for (const failure of [unitReport, browserReport].flatMap(failures)) console.log(`\n${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
