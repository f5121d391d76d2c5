import { MAX_FEEDS } from '@tradewind/contract/crm/calendar.constants'
import { calendarApi } from '@tradewind/contract/crm/calendar.contract'
import { eventApi } from '@tradewind/contract/crm/event.contract'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const subscribe = (who: TestUser, asked: { what: 'own' | 'project' | 'events'; project?: string } = { what: 'own' }) =>
  app.as(who).call(calendarApi.createFeed, asked)
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const fetched = (path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.fastify.inject({ method: 'GET', url: path, headers, remoteAddress })
const status = async (path: string) => (await fetched(path)).statusCode
const calendarAt = async (path: string) => new ICAL.Component(ICAL.parse((await fetched(path)).body))
const eventsAt = async (path: string) =>
  (await calendarAt(path)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
const titlesAt = async (path: string) => (await eventsAt(path)).map(({ summary }) => summary)

const newEvent = (who: TestUser, title: string, over: object = {}) =>
  app.as(who).call(eventApi.create, {
    title,
    description: 'A fair',
    eventDateTime: `${inDays(20)}T09:30:00Z`,
    location: 'Hall 1',
    organizer: 'Messe',
    organizerContact: 'messe@sample.example',
    ...over,
  })

test('a feed is valid iCalendar: all-day dates, UTC times, and long texts and special characters survive a round trip', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const make = crmCalls(app, who)
  const { company, summary } = await make.met({ report: { date: inDays(3) } })
  const todo = `Größe; Menge, Preis \\ und\n„Süßwaren“ 🧭 ${'Donaudampfschifffahrt '.repeat(9)}`.trim()
  const task = await make.step(summary.uniqueId, who.uniqueId, { byWhen: inDays(4), todo })
  const fair = await newEvent(who, 'Anuga, Köln', { location: 'Halle 7; Stand B' })
  const path = pathOf(await subscribe(who))
  const { statusCode, headers, body } = await fetched(path)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' })
  expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const calendar = await calendarAt(path)
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const [meeting, work, event] = await eventsAt(path)
  expect([meeting!.summary, meeting!.startDate.isDate, String(meeting!.startDate)]).toEqual([
    `Meeting: ${company.legalName}`,
    true,
    inDays(3),
  ])
  expect([work!.summary, work!.uid, work!.description]).toEqual([
    `Task: ${todo}`,
    `nextSteps-${task.uniqueId}@tradewind`,
    company.legalName,
  ])
  expect([event!.summary, event!.location, event!.startDate.toJSDate().toISOString(), String(event!.startDate.zone)]).toEqual([
    'Anuga, Köln',
    'Halle 7; Stand B',
    `${inDays(20)}T09:30:00.000Z`,
    'UTC',
  ])
  expect(event!.component.getFirstPropertyValue('url')).toBe(`http://localhost:3000/crm/event/show/${fair.uniqueId}`)
})

test('a change keeps the UID, raises SEQUENCE and changes the ETag; an unchanged feed returns 304', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const fair = await newEvent(who, 'Before')
  await app.asOwner(`update event set created_at = created_at - interval '1 hour' where id = $1`, [fair.uniqueId])
  const path = pathOf(await subscribe(who))
  const first = await fetched(path)
  const etag = String(first.headers['etag'])
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await fetched(path, { 'if-none-match': known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  const [before] = await eventsAt(path)
  await app.asOwner(`update event set updated_at = updated_at - interval '1 minute' where id = $1`, [fair.uniqueId])
  const [older] = await eventsAt(path)
  expect([older!.uid, before!.sequence - older!.sequence]).toEqual([before!.uid, 60])
  await app.as(who).call(eventApi.update, { uniqueId: fair.uniqueId, title: 'After' })
  const changed = await fetched(path, { 'if-none-match': etag })
  expect([changed.statusCode, changed.headers['etag'] === etag]).toEqual([200, false])
  expect(await titlesAt(path)).toEqual(['After'])
})

test('a feed contains the user’s own entries, those of a project, or events, from 90 days back to a year ahead', async () => {
  const [who, other] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const make = crmCalls(app, who)
  const { company, summary } = await make.met({ report: { date: inDays(2) } })
  const give = (to: TestUser, days: number, todo: string) =>
    make.step(summary.uniqueId, to.uniqueId, { byWhen: inDays(days), todo })
  for (const [days, todo] of [
    [-91, 'Long ago'],
    [-90, 'A while ago'],
    [365, 'In a year'],
    [366, 'Later'],
  ] as const)
    await give(who, days, todo)
  await give(other, 5, 'Of another')
  const project = await make.project()
  await make.place(project.uniqueId, company.uniqueId, { nextContact: inDays(6) })
  await crmCalls(app, who).met({ report: { date: inDays(2) }, company: { legalName: 'Outside of it' } })
  await newEvent(other, 'Fair')
  expect(await titlesAt(pathOf(await subscribe(who)))).toEqual([
    'Task: A while ago',
    `Meeting: ${company.legalName}`,
    'Meeting: Outside of it',
    `Next contact: ${company.legalName}`,
    'Task: In a year',
  ])
  const ofProject = pathOf(await subscribe(who, { what: 'project', project: project.uniqueId }))
  expect(await titlesAt(ofProject)).toEqual([
    'Task: A while ago',
    `Meeting: ${company.legalName}`,
    'Task: Of another',
    `Next contact: ${company.legalName}`,
    'Task: In a year',
  ])
  const fairs = await titlesAt(pathOf(await subscribe(who, { what: 'events' })))
  expect(fairs).toContain('Fair')
  expect(fairs.filter((title) => /^(Task|Meeting|Next contact):/.test(title))).toEqual([])
})

test('rights are checked at each fetch: entries no longer visible are gone, and so is the feed of a hidden project', async () => {
  const level = await app.someone('ROLE_LEVEL2')
  const make = crmCalls(app, chief)
  const { company, summary } = await make.met()
  await make.step(summary.uniqueId, level.uniqueId, { byWhen: inDays(1), todo: 'To do' })
  const project = await make.project({ sharedWith: [level.uniqueId] })
  await make.place(project.uniqueId, company.uniqueId, { nextContact: inDays(2) })
  const [own, ofProject] = [
    pathOf(await subscribe(level)),
    pathOf(await subscribe(level, { what: 'project', project: project.uniqueId })),
  ]
  expect(await titlesAt(own)).toEqual(['Task: To do', `Next contact: ${company.legalName}`])
  expect(await titlesAt(ofProject)).toEqual(['Task: To do', `Next contact: ${company.legalName}`])
  await app.as(chief).call(projectApi.update, { uniqueId: project.uniqueId, sharedWith: [] })
  expect(await titlesAt(own)).toEqual(['Task: To do'])
  expect(await status(ofProject)).toBe(404)
  expect((await app.as(level).call(calendarApi.feeds, {})).map((feed) => feed.project)).toEqual([null, null])
})

test('every invalid address returns the same response', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const { url, uniqueId } = await subscribe(who)
  const path = pathOf({ url })
  const token = path.slice('/calendar/'.length, -'.ics'.length)
  const foreign = token.replace(app.main.uniqueId, app.other.uniqueId)
  const answers = []
  const wrong = ['x', `${foreign}.ics`, `${token.slice(0, -2)}.ics`, token, `${crypto.randomUUID()}${token.slice(36)}.ics`]
  for (const file of wrong) answers.push(await fetched(`/calendar/${file}`))
  await app.as(who).call(calendarApi.endFeed, { uniqueId })
  answers.push(await fetched(path))
  for (const { statusCode, body, headers } of answers)
    expect([statusCode, body, headers['cache-control'], headers['etag']]).toEqual([
      404,
      'Not found',
      'private, no-cache',
      undefined,
    ])
  expect(answers).toHaveLength(6)
})

test('links of other kinds do not open a calendar', async () => {
  const { links, db } = app.appContext
  const scope = { tenantId: chief.tenantId, partitionId: chief.partitionId }
  const { token } = await db.write(scope, (tx) =>
    links.make(tx, chief.tenantId, { purpose: 'EXPORT', userId: chief.uniqueId, subject: '{"what":"own"}', minutes: 5 }),
  )
  expect(await status(`/calendar/${token}.ics`)).toBe(404)
})

test('a feed ends on a password change, when the user loses access, and when the new role has no calendar', async () => {
  const [changing, resetting, leaving, falling] = [
    await app.someone('ROLE_ADMIN', { password: 'An old long password' }),
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_PRO'),
  ]
  const paths = []
  for (const who of [changing, resetting, leaving, falling]) paths.push(pathOf(await subscribe(who)))
  for (const path of paths) expect(await status(path)).toBe(200)
  const password = 'Another long one, 42'
  await app
    .as(changing)
    .call(identityApi.changePassword, { currentPassword: 'An old long password', password, confirmPassword: password })
  const { token } = await app.appContext.db.write({ tenantId: resetting.tenantId, partitionId: resetting.partitionId }, (tx) =>
    app.appContext.links.make(tx, resetting.tenantId, {
      purpose: 'RESET_PASSWORD',
      userId: resetting.uniqueId,
      minutes: 60,
    }),
  )
  await app.as(undefined).call(identityApi.resetPassword, { token, password, confirmPassword: password })
  await app.as(chief).call(adminApi.remove, { uniqueId: leaving.uniqueId })
  await app.asOwner(`update user_account set role = 'ROLE_FREE' where id = $1`, [falling.uniqueId])
  for (const path of paths) expect(await status(path)).toBe(404)
  expect(await app.as(changing).call(calendarApi.feeds, {})).toEqual([])
})

test('a feed ends when its tenant is deleted', async () => {
  const tenant = await app.tenant('Closing')
  const who = await app.someone('ROLE_TENANT_ADMIN', { tenantId: tenant.uniqueId })
  const path = pathOf(await subscribe(who))
  expect(await status(path)).toBe(200)
  await app.asOwner('update tenant set deleted_at = now() where id = $1', [tenant.uniqueId])
  app.appContext.tenants.forget()
  expect(await status(path)).toBe(404)
})

test('a user lists their feeds without the address, which is never stored, and can have at most ten', async () => {
  const [who, other] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const made = await subscribe(who)
  const token = pathOf(made).slice('/calendar/'.length, -'.ics'.length)
  const kept = await app.asOwner<{ row: string }>('select t::text as row from link_token t')
  expect(kept.some(({ row }) => row.includes(token) || row.includes(token.slice(37)))).toBe(false)
  expect(await app.as(who).call(calendarApi.feeds, {})).toEqual([
    { uniqueId: made.uniqueId, what: 'own', project: null, dateCreated: expect.any(String), lastFetched: null },
  ])
  await fetched(pathOf(made))
  expect((await app.as(who).call(calendarApi.feeds, {}))[0]!.lastFetched).toEqual(expect.any(String))
  await expect(app.as(other).call(calendarApi.endFeed, { uniqueId: made.uniqueId })).rejects.toMatchObject({ status: 404 })
  for (let count = 1; count < MAX_FEEDS; count++) await subscribe(who, { what: 'events' })
  await expect(subscribe(who)).rejects.toMatchObject({ status: 422, data: { what: expect.stringContaining('10') } })
  await app.as(who).call(calendarApi.endFeed, { uniqueId: made.uniqueId })
  await subscribe(who)
})

test('a project feed requires a project that the user can see', async () => {
  const level = await app.someone('ROLE_LEVEL1')
  const project = await crmCalls(app, chief).project()
  const refused = (asked: Parameters<typeof subscribe>[1]) =>
    subscribe(level, asked).catch((error: { data: object }) => error.data)
  expect(await refused({ what: 'project', project: project.uniqueId })).toEqual({ project: 'Choose a project' })
  expect(await refused({ what: 'project' })).toEqual({ project: 'Choose a project' })
  expect(await refused({ what: 'own', project: project.uniqueId })).toMatchObject({ project: expect.any(String) })
  const free = await app.someone('ROLE_FREE')
  await expect(subscribe(free)).rejects.toMatchObject({ status: 403 })
})

test('an address can be fetched sixty times an hour', async () => {
  const who = await app.someone('ROLE_ADMIN')
  const path = pathOf(await subscribe(who))
  for (let count = 0; count < 60; count++) expect((await fetched(path, {}, `192.0.2.${count}`)).statusCode).toBe(200)
  const { statusCode, headers } = await fetched(path, {}, '198.51.100.1')
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
})
