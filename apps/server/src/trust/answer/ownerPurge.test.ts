import { searchApi } from '@tradewind/contract/operations/search.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { reviewAnswerApi } from '@tradewind/contract/trust/reviewAnswer.contract'
import { reviewOwnQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

/** An owner with a row in every review table: two answers, of which one is shown and one was removed. */
const ownerOfAll = async (over: Parameters<typeof reviews.owner>[0] = {}) => {
  const owner = await reviews.owner(over)
  const asked = await reviews.questions(owner.tenantId, owner.reviewType)
  await app.asOwner('update review_question set retired_at = now() where tenant_id = $1 and id <> all($2)', [
    owner.tenantId,
    asked,
  ])
  const { tenantId, partitionId, uniqueId: ownerId } = owner
  const answered = async () => {
    const { token, uniqueId } = await reviews.invite(owner)
    await reviews.answer(owner, token, sameStars(asked, 4), { remarks: 'Splendid sailcloth, every time', remarksPublic: true })
    await app.as(owner).call(reviewAnswerApi.toggle, { uniqueId })
    return uniqueId
  }
  await answered()
  const boss = tenantId === chief.tenantId ? chief : await app.someone('ROLE_SUPER_ADMIN', { tenantId })
  await app.as(boss).call(reviewAnswerApi.remove, { uniqueId: await answered(), reason: 'It names a person' })
  await app.asOwner(`insert into review_refusal (tenant_id, owner_id, address, reason) values ($1, $2, 'x@y.z', 'BOUNCED')`, [
    tenantId,
    ownerId,
  ])
  const crm = crmCalls(app, owner)
  const { uniqueId: companyId } = await crm.company()
  const { uniqueId: contactId } = await crm.contact(companyId)
  const audience = 'insert into review_audience (tenant_id, world_id, owner_id, contact_id) values ($1, $2, $3, $4)'
  await app.asOwner(audience, [tenantId, partitionId, ownerId, contactId])
  await app.as(owner).call(reviewOwnQuestionApi.create, { question: 'How was the splicing?' })
  return owner
}

const tables = [
  'review_answer',
  'review_answer_trace',
  'review_audience',
  'review_case',
  'review_day',
  'review_invitation',
  'review_own_question',
  'review_refusal',
  'review_setting',
  'testimonial',
  'trust_score',
]
const traces = async ({ uniqueId }: ReviewOwner) => {
  const found: string[] = []
  for (const table of tables)
    if ((await app.asOwner(`select from ${table} where owner_id = $1 limit 1`, [uniqueId])).length > 0) found.push(table)
  return found
}
const gone = async ({ uniqueId }: ReviewOwner) => {
  await app.as(chief).call(adminApi.remove, { uniqueId })
  await app.asOwner(`update user_account set deleted_at = now() - interval '31 days' where id = $1`, [uniqueId])
  await app.clock('records.sweep')
}

test('purging an owner, member or staff, leaves nothing of their reviews; others keep theirs', async () => {
  const other = await ownerOfAll()
  for (const role of ['ROLE_PRO', 'ROLE_ADMIN'] as const) {
    const owner = await ownerOfAll({ role })
    expect(await traces(owner)).toEqual(tables)
    await gone(owner)
    expect(await traces(owner)).toEqual([])
    expect(await app.asOwner('select from user_account where id = $1', [owner.uniqueId])).toEqual([])
  }
  expect(await traces(other)).toEqual(tables)
})

test('erasing a tenant leaves nothing of its reviews', async () => {
  const tenant = await app.tenant('Leaving')
  const owner = await ownerOfAll({ tenantId: tenant.uniqueId })
  expect(await traces(owner)).toEqual(tables)
  await app.asOwner(`update tenant set deleted_at = now(), erased_at = now() where id = $1`, [tenant.uniqueId])
  await app.work('tenant.erase', { tenantId: tenant.uniqueId })
  expect(await traces(owner)).toEqual([])
  expect(await app.asOwner('select from review_question where tenant_id = $1', [tenant.uniqueId])).toEqual([])
})

test('neither trash nor search offers answers or invitations', async () => {
  const owner = await ownerOfAll()
  const kinds = (await app.as(owner).call(trashApi.list, {})).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('review'))).toEqual([])
  for (const q of ['Splendid', 'Lovelace'])
    expect(JSON.stringify(await app.as(owner).call(searchApi.search, { q }))).not.toMatch(/review/)
})

const aged = (table: string, column: string, id: string) =>
  app.asOwner(`update ${table} set ${column} = now() - interval '31 days' where id = $1`, [id])

test('a removed answer is purged after 30 days, and the link of an existing one is kept so that it can be found', async () => {
  const owner = await reviews.owner()
  const asked = await reviews.questions(owner.tenantId, owner.reviewType, 1)
  await app.asOwner('update review_question set retired_at = now() where tenant_id = $1 and id <> all($2)', [
    owner.tenantId,
    asked,
  ])
  const answered = async () => {
    const { token, uniqueId } = await reviews.invite(owner)
    await reviews.answer(owner, token, sameStars(asked, 4))
    await aged('link_token', 'expires_at', uniqueId)
    return uniqueId
  }
  const remove = (uniqueId: string) => app.as(chief).call(reviewAnswerApi.remove, { uniqueId, reason: 'It names a person' })
  const [old, fresh, late] = [await answered(), await answered(), await answered()]
  for (const uniqueId of [old, fresh]) await remove(uniqueId)
  await aged('review_answer', 'deleted_at', old)
  await app.clock('records.sweep')
  const left = await app.asOwner<{ id: string }>('select id from review_answer where owner_id = $1', [owner.uniqueId])
  expect(left.map(({ id }) => id).toSorted()).toEqual([fresh, late].toSorted())
  expect(await remove(late)).toEqual({ uniqueId: late })
})

test('after a contact’s purge an ended invitation keeps only the company; the answer keeps its name', async () => {
  const owner = await reviews.owner()
  const asked = await reviews.questions(owner.tenantId, owner.reviewType, 1)
  await app.asOwner('update review_question set retired_at = now() where tenant_id = $1 and id <> all($2)', [
    owner.tenantId,
    asked,
  ])
  const crm = crmCalls(app, owner)
  const { uniqueId: companyId } = await crm.company()
  const [there, deletedContact] = [await crm.contact(companyId), await crm.contact(companyId)]
  const named = { number: '1', searchText: 'ada\nbyron\nacme\nada byron\na@b.c\nbuyer', companyName: 'Acme' }
  const kept = await reviews.invite(owner, { state: 'EXPIRED', contactId: there.uniqueId, ...named })
  const ended = await reviews.invite(owner, { state: 'EXPIRED', contactId: deletedContact.uniqueId, ...named })
  const open = await reviews.invite(owner, { contactId: deletedContact.uniqueId, ...named })
  const { token, uniqueId: answered } = await reviews.invite(owner, { contactId: deletedContact.uniqueId, ...named })
  await reviews.answer(owner, token, sameStars(asked, 4))
  for (const { uniqueId } of [kept, ended])
    await app.asOwner(
      `insert into audit (tenant_id, world_id, action, kind, record_id, title, by_name, changes)
       values ($1, $2, 'CHANGED', 'reviewInvitation', $3, 'Ada Byron', 'X', '{}')`,
      [owner.tenantId, owner.partitionId, uniqueId],
    )
  await aged('contact', 'deleted_at', deletedContact.uniqueId)
  await app.clock('records.sweep')
  const rowOf = async (id: string) => (await app.asOwner('select * from review_invitation where id = $1', [id]))[0]!
  const nobody = { first_name: '', last_name: '', title: '', number: null, email_address: '', search_text: '\n\nacme\n\n\n' }
  for (const id of [ended.uniqueId, answered]) expect(await rowOf(id)).toMatchObject({ ...nobody, company_name: 'Acme' })
  for (const id of [kept.uniqueId, open.uniqueId]) expect(await rowOf(id)).toMatchObject({ first_name: 'Ada', number: '1' })
  const titleOf = async (id: string) => app.asOwner('select title from audit where record_id = $1', [id])
  expect([await titleOf(kept.uniqueId), await titleOf(ended.uniqueId)]).toEqual([[{ title: 'Ada Byron' }], [{ title: '' }]])
  const [answer] = await app.asOwner('select first_name from review_answer where id = $1', [answered])
  expect(answer).toEqual({ first_name: 'Ada' })
})
