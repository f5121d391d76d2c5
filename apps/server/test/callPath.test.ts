import { companyApi } from '@tradewind/contract/crm/company.contract'
import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { sharded } from './roles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Our source files, tests excluded, of which a function runs during an action. */
const listFilesRun = async (action: () => Promise<unknown>) => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage') // resets what ran before
  await action()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0))
    .flatMap(({ url }) => /(?:apps\/server|packages\/[\w-]+)\/src\/.*(?<!\.test)\.ts$/.exec(url)?.[0] ?? [])
    .toSorted()
}

// A number from decision 029; it may decrease. In the shape of a cluster the scope has a file of its own.
test('a list call runs through at most 22 files', async () => {
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const list = () => app.as(admin).call(companyApi.list, { page: 0, size: 20, legalName: 'a' })
  await list() // warms the caches
  const runs = [await listFilesRun(list), await listFilesRun(list), await listFilesRun(list)] // files that are not in every run ran by chance
  const files = runs[0]!.filter((file) => runs.every((run) => run.includes(file)))
  expect(files).toContain('apps/server/src/crm/company.feature.ts')
  expect(files.slice(sharded ? 23 : 22)).toEqual([])
})
