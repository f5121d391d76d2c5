import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { recipients } from './enquiry.ts'

interface LeadRow {
  id: string
  tenant_id: string
  world_id: string
  source: string
  name: string
  email: string
  country: string
  comments: string | null
  member_id: string | null
}

let app: TestApp
let chief: TestUser
let partner: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  chief = await app.someone('ROLE_SUPER_ADMIN')
  partner = await app.someone('ROLE_PRO')
  await app.as(partner).call(adminApi.updateBrandName, { uniqueId: partner.uniqueId, userCompanyName: 'Bergwald' })
  await app.as(chief).call(adminApi.update, { uniqueId: partner.uniqueId, isPartner: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.asOwner('truncate lead, assessment, attempt, notification')
  await app.asOwner(`delete from pgboss.job where name = 'lead.enquiry'`)
  await app.appContext.mail.forget!(app.main.uniqueId)
})

const visitorInput = { name: 'Sam Ple', country: 'Italy', email: 'sam@sample.example' }
const { contactUsPartner: contact } = publicApi

const sendEnquiry = (over: object = {}, headers: Record<string, string> = {}) =>
  app.as(undefined).send(contact, { ...visitorInput, ...over }, headers)
const storedLeads = async () => (await app.asOwner('select * from lead order by id')) as unknown as LeadRow[]
const jobs = async () =>
  (await app.asOwner(`select data from pgboss.job where name = 'lead.enquiry' order by data->>'to'`)) as unknown as {
    data: object
  }[]

/** All letters of all enquiries, as the jobs write them. */
const letters = async () => {
  for (const { data } of await jobs()) await app.work('lead.enquiry', data)
  return (await app.appContext.mail.mailbox!()).toSorted((one, other) => one.to.localeCompare(other.to))
}
const notificationsOf = (who: TestUser) => app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })

test('a new lead is announced to the open pages of those who see leads', async () => {
  const announced: string[] = []
  app.appContext.onNews(({ records }) => {
    if (records?.kind === 'lead') announced.push(...records.written.map(({ uniqueId }) => uniqueId))
  })
  await sendEnquiry()
  const [lead] = await storedLeads()
  await expect.poll(() => announced).toEqual([lead!.id])
})

test('an enquiry is stored in the staff’s partition before anything is mailed', async () => {
  const { statusCode, json } = await sendEnquiry({ comments: 'Please call.', companyId: partner.uniqueId, plan: 'IGNORE' })
  expect([statusCode, json().message]).toEqual([200, 'Thank you. We will be in touch shortly.'])
  const { tenantId, uniqueId } = partner
  expect(await storedLeads()).toMatchObject([
    {
      tenant_id: tenantId,
      world_id: tenantId,
      source: 'PARTNER',
      name: 'Sam Ple',
      country: 'IT',
      comments: 'Please call.',
      member_id: uniqueId,
    },
  ])
  expect(await app.appContext.mail.mailbox!()).toEqual([])
  expect((await jobs()).map(({ data }) => data)).toMatchObject([{ to: 'ASKER' }, { to: 'PARTNER' }, { to: 'TENANT' }])
})

test('the partner gets a notification and a letter whose reply goes to the visitor', async () => {
  await sendEnquiry({ comments: 'First line\n\nSecond line', companyId: partner.uniqueId })
  const [notice] = await notificationsOf(partner)
  expect(notice).toMatchObject({
    subject: 'New enquiry from Sam Ple',
    abbreviatedContentText: 'Sam Ple (sam@sample.example, Italy) would like to be put in touch with you. First line Second line',
  })
  const mine = (await letters()).filter(({ to }) => to === partner.emailAddress)
  expect(mine).toMatchObject([{ replyTo: 'sam@sample.example', subject: 'New enquiry from Sam Ple · Main' }])
  for (const part of ['Sam Ple (sam@sample.example, Italy)', 'First line\n\nSecond line']) expect(mine[0]!.text).toContain(part)
  expect(
    await app.asOwner(`select from pgboss.job where name = 'notification.letter' and data->>'notificationId' = $1`, [
      notice!.uniqueId,
    ]),
  ).toEqual([])
})

test('a notification and its letter name the country in the reader’s language', async () => {
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [chief.uniqueId])
  await app.as(chief).call(tenantSettingApi.update, { key: 'NOTIFY_BY_EMAIL', value: true })
  await sendEnquiry({ companyId: partner.uniqueId })
  const [notice] = await notificationsOf(chief)
  expect(notice!.abbreviatedContentText).toMatch(/sam@sample\.example, Italien/)
  await app.work('notification.letter', { tenantId: chief.tenantId, notificationId: notice!.uniqueId })
  const mail = (await app.appContext.mail.mailbox!()).find(({ to }) => to === chief.emailAddress)
  expect(mail!.text).toMatch(/sam@sample\.example, Italien/)
  await app.asOwner('update user_account set language = null where id = $1', [chief.uniqueId])
  await app.as(chief).call(tenantSettingApi.update, { key: 'NOTIFY_BY_EMAIL', value: null })
})

test('super admins and XG admins are notified; in a tenant without any, its admins are', async () => {
  const [xg, clerk, level] = [
    await app.someone('ROLE_ADMIN', { permissions: ['XG_ADMIN'] }),
    await app.someone('ROLE_TENANT_ADMIN', { permissions: ['EXPORT_DATA'] }),
    await app.someone('ROLE_LEVEL1'),
  ]
  await sendEnquiry({ companyId: partner.uniqueId, comments: 'Soon' })
  const said = 'Sam Ple (sam@sample.example, Italy) would like to be put in touch with Bergwald. Soon'
  for (const who of [chief, xg]) expect(await notificationsOf(who)).toMatchObject([{ abbreviatedContentText: said }])
  for (const who of [clerk, level]) expect(await notificationsOf(who)).toEqual([])
  const { uniqueId: tenantId } = await app.tenant('No keys', { domainName: 'keys.test' })
  const lone = await app.someone('ROLE_ADMIN', { tenantId })
  await sendEnquiry({}, { 'x-tenant': tenantId })
  expect(await notificationsOf(lone)).toMatchObject([
    { abbreviatedContentText: 'Sam Ple (sam@sample.example, Italy) would like to be put in touch with you.' },
  ])
})

test('the visitor gets one thank-you mail, in their language, with nothing of what they typed', async () => {
  const typed = { name: 'Buy pumps', comments: 'Cheap!! https://spam.example', companyId: partner.uniqueId }
  await sendEnquiry({ ...typed, lang: 'de' }, { 'accept-language': 'fr' })
  await sendEnquiry({ ...typed, email: 'deux@sample.example' }, { 'accept-language': 'fr' })
  const [french, german] = (await letters()).filter(({ to }) => to.endsWith('@sample.example'))
  expect(german).toMatchObject({ to: 'sam@sample.example', subject: 'Danke für Ihre Anfrage · Main' })
  expect(french).toMatchObject({ to: 'deux@sample.example', subject: 'Merci pour votre demande · Main' })
  for (const { text, html } of [german!, french!]) expect(text + html).not.toMatch(/spam|Cheap|pumps/)
})

test('the tenant’s contact address gets a copy, if there is one', async () => {
  await sendEnquiry({ companyId: partner.uniqueId })
  expect((await letters()).map(({ to }) => to)).toEqual([partner.emailAddress, 'sam@sample.example'])
  await app.as(chief).call(tenantSettingApi.update, { key: 'CONTACT_EMAIL', value: 'desk@main.example' })
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [partner.uniqueId])
  const desk = (await letters()).find(({ to }) => to === 'desk@main.example')!
  expect(desk).toMatchObject({ replyTo: 'sam@sample.example' })
  expect(desk.text).toContain('would like to be put in touch with Bergwald.') // although they left meanwhile
  await app.asOwner('update user_account set deactivated_at = null where id = $1', [partner.uniqueId])
  await app.as(chief).call(tenantSettingApi.update, { key: 'CONTACT_EMAIL', value: null })
})

test('an enquiry to a company that is hidden or not a partner is refused, and nothing is stored', async () => {
  const found = await app.someone('ROLE_PRO')
  await app.as(found).call(adminApi.updateBrandName, { uniqueId: found.uniqueId, userCompanyName: 'No partner' })
  await app.asOwner('update user_account set reviews_search_enabled = true where id = $1', [found.uniqueId])
  const nameless = await app.someone('ROLE_PRO')
  const closed = await app.someone('ROLE_PRO')
  await app.asOwner(`update user_account set is_partner = true where id = any($1)`, [[nameless.uniqueId, closed.uniqueId]])
  await app.as(closed).call(adminApi.updateBrandName, { uniqueId: closed.uniqueId, userCompanyName: 'Closed' })
  await app.as(chief).call(adminApi.setActive, { uniqueId: closed.uniqueId, isActive: false })
  const { uniqueId: tenantId } = await app.tenant('Elsewhere', { domainName: 'else.test' })
  const elsewhere = await sendEnquiry({ companyId: partner.uniqueId }, { 'x-tenant': tenantId, 'x-forwarded-for': '10.0.9.9' })
  expect(elsewhere.statusCode).toBe(404)
  for (const { uniqueId } of [found, nameless, closed]) expect((await sendEnquiry({ companyId: uniqueId })).statusCode).toBe(404)
  expect([await storedLeads(), await jobs()]).toEqual([[], []])
})

test('a sender who fills in the hidden field is thanked, but nothing is stored', async () => {
  const { statusCode, json } = await sendEnquiry({ website: 'https://spam.example' })
  expect([statusCode, json().message]).toEqual([200, 'Thank you. We will be in touch shortly.'])
  expect([await storedLeads(), await jobs()]).toEqual([[], []])
})

test('of 1,000 posts from one address at most five a minute are stored, and the others are told to wait', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => sendEnquiry({ email: `sam${at}@sample.example` }, { 'x-forwarded-for': '10.1.1.1' })),
  )
  const count = (code: number) => answers.filter(({ statusCode }) => statusCode === code).length
  expect(count(200)).toBe(5)
  expect(count(429)).toBe(995)
  expect(await storedLeads()).toHaveLength(5)
  expect(await jobs()).toHaveLength(5 * 2)
  expect((await sendEnquiry({}, { 'x-forwarded-for': '10.1.1.2' })).statusCode).toBe(200)
  const codes = [] // one IPv6 network counts as one client
  for (const at of [1, 2, 3, 4, 5, 6])
    codes.push((await sendEnquiry({}, { 'x-forwarded-for': `2001:db8:0:1:${at}::` })).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
})

const fromClient = (at: number) => ({ 'x-forwarded-for': `10.2.0.${at}` })

test('one mailbox, whatever its sub-address, gets at most ten mails an hour, and enquiries beyond that are still stored', async () => {
  const answers = []
  for (let at = 0; at < 12; at++)
    answers.push(
      (await sendEnquiry({ email: at % 2 ? `Sam+${at}@sample.example` : visitorInput.email }, fromClient(at))).statusCode,
    )
  expect(answers.filter((code) => code === 200)).toHaveLength(12)
  expect(await storedLeads()).toHaveLength(12)
  const thanked = (await jobs()).filter(({ data }) => (data as { to: string }).to === 'ASKER')
  expect(thanked).toHaveLength(10)
})

const addAttempts = (key: string, times: number) =>
  app.asOwner('insert into attempt (tenant_id, key) select $1, $2 from generate_series(1, $3)', [app.main.uniqueId, key, times])

test('a company gets at most 300 enquiries an hour, and a tenant 1,500; one does not use up the limit of another', async () => {
  await addAttempts(`enquiry to ${partner.uniqueId}`, 299)
  const capitals = partner.uniqueId.toUpperCase()
  expect((await sendEnquiry({ companyId: capitals }, fromClient(20))).statusCode).toBe(200)
  expect((await sendEnquiry({ companyId: partner.uniqueId }, fromClient(21))).statusCode).toBe(429)
  expect((await sendEnquiry({}, fromClient(22))).statusCode).toBe(200)
  await addAttempts('enquiry', 1_498)
  expect((await sendEnquiry({}, fromClient(23))).statusCode).toBe(429)
})

test('addresses and names with line breaks reach neither a header nor a second mailbox', async () => {
  for (const email of [
    'a@b.example\r\nBcc: v@b.example',
    'a@b.example, v@b.example',
    '"a v"@b.example',
    'A <a@b.example>',
    'a@b',
  ])
    expect((await sendEnquiry({ email })).statusCode).toBe(422)
  for (const name of ['Eve\r\nBcc: v@b.example', 'Eve\u202e', 'See https://b.example'])
    expect((await sendEnquiry({ name })).statusCode).toBe(422)
  await sendEnquiry({ name: 'Eve', comments: '\r\nCc: v@b.example\r\n', companyId: partner.uniqueId })
  const mails = await letters()
  expect(mails.map(({ to }) => to)).toEqual([partner.emailAddress, 'sam@sample.example'])
  expect(mails[0]!.subject).toBe('New enquiry from Eve · Main')
  expect((await storedLeads())[0]!.name).toBe('Eve')
})

test('an enquiry that is too large or invalid is refused', async () => {
  expect((await sendEnquiry({ comments: 'x'.repeat(33 * 1024) })).statusCode).toBe(413)
  const wrong = [
    { comments: 'x'.repeat(2001) },
    { name: ' ' },
    { country: 'Nowhere' },
    { companyId: '1' },
    { admin: true },
    { lang: 'xx' },
  ]
  for (const one of wrong) expect((await sendEnquiry(one)).statusCode).toBe(422)
  expect(await storedLeads()).toEqual([])
})

test('a letter is the same each time it is built, and none is built for a deleted lead', async () => {
  await sendEnquiry({ companyId: partner.uniqueId })
  const first = await letters()
  expect((await letters()).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  await app.appContext.mail.forget!(app.main.uniqueId)
  await app.asOwner('update lead set deleted_at = now()')
  expect(await letters()).toEqual([])
  expect(recipients).toHaveLength((await jobs()).length)
})

test('nothing is lost while mail can not be sent: the letters are retried', async () => {
  await sendEnquiry({ companyId: partner.uniqueId })
  const send = vi.spyOn(app.appContext.mail, 'send').mockRejectedValue(new Error('no line'))
  const toBeSent = (await jobs()).filter(({ data }) => (data as { to: string }).to !== 'TENANT')
  for (const { data } of toBeSent) await expect(app.work('lead.enquiry', data)).rejects.toThrow('no line')
  send.mockRestore()
  expect(await storedLeads()).toHaveLength(1)
  expect((await letters()).map(({ to }) => to)).toEqual([partner.emailAddress, 'sam@sample.example'])
})

/** The screens to which a user's notifications lead. */
const linksOf = async (who: TestUser) => (await notificationsOf(who)).map(({ path }) => path?.split('/').slice(0, 2).join('/'))

test('where nobody has the permission for leads, administrators are notified without a link, which would be refused', async () => {
  const tenant = await app.tenant('Without leads')
  const admin = await app.someone('ROLE_ADMIN', { tenantId: tenant.uniqueId })
  await sendEnquiry({}, { 'x-tenant': tenant.uniqueId })
  expect(await linksOf(admin)).toEqual([undefined])
  const manager = await app.someone('ROLE_ADMIN', { tenantId: tenant.uniqueId, permissions: ['XG_ADMIN'] })
  await sendEnquiry({}, { 'x-tenant': tenant.uniqueId })
  expect(await linksOf(manager)).toEqual(['lead/show'])
})
