import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  chief = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(chief).call(tenantSettingApi.update, { key: 'CONTACT_EMAIL', value: 'desk@main.example' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.asOwner('truncate lead, assessment, attempt, notification')
  await app.asOwner(`delete from pgboss.job where name = 'lead.enquiry'`)
  await app.appContext.mail.forget!(app.main.uniqueId)
})

const { contactUs, subscribePlan } = publicApi
const services = {
  name: 'Rosa del Mar',
  email: 'rosa@mar.example',
  services: ['PARTNER_SEARCH', 'SALES_TRAINING'],
  country: 'Germany',
  currentCountry: 'Spain',
  deliveryPeriod: 'WITHIN_6_MONTHS',
  contactNumber: '+34 91 1',
}
const plan = { name: 'Cher', email: 'cher@sample.example', country: 'Italy', plan: 'PRO', comments: 'For two people.\nCall me.' }
const sendRequest = (call: typeof contactUs | typeof subscribePlan, input: object, headers = {}) =>
  app.as(undefined).send(call, input, headers)
const storedLeads = () => app.asOwner('select * from lead')

const lettersTo = async (address: string) => {
  const jobs = await app.asOwner<{ data: object }>(`select data from pgboss.job where name = 'lead.enquiry'`)
  for (const { data } of jobs) await app.work('lead.enquiry', data)
  return (await app.appContext.mail.mailbox!()).filter(({ to }) => to === address)
}

test('an enquiry for services is stored with everything that was asked, and those who handle leads are notified', async () => {
  const answer = await sendRequest(contactUs, services)
  expect([answer.statusCode, answer.json().message]).toEqual([
    200,
    'Thank you for sharing your query with us. We will shortly reply you back.',
  ])
  expect(await storedLeads()).toMatchObject([
    {
      world_id: app.main.uniqueId,
      source: 'ENQUIRY',
      name: 'Rosa del Mar',
      first_name: 'Rosa del',
      last_name: 'Mar',
      country: 'ES',
      target_country: 'DE',
      services: ['PARTNER_SEARCH', 'SALES_TRAINING'],
      delivery_period: 'WITHIN_6_MONTHS',
      contact_number: '+34 91 1',
    },
  ])
  expect(await app.as(chief).call(notificationApi.list, { type: 'PUSH_WEB' })).toMatchObject([
    {
      subject: 'New enquiry from Rosa del Mar',
      abbreviatedContentText: 'Rosa del Mar (rosa@mar.example, Spain) asks for services in Germany.',
    },
  ])
})

test('a request resent because no answer arrived is stored once, and thanked once', async () => {
  const headers = { 'idempotency-key': 'of-one-submit' }
  const [first, again] = [await sendRequest(contactUs, services, headers), await sendRequest(contactUs, services, headers)]
  expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()])
  expect(await storedLeads()).toHaveLength(1)
  expect(await lettersTo(services.email)).toHaveLength(1)
  const other = await sendRequest(contactUs, { ...services, name: 'Somebody Else' }, headers)
  expect([other.statusCode, other.json().message]).toEqual([422, 'This Idempotency-Key was used for another request'])
  const somewhereElse = { ...headers, 'x-tenant': app.other.uniqueId }
  for (const asked of [await sendRequest(subscribePlan, plan, headers), await sendRequest(contactUs, services, somewhereElse)])
    expect(asked.statusCode).toBe(200)
  expect(await storedLeads()).toHaveLength(3)
  expect((await app.as(chief).send(contactUs, services, headers)).statusCode).toBe(200)
  expect((await storedLeads()).map(({ tenant_id, world_id }) => tenant_id === world_id)).toEqual([true, true, true, true])
})

test('the contact address gets everything that was asked, in a letter whose reply goes to the visitor', async () => {
  await sendRequest(contactUs, services)
  const [letter] = await lettersTo('desk@main.example')
  expect(letter).toMatchObject({ replyTo: 'rosa@mar.example' })
  for (const part of [
    'Rosa del Mar (rosa@mar.example, Spain) asks for these services in Germany:',
    'Search for distributors and partners',
    'Sales training across cultures',
    'Within 3-6 months',
    'Contact number: +34 91 1',
  ])
    expect(letter!.text).toContain(part)
})

test('a plan request is stored and mailed to the admins and the asker, and changes nobody’s role', async () => {
  const free = await app.someone('ROLE_FREE', { emailAddress: plan.email })
  expect((await sendRequest(subscribePlan, plan)).json().message).toBe('Thank you. We will be in touch shortly.')
  expect(await storedLeads()).toMatchObject([{ source: 'PLAN', plan: 'PRO', first_name: '', last_name: 'Cher', country: 'IT' }])
  const [letter] = await lettersTo('desk@main.example')
  expect(letter).toMatchObject({ subject: 'Plan request from Cher · Main', replyTo: plan.email })
  for (const part of ['asks for the plan “Pro”', 'For two people.', 'Call me.']) expect(letter!.text).toContain(part)
  const [notice] = await app.as(chief).call(notificationApi.list, { type: 'PUSH_WEB' })
  const toMail = `select from pgboss.job where name = 'notification.letter' and data->>'notificationId' = $1`
  expect(await app.asOwner(toMail, [notice!.uniqueId])).toHaveLength(1)
  expect(await app.asOwner('select role from user_account where id = $1', [free.uniqueId])).toEqual([{ role: 'ROLE_FREE' }])
})

test('the asker is thanked in the language of the page, with nothing that they typed', async () => {
  await sendRequest(subscribePlan, { ...plan, lang: 'de' })
  const [thanks] = await lettersTo(plan.email)
  for (const typed of ['For two people', 'Cher']) expect(thanks!.text).not.toContain(typed)
  expect(thanks!.text).toContain('Vielen Dank')
  expect(thanks!.text).toContain('Pro')
})

test('countries are named in the language of each letter', async () => {
  await sendRequest(contactUs, { ...services, lang: 'de' })
  const [[thanks], [letter]] = [await lettersTo(services.email), await lettersTo('desk@main.example')]
  expect(thanks!.text).toContain('in Deutschland angefragt')
  expect(letter!.text).toContain('Spain) asks for these services in Germany')
})

test.each(Object.keys(services))('without %s an enquiry is refused at that field, since all are mandatory', async (field) => {
  for (const empty of [{ [field]: undefined }, { [field]: field === 'services' ? [] : ' ' }]) {
    const { statusCode, json } = await sendRequest(contactUs, { ...services, ...empty })
    expect([statusCode, json().message, Object.keys(json().data)]).toEqual([422, 'All fields are mandatory!', [field]])
  }
  expect(await storedLeads()).toEqual([])
})

test('invalid values are refused with what is wrong with them', async () => {
  const wrong = { email: 'rosa@mar', services: ['MAGIC'], country: 'Nowhere', deliveryPeriod: 'SOON', contactNumber: 'call me' }
  const { message, data } = (await sendRequest(contactUs, { ...services, ...wrong })).json()
  expect([message, Object.keys(data).length]).toEqual(['Please check the form', 5])
  expect((await sendRequest(subscribePlan, { ...plan, plan: 'GOLD' })).json().data).toEqual({ plan: 'Choose a plan' })
})

test('bots are thanked but not stored, and one network may send five requests a minute, of either kind', async () => {
  const codes = []
  for (const [call, input] of [
    [contactUs, services],
    [subscribePlan, plan],
  ] as const)
    codes.push((await sendRequest(call, { ...input, website: 'x' })).statusCode)
  expect(await storedLeads()).toEqual([])
  for (const at of [1, 2, 3, 4])
    codes.push((await sendRequest(at % 2 ? contactUs : subscribePlan, at % 2 ? services : plan)).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  expect(
    (await sendRequest(contactUs, { ...services, name: 'x'.repeat(33 * 1024) }, { 'x-forwarded-for': '10.0.0.9' })).statusCode,
  ).toBe(413)
})

const addAttempts = (key: string, times: number) =>
  app.asOwner('insert into attempt (tenant_id, key) select $1, $2 from generate_series(1, $3)', [app.main.uniqueId, key, times])

const statusFrom = async (address: string, over: object = {}) =>
  (await sendRequest(contactUs, { ...services, ...over }, { 'x-forwarded-for': address })).statusCode

test('one site of many networks may ask 60 times an hour, and a bot does not use up the limit of others', async () => {
  await addAttempts('from site 2001:db8:7::/48 enquiry', 58)
  expect(await statusFrom('2001:db8:7:1::1', { website: 'x' })).toBe(200)
  expect(await app.asOwner(`select from attempt where key like 'enquiry%'`)).toEqual([])
  expect(await statusFrom('2001:db8:7:2::1')).toBe(200)
  for (const over of [{}, { website: 'x' }]) expect(await statusFrom('2001:db8:7:3::1', over)).toBe(429)
  expect(await statusFrom('2001:db8:8:3::1')).toBe(200)
})

test('one mailbox gets at most 20 mails a day', async () => {
  await addAttempts(`enquiry today by ${services.email}`, 20)
  expect((await sendRequest(contactUs, services)).statusCode).toBe(200)
  expect(await storedLeads()).toHaveLength(1)
  expect(await lettersTo(services.email)).toEqual([])
})

test('the asker for services gets a letter that names the services, and nothing that they typed', async () => {
  await sendRequest(contactUs, services)
  const [letter] = await lettersTo(services.email)
  for (const chosen of ['in Germany', 'Search for distributors and partners', 'Within 3-6 months'])
    expect(letter!.text).toContain(chosen)
  for (const typed of ['Rosa', '+34 91 1']) expect(letter!.text).not.toContain(typed)
})
