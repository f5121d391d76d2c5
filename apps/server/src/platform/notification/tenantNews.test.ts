import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { legalTextApi } from '@tradewind/contract/platform/legalText.contract'
import { messageApi } from '@tradewind/contract/platform/message.contract'
import { permissionApi, userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { tenantApi } from '@tradewind/contract/platform/tenant.contract'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { questionApi } from '@tradewind/contract/site/member/question.contract'
import { topicApi } from '@tradewind/contract/site/member/topic.contract'
import { reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { bulkWorkbook, company } from '../../../test/bulkWorkbook.ts'
import { articleInput } from '../../../test/content/content.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { openRecordPage } from '../../../test/recordPage.ts'

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

const isOf = (of: string) => (one: { kind: string }) => one.kind === of
const ofOtherTenant = (one: { tenantId?: string }) => one.tenantId !== undefined
const any = (kind: string) => ({ kind, written: [], about: [] })

/** Waits until a page has received all messages up to now: a company is created, of which it hears. */
const settled = async (page: Page) => {
  const { uniqueId } = await crmCalls(app, chief).company()
  await expect.poll(page.ids).toContain(uniqueId)
}

test('users of a tenant are announced without ids, to those who list all of them', async () => {
  const superAdmin = await app.someone('ROLE_SUPER_ADMIN')
  const [clerk, level, member, stranger] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId }),
  ]
  const [page, ...others] = [await open(clerk), await open(level), await open(member), await open(stranger)]
  const count = () => page.news().filter(isOf('user')).length
  const { call } = app.as(chief)
  const form = { firstName: 'Ada', lastName: 'Neu', emailAddress: 'ada.neu@tradewind.test', adminRole: 'ROLE_LEVEL1' } as const
  const { uniqueId } = await call(adminApi.create, form)
  await expect.poll(page.news).toContainEqual(any('user'))
  const [permission] = await app.as(superAdmin).call(permissionApi.list, {})
  const grant = { userUID: uniqueId, permissionStateList: [permission!.uniqueId] }
  const acts: readonly (() => Promise<unknown>)[] = [
    () => call(adminApi.update, { uniqueId, lastName: 'Alt' }),
    () => call(adminApi.invite, { uniqueId }),
    () => app.as(superAdmin).call(userPermissionApi.assign, grant),
    () => call(adminApi.setActive, { uniqueId, isActive: false }),
    () => call(adminApi.remove, { uniqueId }),
  ]
  for (const act of acts) {
    const before = count()
    await act()
    await expect.poll(count).toBeGreaterThan(before)
  }
  // To sign in and out changes no list.
  await settled(page)
  const before = count()
  await app.as(await app.someone('ROLE_ADMIN')).call(identityApi.logout, {})
  await settled(page)
  expect(count()).toBe(before)
  expect(others.flatMap(({ news }) => news().filter(isOf('user')))).toEqual([])
  expect(JSON.stringify(page.news())).not.toContain(uniqueId)
})

test('each part of the administration is announced to those who may read it, and to nobody else', async () => {
  const superAdmin = await app.someone('ROLE_SUPER_ADMIN')
  const readers = {
    superAdmin: await open(await app.someone('ROLE_SUPER_ADMIN')),
    chief: await open(await app.someone('ROLE_TENANT_ADMIN')),
    clerk: await open(await app.someone('ROLE_ADMIN')),
    level: await open(await app.someone('ROLE_LEVEL3')),
    member: await open(await app.someone('ROLE_PRO')),
    stranger: await open(await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })),
  }
  const hearing = (kind: string) => Object.entries(readers).flatMap(([who, { news }]) => (news().some(isOf(kind)) ? [who] : []))
  const { call } = app.as(chief)
  const callSuper = app.as(superAdmin).call
  const [text] = await call(messageApi.list, { size: 1, page: 0 })
  const [legal] = await call(legalTextApi.list, {})
  await call(tenantSettingApi.update, { key: 'CONTACT_EMAIL', value: 'hello@tradewind.test' })
  await callSuper(tenantConfigurationApi.update, { key: 'MAX_USERS', value: 400 })
  await call(messageApi.update, { uniqueId: text!.uniqueId, text: `${text!.text}!` })
  await call(legalTextApi.update, { uniqueId: legal!.uniqueId, content: '<p>We keep it short.</p>' })
  await callSuper(permissionApi.create, { key: 'A_NEW_KEY', value: 'A new key' })
  await callSuper(tenantApi.create, {
    fullName: 'Westhaven',
    domainName: 'westhaven.localhost',
    firstName: 'Wes',
    lastName: 'Haven',
    emailAddress: 'wes@westhaven.test',
  })
  await call(customFieldApi.create, { kind: 'company', label: 'Region', type: 'TEXT' } as never)
  for (const [kind, who] of [
    ['tenantSetting', ['superAdmin', 'chief', 'clerk']],
    ['tenantConfiguration', ['superAdmin']],
    ['message', ['chief', 'clerk']],
    ['legalText', ['chief']],
    ['permission', ['superAdmin', 'chief']],
    ['tenant', ['superAdmin']],
    ['customField', ['superAdmin', 'chief', 'clerk', 'level', 'member']],
  ] as const)
    await expect.poll(() => [kind, ...hearing(kind)]).toEqual([kind, ...who])
})

test('the super admin’s pages hear of what others change in a tenant that the super admin administers, in no more detail than which tenant', async () => {
  const [actor, admin] = [await app.someone('ROLE_SUPER_ADMIN'), await app.someone('ROLE_SUPER_ADMIN')]
  const ofOther = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  const page = await open(admin)
  const others = [await open(chief), await open(await app.someone('ROLE_ADMIN')), await open(await app.someone('ROLE_PRO'))]
  const { uniqueId: tenantId } = app.other
  const heard = (kind: string) => page.news().filter((one) => one.kind === kind && one.tenantId === tenantId)
  const headers = { 'x-tenant': tenantId }
  const form = {
    firstName: 'Ona',
    lastName: 'Fern',
    emailAddress: 'ona.fern@other.test',
    adminRole: 'ROLE_TENANT_ADMIN',
  } as const
  const { uniqueId } = await app.as(actor).call(adminApi.create, form, headers)
  await expect.poll(() => heard('user')).toEqual([{ ...any('user'), tenantId }])
  await app.as(actor).call(tenantConfigurationApi.update, { key: 'MAX_USERS', value: 300 }, headers)
  await expect.poll(() => heard('tenantConfiguration')).toEqual([{ ...any('tenantConfiguration'), tenantId }])
  const file = await bulkWorkbook({ Companies: [company('Acme')] })
  await app.as(actor).call(bulkUploadApi.upload, { file }, headers)
  await expect.poll(() => heard('bulkUpload')).toEqual([{ ...any('bulkUpload'), tenantId }])
  await app.as(ofOther).call(adminApi.create, { ...form, emailAddress: 'o.fern@other.test', adminRole: 'ROLE_LEVEL1' })
  await expect.poll(() => heard('user')).toHaveLength(2)
  await app.as(ofOther).call(tenantSettingApi.update, { key: 'CONTACT_EMAIL', value: 'hello@other.test' })
  await crmCalls(app, ofOther).company()
  await settled(page)
  expect(
    page
      .news()
      .filter(ofOtherTenant)
      .map(({ kind }) => kind),
  ).toEqual(['user', 'tenantConfiguration', 'bulkUpload', 'user'])
  for (const other of others) expect(other.news().filter(ofOtherTenant)).toEqual([])
  expect(JSON.stringify(page.news())).not.toContain(uniqueId)
})

test('the super admin’s page that connects learns in which tenants something was written since it read, and others do not', async () => {
  const [actor, admin] = [await app.someone('ROLE_SUPER_ADMIN'), await app.someone('ROLE_SUPER_ADMIN')]
  const { uniqueId: tenantId } = app.other
  const watcher = await open(actor)
  const form = {
    firstName: 'Ida',
    lastName: 'Moor',
    emailAddress: 'ida.moor@other.test',
    adminRole: 'ROLE_TENANT_ADMIN',
  } as const
  await app.as(admin).call(adminApi.create, form, { 'x-tenant': tenantId })
  const missed = { ...any('user'), tenantId }
  await expect.poll(watcher.news).toContainEqual(missed) // the node has announced it
  const [slow, fresh, clerk] = [
    await openRecordPage(node, await app.someone('ROLE_SUPER_ADMIN'), 20_000),
    await openRecordPage(node, await app.someone('ROLE_SUPER_ADMIN')),
    await openRecordPage(node, await app.someone('ROLE_TENANT_ADMIN'), 20_000),
  ]
  await expect.poll(slow.news).toContainEqual(missed)
  await settled(clerk)
  for (const { news } of [fresh, clerk]) expect(news().filter(ofOtherTenant)).toEqual([])
})

test('survey questions, statements of the self-assessment and content are announced by id to those who manage or use them', async () => {
  const xg = { permissions: ['XG_ADMIN'] }
  const [writer, clerk, member, level] = [
    await open(await app.someone('ROLE_ADMIN', xg)),
    await open(await app.someone('ROLE_ADMIN')),
    await open(await app.someone('ROLE_PRO')),
    await open(await app.someone('ROLE_LEVEL3')),
  ]
  const { call } = app.as(await app.someone('ROLE_TENANT_ADMIN', xg))
  const words = { headline: 'Packing', question: 'How well was it packed?' }
  const survey = await call(reviewQuestionApi.create, { reviewType: 'Manufacturers', ...words })
  const statement = await call(assessmentApi.createQuestion, { category: 'LEADERSHIP', question: 'We plan.' })
  const article = await call(contentApi.create, articleInput({ title: 'Nine ports' }))
  const heard = ({ ids }: Page) => ids().filter((id) => [survey, statement, article].some(({ uniqueId }) => uniqueId === id))
  const all = [survey, statement, article].map(({ uniqueId }) => uniqueId)
  await expect.poll(() => heard(writer)).toEqual(expect.arrayContaining(all))
  await expect.poll(() => heard(clerk)).toEqual(all.slice(0, 2))
  await expect.poll(() => heard(member)).toEqual(all.slice(0, 1))
  await settled(clerk)
  expect(heard(level)).toEqual([])
})

test('questions of members are announced to who asked, who is to answer and the admins; also to who is to answer no longer', async () => {
  const [asks, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const [answers, next] = [await app.someone('ROLE_LEVEL3'), await app.someone('ROLE_LEVEL3')]
  const [own, others, answering, nexts, clerks] = [
    await open(asks),
    await open(other),
    await open(answers),
    await open(next),
    await open(await app.someone('ROLE_ADMIN')),
  ]
  const { uniqueId } = await app.as(asks).call(questionApi.create, { title: 'Boxes', text: 'Which boxes?' })
  await expect.poll(clerks.ids).toContain(uniqueId)
  await expect.poll(own.ids).toContain(uniqueId)
  const assign = (assignedUser: string) => app.as(chief).call(questionApi.update, { uniqueId, assignedUser })
  await assign(answers.uniqueId)
  await expect.poll(answering.ids).toEqual([uniqueId])
  expect(nexts.ids()).toEqual([])
  await assign(next.uniqueId)
  await expect.poll(nexts.ids).toEqual([uniqueId])
  await expect.poll(answering.news).toContainEqual(any('question'))
  expect(others.news()).toEqual([])
})

test('a vote on a topic is announced to whoever sees the topic, who may vote, too', async () => {
  const [proposes, votes, basic] = [
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_BASIC'),
  ]
  const [page, smaller, clerks] = [await open(proposes), await open(basic), await open(await app.someone('ROLE_ADMIN'))]
  const { uniqueId } = await app.as(proposes).call(topicApi.create, { title: 'Labels', text: 'What is asked of them?' })
  const votesHeard = () =>
    [page, clerks].map(
      ({ news }) => news().filter(({ written }) => written[0]?.uniqueId === uniqueId && !written[0].version).length,
    )
  await expect.poll(votesHeard).toEqual([1, 1]) // the proposer’s own
  await app.as(votes).call(topicApi.vote, { uniqueId, vote: true })
  await expect.poll(votesHeard).toEqual([2, 2])
  const { updatedAt } = await app.as(chief).call(topicApi.update, { uniqueId, state: 'DECLINED', reason: 'We have one.' })
  await expect.poll(() => page.latest({ uniqueId })?.written[0]?.version).toBe(updatedAt)
  expect(smaller.news()).toEqual([])
})

test('the total of a long list of users follows a new user', async () => {
  await app.asOwner(
    `insert into user_account (tenant_id, first_name, last_name, email_address, role, search_text)
     select $1, 'Ann', 'Other', address, 'ROLE_FREE', E'ann other\n' || address || E'\n'
     from generate_series(1, 1100) number, concat('ann', number, '@many.test') address`,
    [chief.tenantId],
  )
  const total = async () => {
    const { headers } = await app.as(chief).send(adminApi.list, { page: 0, size: 1, emailAddress: '@many.test' })
    return headers['x-total-count']
  }
  expect(await total()).toBe('1100')
  const form = { firstName: 'Ann', lastName: 'Other', emailAddress: 'ann@many.test', adminRole: 'ROLE_LEVEL1' } as const
  await app.as(chief).call(adminApi.create, form)
  expect(await total()).toBe('1101')
})
