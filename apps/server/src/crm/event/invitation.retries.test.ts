import { eventApi, eventInvitationApi } from '@tradewind/contract/crm/event.contract'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type ReplyDecider, startMailServer } from '../../../test/smtp.ts'

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const event = {
  title: 'Werkzeugtage',
  description: 'A fair',
  eventDateTime: '2031-05-05T10:00:00Z',
  location: 'Hall 1',
  organizer: 'Sample',
  organizerContact: 'sam@sample.example',
}

/** An application with running jobs, a mail server with configurable behaviour, and an invited person. */
const inviting = async (mood: ReplyDecider) => {
  const sink = await startMailServer({ mood })
  open.push(sink)
  const app = await testApp({ working: true, settings: { SMTP_URL: sink.url, APP_URL: 'https://crm.example' } })
  open.push(app)
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  const { uniqueId } = await app.as(chief).call(eventApi.create, event)
  await app.as(chief).call(eventInvitationApi.invite, { uniqueId, addresses: ['guest@example.test'] })
  const state = async () => (await app.as(chief).call(eventInvitationApi.list, { uniqueId }))[0]
  const tryAgain = (change?: string) => app.retryNow('event.letter', change)
  return { app, sink, chief, uniqueId, state, tryAgain }
}

test('the mail has a part that calendars treat as a request, and waits while the mail server defers it', async () => {
  let isAway = true
  const { app, sink, state, tryAgain } = await inviting((stage) => (stage === 'RCPT' && isAway ? '451 come again' : undefined))
  await expect
    .poll(() => app.asOwner(`select retry_count as tries from pgboss.job where name = 'event.letter' and state = 'retry'`))
    .toEqual([{ tries: 0 }])
  expect(await state()).toMatchObject({ state: 'WAITING' })
  isAway = false
  await tryAgain()
  await expect.poll(() => sink.received.length).toBe(1)
  const { text } = sink.received[0]!
  expect(text).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i)
  await expect.poll(state).toMatchObject({ state: 'SENT' })
})

test('a letter that may have arrived is not sent again, and the event shows it as uncertain', async () => {
  const { sink, state } = await inviting((stage) => (stage === 'BYTES' ? 'CUT' : undefined))
  await expect.poll(state).toMatchObject({ state: 'UNCERTAIN' })
  expect(sink.received).toEqual([])
})

test('a letter that was being sent when its node died is not sent again', async () => {
  let isAway = true
  const { app, sink, state, tryAgain } = await inviting((stage) => (stage === 'RCPT' && isAway ? '451 come again' : undefined))
  await expect
    .poll(() => app.asOwner(`select 1 as one from pgboss.job where name = 'event.letter' and state = 'retry'`))
    .toHaveLength(1)
  isAway = false
  await tryAgain(`, data = jsonb_set(data, '{sending,state}', '"BEGUN"')`)
  await expect.poll(state).toMatchObject({ state: 'UNCERTAIN', problem: 'The server was stopped while the email was being sent' })
  expect(sink.received).toEqual([])
})

test('a rejected address is not retried, but the next change is sent to it again', async () => {
  let isRefused = true
  const { app, chief, uniqueId, sink, state } = await inviting((stage) =>
    stage === 'RCPT' && isRefused ? '550 no such user' : undefined,
  )
  await expect.poll(state).toMatchObject({ state: 'FAILED', problem: '550 no such user' })
  isRefused = false
  await app.as(chief).call(eventApi.update, { uniqueId, location: 'Hall 2' })
  await expect.poll(state).toMatchObject({ state: 'SENT', problem: null })
  expect(sink.received).toHaveLength(1)
})
