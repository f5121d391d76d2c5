import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import type { Role } from '@tradewind/contract/roles'
import { webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { freeTimes } from './webCall.feature.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', until: '12:00' }))
const hours = { timeZone: 'UTC', weekly: everyDay, daysOff: [], meetingLink: 'https://meet.example/room' }

/** The day so many days from now, and an instant on it. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const at = (time: string, days = 3) => `${inDays(days)}T${time}:00.000Z`

/** A new tenant with a staff user who has hours, and members with a plan. */
const office = async (role: Role = 'ROLE_BUISNESS') => {
  const tenantId = (await app.tenant('Office')).uniqueId
  const host = await app.someone('ROLE_LEVEL3', { tenantId })
  await app.as(host).call(webCallApi.saveHours, hours)
  return { tenantId, host, member: await app.someone(role, { tenantId }) }
}
const book = (who: TestUser, startsAt: string) => app.as(who).call(webCallApi.create, { startsAt, about: 'A first market' })
const slotsOf = async (who: TestUser, days = 3) =>
  (await app.as(who).call(webCallApi.slots, { from: inDays(days), until: inDays(days) })).slots
const remaining = (who: TestUser) => app.as(who).call(webCallApi.remaining, {})

test('a slot is booked only once, with fifty attempts at the same time', async () => {
  const { tenantId } = await office()
  const members = await Promise.all(Array.from({ length: 50 }, () => app.someone('ROLE_BUISNESS', { tenantId })))
  const tried = await Promise.allSettled(members.map((member) => book(member, at('09:00'))))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = tried.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ status: 409, message: 'This time is no longer free. Please choose another one.' })
}, 60_000)

test('the database itself rejects two overlapping calls', async () => {
  const { member, host, tenantId } = await office()
  const { uniqueId } = await book(member, at('09:00'))
  const half = (cell: string) =>
    app.asOwner(
      `insert into web_call (tenant_id, created_by, starts_at, about, member, host_id, month, nth, first_cell, last_cell)
       select tenant_id, created_by, starts_at, about, member, $2, month, 99, first_cell ${cell}, last_cell ${cell} + 1 from web_call where id = $1`,
      [uniqueId, host.uniqueId],
    )
  await expect(half('')).rejects.toThrow(/web_call_host_first/)
  await expect(half('- 1')).rejects.toThrow(/web_call_host_last/)
  expect(tenantId).toBe(member.tenantId)
})

test('a plan allows its number of calls a month, also with fifty at once, and cancelled calls do not count', async () => {
  const { member } = await office('ROLE_PRO')
  const free = await slotsOf(member)
  expect(free).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'].map((time) => at(time)))
  const tried = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => book(member, free[n % free.length]!)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const rows = await app.as(member).call(webCallApi.list, { page: 0, state: 'BOOKED' })
  await app.as(member).call(webCallApi.cancel, { uniqueId: rows[0]!.uniqueId })
  const left = (await slotsOf(member))[0]!
  await expect(book(member, left)).resolves.toMatchObject({ state: 'BOOKED', meetingLink: 'https://meet.example/room' })
  await expect(book(member, (await slotsOf(member))[0]!)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^You have booked all 3 web calls of this month/) as string,
  })
}, 60_000)

test('plans allow one, three, unlimited or no calls', async () => {
  const of = async (role: Role) => remaining(await app.someone(role))
  expect(await of('ROLE_ADVANCE')).toMatchObject({ most: 1, left: 1 })
  expect(await of('ROLE_BUISNESS')).toMatchObject({ most: null, left: null })
  const basic = app.as(await app.someone('ROLE_BASIC'))
  await expect(basic.call(webCallApi.create, { startsAt: at('09:00'), about: 'A' })).rejects.toMatchObject({ status: 403 })
})

test('the member can move and cancel a call until twelve hours before it', async () => {
  const { member, host, tenantId } = await office('ROLE_ADVANCE')
  const { uniqueId } = await book(member, at('09:00'))
  const other = await app.someone('ROLE_BUISNESS', { tenantId })
  await expect(app.as(other).call(webCallApi.update, { uniqueId, startsAt: at('09:30') })).rejects.toMatchObject({ status: 404 })
  await book(other, at('10:00'))
  const taken = app.as(member).call(webCallApi.update, { uniqueId, startsAt: at('10:00') })
  await expect(taken).rejects.toMatchObject({ status: 409 })
  expect(await app.as(member).call(webCallApi.update, { uniqueId, startsAt: at('09:30') })).toMatchObject({
    startsAt: at('09:30'),
    endsAt: at('10:00'),
  })
  await expect(book(other, at('09:00'))).resolves.toMatchObject({ host: { uniqueId: host.uniqueId } })

  await app.asOwner(`update web_call set starts_at = now() + interval '11 hours' where id = $1`, [uniqueId])
  const late = { status: 409, message: 'A web call can be moved and cancelled until 12 hours before it.' }
  await expect(app.as(member).call(webCallApi.cancel, { uniqueId })).rejects.toMatchObject(late)
  await expect(app.as(member).call(webCallApi.update, { uniqueId, startsAt: at('11:00') })).rejects.toMatchObject(late)
  expect(await app.as(host).call(webCallApi.cancel, { uniqueId })).toMatchObject({ state: 'CANCELLED' })
  const bells = (await app.as(member).call(notificationApi.list, { type: 'PUSH_WEB' })) as { subject: string }[]
  expect(bells.map(({ subject }) => subject)).toContain('A web call is cancelled')
})

test('a refused change names its reason: the call is cancelled, or it has begun', async () => {
  const { member, host } = await office('ROLE_ADVANCE')
  const { uniqueId } = await book(member, at('09:00'))
  const over = { status: 409, message: 'This web call is over or cancelled' }
  await app.asOwner(`update web_call set starts_at = now() - interval '1 minute' where id = $1`, [uniqueId])
  await expect(app.as(host).call(webCallApi.cancel, { uniqueId })).rejects.toMatchObject(over)
  await expect(app.as(member).call(webCallApi.cancel, { uniqueId })).rejects.toMatchObject(over)
  await app.asOwner(`update web_call set starts_at = now() + interval '3 days' where id = $1`, [uniqueId])
  await app.as(host).call(webCallApi.cancel, { uniqueId })
  await expect(app.as(member).call(webCallApi.update, { uniqueId, startsAt: at('09:30') })).rejects.toMatchObject(over)
})

test('days off, other times, and times too soon or too late are not offered', async () => {
  const { member, host } = await office()
  await app.as(host).call(webCallApi.saveHours, { ...hours, daysOff: [{ from: inDays(3), until: inDays(3) }] })
  expect(await slotsOf(member)).toEqual([])
  await expect(book(member, at('09:00'))).rejects.toMatchObject({ status: 409 })
  await expect(book(member, at('08:30', 4))).rejects.toMatchObject({ status: 409 })
  await expect(book(member, at('09:10', 4))).rejects.toMatchObject({ status: 409 })
  await expect(book(member, at('09:00', 70))).rejects.toMatchObject({ status: 409 })
  await expect(book(member, at('09:00', -1))).rejects.toMatchObject({ status: 409 })
  const wide = app.as(member).call(webCallApi.slots, { from: inDays(1), until: inDays(40) })
  await expect(wide).rejects.toMatchObject({ status: 422, data: { until: 'At most 31 days' } })
})

test('invalid hours are refused', async () => {
  const { host } = await office()
  const save = (over: object) => app.as(host).call(webCallApi.saveHours, { ...hours, ...over })
  const monday = { day: 1, from: '09:00', until: '12:00' }
  await expect(save({ weekly: [monday, { ...monday, from: '11:30', until: '13:00' }] })).rejects.toMatchObject({ status: 422 })
  await expect(save({ weekly: [{ ...monday, until: '09:00' }] })).rejects.toMatchObject({ status: 422 })
  await expect(save({ timeZone: 'Mars/Olympus' })).rejects.toMatchObject({ data: { timeZone: 'Choose a time zone' } })
  await expect(save({ meetingLink: 'javascript:alert(1)' })).rejects.toMatchObject({ status: 422 })
  expect(await app.as(host).call(webCallApi.hours, {})).toMatchObject({ weekly: everyDay })
})

test('the DST change in spring skips an hour, and in autumn offers it twice', async () => {
  const { host, member, tenantId } = await office()
  const night = [{ day: 7, from: '01:00', until: '04:00' }]
  await app.as(host).call(webCallApi.saveHours, { ...hours, timeZone: 'Europe/Berlin', weekly: night })
  const freeOn = async (day: string) => {
    const [from, until] = [sql`${`${day}T00:00:00+01:00`}::timestamptz`, sql`${`${day}T12:00:00+01:00`}::timestamptz`]
    const free = await freeTimes(app.appContext.db.as(tenantScope(tenantId)), { from, until, memberId: member.uniqueId })
    return free.map(({ startsAt }) => startsAt.slice(11, 16))
  }
  expect(await freeOn('2031-03-30')).toEqual(['00:00', '00:30', '01:00', '01:30'])
  expect(await freeOn('2031-10-26')).toEqual(['23:00', '23:30', '00:00', '00:30', '01:00', '01:30', '02:00', '02:30'])
  expect(await freeOn('2031-03-23')).toEqual(['00:00', '00:30', '01:00', '01:30', '02:00', '02:30'])
})

test('a user who leaves has no upcoming calls, and their history says so', async () => {
  const { member, host, tenantId } = await office()
  const chief = app.as(await app.someone('ROLE_TENANT_ADMIN', { tenantId }))
  const { uniqueId } = await book(member, at('09:00'))
  await chief.call(adminApi.remove, { uniqueId: host.uniqueId })
  expect(await app.as(member).call(webCallApi.get, { uniqueId })).toMatchObject({ state: 'CANCELLED', host: { fullName: '' } })
  expect(await slotsOf(member)).toEqual([])
  const [latest] = await chief.call(webCallApi.history, { uniqueId })
  expect(latest).toMatchObject({ action: 'CHANGED', changes: { state: { before: 'BOOKED', after: 'CANCELLED' } } })
})

test('calls are cancelled when the account of their host or member is closed, and when the host gets a role that has none', async () => {
  const { member, host, tenantId } = await office()
  const chief = app.as(await app.someone('ROLE_TENANT_ADMIN', { tenantId }))
  const other = await app.someone('ROLE_BUISNESS', { tenantId })
  const [kept, closed] = [await book(member, at('09:00')), await book(other, at('09:30'))]
  const stateOf = async ({ uniqueId }: typeof kept) => (await chief.call(webCallApi.get, { uniqueId })).state

  await chief.call(adminApi.setActive, { uniqueId: other.uniqueId, isActive: false })
  expect([await stateOf(kept), await stateOf(closed)]).toEqual(['BOOKED', 'CANCELLED'])

  await chief.call(adminApi.setActive, { uniqueId: host.uniqueId, isActive: false })
  expect(await stateOf(kept)).toBe('CANCELLED')
  await chief.call(adminApi.setActive, { uniqueId: host.uniqueId, isActive: true })
  expect(await slotsOf(member)).toHaveLength(6)

  const again = await book(member, at('10:00'))
  await chief.call(adminApi.update, { uniqueId: host.uniqueId, adminRole: 'ROLE_LEVEL1' })
  expect(await stateOf(again)).toBe('CANCELLED')
})

test('a member books and moves at most twenty calls with one host in a day, and can cancel after that', async () => {
  const { member } = await office('ROLE_PRO')
  for (let number = 1; number <= 10; number++) {
    const { uniqueId } = await book(member, at('09:00'))
    await app.as(member).call(webCallApi.update, { uniqueId, startsAt: at('10:00') })
    await app.as(member).call(webCallApi.cancel, { uniqueId })
  }
  await expect(book(member, at('09:00'))).rejects.toMatchObject({ status: 429 })
  const queued = await app.asOwner(`select from pgboss.job where name = 'webCall.letter' and data->>'tenantId' = $1`, [
    member.tenantId,
  ])
  expect(queued).toHaveLength(60)
})
