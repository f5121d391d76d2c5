import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ working: true, settings: { APP_URL: 'https://crm.example:8443/ignored', TRUST_PROXY: '1' } })
  await app.asOwner('insert into tenant_domain (domain, tenant_id) values ($1, $2)', ['other.test', app.other.uniqueId])
})
afterAll(() => app.close())

let octet = 0
const address = () => ({ 'x-forwarded-for': `10.0.1.${++octet}` })
const ask = async (email: string, headers: Record<string, string> = address()) => {
  const response = await app.as(undefined).send(identityApi.forgotPassword, { email }, headers)
  return [response.statusCode, response.json()]
}
const sent = [200, { responseStatus: 'SUCCESS', message: '', data: {} }]
const mailsTo = async ({ emailAddress }: Pick<TestUser, 'emailAddress'>) =>
  (await app.appContext.mail.mailbox!()).filter(({ to }) => to === emailAddress)
const linksIn = (text: string) => text.match(/https?:\/\/\S+/g) ?? []
/** Waits until the requested jobs are done. */
const settled = () =>
  expect
    .poll(() => app.asOwner(`select from pgboss.job where name like 'identity.%' and state in ('created', 'retry', 'active')`))
    .toEqual([])

test('a known address gets a mail with one link, and an unknown one gets none; both get the same response', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  expect(await ask(ann.emailAddress.toUpperCase())).toEqual(sent)
  expect(await ask('nobody@example.test')).toEqual(sent)
  await settled()
  const mails = await mailsTo(ann)
  expect(mails).toMatchObject([{ to: ann.emailAddress, subject: 'Set a new password · Main' }])
  expect(linksIn(mails[0]!.text)).toEqual([
    expect.stringMatching(new RegExp(`^https://crm\\.example:8443/resetPassword/${ann.tenantId}\\.[\\w-]{43}$`)),
  ])
  expect(mails[0]!.html).toContain(`href="${linksIn(mails[0]!.text)[0]}"`)
  expect((await app.appContext.mail.mailbox!()).map(({ to }) => to)).not.toContain('nobody@example.test')
})

test('a user who has chosen no language gets the mail in that of the browser, all others in their own', async () => {
  const [ann, bob] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  await app.asOwner(`update user_account set language = 'it' where id = $1`, [bob.uniqueId])
  for (const { emailAddress } of [ann, bob]) await ask(emailAddress, { ...address(), 'accept-language': 'fr-FR' })
  await settled()
  expect((await mailsTo(ann))[0]!.text).toContain('Bonjour')
  expect((await mailsTo(bob))[0]!.text).toContain('Gentile')
})

test('no account is looked up before the response: a known and an unknown address queue the same job', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const seen = async (email: string) => {
    const before = (await app.asOwner<{ id: string }>('select id from pgboss.job')).map(({ id }) => id)
    await app.whileLocked('user_account', async () => expect(await ask(email)).toEqual(sent))
    return app.asOwner(
      `select name, (select array_agg(key order by key) from jsonb_object_keys(data) key) as fields from pgboss.job where name = 'identity.forgotten' and not id = any($1)`,
      [before],
    )
  }
  const [known, unknown] = [await seen(ann.emailAddress), await seen('nobody@example.test')]
  expect(known).toEqual(unknown)
  expect(known).toEqual([{ name: 'identity.forgotten', fields: ['address', 'language', 'linkId', 'tenantId'] }])
  await settled()
})

test('only the newest link is valid', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  for (const count of [1, 2]) {
    await ask(ann.emailAddress)
    await expect.poll(() => mailsTo(ann)).toHaveLength(count)
  }
  const [newest, oldest] = (await mailsTo(ann)).map(({ text }) => linksIn(text)[0]!.split('/').at(-1)!)
  const reset = (token: string) =>
    app
      .as(undefined)
      .send(identityApi.resetPassword, { token, password: 'A wholly new phrase', confirmPassword: 'A wholly new phrase' })
  expect((await reset(oldest!)).statusCode).toBe(422)
  expect((await reset(newest!)).statusCode).toBe(200)
})

test('an account gets at most three mails an hour, however often and from wherever they are requested', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  for (let time = 0; time < 9; time++) {
    expect(await ask(ann.emailAddress)).toEqual(sent)
    await settled() // a link that a newer one has ended is no longer mailed
  }
  expect(await mailsTo(ann)).toHaveLength(3)
  await app.asOwner(`update link_token set created_at = created_at - interval '61 minutes' where user_id = $1`, [ann.uniqueId])
  await ask(ann.emailAddress)
  await settled()
  expect(await mailsTo(ann)).toHaveLength(4)
})

test('ten requests an hour from one IP address are carried out; further ones get the same response', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.someone('ROLE_ADMIN')))
  const here = address()
  for (const { emailAddress } of people) expect(await ask(emailAddress, here)).toEqual(sent)
  await settled()
  const mails = await Promise.all(people.map(mailsTo))
  expect(mails.filter(({ length }) => length === 1)).toHaveLength(10)
})

test.each([
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
  { forwarded: 'host=evil.example;proto=http' },
  { host: 'evil.example', origin: 'https://evil.example', referer: 'https://evil.example/' },
  { host: 'crm.example:8443@evil.example' },
])('the link uses the origin of the settings, even if the request has %j', async (headers) => {
  const ann = await app.someone('ROLE_ADMIN')
  expect(await ask(ann.emailAddress, { ...address(), ...(headers as Record<string, string>) })).toEqual(sent)
  await expect.poll(() => mailsTo(ann)).toHaveLength(1)
  const [mail] = await mailsTo(ann)
  expect(JSON.stringify(mail)).not.toContain('evil')
  expect(new URL(linksIn(mail!.text)[0]!).origin).toBe('https://crm.example:8443')
})

test('a tenant’s link uses its own domain, and the mail’s subject has its name', async () => {
  const ann = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId })
  await ask(ann.emailAddress, { ...address(), host: 'other.test' })
  await expect.poll(() => mailsTo(ann)).toHaveLength(1)
  const [mail] = await mailsTo(ann)
  expect(mail!.subject).toBe('Set a new password · Other')
  expect(linksIn(mail!.text)[0]).toMatch(new RegExp(`^https://other\\.test:8443/resetPassword/${app.other.uniqueId}\\.`))
})

test('deleted users and users of another tenant get no mail', async () => {
  const [gone, elsewhere] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId })]
  await app.asOwner('update user_account set deleted_at = now() where id = $1', [gone.uniqueId])
  expect([await ask(gone.emailAddress), await ask(elsewhere.emailAddress)]).toEqual([sent, sent])
  await settled()
  expect([await mailsTo(gone), await mailsTo(elsewhere)]).toEqual([[], []])
})

test.each([
  '',
  'no address',
  'a@b',
  '"a@evil.example x"@example.test',
  'a@example.test,b@evil.example',
  'a@example.test\r\nbcc: b@evil.example',
  'Ann <a@example.test>',
])('“%s” is rejected as an address', async (email) => {
  expect(await ask(email)).toMatchObject([422, { data: { email: expect.any(String) } }])
})
