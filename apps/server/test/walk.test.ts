import { can } from '@tradewind/contract/kit/policy'
import { type Role, roles } from '@tradewind/contract/roles'
import { webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from './app.ts'
import { allSamples, type CallSample } from './samples.ts'

let app: TestApp
/** A user of each role in the main account. */
let users: Map<Role, TestUser>
let foreigner: TestUser
beforeAll(async () => {
  app = await testApp()
  users = new Map(await Promise.all(roles.map(async (role) => [role, await app.someone(role)] as const)))
  foreigner = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '24:00' }))
  await app.as(userWith('ROLE_LEVEL3')).call(webCallApi.saveHours, { timeZone: 'UTC', weekly, daysOff: [] })
  for (const who of [foreigner, userWith('ROLE_TENANT_ADMIN'), userWith('ROLE_PRO')]) await createRecords(who)
})
afterAll(() => app.close())

const userWith = (role: Role) => users.get(role)!
const mayCall = (who: TestUser, { call }: CallSample) => typeof call.access === 'string' || can(who, call.access)

/** Creates one record of every kind that the user may create. */
const createRecords = async (who: TestUser) => {
  const made = new Map<string, string>([['admin', who.uniqueId]])
  const creating = allSamples.filter((one) => one.call.replyType === 'created' && mayCall(who, one))
  for (const { feature, call, sample } of creating) {
    const { uniqueId } = (await app.as(who).call(
      call,
      sample((of) => made.get(of)!),
    )) as { uniqueId: string }
    made.set(feature, uniqueId)
  }
  expect(made.size).toBeGreaterThan(0)
}

/** The contents of every table. Sign-in attempts are counted on purpose, and a session's last use is updated from time to time. */
const hashTables = async () => {
  const tables = await app.asOwner<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and table_name not in ('attempt', 'version', 'queue') order by 1`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(row, chr(10) order by row)) as sum from (select (to_jsonb(t) - 'last_seen')::text as row from ${name} t) rows`,
  )
  return app.asOwner(`${sums.join(' union all ')} order by 1`)
}
/** Asserts that the work changes no table. */
const expectNoChange = async (work: () => Promise<void>) => {
  const before = await hashTables()
  await work()
  expect(await hashTables()).toEqual(before)
}

/** Passes the check of permissions wherever they allow it, and changes nothing: validation fails. */
const unexpectedInput = { surprise: '1' }
const unknownFieldFault = { surprise: 'Unknown field' }
const callAll = async (who: TestUser | undefined, headers: Record<string, string>, input: object = unexpectedInput) => {
  const answers = new Map<string, [number, unknown]>()
  for (const { feature, name, call, sample } of allSamples) {
    const { statusCode, json } = await app.as(who).send(call, { ...sample(), ...input }, headers)
    answers.set(`${feature}.${name}`, [statusCode, json()])
  }
  return answers
}
const expectedAnswers = (answer: (one: CallSample) => unknown) =>
  new Map(allSamples.map((one) => [`${one.feature}.${one.name}`, answer(one)]))
const errorBody = (message: string, data: unknown = {}) => ({ responseStatus: 'ERROR', message, data })
const validationFailed = [422, errorBody('Please check the form', unknownFieldFault)]

test('without a session, every call that is not public returns 401', () =>
  expectNoChange(async () => {
    const ended = [401, errorBody('Your session has ended.')]
    expect(await callAll(undefined, {})).toEqual(
      expectedAnswers(({ call }) => (call.access === 'anyone' ? validationFailed : ended)),
    )
    for (const authorization of ['Bearer', 'Bearer x', `Basic ${foreigner.token}`, `bearer ${foreigner.token.slice(0, -1)}`]) {
      expect(await callAll(undefined, { authorization })).toEqual(
        expectedAnswers(({ call }) => (call.access === 'anyone' ? validationFailed : ended)),
      )
    }
  }))

test('a session that names another tenant, none, several or an unknown one gets 403, and nothing of that tenant', () =>
  expectNoChange(async () => {
    const refused = [403, errorBody('This session belongs to another tenant')]
    const me = userWith('ROLE_TENANT_ADMIN')
    const [mine, theirs] = [me.tenantId, app.other.uniqueId]
    for (const named of [
      theirs,
      '',
      `${mine}, ${theirs}`,
      `${theirs},${mine}`,
      crypto.randomUUID(),
      mine.toUpperCase(),
      '*',
      app.other.fullName,
    ]) {
      expect(await callAll(me, { 'x-tenant': named }, {})).toEqual(expectedAnswers(() => refused))
    }
    const chief = userWith('ROLE_SUPER_ADMIN')
    expect(await callAll(chief, { 'x-tenant': theirs })).toEqual(
      expectedAnswers(({ call }) => (call.acrossTenants ? validationFailed : refused)),
    )
    for (const named of ['', `${mine}, ${theirs}`, crypto.randomUUID(), '*'])
      expect(await callAll(chief, { 'x-tenant': named })).toEqual(expectedAnswers(() => refused))
    expect(await callAll(me, { 'x-tenant': mine })).toEqual(await callAll(me, {}))
  }))

test('a visitor who names a missing or deleted tenant gets 404', () =>
  expectNoChange(async () => {
    const gone = await app.tenant('Gone', { deletedAt: new Date().toISOString() })
    for (const named of [crypto.randomUUID(), '', 'main', `${app.main.uniqueId},${app.other.uniqueId}`, gone.uniqueId]) {
      expect(await callAll(undefined, { 'x-tenant': named }, {})).toEqual(
        expectedAnswers(() => [404, errorBody('Tenant not found')]),
      )
    }
    await app.asOwner('delete from tenant where id = $1', [gone.uniqueId])
  }))

test.each(roles)('%s may make the calls that its rules allow, and gets 403 for all others', (role) =>
  expectNoChange(async () => {
    const who = userWith(role)
    const forbidden = [403, errorBody('You may not do this')]
    expect(await callAll(who, {})).toEqual(expectedAnswers((one) => (mayCall(who, one) ? validationFailed : forbidden)))
  }),
)

/** An id of every table's rows in another tenant, in another partition and of another user; of tenants; and one of nothing. */
const foreignIds = async ({ tenantId, partitionId, uniqueId }: TestUser) => {
  const tables = await app.asOwner<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and table_name not like '%_live' group by 1 having array_agg(column_name::text) @> '{id,tenant_id}'`,
  )
  const foreignIdQueries = tables.map(({ name, columns }) => {
    const isolationCondition = columns.includes('world_id')
      ? 'world_id <> $2'
      : columns.includes('user_id')
        ? 'user_id <> $3'
        : 'tenant_id <> $1'
    return `(select distinct on (tenant_id) id from ${name} where tenant_id <> $1) union (select id from ${name} where ${isolationCondition} and tenant_id = $1 limit 1)`
  })
  const found = await app.asOwner<{ id: string }>(
    `with me as (select $1::uuid, $2::uuid, $3::uuid) ${foreignIdQueries.join(' union ')}`,
    [tenantId, partitionId, uniqueId],
  )
  return [...found.map(({ id }) => id), tenantId, app.other.uniqueId, crypto.randomUUID()]
}

/** Whether the call cannot be made without an id. */
const requiresId = ({ ids, sample }: CallSample) => ids.some((field) => field in sample(() => ''))

test.each(['ROLE_TENANT_ADMIN', 'ROLE_PRO'] as const)('no list of %s returns anything when filtered by a foreign id', (role) =>
  expectNoChange(async () => {
    const who = userWith(role)
    const lists = allSamples.filter(
      (one) => one.call.replyType === 'list' && !requiresId(one) && one.ids.length > 0 && mayCall(who, one),
    )
    expect(lists.length).toBeGreaterThan(1)
    const ids = await foreignIds(who)
    for (const { call, ids: fields, sample } of lists)
      for (const field of fields)
        for (const id of ids) {
          const { statusCode, json } = await app.as(who).send(call, { ...sample(), [field]: id })
          const shown = statusCode === 404 ? json().data : json()
          expect([call.path, field, shown]).toEqual([call.path, field, statusCode === 404 ? {} : []])
        }
  }),
)

test.each(['ROLE_TENANT_ADMIN', 'ROLE_PRO', 'ROLE_LEVEL3'] as const)(
  'no call of %s reaches an id of another tenant or partition, or one that does not exist',
  (role) =>
    expectNoChange(async () => {
      const who = userWith(role)
      const ids = await foreignIds(who)
      expect(ids.length).toBeGreaterThan(8)
      const naming = allSamples.filter((one) => requiresId(one) && one.call.replyType !== 'created' && mayCall(who, one))
      for (const { feature, name, call, ids: fields, sample } of naming) {
        for (const id of ids) {
          const pointed = Object.fromEntries(
            Object.entries(sample(() => id)).map(([field, value]) => [
              field,
              field === 'uniqueId' && fields.includes(field) ? id : value,
            ]),
          )
          const { statusCode, json } = await app.as(who).send(call, pointed)
          expect([`${feature}.${name}`, statusCode, json().data]).toEqual([`${feature}.${name}`, 404, {}])
        }
      }
    }),
  180_000, // some four hundred calls, each checked for changes to tables
)

test('a malformed id is rejected with an error on its field', () =>
  expectNoChange(async () => {
    const who = userWith('ROLE_TENANT_ADMIN')
    const naming = allSamples.filter((one) => one.ids.includes('uniqueId') && mayCall(who, one))
    for (const { call, sample } of naming) {
      for (const uniqueId of ['1', '*', `' or 1=1 --`, '../x', '00000000-0000-0000-0000-00000000000g']) {
        const { statusCode, json } = await app.as(who).send(call, { ...sample(), uniqueId })
        expect([statusCode, json().data]).toEqual([422, { uniqueId: 'This is not an id' }])
      }
    }
  }))
