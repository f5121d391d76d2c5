import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { eventApi, eventInvitationApi } from '@tradewind/contract/crm/event.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredMail } from '#services/mail'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { APP_URL: 'https://crm.example' } })
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const fields = {
  title: 'Werkzeugtage, Stuttgart; “Halle 1”',
  description: 'Fair for turning.\nTwo days.',
  eventDateTime: '2031-05-05T10:00:00.000Z',
  location: 'Messepiazza 1, Stuttgart',
  organizer: 'Neckar Fachmessen',
  organizerContact: 'besucher@werkzeugtage.example',
}
const newEvent = (who = chief) => app.as(who).call(eventApi.create, fields)
const address = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.test`
const invite = (uniqueId: string, named: object, who = chief) =>
  app.as(who).call(eventInvitationApi.invite, { uniqueId, ...named })
const invited = (uniqueId: string, who = chief) => app.as(who).call(eventInvitationApi.list, { uniqueId })

interface Payload {
  invitationId: string
  letter: number
}
/** The letters with a job, in order. */
const ordered = (invitationId: string) =>
  app.asOwner<{ data: Payload }>(
    `select data from pgboss.job where name = 'event.letter' and data->>'invitationId' = $1 order by (data->>'letter')::int`,
    [invitationId],
  )
/** Runs all jobs of an invitation, each this number of times. */
const send = async (invitationId: string, times = 1) => {
  for (const { data } of await ordered(invitationId))
    for (let time = 0; time < times; time++) await app.work('event.letter', data)
}
const mailsTo = async (to: string) =>
  (await app.appContext.mail.mailbox!()).filter((mail) => mail.to === to).toSorted((one, other) => one.at.localeCompare(other.at))

/** The fields that a calendar reads from a mail. */
const entryIn = ({ calendar }: StoredMail) => {
  const read = new ICAL.Component(ICAL.parse(calendar!.text))
  const entry = read.getFirstSubcomponent('vevent')!
  const of = (name: string) => entry.getFirstPropertyValue(name)?.toString()
  const [attendee, organizer] = [entry.getFirstProperty('attendee')!, entry.getFirstProperty('organizer')!]
  return {
    method: read.getFirstPropertyValue('method'),
    uid: of('uid'),
    sequence: Number(of('sequence')),
    summary: of('summary'),
    description: of('description'),
    location: of('location'),
    start: of('dtstart'),
    status: of('status'),
    attendee: attendee.getFirstValue(),
    rsvp: attendee.getParameter('rsvp'),
    organizer: organizer.getFirstValue(),
  }
}
const linkIn = ({ text }: StoredMail) => /https:\/\/crm\.example\/invitation\/([^?\s]+)/.exec(text)?.[1] ?? ''

/** An event with one guest, whose invitation has gone out. */
const withGuest = async (who = chief) => {
  const event = await newEvent(who)
  const to = address()
  const [row] = await invite(event.uniqueId, { addresses: [to] }, who)
  await send(row!.uniqueId)
  return { event, to, id: row!.uniqueId, token: linkIn((await mailsTo(to))[0]!) }
}

test('an invitation is sent as one mail with a calendar entry, however often its job runs', async () => {
  const event = await newEvent()
  const to = address()
  const [row, ...more] = await invite(event.uniqueId, { addresses: [to] })
  expect(more).toEqual([])
  expect(row).toMatchObject({ emailAddress: to, name: '', state: 'WAITING', answer: null, problem: null })
  await send(row!.uniqueId, 3)
  const [mail, ...others] = await mailsTo(to)
  expect(others).toEqual([])
  expect(mail!.calendar!.method).toBe('REQUEST')
  for (const line of mail!.calendar!.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(entryIn(mail!)).toEqual({
    method: 'REQUEST',
    uid: `event-${event.uniqueId}@tradewind`,
    sequence: expect.any(Number),
    summary: fields.title,
    description: fields.description,
    location: fields.location,
    start: '2031-05-05T10:00:00Z',
    status: 'CONFIRMED',
    attendee: `mailto:${to}`,
    rsvp: 'TRUE',
    organizer: `mailto:${chief.emailAddress}`,
  })
  expect(mail!.text).toContain(`Accept or decline: https://crm.example/invitation/`)
  expect(mail!.text).toContain('Where: Messepiazza 1, Stuttgart')
  expect(mail!.html).toContain('Fair for turning.<br>Two days.')
  expect(await invited(event.uniqueId)).toMatchObject([{ state: 'SENT' }])
})

test('a change of time, place or title is sent once with a higher sequence; other changes are not sent', async () => {
  const { event, to, id } = await withGuest()
  const { uniqueId } = event
  await app.as(chief).call(eventApi.update, { uniqueId, description: 'Three days.' })
  expect(await ordered(id)).toHaveLength(1)
  await app.as(chief).call(eventApi.update, { uniqueId, eventDateTime: '2031-06-05T10:00:00.000Z' })
  await app.as(chief).call(eventApi.update, { uniqueId, location: 'Hall 9' })
  await send(id, 2)
  const mails = await mailsTo(to)
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Invitation', 'Changed'])
  const [first, second] = mails.map(entryIn)
  expect(second).toMatchObject({ method: 'REQUEST', uid: first!.uid, start: '2031-06-05T10:00:00Z', location: 'Hall 9' })
  expect(second!.sequence).toBeGreaterThan(first!.sequence)
})

test('deleting an event sends a cancellation, and restoring it sends an invitation again', async () => {
  const { event, to, id } = await withGuest()
  const { uniqueId } = event
  await app.as(chief).call(eventApi.remove, { uniqueId })
  await send(id)
  await app.as(chief).call(trashApi.restore, { kind: 'event', uniqueIds: [uniqueId] })
  await expect.poll(async () => (await ordered(id)).length).toBe(3)
  await send(id)
  const entries = (await mailsTo(to)).map(entryIn)
  expect(entries.map(({ method, status }) => [method, status])).toEqual([
    ['REQUEST', 'CONFIRMED'],
    ['CANCEL', 'CANCELLED'],
    ['REQUEST', 'CONFIRMED'],
  ])
  const sequences = entries.map(({ sequence }) => sequence)
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other))
})

test('a change undone before its letter was sent is not sent at all', async () => {
  const { event, to, id } = await withGuest()
  await app.as(chief).call(eventApi.remove, { uniqueId: event.uniqueId })
  await app.as(chief).call(trashApi.restore, { kind: 'event', uniqueIds: [event.uniqueId] })
  await app.clock('event.letters')
  await send(id)
  expect(await mailsTo(to)).toHaveLength(1)
  expect(await invited(event.uniqueId)).toMatchObject([{ state: 'SENT' }])
})

test('a change waits until it can no longer be undone, and one that was undone is not sent; an invitation does not wait', async () => {
  const { event, to, id } = await withGuest()
  const { uniqueId, eventDateTime } = event
  await app.as(chief).call(eventApi.update, { uniqueId, eventDateTime: '2031-06-05T10:00:00.000Z' })
  const waiting = await app.asOwner<{ letter: number; waits: boolean }>(
    `select (data->>'letter')::int as letter, start_after > created_on as waits from pgboss.job
     where name = 'event.letter' and data->>'invitationId' = $1 order by 1`,
    [id],
  )
  expect(waiting).toEqual([
    { letter: 1, waits: false },
    { letter: 2, waits: true },
  ])
  await app.as(chief).call(eventApi.update, { uniqueId, eventDateTime })
  await send(id)
  expect(await mailsTo(to)).toHaveLength(1)
  expect(await invited(uniqueId)).toMatchObject([{ state: 'SENT' }])
})

test('a removed guest is notified of that and of no later change; invited again, they are asked again', async () => {
  const { event, to, id } = await withGuest()
  await app.as(chief).call(eventInvitationApi.takeOff, { uniqueId: id })
  expect(await invited(event.uniqueId)).toEqual([])
  await app.as(chief).call(eventApi.update, { uniqueId: event.uniqueId, title: 'Another title' })
  await send(id)
  expect((await mailsTo(to)).map(({ calendar }) => calendar!.method)).toEqual(['REQUEST', 'CANCEL'])
  await invite(event.uniqueId, { addresses: [to.toUpperCase()] })
  await send(id)
  const methods = (await mailsTo(to)).map(({ calendar }) => calendar!.method)
  expect(methods).toEqual(['REQUEST', 'CANCEL', 'REQUEST'])
  const never = await newEvent()
  const [row] = await invite(never.uniqueId, { addresses: [address()] })
  await app.as(chief).call(eventInvitationApi.takeOff, { uniqueId: row!.uniqueId })
  await send(row!.uniqueId)
  expect(await mailsTo(row!.emailAddress)).toEqual([])
})

test('an answer is a POST by the secret link, the last one counts, and a new time resets it', async () => {
  const { event, token, to } = await withGuest()
  const visitor = app.as(undefined)
  const look = () => visitor.call(eventInvitationApi.invitation, { token })
  expect(await look()).toMatchObject({ title: fields.title, tenantName: 'Main', answer: null, phase: 'OPEN' })
  expect(await invited(event.uniqueId)).toMatchObject([{ emailAddress: to, answer: null }])
  await visitor.call(eventInvitationApi.answer, { token, answer: 'ACCEPTED' })
  expect(await invited(event.uniqueId)).toMatchObject([{ answer: 'ACCEPTED', answeredAt: expect.any(String) }])
  expect(await visitor.call(eventInvitationApi.answer, { token, answer: 'DECLINED' })).toMatchObject({ answer: 'DECLINED' })
  expect(await invited(event.uniqueId)).toMatchObject([{ answer: 'DECLINED' }])
  const [form] = [{ 'content-type': 'application/x-www-form-urlencoded' }]
  const url = `/api/event/invitation/${token}`
  const posted = await app.fastify.inject({ method: 'POST', url, payload: 'answer=ACCEPTED', headers: form })
  expect([posted.statusCode, posted.json().data.answer]).toEqual([200, 'ACCEPTED'])
  await app.as(chief).call(eventApi.update, { uniqueId: event.uniqueId, eventDateTime: '2031-07-07T10:00:00.000Z' })
  expect(await invited(event.uniqueId)).toMatchObject([{ answer: null, answeredAt: null }])
  await app.as(chief).call(eventApi.remove, { uniqueId: event.uniqueId })
  expect(await look()).toMatchObject({ phase: 'CANCELLED' })
  await expect(visitor.call(eventInvitationApi.answer, { token, answer: 'ACCEPTED' })).rejects.toMatchObject({ status: 409 })
})

test('the secret is stored in no table, opens nothing else, and guessing it is rate-limited', async () => {
  const { token, id } = await withGuest()
  const [kept] = await app.asOwner<{ row: string }>('select to_jsonb(l)::text as row from link_token l where id = $1', [id])
  expect(kept!.row).not.toContain(token.split('.')[1])
  const visitor = app.as(undefined)
  await expect(visitor.call(eventInvitationApi.invitation, { token: `${token.slice(0, -2)}xx` })).rejects.toMatchObject({
    status: 404,
  })
  const guess = () => app.fastify.inject({ url: '/api/event/invitation/x', remoteAddress: '203.0.113.9' })
  const statuses = new Set<number>()
  for (let time = 0; time < 32; time++) statuses.add((await guess()).statusCode)
  expect([...statuses]).toEqual([404, 429])
})

test('contacts and users are invited by name, each address once, and only contacts that the inviter may see', async () => {
  const { contact } = await crmCalls(app, chief).met()
  const email = address()
  await app.as(chief).call(contactApi.update, { uniqueId: contact.uniqueId, email })
  const colleague = await app.someone('ROLE_LEVEL1')
  const { uniqueId } = await newEvent()
  const named = { contacts: [contact.uniqueId], users: [colleague.uniqueId], addresses: [email.toUpperCase()] }
  const rows = await invite(uniqueId, named)
  expect(new Set(rows.map(({ name, emailAddress }) => `${name} ${emailAddress}`))).toEqual(
    new Set([`${contact.fullName} ${email}`, `${colleague.fullName} ${colleague.emailAddress}`]),
  )
  expect(await invite(uniqueId, named)).toHaveLength(2)
  await app.as(chief).call(contactApi.update, { uniqueId: contact.uniqueId, email: null })
  const silent = { contacts: [contact.uniqueId] }
  const message = `${contact.fullName} has no email address`
  await expect(invite(uniqueId, silent)).rejects.toMatchObject({ status: 422, data: { contacts: message } })
  const member = await app.someone('ROLE_PRO')
  const theirs = await crmCalls(app, member).met()
  const foreign = { contacts: [theirs.contact.uniqueId] }
  await expect(invite(uniqueId, foreign)).rejects.toMatchObject({ status: 422, data: { contacts: 'Choose your own contacts' } })
  await expect(invite(uniqueId, { users: [member.uniqueId] })).rejects.toMatchObject({ status: 422 })
  await expect(invite(uniqueId, {})).rejects.toMatchObject({ status: 422, data: { contacts: 'Choose whom to invite' } })
})

test('only users who may change the event may invite and see who is invited', async () => {
  const [clerk, reader] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const { event, id } = await withGuest()
  const { uniqueId } = event
  for (const who of [clerk, reader]) {
    const on = app.as(who)
    await expect(on.call(eventInvitationApi.list, { uniqueId })).rejects.toMatchObject({ status: 403 })
    await expect(invite(uniqueId, { addresses: [address()] }, who)).rejects.toMatchObject({ status: 403 })
    await expect(on.call(eventInvitationApi.takeOff, { uniqueId: id })).rejects.toMatchObject({ status: 403 })
    await expect(on.call(eventInvitationApi.resend, { uniqueId: id })).rejects.toMatchObject({ status: 403 })
  }
  const own = await newEvent(clerk)
  expect(await invite(own.uniqueId, { addresses: [address()] }, clerk)).toHaveLength(1)
})

test('an invitation is resent on request, with the same sequence', async () => {
  const { to, id, event } = await withGuest()
  const again = () => app.as(chief).call(eventInvitationApi.resend, { uniqueId: id })
  expect(await again()).toMatchObject({ state: 'WAITING' })
  await expect(again()).rejects.toMatchObject({ status: 409 })
  await send(id)
  const [first, second, ...more] = (await mailsTo(to)).map(entryIn)
  expect(more).toEqual([])
  expect(second!.sequence).toBe(first!.sequence)
  expect(await invited(event.uniqueId)).toMatchObject([{ state: 'SENT' }])
})

const many = (count: number) => Array.from({ length: count }, address)

test('at most 200 people can be invited to an event', async () => {
  const { uniqueId } = await newEvent()
  await invite(uniqueId, { addresses: many(200) })
  const sentence = 'At most 200 people are invited to an event'
  await expect(invite(uniqueId, { addresses: many(1) })).rejects.toMatchObject({ status: 422, data: { contacts: sentence } })
  expect(await invited(uniqueId)).toHaveLength(200)
})

test('an address gets at most 30 letters about events in a day, whatever causes them, and a cancellation after that', async () => {
  const { to, id, event } = await withGuest()
  const { uniqueId } = event
  const rename = (number: number) => app.as(chief).call(eventApi.update, { uniqueId, location: `Hall ${number}` })
  for (let number = 2; number <= 29; number++) await rename(number)
  await send(id)
  await app.as(chief).call(eventInvitationApi.resend, { uniqueId: id })
  const message = `${to} has received 30 emails about events in 24 hours. Please try again later.`
  const refused = { status: 429, message }
  await expect(rename(31)).rejects.toMatchObject(refused)
  expect(await app.as(chief).call(eventApi.get, { uniqueId })).toMatchObject({ location: 'Hall 29' })
  await send(id)
  await expect(app.as(chief).call(eventInvitationApi.resend, { uniqueId: id })).rejects.toMatchObject(refused)
  await expect(invite((await newEvent()).uniqueId, { addresses: [to] })).rejects.toMatchObject(refused)
  await expect(invite((await newEvent()).uniqueId, { addresses: [to.replace('@', '+x@')] })).rejects.toMatchObject({
    status: 429,
  })
  expect(await invite((await newEvent()).uniqueId, { addresses: [address()] })).toHaveLength(1)
  await app.as(chief).call(eventApi.remove, { uniqueId })
  await send(id)
  expect(entryIn((await mailsTo(to)).at(-1)!).method).toBe('CANCEL')
  await expect(app.as(chief).call(trashApi.restore, { kind: 'event', uniqueIds: [uniqueId] })).rejects.toMatchObject(refused)
})

test('sub-addresses of one mailbox that are invited at once count together', async () => {
  const { uniqueId } = await newEvent()
  const addresses = Array.from({ length: 31 }, (_, at) => `once+${at}@elsewhere.test`)
  await expect(invite(uniqueId, { addresses })).rejects.toMatchObject({ status: 429 })
  expect(await invite(uniqueId, { addresses: addresses.slice(1) })).toHaveLength(30)
})

/** The fields that a calendar reads from a file. */
const entryInFile = (body: string) => {
  const read = new ICAL.Component(ICAL.parse(body))
  const entry = read.getFirstSubcomponent('vevent')!
  const of = (name: string) => entry.getFirstPropertyValue(name)?.toString()
  return {
    method: read.getFirstPropertyValue('method'),
    uid: of('uid'),
    summary: of('summary'),
    start: of('dtstart'),
    url: of('url'),
  }
}

test('an event is downloaded for a calendar by those who see it, and by whom it invites, as the same entry as in the mail', async () => {
  const { event, to, token } = await withGuest()
  const { uid } = entryIn((await mailsTo(to))[0]!)
  const same = { method: 'PUBLISH', uid, summary: fields.title, start: '2031-05-05T10:00:00Z' }
  const own = await app.as(chief).send(eventApi.calendarFile, { uniqueId: event.uniqueId })
  expect(own.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8' })
  expect(own.headers['content-disposition']).toMatch(/^attachment; .*\.ics/)
  expect(entryInFile(own.body)).toEqual({ ...same, url: `https://crm.example/crm/event/show/${event.uniqueId}` })
  expect(own.body).not.toContain('X-WR-CALNAME') // a calendar to subscribe to
  const guest = await app.as(undefined).send(eventInvitationApi.calendarFile, { token })
  expect(entryInFile(guest.body)).toEqual({ ...same, url: `https://crm.example/invitation/${token}` })

  const { uniqueId: tenantId } = await app.tenant('Elsewhere')
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  expect((await app.as(stranger).send(eventApi.calendarFile, { uniqueId: event.uniqueId })).statusCode).toBe(404)
  expect((await app.as(undefined).send(eventInvitationApi.calendarFile, { token: `${token}x` })).statusCode).toBe(404)
  await app.as(chief).call(eventApi.remove, { uniqueId: event.uniqueId })
  expect((await app.as(undefined).send(eventInvitationApi.calendarFile, { token })).statusCode).toBe(409)
})

test('the file of an event has a name where its title is cut in the middle of a character', async () => {
  const title = `${'x'.repeat(79)}\u{1F389} party`
  const event = await app.as(chief).call(eventApi.create, { ...fields, title })
  const file = await app.as(chief).send(eventApi.calendarFile, { uniqueId: event.uniqueId })
  expect(file.headers['content-disposition']).toContain(`filename="${'x'.repeat(79)}.ics"`)
})

test('a letter and its calendar entry say that a long description continues on the page', async () => {
  const beginning = `${'word '.repeat(399)}word\u{1F389}`
  const event = await app.as(chief).call(eventApi.create, { ...fields, description: `${beginning}${' more'.repeat(10)}` })
  const to = address()
  const [row] = await invite(event.uniqueId, { addresses: [to] })
  await send(row!.uniqueId)
  const [mail] = await mailsTo(to)
  expect(entryIn(mail!).description).toBe(`${beginning}…`)
  expect(mail!.text).toContain(`${beginning}…\n`)
})

test('an invited user gets each letter in the language that they have now', async () => {
  const guest = await app.someone('ROLE_LEVEL1')
  const speak = (language: string) =>
    app.asOwner('update user_account set language = $2 where id = $1', [guest.uniqueId, language])
  await speak('fr')
  const { uniqueId } = await newEvent()
  const [row] = await invite(uniqueId, { users: [guest.uniqueId] })
  await speak('de')
  await send(row!.uniqueId)
  expect((await mailsTo(guest.emailAddress))[0]!.subject).toMatch(/^Einladung: /)
})

const timeIn = async (mailbox: string) => /When: .*/.exec((await mailsTo(mailbox))[0]!.text)?.[0]

test('an invited user reads the time in their own time zone, anybody else in that of the tenant', async () => {
  const guest = await app.someone('ROLE_LEVEL1')
  await app.asOwner(`update user_account set time_zone = 'America/New_York' where id = $1`, [guest.uniqueId])
  const to = address()
  const { uniqueId } = await newEvent()
  for (const { uniqueId: id } of await invite(uniqueId, { users: [guest.uniqueId], addresses: [to] })) await send(id)
  expect(await timeIn(guest.emailAddress)).toBe('When: Monday, 5 May 2031 at 06:00 (America/New_York)')
  expect(await timeIn(to)).toBe('When: Monday, 5 May 2031 at 10:00 (UTC)')
})
