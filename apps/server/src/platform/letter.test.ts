import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { letterApi } from '@tradewind/contract/platform/letter.contract'
import { afterEach, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp } from '../../test/app.ts'
import { type ReplyDecider, startMailServer } from '../../test/smtp.ts'

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

/** A mail server with a changing behaviour, and an application that sends through it. */
const appWith = async (mood: ReplyDecider) => {
  const sink = await startMailServer({ mood })
  open.push(sink)
  const app = await testApp({ working: true, settings: { SMTP_URL: sink.url, APP_URL: 'https://crm.example' } })
  open.push(app)
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  const ann = await app.someone('ROLE_ADMIN')
  const letters = () => app.as(chief).call(letterApi.list, { page: 0 })
  const ask = () => app.as(undefined).call(identityApi.forgotPassword, { email: ann.emailAddress })
  return { sink, app, ann, letters, ask }
}

const job = (app: TestApp) =>
  app.asOwner<{ state: string; tries: number; most: number; wait: number }>(
    `select state, retry_count as tries, retry_limit as most, extract(epoch from start_after - now())::int as wait from pgboss.job where name = 'identity.letter'`,
  )
const tryAgain = (app: TestApp, change?: string) => app.retryNow('identity.letter', change)

test('a letter the mail server does not accept waits, is listed without its link, and is sent once when it is back', async () => {
  let isAway = true
  const { sink, app, ann, letters, ask } = await appWith((stage) => (stage === 'RCPT' && isAway ? '451 come again' : undefined))
  await ask()
  await expect.poll(letters).toMatchObject([{ state: 'WAITING', attempts: 1 }])
  const [listed] = await letters()
  expect(listed).toEqual({
    uniqueId: expect.any(String),
    dateCreated: expect.any(String),
    kind: 'ACCOUNT',
    tenantName: 'Main',
    recipient: ann.emailAddress,
    state: 'WAITING',
    attempts: 1,
    nextAttempt: expect.any(String),
    problem: '451 come again',
  })
  isAway = false
  await tryAgain(app)
  await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[ann.emailAddress]])
  await expect.poll(letters).toEqual([])
})

test('a letter that is to be sent later is not listed as unsent before', async () => {
  const { app, ann, letters } = await appWith((stage) => (stage === 'RCPT' ? '451 come again' : undefined))
  const result = { userId: ann.uniqueId, subject: 'It has ended', content: 'It is so.', isResult: true } as const
  await app.appContext.db.write(tenantScope(ann.tenantId), (tx) => app.appContext.notify(tx, ann.tenantId, result))
  expect(await letters()).toEqual([])
  await app.asOwner(`update pgboss.job set start_after = now() where name = 'notification.letter'`)
  expect(await letters()).toMatchObject([{ kind: 'NOTIFICATION', tenantName: 'Main' }])
})

test('retries for three days, with delays that grow to an hour', async () => {
  const { app, ask } = await appWith((stage) => (stage === 'RCPT' ? '451 come again' : undefined))
  await ask()
  await expect.poll(() => job(app)).toMatchObject([{ state: 'retry', tries: 0 }])
  await tryAgain(app, ', retry_count = 30')
  await expect.poll(() => job(app)).toMatchObject([{ state: 'retry', tries: 31 }])
  const [{ wait, most } = { wait: 0, most: 0 }] = await job(app)
  expect(wait).toBeGreaterThan(1500)
  expect(wait).toBeLessThanOrEqual(3600)
  // The first eleven take about two hours in total, each of the others one hour.
  expect(2 + (most - 11)).toBeGreaterThanOrEqual(72)
})

test('another node sends waiting letters when theirs has stopped, and a queue of an earlier version waits as long', async () => {
  let isAway = true
  const { sink, app, ann, letters, ask } = await appWith((stage) => (stage === 'RCPT' && isAway ? '451 come again' : undefined))
  await ask()
  await expect.poll(letters).toMatchObject([{ state: 'WAITING', attempts: 1 }])
  await app.appContext.jobs.stop()
  await app.asOwner(`update pgboss.queue set retry_limit = 5, retry_delay_max = null where name = 'identity.letter'`)
  isAway = false
  await app.open()
  expect(
    await app.asOwner(`select retry_limit as most, retry_delay_max as slowest from pgboss.queue where name = 'identity.letter'`),
  ).toEqual([{ most: 82, slowest: 3600 }])
  await tryAgain(app)
  await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[ann.emailAddress]])
})

test('a letter that may have arrived is not sent again and is reported as uncertain', async () => {
  const { sink, app, letters, ask } = await appWith((stage) => (stage === 'BYTES' ? 'CUT' : undefined))
  await ask()
  await expect.poll(letters).toMatchObject([{ state: 'UNCERTAIN', nextAttempt: null }])
  expect(await job(app)).toMatchObject([{ state: 'failed' }])
  expect(sink.received).toEqual([])
})

test('does not send a letter again that was being sent when its node died', async () => {
  let isAway = true
  const { sink, app, letters, ask } = await appWith((stage) => (stage === 'RCPT' && isAway ? '451 come again' : undefined))
  await ask()
  await expect.poll(letters).toMatchObject([{ state: 'WAITING', attempts: 1 }])
  isAway = false
  await tryAgain(app, `, data = jsonb_set(data, '{sending,state}', '"BEGUN"')`)
  await expect
    .poll(letters)
    .toMatchObject([{ state: 'UNCERTAIN', problem: 'The server was stopped while the email was being sent' }])
  expect(sink.received).toEqual([])
})

test('does not retry an address that the mail server rejects permanently', async () => {
  const { app, letters, ask } = await appWith((stage) => (stage === 'RCPT' ? '550 no such user' : undefined))
  await ask()
  await expect.poll(letters).toMatchObject([{ state: 'FAILED', problem: '550 no such user', nextAttempt: null }])
  expect(await job(app)).toMatchObject([{ state: 'failed' }])
})

test('a rejected letter that the operator has tried again is sent once, and is no longer listed', async () => {
  let isRejected = true
  const { sink, app, ann, letters, ask } = await appWith((stage) =>
    stage === 'RCPT' && isRejected ? '550 no such user' : undefined,
  )
  await ask()
  await expect.poll(letters).toMatchObject([{ state: 'FAILED' }])
  isRejected = false
  const [{ uniqueId } = { uniqueId: '' }] = await letters()
  expect(await app.appContext.jobs.failed.retry('identity.letter', uniqueId)).toBe(true)
  await tryAgain(app)
  await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[ann.emailAddress]])
  await expect.poll(letters).toEqual([])
  expect(await job(app)).toMatchObject([{ state: 'completed' }])
})
