import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { News } from '#kit/notifyNodes'
import { reviewQuestions } from '#trust/schema/reviewQuestion.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

type Node = Awaited<ReturnType<TestApp['open']>>

let app: TestApp
/** A second node on the same database. */
let far: Node
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  far = await app.open()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

const member = () => app.someone('ROLE_BASIC')
const save = (who: TestUser, given: object) => app.as(who).call(reviewSettingApi.save, given)
const setting = (who: TestUser) => app.as(who).call(reviewSettingApi.get, {})
const describe = (who: TestUser, companyDescriptionMarkup: string) =>
  app.as(who).call(reviewSettingApi.describe, { uniqueId: who.uniqueId, companyDescriptionMarkup })
const description = (who: TestUser | undefined, { uniqueId }: TestUser) =>
  app.as(who).call(reviewSettingApi.description, { uniqueId })

test('no setting exists until POST /api/review/setting saves and returns it; GET /api/review/setting returns it only to its owner', async () => {
  const [one, other] = [await member(), await member()]
  expect(await setting(one)).toBeNull()
  const given = { reviewType: 'Manufacturers', reviewsSearchEnabled: true } as const
  const response = await app.as(one).send(reviewSettingApi.save, given)
  expect(response.json()).toMatchObject({
    message: 'Setting Updated Successfully!',
    data: { ...given, audiences: [], added: 0 },
  })
  expect(await setting(one)).toEqual({ ...given, audiences: [] })
  expect(await setting(other)).toBeNull()
})

test('the survey type is saved once: the same again is accepted, another is rejected and that call saves nothing', async () => {
  const one = await member()
  await save(one, { reviewsSearchEnabled: true })
  expect(await setting(one)).toMatchObject({ reviewType: null, reviewsSearchEnabled: true })
  await save(one, { reviewType: 'FranchiseBrands' })
  await save(one, { reviewType: 'FranchiseBrands', reviewsSearchEnabled: true })
  const another = save(one, { reviewType: 'Manufacturers', reviewsSearchEnabled: false })
  await expect(another).rejects.toMatchObject({ status: 409, message: 'Your survey type was saved before, and can’t be changed' })
  expect(await setting(one)).toMatchObject({ reviewType: 'FranchiseBrands', reviewsSearchEnabled: true })
})

test('of two survey types saved at the same time, exactly one is stored', async () => {
  const one = await member()
  const types = ['Manufacturers', 'FranchiseBrands', 'Distributors_Dealers', 'Consultants_ServiceProviders'] as const
  const results = await Promise.allSettled(types.map((reviewType) => save(one, { reviewType })))
  const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.reviewType] : []))
  expect(saved).toHaveLength(1)
  expect(await setting(one)).toMatchObject({ reviewType: saved[0] })
})

test('contacts are added to the audience by the same call, and saved ones stay', async () => {
  const one = await member()
  await save(one, { reviewType: 'Manufacturers', reviewsSearchEnabled: true })
  const company = await crmCalls(app, one).company()
  const { uniqueId } = await crmCalls(app, one).contact(company.uniqueId)
  const response = await app.as(one).send(reviewSettingApi.save, { audiences: [uniqueId] })
  expect(response.json()).toMatchObject({ message: 'Added Audience', data: { audiences: [uniqueId], added: 1 } })
  expect(await setting(one)).toEqual({ reviewType: 'Manufacturers', reviewsSearchEnabled: true, audiences: [uniqueId] })
  await expect(save(one, { audiences: [] })).rejects.toMatchObject({
    status: 422,
    data: { audiences: 'Please select at least one contact for the audience list!' },
  })
})

test('GET /api/review/tenant returns the questions of the user’s own survey type, in their own language', async () => {
  const one = await member()
  expect(await app.as(one).call(reviewSettingApi.questions, {})).toEqual([])
  const words = {
    headline: 'Quality',
    question: 'How good was it?',
    translations: { de: { headline: 'Güte', question: 'Wie gut?' } },
  }
  await app.appContext.db.write({ tenantId: one.tenantId, partitionId: one.tenantId }, (tx) =>
    tx.insert(reviewQuestions).values([
      { ...words, reviewType: 'Consultants_ServiceProviders', position: 1 },
      { ...words, reviewType: 'Manufacturers', position: 1 },
    ]),
  )
  await save(one, { reviewType: 'Consultants_ServiceProviders' })
  const asked = await app.as(one).call(reviewSettingApi.questions, {})
  expect(asked).toEqual([{ uniqueId: expect.any(String), headline: 'Quality', question: 'How good was it?' }])
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [one.uniqueId])
  expect(await app.as(one).call(reviewSettingApi.questions, {})).toMatchObject([{ headline: 'Güte', question: 'Wie gut?' }])
})

test('POST /api/review/updateCompanyDescription saves sanitized markup, and nothing if it has no text', async () => {
  const one = await member()
  const bad = '<p onclick="x()">We <strong>build</strong><script>alert(1)</script><img src=x onerror=alert(1)></p>'
  const response = await app.as(one).send(reviewSettingApi.describe, { uniqueId: one.uniqueId, companyDescriptionMarkup: bad })
  expect(response.json()).toMatchObject({
    message: 'Description Updated Successfully!',
    data: { companyDescriptionMarkup: '<p>We <strong>build</strong></p>' },
  })
  expect(await describe(one, '<p> <br></p>')).toEqual({ uniqueId: one.uniqueId, companyDescriptionMarkup: null })
  await expect(describe(one, 'é'.repeat(150_000))).rejects.toMatchObject({ status: 422 })
})

test('only its owner and the owner’s admin can change a company description', async () => {
  const one = await member()
  const theirs = { uniqueId: one.uniqueId, companyDescriptionMarkup: '<p>Theirs</p>' }
  for (const role of ['ROLE_ADMIN', 'ROLE_BUISNESS'] as const) {
    const other = await app.someone(role)
    await expect(app.as(other).call(reviewSettingApi.describe, theirs)).rejects.toMatchObject({ status: 404 })
  }
  const abroad = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await expect(app.as(abroad).call(reviewSettingApi.describe, theirs)).rejects.toMatchObject({ status: 404 })
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  expect(await app.as(admin).call(reviewSettingApi.describe, theirs)).toEqual(theirs)
  const low = await app.someone('ROLE_STARTER')
  await expect(describe(low, '<p>x</p>')).rejects.toMatchObject({ status: 403 })
})

test('GET /api/review/companyDescription/{id} answers its owner, and everybody if the page is public', async () => {
  const one = await member()
  await describe(one, '<p>We build.</p>')
  const hidden = { status: 404 }
  expect(await description(one, one)).toMatchObject({ companyDescriptionMarkup: '<p>We build.</p>' })
  await save(one, { reviewsSearchEnabled: true })
  await expect(description(undefined, one)).rejects.toMatchObject(hidden)
  await app.as(one).call(adminApi.updateBrandName, { uniqueId: one.uniqueId, userCompanyName: 'Bergwald' })
  expect(await description(undefined, one)).toMatchObject({ companyDescriptionMarkup: '<p>We build.</p>' })
  await save(one, { reviewsSearchEnabled: false })
  await expect(description(undefined, one)).rejects.toMatchObject(hidden)
  await app.as(chief).call(adminApi.update, { uniqueId: one.uniqueId, isPartner: true })
  expect(await description(undefined, one)).toMatchObject({ companyDescriptionMarkup: '<p>We build.</p>' })
  await app.as(chief).call(adminApi.setActive, { uniqueId: one.uniqueId, isActive: false })
  await expect(description(undefined, one)).rejects.toMatchObject(hidden)
})

test('every node hears immediately of changes to a public page: findable or not, partner, brand, description, account', async () => {
  const one = await member()
  const { uniqueId } = one
  const heard: News[] = []
  far.appContext.onNews((news) => heard.push(news))
  const told = async (change: () => Promise<unknown>) => {
    heard.length = 0
    await change()
    await expect.poll(() => heard).toContainEqual({ topic: 'trust', tenantId: one.tenantId, id: uniqueId })
  }
  await told(() => save(one, { reviewsSearchEnabled: true }))
  await told(() => describe(one, '<p>We build.</p>'))
  await told(() => app.as(one).call(adminApi.updateBrandName, { uniqueId, userCompanyName: 'Bergwald' }))
  await told(() => app.as(chief).call(adminApi.update, { uniqueId, isPartner: true }))
  await told(() => app.as(chief).call(adminApi.setActive, { uniqueId, isActive: false }))
  await told(() => app.as(chief).call(adminApi.remove, { uniqueId }))
})

const configure = (value: boolean | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value })

test('with reviews switched off every call of the settings returns 403, and nothing is lost', async () => {
  const one = await member()
  await save(one, { reviewType: 'Manufacturers' })
  await configure(false)
  const off = { status: 403, message: 'Reviews are switched off' }
  await expect(setting(one)).rejects.toMatchObject(off)
  await expect(save(one, {})).rejects.toMatchObject(off)
  await expect(describe(one, '<p>x</p>')).rejects.toMatchObject(off)
  await expect(description(undefined, one)).rejects.toMatchObject(off)
  await expect
    .poll(() =>
      far
        .as(one)
        .call(reviewSettingApi.questions, {})
        .catch(({ status }) => status),
    )
    .toBe(403)
  await configure(null)
  expect(await setting(one)).toMatchObject({ reviewType: 'Manufacturers' })
})
