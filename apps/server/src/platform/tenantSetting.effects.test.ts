import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { messageApi } from '@tradewind/contract/platform/message.contract'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'
import { companyRows, companyWorkbook } from '../../test/workbook.ts'

type Node = Awaited<ReturnType<TestApp['open']>>

let app: TestApp
/** A second node on the same database. */
let far: Node
let chief: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const decide = (key: string, value: boolean | string | null) => app.as(admin).call(tenantSettingApi.update, { key, value })

const letter = async (to: string) => {
  const found = async () => (await app.appContext.mail.mailbox!()).find((mail) => mail.to === to)
  await expect.poll(found).toBeDefined()
  return (await found())!
}
const forgetful = async () => {
  const someone = await app.someone('ROLE_ADMIN', { passwordHash: 'x' })
  await app.as(undefined).call(identityApi.forgotPassword, { email: someone.emailAddress })
  return letter(someone.emailAddress)
}

test('replies to a letter go to the contact address if there is one', async () => {
  await decide('CONTACT_EMAIL', 'desk@main.example')
  expect((await forgetful()).replyTo).toBe('desk@main.example')
  await decide('CONTACT_EMAIL', '')
  expect((await forgetful()).replyTo).toBeUndefined()
})

test('texts and letters use the tenant’s default language unless an available language is requested', async () => {
  const texts = (lang?: 'fr') => far.as(undefined).call(messageApi.translations, lang ? { lang } : {})
  expect(await texts()).toEqual({})
  await decide('DEFAULT_LANGUAGE', 'de')
  await expect.poll(async () => (await texts())['New company']).toBe('Neues Unternehmen')
  expect((await texts('fr'))['New company']).toBe('Nouvelle entreprise')
  expect((await forgetful()).subject).toBe(`${(await texts())['Set a new password']} · Main`)
  expect(await far.as(admin).call(identityApi.account, {})).toMatchObject({ language: null, tenantLanguage: 'de' })
  await decide('DEFAULT_LANGUAGE', null)
})

test('the time zone is the tenant’s if the browser sends none', async () => {
  const zoneOf = async (who: TestUser | undefined, headers: Record<string, string> = {}) => {
    const authorization = who ? { authorization: `Bearer ${who.token}` } : {}
    const request = { headers: { host: 'home.test', ...authorization, ...headers }, host: 'home.test', ip: '127.0.0.1' }
    return (await far.appContext.identify(request as never)).timeZone
  }
  expect(await zoneOf(admin)).toBe('UTC')
  await decide('TIME_ZONE', 'Asia/Tokyo')
  await expect.poll(() => zoneOf(admin)).toBe('Asia/Tokyo')
  expect(await zoneOf(undefined)).toBe('Asia/Tokyo')
  expect(await zoneOf(admin, { 'x-time-zone': 'Europe/Rome' })).toBe('Europe/Rome')
  expect(await zoneOf(admin, { 'x-time-zone': '+02:00' })).toBe('UTC')
  expect(await far.as(admin).call(identityApi.account, {})).toMatchObject({ timeZone: null, tenantTimeZone: 'Asia/Tokyo' })
  await decide('TIME_ZONE', '')
  await expect.poll(() => zoneOf(admin)).toBe('UTC')
})

const turn = (value: boolean) => app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value })
const switchedOff = async () => (await far.as(admin).call(identityApi.account, {})).switchedOff

test('the account reports which features the tenant has switched off', async () => {
  expect(await switchedOff()).toEqual([])
  await turn(false)
  await expect.poll(switchedOff).toEqual(['REVIEWS_ENABLED'])
  await turn(true)
  await expect.poll(switchedOff).toEqual([])
})

const statusOf = async (who: TestUser, on: Pick<Node, 'as'>) => (await on.as(who).send(companyApi.list)).statusCode

test('idle sessions end after the number of hours the tenant has set, on every node, and in no other tenant', async () => {
  const [idle, other] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN', { tenantId: app.other.uniqueId })]
  for (const who of [idle, other]) {
    expect([await statusOf(who, app), await statusOf(who, far)]).toEqual([200, 200])
    await app.asOwner(`update session set last_seen = now() - interval '2 hours 1 minute' where user_id = $1`, [who.uniqueId])
  }
  await decide('SESSION_IDLE_HOURS', '2')
  expect(await statusOf(idle, app)).toBe(401)
  await expect.poll(() => statusOf(idle, far)).toBe(401)
  expect([await statusOf(other, far), await statusOf(admin, far)]).toEqual([200, 200])
  await decide('SESSION_IDLE_HOURS', null)
})

test('the tenant’s row limit for workbooks applies to immediate imports and to import jobs', async () => {
  const configure = (value: string | null) =>
    app.as(chief).call(tenantConfigurationApi.update, { key: 'MASS_UPLOAD_ROWS', value })
  const upload = async (rows: number) => {
    const file = await companyWorkbook(companyRows(`Of ${rows}`, rows))
    return (await far.as(admin).send(companyApi.massUpload, { file })).json()
  }
  await configure('3')
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).MASS_UPLOAD_ROWS).toBe(3)
  const sentence = 'A workbook can have 3 rows at most'
  expect(await upload(4)).toMatchObject({ responseStatus: 'ERROR', message: sentence, data: { file: sentence } })
  expect(await app.as(admin).call(companyApi.list, {})).toEqual([])
  expect(await upload(3)).toMatchObject({ responseStatus: 'SUCCESS', data: { created: 3 } })
  await configure('5500')
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).MASS_UPLOAD_ROWS).toBe(5500)
  const { importId } = (await upload(5501)).data as { importId: string }
  const state = () => app.as(admin).call(companyApi.importState, { uniqueId: importId })
  await expect.poll(state).toMatchObject({ processingStatus: 'FAILED', problem: 'A workbook can have 5,500 rows at most' })
  expect(await app.as(admin).call(companyApi.list, {})).toHaveLength(3)
  await configure(null)
})

const reviews = (value: boolean | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value })

/** A member who may ask for reviews, and a contact of theirs. */
const asker = async () => {
  const owner = await app.someone('ROLE_BASIC')
  const as = app.as(owner)
  await as.call(adminApi.updateBrandName, { uniqueId: owner.uniqueId, userCompanyName: 'Bergwald' })
  const { uniqueId: companyId } = await crmCalls(app, owner).company()
  const contact = await crmCalls(app, owner).contact(companyId)
  await as.call(reviewSettingApi.save, { reviewType: 'Manufacturers', audiences: [contact.uniqueId] })
  return { as: far.as(owner), audienceList: [contact.uniqueId] }
}

test('a review invitation expires after the number of days the tenant has set', async () => {
  await decide('REVIEW_INVITATION_DAYS', '7')
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).REVIEW_INVITATION_DAYS).toBe(7)
  const { as, audienceList } = await asker()
  await as.call(reviewCampaignApi.campaign, { audienceList })
  const [invitation] = await as.call(reviewCampaignApi.list, {})
  const days = (Date.parse(invitation!.expiresAt) - Date.parse(invitation!.dateCreated)) / 86_400_000
  expect(Math.round(days)).toBe(7)
  await decide('REVIEW_INVITATION_DAYS', null)
})

test('nobody can ask for reviews on any node while they are switched off, and saved settings are back afterwards', async () => {
  const { as, audienceList } = await asker()
  await reviews(false)
  const refusal = () => as.call(reviewCampaignApi.campaign, { audienceList }).catch((error: unknown) => error)
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).REVIEWS_ENABLED).toBe(false)
  expect(await refusal()).toMatchObject({ status: 403, message: 'Reviews are switched off' })
  await reviews(null)
  await expect.poll(() => as.call(reviewSettingApi.get, {}).catch(() => null)).toMatchObject({ audiences: audienceList })
})

test('nobody can read the knowledge centre on any node while it is switched off, and its articles are back afterwards', async () => {
  const article = { title: 'Kept', category: 'GLOBAL_SOURCING' as const, articleTypes: ['MARKET_INSIGHT' as const] }
  await app.as(chief).call(contentApi.create, { ...article, content: '<p>Kept</p>' })
  const decideContent = (value: boolean | null) =>
    app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value })
  await decideContent(false)
  await expect.poll(async () => (await far.appContext.settings.of(app.main.uniqueId)).CONTENT_ENABLED).toBe(false)
  for (const who of [chief, undefined])
    await expect(far.as(who).call(contentApi.list, {})).rejects.toMatchObject({ message: 'The knowledge centre is switched off' })
  expect((await far.fastify.inject({ url: '/rss.xml' })).statusCode).toBe(404)
  await decideContent(null)
  await expect
    .poll(() =>
      far
        .as(undefined)
        .call(contentApi.list, {})
        .catch(() => null),
    )
    .toMatchObject([{ title: 'Kept' }])
})
