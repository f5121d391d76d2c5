import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { PgDialect } from 'drizzle-orm/pg-core'
import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { sharded } from '../../../test/roles.ts'

let app: TestApp
let chief: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  member = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())
afterEach(() => void vi.restoreAllMocks())

/** The driver talks to PostgreSQL without pipelining, one statement after the other; or as to a cluster, where each read is a transaction. */
const isPlain = process.env['DATABASE_PIPELINE'] === 'off' || sharded

const textOf = (chunks: unknown) =>
  [chunks]
    .flat()
    .map((one) => Buffer.from((one as { chunk?: Buffer }).chunk ?? (one as Buffer)).toString('latin1'))
    .join('')

interface Watched {
  trips: number
  waits: boolean
  text: string
}

/** Counts, on the wire, the round trips to PostgreSQL from the BEGIN of a transaction to its COMMIT: each message that is sent after a reply has arrived begins another one. */
const tripsOf = async (work: () => Promise<unknown>) => {
  const writing = new Map<Socket, Watched>()
  const ended: Watched[] = []
  const sent = (socket: Socket, chunks: unknown) => {
    const text = textOf(chunks)
    if (!writing.has(socket) && !/\bbegin\b/i.test(text)) return
    const watched = writing.get(socket) ?? { trips: 0, waits: false, text: '' }
    if (!watched.waits) watched.trips++
    watched.text += text
    writing.set(socket, { ...watched, waits: true })
  }
  const came = (socket: Socket, text: string) => {
    const watched = writing.get(socket)
    if (!watched) return
    watched.waits = false
    if (!/COMMIT\0/.test(text)) return
    ended.push(watched)
    writing.delete(socket)
  }
  const prototype = Socket.prototype as unknown as Record<'_write' | '_writev' | 'push', (...given: unknown[]) => unknown>
  for (const name of ['_write', '_writev'] as const) {
    const original = prototype[name]
    vi.spyOn(prototype, name).mockImplementation(function (this: Socket, ...given) {
      sent(this, given[0])
      return original.apply(this, given)
    })
  }
  const push = prototype.push
  vi.spyOn(prototype, 'push').mockImplementation(function (this: Socket, ...given) {
    if (given[0]) came(this, Buffer.from(given[0] as Buffer).toString('latin1'))
    return push.apply(this, given)
  })
  await work()
  vi.restoreAllMocks()
  expect(ended).toHaveLength(1)
  // PostgreSQL sends what it has at each Sync, so there is one in each message.
  expect(ended[0]!.text.split('S\0\0\0\x04').length - 1).toBe(ended[0]!.trips)
  return ended[0]!.trips
}

const acme = () => ({
  legalName: `Acme ${randomUUID()}`,
  country: 'Italy',
  website: 'https://acme.example',
  companyTypeList: ['ASSOCIATION' as const],
})
const person = (companyId: string) => ({
  firstName: 'Ada',
  lastName: 'Berg',
  title: 'Buyer',
  contactRole: 'INFLUENCER' as const,
  companyId,
  email: `${randomUUID()}@acme.example`,
  number: null,
})

test.skipIf(isPlain)('a company is created, updated and deleted in three, three and two round trips', async () => {
  const [made, other] = [acme(), acme()]
  expect(await tripsOf(() => app.as(chief).call(companyApi.create, made))).toBeLessThanOrEqual(3)
  const { uniqueId } = await app.as(chief).call(companyApi.create, other)
  expect(await tripsOf(() => app.as(chief).call(companyApi.update, { uniqueId, address: 'Via Roma 1' }))).toBeLessThanOrEqual(3)
  expect(await tripsOf(() => app.as(chief).call(companyApi.remove, { uniqueId }))).toBeLessThanOrEqual(2)
})

test.skipIf(isPlain).each(['staff', 'a member'])(
  'a contact is created, updated and deleted in three, four and two round trips by %s',
  async (who) => {
    const someone = who === 'staff' ? chief : member
    const company = await crmCalls(app, someone).company()
    const [made, other] = [person(company.uniqueId), person(company.uniqueId)]
    expect(await tripsOf(() => app.as(someone).call(contactApi.create, made))).toBeLessThanOrEqual(3)
    const { uniqueId } = await app.as(someone).call(contactApi.create, other)
    expect(await tripsOf(() => app.as(someone).call(contactApi.update, { uniqueId, title: 'Chief' }))).toBeLessThanOrEqual(4)
    expect(await tripsOf(() => app.as(someone).call(contactApi.remove, { uniqueId }))).toBeLessThanOrEqual(2)
  },
)

const keyed = () => ({ 'idempotency-key': randomUUID() })

test.skipIf(isPlain)('an Idempotency-Key costs one additional round trip', async () => {
  const company = await crmCalls(app, chief).company()
  expect(await tripsOf(() => app.as(chief).call(companyApi.create, acme(), keyed()))).toBeLessThanOrEqual(4)
  expect(await tripsOf(() => app.as(chief).call(contactApi.create, person(company.uniqueId), keyed()))).toBeLessThanOrEqual(4)
})

const createOnce = () => app.as(chief).call(companyApi.create, acme(), keyed())

test('a company is created and changed by statements that were built before', async () => {
  const { uniqueId } = await createOnce()
  const change = (address: string) => app.as(chief).call(companyApi.update, { uniqueId, address })
  await change('Via Roma 1')
  const build = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
  await createOnce()
  expect(await change('Via Roma 2')).toMatchObject({ uniqueId, address: 'Via Roma 2' })
  const built = build.mock.results.map(({ value }) => (value as { sql: string }).sql)
  expect(built.filter((text) => /"company"|"first_reply"|advisory/.test(text))).toEqual([])
})

test('the audit trail, timeline and trash are complete after these round trips', async () => {
  const company = await crmCalls(app, chief).company()
  const { uniqueId } = await app.as(chief).call(contactApi.create, person(company.uniqueId))
  await app.as(chief).call(contactApi.update, { uniqueId, title: 'Chief' })
  await app.as(chief).call(contactApi.remove, { uniqueId })
  const told = await app.asOwner('select action from audit where record_id = $1 order by id', [uniqueId])
  expect(told).toEqual([{ action: 'CREATED' }, { action: 'CHANGED' }, { action: 'DELETED' }])
  const around = await app.asOwner('select action from activity where record_id = $1 and subject_id = $2 order by id', [
    uniqueId,
    company.uniqueId,
  ])
  expect(around).toEqual(told)
  const trash = await app.as(chief).call(trashApi.list, { kind: 'contact', page: 0 })
  expect(trash.some((one) => one.uniqueId === uniqueId)).toBe(true)
})

test('an error in the last statements of a call rolls the call back, and the next call succeeds', async () => {
  await app.asOwner(`alter table audit add constraint no_boom check (title <> 'Boom')`)
  await app.asOwner(`alter table activity add constraint no_bang check (title <> 'Bang')`)
  for (const legalName of ['Boom', 'Bang']) {
    const refused = await Promise.all(
      Array.from({ length: 8 }, () => app.as(chief).send(companyApi.create, { ...acme(), legalName })),
    )
    for (const { statusCode } of refused) expect([422, 500]).toContain(statusCode)
    expect(await app.asOwner('select from company where legal_name = $1', [legalName])).toEqual([])
  }
  expect(await app.as(chief).call(companyApi.create, acme())).toMatchObject({ country: 'Italy' })
})

test('when several calls create the same name at the same time, one succeeds and the others are rejected', async () => {
  const legalName = `Twice ${randomUUID()}`
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => app.as(chief).send(companyApi.create, { ...acme(), legalName })),
  )
  const codes = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(codes[0]).toBe(201)
  for (const code of codes.slice(1)) expect([409, 422]).toContain(code)
})

test.skipIf(isPlain)('a contact is read in one round trip, with whether its reader has ever invited anybody', async () => {
  const company = await crmCalls(app, chief).company()
  const { uniqueId } = await app.as(chief).call(contactApi.create, person(company.uniqueId))
  const read = () => app.as(chief).call(contactApi.get, { uniqueId })
  await read() // prepares the statements
  const prototype = Socket.prototype as unknown as Record<'_writev', (...given: unknown[]) => unknown>
  const { _writev: original } = prototype
  const sent: string[] = []
  vi.spyOn(prototype, '_writev').mockImplementation(function (this: Socket, ...given) {
    sent.push(textOf(given[0]))
    return original.apply(this, given)
  })
  await read()
  vi.restoreAllMocks()
  const lookUps = sent.filter((text) => text.includes('one contact') || text.includes('reviews of an owner'))
  expect(lookUps).toHaveLength(1)
  expect(lookUps[0]).toMatch(/reviews of an owner[\s\S]*one contact/)
})
