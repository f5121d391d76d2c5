import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { type ReplyDecider, startMailServer } from '../../test/smtp.ts'

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', until: '12:00' }))
const at = (time: string) => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`

/** An application with running jobs, a configurable mail server, and a booked call. */
const booked = async (mood: ReplyDecider = () => undefined) => {
  const sink = await startMailServer({ mood })
  open.push(sink)
  const app = await testApp({ working: true, settings: { SMTP_URL: sink.url, APP_URL: 'https://crm.example' } })
  open.push(app)
  const [host, member] = [await app.someone('ROLE_LEVEL3'), await app.someone('ROLE_ADVANCE')]
  const hours = { timeZone: 'UTC', weekly: everyDay, daysOff: [], meetingLink: 'https://meet.example/room' }
  await app.as(host).call(webCallApi.saveHours, hours)
  const { uniqueId } = await app.as(member).call(webCallApi.create, { startsAt: at('09:00'), about: 'A first market' })
  const texts = () => sink.received.map(({ text }) => text.replace(/=\r\n/g, '').replace(/\r\n /g, ''))
  const remind = () => app.clock('webCall.remind')
  const begins = (ahead: string) =>
    app.asOwner(`update web_call set starts_at = now() + $2::interval where id = $1`, [uniqueId, ahead])
  return { app, sink, host, member, uniqueId, texts, remind, begins }
}

test('both participants get the calendar entry, its update when moved, and its cancellation', async () => {
  const { app, member, uniqueId, sink, texts } = await booked()
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(2)
  const uid = `UID:web-call-${uniqueId}@tradewind`
  for (const text of texts()) expect(text).toContain(uid)
  expect(texts()[0]).toMatch(/method=REQUEST/i)
  expect(texts()[0]).toContain('SEQUENCE:0')
  await app.as(member).call(webCallApi.update, { uniqueId, startsAt: at('10:00') })
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(4)
  for (const text of texts().slice(2)) expect(text).toContain('SEQUENCE:1')
  expect(texts()[2]).toContain(uid)
  await app.as(member).call(webCallApi.cancel, { uniqueId })
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(6)
  for (const text of texts().slice(4)) expect(text).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2|SEQUENCE:2[\s\S]*METHOD:CANCEL/)
}, 60_000)

test('a letter in the tenant’s language has the time in that language, too', async () => {
  const { app, member, uniqueId, sink, texts } = await booked()
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(2)
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(tenantSettingApi.update, { key: 'DEFAULT_LANGUAGE', value: 'de' })
  await app.as(member).call(webCallApi.cancel, { uniqueId })
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(4)
  const day = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(at('09:00')))
  for (const text of texts().slice(2)) expect(text).toContain(day)
}, 60_000)

test('a letter has no link to the call for a member whose plan no longer opens it', async () => {
  const { app, member, host, uniqueId, sink, texts } = await booked()
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(2)
  for (const text of texts()) expect(text).toContain('Open the web call')
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(adminApi.update, { uniqueId: member.uniqueId, adminRole: 'ROLE_FREE' })
  await app.as(host).call(webCallApi.link, { uniqueId, meetingLink: 'https://meet.example/other' })
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(4)
  const links = (text: string) => [text.includes('Open the web call'), text.includes(`webCall/show/${uniqueId}`)]
  const [toMember, toHost] = [member, host].map(({ emailAddress }) => {
    const latest = sink.received.findLastIndex(({ to }) => to.includes(emailAddress))
    return links(texts()[latest]!)
  })
  expect([toMember, toHost]).toEqual([
    [false, false],
    [true, true],
  ])
}, 60_000)

test('each participant is reminded once the day before and once the hour before, by nodes that check at the same time', async () => {
  const { sink, remind, begins, app } = await booked()
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(2)
  await remind()
  await begins('23 hours')
  await Promise.all([remind(), remind(), remind()])
  await remind()
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(4)
  await begins('50 minutes')
  await Promise.all([remind(), remind(), remind()])
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(6)
  await remind()
  await expect
    .poll(() => app.asOwner(`select 1 from pgboss.job where name = 'webCall.letter' and state in ('created', 'active', 'retry')`))
    .toEqual([])
  expect(sink.received).toHaveLength(6)
}, 60_000)

test('a reminder in progress when its node died is not sent again', async () => {
  let isAway = false
  const { app, sink, remind, begins } = await booked((stage) => (stage === 'RCPT' && isAway ? '451 come again' : undefined))
  await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(2)
  isAway = true
  await begins('50 minutes')
  await remind()
  const waiting = `select id from pgboss.job where name = 'webCall.letter' and state = 'retry'`
  await expect.poll(() => app.asOwner(waiting), { timeout: 15_000 }).toHaveLength(2)
  isAway = false
  await app.retryNow('webCall.letter', `, data = jsonb_set(data, '{sending,state}', '"BEGUN"')`)
  await expect.poll(() => app.asOwner(waiting), { timeout: 15_000 }).toEqual([])
  await remind()
  expect(sink.received).toHaveLength(2)
}, 60_000)
