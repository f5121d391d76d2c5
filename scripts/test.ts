import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { countPart, failures, total } from './count.ts'
import { root, run, step } from './run.ts'

const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

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
const checked = await check()
const [built, tested] = await Promise.all([run(build), run(unitTests)])
const budgeted = built && (await run(budget))
const browsed = built && (await run(browserTests))

const { passed, failed } = total([
  countPart(checked),
  countPart(built),
  countPart(budgeted),
  countPart(tested, unitReport),
  countPart(browsed, browserReport),
])
for (const failure of [unitReport, browserReport].flatMap(failures)) console.log(`\n${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
