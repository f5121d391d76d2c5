import { companyApi } from '@tradewind/contract/crm/company.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importJob } from '#kit/record/upload'
import { imports } from '#kit/record/uploadState'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { companyRow, companyRows, companyWorkbook } from '../../test/workbook.ts'

const MANY = 5001
const FEW = 40

let app: TestApp
/** No worker runs its jobs: the test runs them itself. */
let still: TestApp
let few: File
beforeAll(async () => {
  app = await testApp({ working: true })
  still = await testApp()
  few = await companyWorkbook(companyRows('Few', FEW))
})
afterAll(async () => {
  await app.close()
  await still.close()
})

const stateOf = (who: TestUser, uniqueId: string, on = still) => on.as(who).call(companyApi.importState, { uniqueId })
const total = async (who: TestUser, on = still) =>
  Number((await on.as(who).send(companyApi.list, { page: 0, size: 1 })).headers['x-total-count'])
const payloadOf = ({ tenantId, partitionId, uniqueId: userId }: TestUser, importId: string) => ({
  tenantId,
  partitionId,
  userId,
  importId,
})
/** An upload as a request creates it. */
const leave = async (on: TestApp, who: TestUser, file: Blob = few, dryRun = false) => {
  const left = {
    kind: 'company',
    fileName: 'companies.xlsx',
    file: Buffer.from(await file.arrayBuffer()),
    dryRun,
    createdBy: who.uniqueId,
  }
  const [made] = await on.appContext.db.write(who, (tx) => tx.insert(imports).values(left).returning())
  return made!.uniqueId
}
/** An upload whose job is queued. */
const waiting = async (who: TestUser, file: Blob = few, dryRun = false) => {
  const importId = await leave(still, who, file, dryRun)
  const payload = payloadOf(who, importId)
  return { importId, work: () => still.work('company.import', payload), give: () => still.giveUp('company.import', payload) }
}

test('more than five thousand rows run as a job that reports its progress and its result', async () => {
  const who = await app.someone('ROLE_BASIC')
  const data = await app.as(who).call(companyApi.massUpload, { file: await companyWorkbook(companyRows('Many', MANY)) })
  expect(data).toEqual({ read: 0, created: 0, skipped: 0, faults: [], importId: expect.any(String) })
  const importId = data.importId!
  await expect.poll(async () => (await stateOf(who, importId, app)).processingStatus).toBe('COMPLETED')
  expect(await stateOf(who, importId, app)).toEqual({
    uniqueId: importId,
    dateCreated: expect.any(String),
    fileName: 'companies.xlsx',
    processingStatus: 'COMPLETED',
    read: MANY,
    created: MANY,
    skipped: 0,
    faults: [],
    total: 0,
    problem: null,
  })
  expect(await total(who, app)).toBe(MANY)
})

test('runs a job that was queued by version 0.6', async () => {
  const who = await app.someone('ROLE_BASIC')
  const importId = await leave(app, who)
  const { partitionId: worldId, ...payload } = payloadOf(who, importId)
  const { db, jobs } = app.appContext
  await db.write(who, (tx) => jobs.send(tx, importJob('company'), { ...payload, worldId } as never))
  await expect.poll(async () => (await stateOf(who, importId, app)).processingStatus).toBe('COMPLETED')
  expect(await total(who, app)).toBe(FEW)
})

test('an upload is pending until its job starts, and none of its rows exist yet', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who)
  expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'PENDING', read: 0, created: 0 })
  expect(await total(who)).toBe(0)
  expect(await still.asOwner('select file is not null as kept from import where id = $1', [importId])).toEqual([{ kept: true }])
  await work()
  expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'COMPLETED', created: FEW })
  expect(await still.asOwner('select file is not null as kept from import where id = $1', [importId])).toEqual([{ kept: false }])
})

test('running a job twice, in sequence or at the same time, creates nothing twice', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who)
  await Promise.allSettled([work(), work()])
  await work()
  expect(await stateOf(who, importId)).toMatchObject({
    processingStatus: 'COMPLETED',
    read: FEW,
    created: FEW,
    total: 0,
    problem: null,
  })
  expect(await total(who)).toBe(FEW)
  expect(
    await still.asOwner(
      `select count(*)::int as notes from audit where created_by = $1 and kind = 'company' and action = 'IMPORTED'`,
      [who.uniqueId],
    ),
  ).toEqual([{ notes: FEW }])
})

test('a partial import that runs twice at the same time has the result of the run that created the rows, and reports it once', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who)
  await still.asOwner('update import set partial = true where id = $1', [importId])
  const runs: Promise<unknown>[] = []
  await still.whileLocked('audit', async () => {
    runs.push(work(), work())
    await expect.poll(still.waiting).toHaveLength(2)
  })
  await Promise.allSettled(runs)
  expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'COMPLETED', read: FEW, created: FEW, skipped: 0 })
  expect(await total(who)).toBe(FEW)
  expect(await still.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })).toHaveLength(1)
})

test('an import that is given up while its job starts again stays failed, and creates nothing', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work, give } = await waiting(who)
  const runs: Promise<unknown>[] = []
  // The rights of the uploader are read after the import.
  await still.whileLocked('user_permission', async () => {
    runs.push(work())
    await expect.poll(still.waiting).toHaveLength(1)
    await give()
  })
  await Promise.allSettled(runs)
  expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'FAILED', created: 0 })
  expect(await total(who)).toBe(0)
})

test('a worker killed midway leaves no rows behind, and the next one starts again', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who)
  let killed: Promise<unknown> | undefined
  await still.whileLocked('audit', async () => {
    killed = work().catch((error: unknown) => error)
    await expect.poll(still.waiting).toHaveLength(1)
    expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'PROCESSING' })
    await still.asOwner('select pg_terminate_backend($1)', [(await still.waiting())[0]!.pid])
    expect(await killed).toBeInstanceOf(Error)
  })
  expect(await total(who)).toBe(0)
  await work()
  expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'COMPLETED', created: FEW })
  expect(await total(who)).toBe(FEW)
})

test('reports an error when its last attempt has failed, but not once it has completed', async () => {
  const who = await still.someone('ROLE_BASIC')
  const [lost, done] = [await waiting(who), await waiting(await still.someone('ROLE_PRO'))]
  await lost.give()
  expect(await stateOf(who, lost.importId)).toMatchObject({
    processingStatus: 'FAILED',
    problem: 'Something went wrong on our side. Nothing was imported. Please upload it again.',
  })
  await lost.work()
  expect(await total(who)).toBe(0)
  await done.work()
  await done.give()
  expect(await still.asOwner('select processing_status as state from import where id = $1', [done.importId])).toEqual([
    { state: 'COMPLETED' },
  ])
})

test('faults end the job: they are listed and counted, and nothing is imported', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(
    who,
    await companyWorkbook([...companyRows('Few', FEW - 2), companyRow('Few 1'), companyRow('Far', 'Atlantis')]),
  )
  await work()
  expect(await stateOf(who, importId)).toMatchObject({
    processingStatus: 'FAILED',
    read: FEW,
    created: 0,
    skipped: FEW - 2,
    total: 2,
    faults: [
      {
        row: FEW,
        column: 'Legal Name',
        value: 'Few 1',
        problem: 'This is already in row 2',
        said: { text: 'This is already in row {row}', values: { row: '2' } },
      },
      { row: FEW + 1, column: 'Country', value: 'Atlantis', problem: 'Choose a country' },
    ],
  })
  expect(await total(who)).toBe(0)
})

test('an unreadable workbook reports why, in English and as message parts, in the upload state and in the notification', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who, new Blob(['PK and no more']))
  await work()
  const problem = 'The workbook is damaged: it is cut off or not a workbook.'
  expect(await stateOf(who, importId)).toMatchObject({
    problem,
    said: { text: 'The workbook is damaged: {what}.', values: { what: { text: 'it is cut off or not a workbook' } } },
  })
  expect(await still.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })).toMatchObject([
    { abbreviatedContentText: problem },
  ])
})

test('the uploader is notified of the result once, and not at all for a dry run', async () => {
  const who = await still.someone('ROLE_BASIC')
  const told = () => still.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
  const check = await waiting(who, few, true)
  await check.work()
  expect(await told()).toEqual([])
  const good = await waiting(who)
  for (const work of [good.work, good.work, good.give]) await work()
  const ended = { subject: 'The import of companies.xlsx has ended', path: `company/list?upload=${good.importId}` }
  const counted = { ...ended, abbreviatedContentText: `${FEW} rows read, ${FEW} created, 0 skipped.` }
  expect(await told()).toMatchObject([counted])
  const [faulty, lost] = [await waiting(who), await waiting(who)]
  for (const work of [faulty.work, faulty.work, lost.give, lost.give]) await work()
  const failed = { subject: 'The import of companies.xlsx has failed' }
  expect(await told()).toMatchObject([
    { ...failed, abbreviatedContentText: 'Something went wrong on our side. Nothing was imported. Please upload it again.' },
    { ...failed, abbreviatedContentText: `Errors found: ${FEW}. Nothing was imported.` },
    counted,
  ])
})

test('a dry run checks the rows and writes nothing', async () => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who, few, true)
  await work()
  expect(await stateOf(who, importId)).toMatchObject({ processingStatus: 'COMPLETED', read: FEW, created: 0, skipped: FEW })
  expect(await total(who)).toBe(0)
})

test.each([
  ['the role was changed', `update user_account set role = 'ROLE_LEVEL1' where id = $1`],
  ['the person moved to another partition', `update user_account set role = 'ROLE_ADMIN' where id = $1`],
  ['the person was deleted', `update user_account set deleted_at = now() where id = $1`],
])('when %s before the job ran, it fails with a message', async (_, change) => {
  const who = await still.someone('ROLE_BASIC')
  const { importId, work } = await waiting(who)
  await still.asOwner(change, [who.uniqueId])
  await work()
  expect(
    await still.asOwner('select processing_status as state, problem, file is null as gone from import where id = $1', [importId]),
  ).toEqual([{ state: 'FAILED', problem: 'You may not do this any more', gone: true }])
  expect(await still.asOwner('select from company where created_by = $1', [who.uniqueId])).toEqual([])
})

test('a job works only in its own tenant and partition, whatever ids it is passed', async () => {
  const [mine, other] = [await still.someone('ROLE_BASIC'), await still.someone('ROLE_BASIC')]
  const { importId } = await waiting(mine)
  await still.work('company.import', payloadOf(other, importId))
  await still.work('company.import', { ...payloadOf(mine, importId), tenantId: still.other.uniqueId })
  expect(await stateOf(mine, importId)).toMatchObject({ processingStatus: 'PENDING' })
  expect([await total(mine), await total(other)]).toEqual([0, 0])
})

test('only its owner can read the state of an upload', async () => {
  const who = await still.someone('ROLE_ADMIN')
  const { importId } = await waiting(who)
  const others = [
    await still.someone('ROLE_ADMIN'),
    await still.someone('ROLE_TENANT_ADMIN'),
    await still.someone('ROLE_PRO'),
    await still.someone('ROLE_TENANT_ADMIN', { tenantId: still.other.uniqueId }),
  ]
  for (const other of others) await expect(stateOf(other, importId)).rejects.toMatchObject({ status: 404 })
  expect(Object.keys(await stateOf(who, importId))).not.toContain('file')
})
