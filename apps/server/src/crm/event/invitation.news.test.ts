import { eventApi, eventInvitationApi } from '@tradewind/contract/crm/event.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#kit/days'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { APP_URL: 'https://crm.example' } })
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const fields = {
  title: 'Open day',
  description: 'At our place',
  location: 'Hall 1',
  organizer: 'Sample',
  organizerContact: 'sam@sample.example',
}
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const change = (input: { uniqueId: string; [field: string]: unknown }) => app.as(chief).call(eventApi.update, input)
const invite = (uniqueId: string, people: object) => app.as(chief).call(eventInvitationApi.invite, { uniqueId, ...people })
const invited = (uniqueId: string) => app.as(chief).call(eventInvitationApi.list, { uniqueId })

/** Runs all jobs of an invitation. */
const send = async (invitationId: string) => {
  const jobs = await app.asOwner<{ data: object }>(
    `select data from pgboss.job where name = 'event.letter' and data->>'invitationId' = $1 order by (data->>'letter')::int`,
    [invitationId],
  )
  for (const { data } of jobs) await app.work('event.letter', data)
}
const mailsTo = async (address: string) =>
  (await app.appContext.mail.mailbox!())
    .filter(({ to }) => to === address)
    .toSorted((one, other) => one.at.localeCompare(other.at))
const methodsTo = async (address: string) => (await mailsTo(address)).map(({ calendar }) => calendar!.method)

/** An event with one guest who has the invitation; by default a guest of whom only the address is known. */
const withGuest = async (eventDateTime: string, user?: TestUser) => {
  const { uniqueId } = await app.as(chief).call(eventApi.create, { ...fields, eventDateTime })
  const address = user?.emailAddress ?? `guest.${crypto.randomUUID().slice(0, 8)}@example.test`
  const [row] = await invite(uniqueId, user ? { users: [user.uniqueId] } : { addresses: [address] })
  const id = row!.uniqueId
  await send(id)
  const token = /\/invitation\/([^?\s]+)/.exec((await mailsTo(address))[0]!.text)![1]!
  return { uniqueId, address, id, token }
}

test('nobody is mailed that an event was changed or deleted that is over', async () => {
  const { uniqueId, address, id } = await withGuest(inDays(-30))
  await change({ uniqueId, location: 'Hall 2', eventDateTime: inDays(-31) })
  await app.as(chief).call(eventApi.remove, { uniqueId })
  await app.as(chief).call(trashApi.restore, { kind: 'event', uniqueIds: [uniqueId] })
  await app.clock('event.letters')
  await send(id)
  expect(await methodsTo(address)).toEqual(['REQUEST'])
  expect(await invited(uniqueId)).toMatchObject([{ state: 'SENT' }])
  await change({ uniqueId, eventDateTime: inDays(30) })
  await send(id)
  expect(await methodsTo(address)).toEqual(['REQUEST', 'REQUEST'])
})

test('a coming event that is moved into the past, or is deleted, is news', async () => {
  const { uniqueId, address, id } = await withGuest(inDays(30))
  await change({ uniqueId, eventDateTime: inDays(-30) })
  await send(id)
  expect(await methodsTo(address)).toEqual(['REQUEST', 'REQUEST'])
  await change({ uniqueId, eventDateTime: inDays(31) })
  await app.as(chief).call(eventApi.remove, { uniqueId })
  await send(id)
  expect((await methodsTo(address)).at(-1)).toBe('CANCEL')
})

test('an answer to another time than the event has now is rejected', async () => {
  const { uniqueId, token } = await withGuest(inDays(30))
  const visitor = app.as(undefined)
  const { eventDateTime } = await visitor.call(eventInvitationApi.invitation, { token })
  await change({ uniqueId, eventDateTime: inDays(40) })
  await expect(visitor.call(eventInvitationApi.answer, { token, answer: 'ACCEPTED', eventDateTime })).rejects.toMatchObject({
    status: 409,
    message: 'The time of the event has changed. Please answer again.',
  })
  expect(await invited(uniqueId)).toMatchObject([{ answer: null }])
  const current = await visitor.call(eventInvitationApi.invitation, { token })
  const again = { token, answer: 'ACCEPTED', eventDateTime: current.eventDateTime } as const
  expect(await visitor.call(eventInvitationApi.answer, again)).toMatchObject({ answer: 'ACCEPTED' })
  expect(await invited(uniqueId)).toMatchObject([{ answer: 'ACCEPTED' }])
})

test('a guest who is removed and added again before they are told keeps their answer', async () => {
  const { uniqueId, address, id, token } = await withGuest(inDays(30))
  await app.as(undefined).call(eventInvitationApi.answer, { token, answer: 'ACCEPTED' })
  await app.as(chief).call(eventInvitationApi.takeOff, { uniqueId: id })
  await invite(uniqueId, { addresses: [address] })
  await send(id)
  expect(await methodsTo(address)).toEqual(['REQUEST'])
  expect(await invited(uniqueId)).toMatchObject([{ answer: 'ACCEPTED', answeredAt: expect.any(String) }])
  await app.as(chief).call(eventInvitationApi.takeOff, { uniqueId: id })
  await send(id)
  await invite(uniqueId, { addresses: [address] })
  await send(id)
  expect(await methodsTo(address)).toEqual(['REQUEST', 'CANCEL', 'REQUEST'])
  expect(await invited(uniqueId)).toMatchObject([{ answer: null, answeredAt: null }])
})

test('a guest to whom the invitation is being sent again is told that the event is cancelled', async () => {
  const { uniqueId, address, id } = await withGuest(inDays(30))
  await app.as(chief).call(eventInvitationApi.resend, { uniqueId: id })
  await app.as(chief).call(eventApi.remove, { uniqueId })
  await send(id)
  expect(await methodsTo(address)).toEqual(['REQUEST', 'CANCEL'])
})

test('after the inviter has left, letters still name the organizer that the calendar entry has, but replies go elsewhere', async () => {
  const inviter = await app.someone('ROLE_ADMIN')
  const address = `guest.${crypto.randomUUID().slice(0, 8)}@example.test`
  const { uniqueId } = await app.as(inviter).call(eventApi.create, { ...fields, eventDateTime: inDays(30) })
  const [row] = await app.as(inviter).call(eventInvitationApi.invite, { uniqueId, addresses: [address] })
  await send(row!.uniqueId)
  await app.as(chief).call(adminApi.remove, { uniqueId: inviter.uniqueId })
  await app.as(chief).call(eventApi.remove, { uniqueId })
  await send(row!.uniqueId)
  const mails = await mailsTo(address)
  const unfolded = mails.map(({ calendar }) => calendar!.text.replaceAll('\r\n ', ''))
  const organizers = unfolded.map((text) => /ORGANIZER;.*:mailto:(\S+)/.exec(text)?.[1])
  expect(organizers).toEqual([inviter.emailAddress, inviter.emailAddress])
  expect(mails.map(({ replyTo }) => replyTo === inviter.emailAddress)).toEqual([true, false])
})

test('a colleague whose account is closed gets no more letters, and the list says why', async () => {
  const colleague = await app.someone('ROLE_LEVEL1')
  const { uniqueId, id } = await withGuest(inDays(30), colleague)
  await app.as(chief).call(adminApi.remove, { uniqueId: colleague.uniqueId })
  await change({ uniqueId, location: 'Confidential place' })
  await send(id)
  expect(await methodsTo(colleague.emailAddress)).toEqual(['REQUEST'])
  expect(await invited(uniqueId)).toMatchObject([{ state: 'FAILED', problem: 'This account is closed' }])
})
