import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type ReceivedMail, startMailServer } from '../../../test/smtp.ts'

let sink: Awaited<ReturnType<typeof startMailServer>>
let app: TestApp
beforeAll(async () => {
  sink = await startMailServer()
  app = await testApp({
    working: true,
    settings: { SMTP_URL: sink.url, APP_URL: 'https://crm.example', MAIL_FROM: 'Tradewind <post@crm.example>' },
  })
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

const mailFor = async (who: Pick<TestUser, 'emailAddress'>) => {
  const mine = () => sink.received.filter(({ to }) => to.includes(who.emailAddress))
  await expect.poll(mine).toHaveLength(1)
  return mine()[0]!
}
const headersOf = ({ text }: ReceivedMail) =>
  text
    .slice(0, text.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
const forget = ({ emailAddress, tenantId }: TestUser) =>
  app.as(undefined).call(identityApi.forgotPassword, { email: emailAddress }, { 'x-tenant': tenantId })

test('a mail is sent to one person, as text and HTML, from the address of the settings', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  await forget(ann)
  const mail = await mailFor(ann)
  expect(mail).toMatchObject({ from: 'post@crm.example', to: [ann.emailAddress] })
  const headers = headersOf(mail)
  expect(headers).toContain(`To: ${ann.emailAddress}`)
  expect(headers).toContain('From: Tradewind <post@crm.example>')
  expect(headers.filter((line) => line.startsWith('Subject: '))).toEqual(['Subject: =?UTF-8?Q?Set_a_new_password_=C2=B7_Main?='])
  expect(headers.filter((line) => /^Message-ID: <[\w-]+@tradewind>$/.test(line))).toHaveLength(1)
  expect(headers.filter((line) => line.startsWith('Content-Type: multipart/alternative'))).toHaveLength(1)
  expect(mail.text).toContain('https://crm.example/resetPassword/')
})

test('names with line breaks and markup do not add headers, recipients or elements', async () => {
  const trick = 'Eve\r\nBcc: victim@example.test\r\nX-Evil: yes'
  const tenant = await app.tenant(`${trick}<script>alert(1)</script>`)
  const eve = await app.someone('ROLE_PRO', { tenantId: tenant.uniqueId, firstName: `${trick}<img src=x onerror=alert(1)>` })
  await forget(eve)
  const mail = await mailFor(eve)
  expect(mail.to).toEqual([eve.emailAddress])
  expect(headersOf(mail).filter((line) => /^(bcc|cc|x-evil)/i.test(line))).toEqual([])
  expect(sink.received.flatMap(({ to }) => to)).not.toContain('victim@example.test')
  expect(mail.text.slice(mail.text.indexOf('<!doctype html>'))).not.toMatch(/<script|<img/)
})

test('no mail is sent to an address that could name two people', async () => {
  for (const emailAddress of [
    'a@example.test,b@example.test',
    '"a@example.test b"@c.test',
    'a@example.test\r\nrcpt to:<b@example.test>',
    '<a@example.test>',
    'a@example.test b',
  ]) {
    const before = sink.received.length
    await expect(app.appContext.mail.send('key', { to: emailAddress, subject: 's', html: 'h', text: 't' })).rejects.toThrow(
      'This address cannot be written to',
    )
    expect(sink.received).toHaveLength(before)
  }
})

test('a mail with an invalid reply-to address is sent without it', async () => {
  const to = `answers.${crypto.randomUUID()}@example.test`
  const replyTo = 'a@example.test, b@example.test'
  await app.appContext.mail.send('answers', { to, replyTo, subject: 's', html: 'h', text: 't' })
  expect(headersOf(await mailFor({ emailAddress: to })).filter((line) => /^reply-to/i.test(line))).toEqual([])
})

test('retries when the mail server is unavailable; links that are used, expired or of a deleted user are not sent', async () => {
  const moody = await startMailServer({ refusals: 4 })
  const other = await testApp({ working: true, settings: { SMTP_URL: moody.url, APP_URL: 'https://crm.example' } })
  const people = await Promise.all(Array.from({ length: 4 }, () => other.someone('ROLE_ADMIN')))
  const [used, late, gone, waiting] = people.map(({ uniqueId }) => uniqueId)
  for (const { emailAddress } of people) await other.as(undefined).call(identityApi.forgotPassword, { email: emailAddress })
  const letters = (state: string) =>
    other.asOwner(`select from pgboss.job where name = 'identity.letter' and state = $1`, [state])
  await expect.poll(() => letters('retry')).toHaveLength(4)
  await other.asOwner('update link_token set used_at = now() where user_id = $1', [used])
  await other.asOwner('update link_token set expires_at = now() where user_id = $1', [late])
  await other.asOwner('update user_account set deleted_at = now() where id = $1', [gone])
  await other.asOwner(`update pgboss.job set start_after = now() where name = 'identity.letter'`)
  await expect.poll(() => letters('completed')).toHaveLength(4)
  expect(moody.received.map(({ to }) => to)).toEqual([[people.find(({ uniqueId }) => uniqueId === waiting)!.emailAddress]])
  await other.close()
  await moody.close()
})
