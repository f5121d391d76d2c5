import { run, step } from './run.ts'

/* Tests the product on a real Citus cluster: an empty database, by its coordinator's address. */

const [address] = process.argv.slice(2)
if (!address || !/^postgres(ql)?:/.test(address)) {
  console.error('Use it as: npm run citus:check -- postgres://owner@coordinator/empty_database')
  process.exit(1)
}
process.env['CITUS_URL'] = address
process.exitCode = (await run(
  step('the product on a cluster', 'vitest', 'run', '--project', 'server', 'test/sharded/cluster.test.ts'),
))
  ? 0
  : 1
