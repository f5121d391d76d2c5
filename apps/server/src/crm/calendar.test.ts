import { MAX_ENTRIES } from '@tradewind/contract/crm/calendar.constants'
import { calendarApi } from '@tradewind/contract/crm/calendar.contract'
import { eventApi, eventInvitationApi } from '@tradewind/contract/crm/event.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
})
afterAll(() => app.close())

const newEvent = (who: TestUser, eventDateTime: string, title: string) =>
  app.as(who).call(eventApi.create, {
    title,
    description: 'A fair',
    eventDateTime,
    location: 'Hall 1',
    organizer: 'Messe',
    organizerContact: 'messe@sample.example',
  })

const month = (of: string) => ({ from: `${of}-01`, to: `${of}-28` })
const read = (who: TestUser, query: object, zone = 'UTC') =>
  app.as(who).call(calendarApi.read, query as { from: string; to: string }, { 'x-time-zone': zone })
const shown = async (who: TestUser, query: object, zone?: string) =>
  (await read(who, query, zone)).entries.map(({ day, kind, title }) => `${day} ${kind} ${title}`)

/** One entry of each kind, created by a user in a month of its own. */
const everyKind = async (who: TestUser, of: string, assigned = who) => {
  const make = crmCalls(app, who)
  const { company, report, summary } = await make.met({ report: { date: `${of}-03` } })
  const task = await make.step(summary.uniqueId, assigned.uniqueId, { byWhen: `${of}-05`, todo: `Task of ${of}` })
  const project = await make.project()
  const place = await make.place(project.uniqueId, company.uniqueId, { nextContact: `${of}-07` })
  return { company, report, summary, task, project, place }
}

test('lists events, meetings, open tasks and next contacts by day, each with its title and where it belongs', async () => {
  const { company, report, task, project, place } = await everyKind(chief, '2030-02')
  const fair = await newEvent(chief, '2030-02-04T09:30:00Z', 'Fair')
  const all = await read(chief, month('2030-02'))
  expect(all).toEqual({
    hasMore: false,
    entries: [
      {
        kind: 'meetingReport',
        uniqueId: report.uniqueId,
        title: company.legalName,
        detail: 'Call',
        day: '2030-02-03',
        moment: null,
        updatedAt: report.updatedAt,
        mayMove: true,
      },
      {
        kind: 'event',
        uniqueId: fair.uniqueId,
        title: 'Fair',
        detail: 'Hall 1',
        day: '2030-02-04',
        moment: '2030-02-04T09:30:00.000Z',
        updatedAt: fair.updatedAt,
        mayMove: true,
      },
      {
        kind: 'nextSteps',
        uniqueId: task.uniqueId,
        title: 'Task of 2030-02',
        detail: company.legalName,
        day: '2030-02-05',
        moment: null,
        updatedAt: task.updatedAt,
        mayMove: true,
      },
      {
        kind: 'projectCompany',
        uniqueId: place.uniqueId,
        title: company.legalName,
        detail: project.name,
        day: '2030-02-07',
        moment: null,
        updatedAt: place.updatedAt,
        mayMove: true,
      },
    ],
  })
  expect(await shown(chief, { ...month('2030-02'), kinds: 'event,nextSteps' })).toEqual([
    '2030-02-04 event Fair',
    '2030-02-05 nextSteps Task of 2030-02',
  ])
  await app.as(chief).call(nextStepsApi.markClosed, { uniqueId: task.uniqueId })
  await app.as(chief).call(eventApi.remove, { uniqueId: fair.uniqueId })
  expect((await read(chief, month('2030-02'))).entries.map(({ kind }) => kind)).toEqual(['meetingReport', 'projectCompany'])
})

test('what has a time is first on its day, so that no month hides it behind the tasks', async () => {
  const { summary } = await crmCalls(app, chief).met({ report: { date: '2030-05-04' } })
  await crmCalls(app, chief).step(summary.uniqueId, chief.uniqueId, { byWhen: '2030-05-04', todo: 'Pack' })
  await newEvent(chief, '2030-05-04T14:00:00Z', 'Fair')
  await newEvent(chief, '2030-05-04T07:30:00Z', 'Breakfast')
  expect((await read(chief, month('2030-05'))).entries.map(({ kind, title }) => (kind === 'event' ? title : kind))).toEqual([
    'Breakfast',
    'Fair',
    'meetingReport',
    'nextSteps',
  ])
})

test('an event is listed on its day in the caller’s time zone', async () => {
  await newEvent(chief, '2030-03-10T23:30:00Z', 'Late')
  const day = { from: '2030-03-10', to: '2030-03-10' }
  expect(await shown(chief, day)).toEqual(['2030-03-10 event Late'])
  expect(await shown(chief, day, 'Europe/Madrid')).toEqual([])
  expect(await shown(chief, { from: '2030-03-11', to: '2030-03-11' }, 'Europe/Madrid')).toEqual(['2030-03-11 event Late'])
})

/** The entries of April that a user sees, and whether they may move them. */
const asSeen = async (who: TestUser) =>
  (await read(who, month('2030-04'))).entries.map(({ kind, day, mayMove }) => [kind, day.slice(8), mayMove])

test('each kind follows its own policy: levels see their own tasks and reports and shared projects; moving requires update rights', async () => {
  const [level1, level3] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })]
  const { company, summary, project } = await everyKind(chief, '2030-04')
  const ada = await crmCalls(app, level3).contact(company.uniqueId)
  await crmCalls(app, level3).report(company.uniqueId, [ada.uniqueId], { date: '2030-04-12' })
  await newEvent(clerk, '2030-04-10T10:00:00Z', 'Of the clerk')
  await crmCalls(app, chief).step(summary.uniqueId, level1.uniqueId, { byWhen: '2030-04-11', todo: 'For level 1' })
  expect(await asSeen(clerk)).toEqual([
    ['meetingReport', '03', false],
    ['nextSteps', '05', false],
    ['projectCompany', '07', false],
    ['event', '10', true],
    ['nextSteps', '11', false],
    ['meetingReport', '12', false],
  ])
  expect(await asSeen(level3)).toEqual([
    ['event', '10', false],
    ['meetingReport', '12', true],
  ])
  expect(await asSeen(level1)).toEqual([
    ['event', '10', false],
    ['nextSteps', '11', false],
  ])
  await app.asOwner(
    `insert into project_share (tenant_id, world_id, project_id, user_id) values ($1, $1, $2, $3), ($1, $1, $2, $4)`,
    [chief.tenantId, project.uniqueId, level1.uniqueId, clerk.uniqueId],
  )
  expect(await asSeen(level1)).toContainEqual(['projectCompany', '07', false])
  expect(await asSeen(clerk)).toContainEqual(['projectCompany', '07', true])
})

test('members see entries of their own partition and no events; free members and visitors have no calendar', async () => {
  const [member, free] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  await everyKind(chief, '2030-05')
  await newEvent(chief, '2030-05-10T10:00:00Z', 'Of staff')
  const { company } = await everyKind(member, '2030-05')
  expect(await shown(member, month('2030-05'))).toEqual([
    `2030-05-03 meetingReport ${company.legalName}`,
    '2030-05-05 nextSteps Task of 2030-05',
    `2030-05-07 projectCompany ${company.legalName}`,
  ])
  await expect(read(free, month('2030-05'))).rejects.toMatchObject({ status: 403 })
  const foreign = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  expect(await shown(foreign, month('2030-05'))).toEqual([])
})

test('“mine” returns what the user created or is assigned to, and contacts of projects they created or share', async () => {
  const { project } = await everyKind(chief, '2030-06', clerk)
  await everyKind(clerk, '2030-06', chief)
  await newEvent(chief, '2030-06-20T10:00:00Z', 'Of the chief')
  expect(await shown(clerk, month('2030-06'))).toHaveLength(7)
  const mine = (await read(clerk, { ...month('2030-06'), mine: true })).entries
  expect(mine.map(({ kind }) => kind)).toEqual(['meetingReport', 'nextSteps', 'projectCompany'])
  expect(mine.map(({ mayMove }) => mayMove)).toEqual([true, false, true])
  await app.as(chief).call(projectApi.update, { uniqueId: project.uniqueId, sharedWith: [clerk.uniqueId] })
  const withShared = (await read(clerk, { ...month('2030-06'), mine: true })).entries
  expect(withShared.map(({ kind }) => kind)).toEqual(['meetingReport', 'nextSteps', 'projectCompany', 'projectCompany'])
})

test('“mine” has events that the user is invited to, until they decline or are removed', async () => {
  const guest = await app.someone('ROLE_LEVEL2')
  const event = await newEvent(chief, '2030-09-20T10:00:00Z', 'Round table')
  await newEvent(chief, '2030-09-21T10:00:00Z', 'Of others')
  const invite = async (who: TestUser) =>
    (await app.as(chief).call(eventInvitationApi.invite, { uniqueId: event.uniqueId, users: [who.uniqueId] })).at(-1)!
  const mine = () => shown(guest, { ...month('2030-09'), mine: true })
  expect(await mine()).toEqual([])
  const invitation = await invite(guest)
  expect(await mine()).toEqual(['2030-09-20 event Round table'])
  const answer = (value: string) =>
    app.asOwner('update event_invitation set answer = $2, answered_for = $3 where id = $1', [
      invitation.uniqueId,
      value,
      event.eventDateTime,
    ])
  await answer('DECLINED')
  expect(await mine()).toEqual([])
  // An answer holds for the time that the event had then.
  await app.as(chief).call(eventApi.update, { uniqueId: event.uniqueId, eventDateTime: '2030-09-22T10:00:00Z' })
  expect(await mine()).toEqual(['2030-09-22 event Round table'])
  await app.as(chief).call(eventInvitationApi.takeOff, { uniqueId: invitation.uniqueId })
  expect(await mine()).toEqual([])
})

test('an entry is moved by its record’s own update call, with the new day and the state that was read', async () => {
  const { report, task, place } = await everyKind(chief, '2030-07')
  const { call } = app.as(chief)
  await call(meetingReportApi.update, { uniqueId: report.uniqueId, date: '2030-07-20', updatedAt: report.updatedAt })
  await call(nextStepsApi.update, { uniqueId: task.uniqueId, byWhen: '2030-07-21', updatedAt: task.updatedAt })
  await call(projectCompanyApi.update, { uniqueId: place.uniqueId, nextContact: '2030-07-22', updatedAt: place.updatedAt })
  expect((await read(chief, month('2030-07'))).entries.map(({ kind, day }) => [kind, day.slice(8)])).toEqual([
    ['meetingReport', '20'],
    ['nextSteps', '21'],
    ['projectCompany', '22'],
  ])
  const again = call(nextStepsApi.update, { uniqueId: task.uniqueId, byWhen: '2030-07-23', updatedAt: task.updatedAt })
  await expect(again).rejects.toMatchObject({ status: 409 })
})

test('a next contact derived from a meeting moves only with the meeting', async () => {
  const { project } = await everyKind(chief, '2030-08')
  const { company } = await crmCalls(app, chief).met({ report: { date: '2030-08-15' } })
  await crmCalls(app, chief).place(project.uniqueId, company.uniqueId)
  const entries = (await read(chief, { from: '2030-08-15', to: '2030-08-15' })).entries
  expect(entries.map(({ kind, mayMove }) => [kind, mayMove])).toEqual([
    ['meetingReport', true],
    ['projectCompany', false],
  ])
})

test('allows at most 62 days and only known kinds, and reports when the result is cut off', async () => {
  const refused = (query: object) =>
    read(chief, query).catch((error: { status: number; data: object }) => [error.status, error.data])
  expect(await refused({ from: '2030-01-01', to: '2030-03-04' })).toEqual([422, { to: 'At most 62 days' }])
  expect(await refused({ from: '2030-01-02', to: '2030-01-01' })).toEqual([422, { to: 'The end is before the start' }])
  expect(await refused({ from: '2030-01-32', to: '2030-01-01' })).toEqual([422, { from: 'Date from is not a day' }])
  expect(await refused({ ...month('2030-01'), kinds: 'event,user' })).toMatchObject([422, { kinds: expect.any(String) }])
  expect((await read(chief, { from: '2030-01-01', to: '2030-03-03' })).hasMore).toBe(false)
  await app.asOwner(
    `insert into event (tenant_id, world_id, title, description, event_date_time, location, organizer, organizer_contact)
     select $1, $1, 'Many ' || n, '', '2031-01-05 10:00Z'::timestamptz + n * interval '1 minute', '', '', '' from generate_series(1, ${MAX_ENTRIES + 1}) n`,
    [chief.tenantId],
  )
  const { entries, hasMore } = await read(chief, month('2031-01'))
  expect([entries.length, entries[0]?.title, hasMore]).toEqual([MAX_ENTRIES, 'Many 1', true])
})
