import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, step } from './run.ts'

/* The API's tests in the shape of a cluster, on one PostgreSQL; then checks every statement that they sent against Citus's rules. */

const folder = mkdtempSync(join(tmpdir(), 'tradewind-statements-'))
process.env['SHARDED_TESTS'] = 'yes'
process.env['STATEMENTS_TO'] = folder
const testsPassed = await run(
  step('API tests in the shape of a cluster', 'vitest', 'run', '--project', 'server', ...process.argv.slice(2)),
)
delete process.env['STATEMENTS_TO']
process.env['STATEMENTS_FROM'] = folder
const statementsPassed = await run(
  step('what a cluster would refuse', 'vitest', 'run', '--project', 'server', 'test/sharded/statements.test.ts'),
)
rmSync(folder, { recursive: true })
process.exitCode = testsPassed && statementsPassed ? 0 : 1
