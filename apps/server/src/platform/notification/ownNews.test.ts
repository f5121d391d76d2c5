import { companyApi } from '@tradewind/contract/crm/company.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { viewApi } from '@tradewind/contract/operations/view.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewCampaignApi, reviewReminderApi, reviewTriggerApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { reviewCaseApi } from '@tradewind/contract/trust/reviewCase.contract'
import { reviewLinkApi } from '@tradewind/contract/trust/reviewLink.contract'
import { reviewOwnQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { reviewAudienceApi, reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { companiesFile, csvCompanyRow, importCalls } from '../../../test/crm/fileImport.ts'
import { openRecordPage } from '../../../test/recordPage.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'
import { reviewFixture, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let node: Pick<TestApp, 'fastify'>
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  node = await app.open()
  await node.fastify.listen({ port: 0, host: '127.0.0.1' })
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

/** A page at another node than the one that is called. */
const open = (who: TestUser) => openRecordPage(node, who)
type Page = Awaited<ReturnType<typeof open>>
type Acts = Readonly<Record<string, () => Promise<unknown>>>

const countOf = ({ news }: Page, kind: string) => news().filter((one) => one.kind === kind && one.written.length === 0).length

/** Does one act after the other, and expects the page to learn of each. */
const expectNews = async (page: Page, kind: string, acts: Acts) => {
  for (const [message, act] of Object.entries(acts)) {
    const before = countOf(page, kind)
    await act()
    await expect.poll(() => countOf(page, kind), { message }).toBeGreaterThan(before)
  }
}

test('the pages of who asks for reviews learn of all that happens to them: of letters, answers, visits and their own other page’s changes', async () => {
  const [reviews, campaigns] = [reviewFixture(app), campaignFixture(app)]
  const owner = await campaigns.owner()
  const [question] = await reviews.questions(owner.tenantId, owner.reviewType, 1)
  const contacts = await campaigns.audience(owner, 3)
  const invited = await reviews.invite(owner)
  const { call } = app.as(owner)
  const visitor = app.as(undefined)
  const [page, stranger] = [await open(owner), await open(await app.someone('ROLE_PRO'))]
  const invitation = async () => (await campaigns.invitations(owner)).findLast(({ uniqueId }) => uniqueId !== invited.uniqueId)!
  const remark = async () => (await call(reviewAnswerApi.remarks, {}))[0]!
  const campaignId = async () => (await call(reviewReminderApi.campaigns, {}))[0]!.uniqueId
  const tokenOf = (id: string) => app.appContext.links.tokenOf(owner.tenantId, id)
  const acts: Acts = {
    'leaves the audience': () => call(reviewAudienceApi.remove, { uniqueId: contacts[2]! }),
    'joins it again': () => call(reviewSettingApi.save, { audiences: [contacts[2]!] }),
    campaign: () => call(reviewCampaignApi.campaign, { audienceList: contacts.slice(0, 2) }),
    letter: async () => app.work('review.invitation', campaigns.letterPayload(await invitation())),
    reminders: async () => call(reviewReminderApi.change, { uniqueId: await campaignId(), reminders: false }),
    unsubscribed: async () => visitor.call(reviewCampaignApi.unsubscribe, { token: tokenOf((await invitation()).unsubscribeId) }),
    'campaign ends': async () => call(reviewReminderApi.end, { uniqueId: await campaignId() }),
    answer: () => reviews.answer(owner, invited.token, sameStars([question!], 4), { remarks: 'Good', remarksPublic: true }),
    testimonial: async () => call(reviewAnswerApi.toggle, { uniqueId: (await remark()).uniqueId }),
    reply: async () => call(reviewAnswerApi.reply, { uniqueId: (await remark()).uniqueId, ownerReply: 'Thanks' }),
    'own question': () => call(reviewOwnQuestionApi.create, { question: 'How was the fitting?' }),
    trigger: () => call(reviewTriggerApi.save, { kind: 'MEETING_REPORT', isOn: true }),
    'short link': () => call(reviewLinkApi.create, { name: 'Fair' }),
    visit: async () => visitor.call(reviewLinkApi.visit, { code: (await call(reviewLinkApi.list, {}))[0]!.code }),
    expired: async () => {
      const { uniqueId } = await reviews.invite(owner)
      await app.asOwner(`update review_invitation set expires_at = now() - interval '1 day' where id = $1`, [uniqueId])
      await app.clock('review.expire')
    },
  }
  await expectNews(page, 'review', acts)
  expect(countOf(stranger, 'review')).toBe(0)
})

test('tenant admins learn that a remark was reported', async () => {
  const reviews = reviewFixture(app)
  const owner = await reviews.owner({ reviewType: 'Consultants_ServiceProviders', isPublic: true })
  const [question] = await reviews.questions(owner.tenantId, owner.reviewType, 1)
  const { token, uniqueId } = await reviews.invite(owner)
  await reviews.answer(owner, token, sameStars([question!], 4), { remarks: 'Good', remarksPublic: true })
  const page = await open(chief)
  const report = () => app.as(undefined).call(reviewCaseApi.report, { uniqueId, companyId: owner.uniqueId, reason: 'OFFENSIVE' })
  await expectNews(page, 'reviewCase', { report })
})

test('what a user sets is announced to the user’s other pages alone', async () => {
  const [own, other] = [await open(chief), await open(await app.someone('ROLE_TENANT_ADMIN'))]
  const { call } = app.as(chief)
  const save = () => call(identityApi.saveChoices, { theme: 'dark' })
  const saveHours = () => call(webCallApi.saveHours, { timeZone: 'UTC', weekly: [], daysOff: [] })
  await expectNews(own, 'auth', { save })
  await expectNews(own, 'webCall', { saveHours })
  const { uniqueId: viewId } = await call(viewApi.create, { entity: 'company', name: 'Mine', state: { where: [] } })
  await expectNews(own, 'view', { default: () => call(viewApi.setDefault, { entity: 'company', viewId }) })
  const { uniqueId } = chief
  await expectNews(own, 'auth', { brand: () => call(adminApi.updateBrandName, { uniqueId, userCompanyName: 'Brand' }) })
  expect(['auth', 'webCall', 'view'].map((kind) => countOf(other, kind))).toEqual([0, 0, 0])
})

test('imports and bulk changes are announced to who may see those of others, from their start to their Undo, and bulk changes to who made them', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const [page, own] = [await open(await app.someone('ROLE_TENANT_ADMIN')), await open(clerk)]
  const [member, level] = [await open(await app.someone('ROLE_PRO')), await open(await app.someone('ROLE_LEVEL1'))]
  const { uniqueId } = await crmCalls(app, chief).company()
  const imports = importCalls(app)
  let importId = ''
  const importing: Acts = {
    import: async () => (importId = (await imports.taken(chief, companiesFile(csvCompanyRow('Imported')))).uniqueId),
    undo: () => imports.doing(chief, 'undo', importId),
  }
  await expectNews(page, 'massUpload', importing)
  const changing: Acts = {
    bulk: () => app.as(chief).call(bulkApi.changeCompanies, { ids: [uniqueId], change: { country: 'Italy' } }),
    undo: async () => app.as(chief).call(bulkApi.undo, { uniqueId: (await app.as(chief).call(bulkApi.list, {}))[0]!.uniqueId }),
  }
  await expectNews(page, 'bulk', changing)
  const { uniqueId: mine } = await crmCalls(app, clerk).company()
  const ownChange = () => app.as(clerk).call(bulkApi.changeCompanies, { ids: [mine], change: { country: 'Italy' } })
  await expectNews(own, 'bulk', { ownChange })
  expect([countOf(member, 'massUpload'), countOf(member, 'bulk'), countOf(level, 'bulk')]).toEqual([0, 0, 0])
})

test('companies are read again once some of them are no duplicates, and once a field of the tenant’s own is retired or brought back', async () => {
  const page = await open(await app.someone('ROLE_ADMIN'))
  const { call } = app.as(chief)
  const { company } = crmCalls(app, chief)
  const ids = [await company(), await company()].map(({ uniqueId }) => uniqueId)
  const { uniqueId } = await call(customFieldApi.create, { kind: 'company', label: 'Region', type: 'TEXT' })
  const acts: Acts = {
    'no duplicates': () => call(companyApi.notDuplicates, { uniqueIds: ids }),
    retired: () => call(customFieldApi.retire, { uniqueId }),
    'brought back': () => call(customFieldApi.bringBack, { uniqueId }),
  }
  await expectNews(page, 'company', acts)
})

test('who manages the questions of surveys learns that one has been answered for the first time, and can no longer be reworded', async () => {
  const reviews = reviewFixture(app)
  const page = await open(await app.someone('ROLE_ADMIN'))
  const owner = await reviews.owner({ reviewType: 'FranchiseBrands' })
  const [question] = await reviews.questions(owner.tenantId, 'FranchiseBrands', 1)
  const [{ token }, next] = [await reviews.invite(owner), await reviews.invite(owner)]
  const answer = () => reviews.answer(owner, token, sameStars([question!], 4))
  await expectNews(page, 'reviewQuestion', { answer })
  const before = countOf(page, 'reviewQuestion')
  await reviews.answer(owner, next.token, sameStars([question!], 5))
  const { uniqueId } = await crmCalls(app, chief).company()
  await expect.poll(page.ids).toContain(uniqueId) // earlier messages have arrived by then
  expect(countOf(page, 'reviewQuestion')).toBe(before)
})
