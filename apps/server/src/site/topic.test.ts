import { searchApi } from '@tradewind/contract/operations/search.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { topicApi } from '@tradewind/contract/site/member/topic.contract'
import { MAX_PROPOSED } from '@tradewind/contract/site/member/topic.fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const wanted = { title: 'Packaging law in France', text: 'What is asked of boxes and their labels?' }
const propose = (member: TestUser, fields: object = {}) => app.as(member).call(topicApi.create, { ...wanted, ...fields })
const vote = (member: TestUser, uniqueId: string, given = true) => app.as(member).call(topicApi.vote, { uniqueId, vote: given })
const told = async (who: TestUser) =>
  ((await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })) as { subject: string }[]).map(({ subject }) => subject)

const published = async (chief: TestUser, more: object = {}) =>
  app.as(chief).call(contentApi.create, {
    title: 'Boxes for France',
    category: 'GLOBAL_SOURCING',
    articleTypes: ['MARKET_INSIGHT'],
    content: '<p>Labels and boxes</p>',
    status: 'PUBLISHED',
    ...more,
  })

test('a topic is proposed with a vote, others can vote once each, and withdraw their vote', async () => {
  const [member, other] = [await app.someone('ROLE_ADVANCE'), await app.someone('ROLE_PRO')]
  const topic = await propose(member)
  expect(topic).toMatchObject({ ...wanted, state: 'PROPOSED', votes: 1, isVoted: true, createdBy: member.uniqueId })
  await vote(other, topic.uniqueId)
  expect(await vote(other, topic.uniqueId)).toMatchObject({ votes: 2, isVoted: true, updatedAt: topic.updatedAt })
  expect(await vote(other, topic.uniqueId, false)).toMatchObject({ votes: 1, isVoted: false })
  expect(await vote(other, topic.uniqueId, false)).toMatchObject({ votes: 1, isVoted: false })
})

test('fifty simultaneous votes are counted, each once', async () => {
  const [member, other] = [await app.someone('ROLE_ADVANCE'), await app.someone('ROLE_BUISNESS')]
  const { uniqueId } = await propose(member)
  await Promise.all(Array.from({ length: 50 }, () => vote(other, uniqueId)))
  expect(await app.as(member).call(topicApi.get, { uniqueId })).toMatchObject({ votes: 2 })
})

test('members read what others proposed but not who proposed it; administrators read both', async () => {
  const [member, other, chief] = [
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_TENANT_ADMIN'),
  ]
  const { uniqueId } = await propose(member)
  expect(await app.as(other).call(topicApi.get, { uniqueId })).toMatchObject({ createdBy: null, proposedBy: null })
  expect(await app.as(chief).call(topicApi.get, { uniqueId })).toMatchObject({ createdBy: member.uniqueId })
  const [row] = await app.as(chief).call(topicApi.list, { title: wanted.title, sort: '-dateCreated', size: 1 })
  expect(row?.proposedBy).toContain(member.fullName)
})

test('smaller plans, levels and visitors can neither see nor propose topics', async () => {
  const { uniqueId } = await propose(await app.someone('ROLE_ADVANCE'))
  for (const role of ['ROLE_BASIC', 'ROLE_FREE', 'ROLE_LEVEL3', 'ROLE_LEVEL1'] as const) {
    const someone = await app.someone(role)
    await expect(propose(someone)).rejects.toMatchObject({ status: 403 })
    await expect(vote(someone, uniqueId)).rejects.toMatchObject({ status: 403 })
    await expect(app.as(someone).call(topicApi.list, {})).rejects.toMatchObject({ status: 403 })
  }
  const member = await app.someone('ROLE_ADVANCE')
  await expect(app.as(member).call(topicApi.update, { uniqueId, state: 'PLANNED' })).rejects.toMatchObject({ status: 403 })
})

test('the outcome of a topic is reported to its proposer and its voters', async () => {
  const [member, voter, chief] = [
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] }),
  ]
  const { uniqueId } = await propose(member)
  expect(await told(chief)).toContain('A member proposes a topic')
  await vote(voter, uniqueId)
  const decide = (change: object) => app.as(chief).call(topicApi.update, { uniqueId, ...change })
  expect(await decide({ state: 'PLANNED', plannedFor: '2031-04-01' })).toMatchObject({ plannedFor: '2031-04-01', votes: 2 })
  for (const who of [member, voter]) expect(await told(who)).toContain('A topic you voted for is planned')
  const article = await published(chief)
  expect(await decide({ state: 'PUBLISHED', content: article.uniqueId })).toMatchObject({
    content: { title: 'Boxes for France', slug: article.slug },
    plannedFor: null,
  })
  for (const who of [member, voter]) expect(await told(who)).toContain('A topic you voted for is published')
  await expect(vote(voter, uniqueId, false)).rejects.toMatchObject({ status: 409 })
  await app.as(chief).call(contentApi.remove, { uniqueId: article.uniqueId })
  expect(await app.as(member).call(topicApi.get, { uniqueId })).toMatchObject({ state: 'PUBLISHED', content: null })
})

test('a status requires its own fields, and clears those of the previous one', async () => {
  const [member, chief] = [await app.someone('ROLE_ADVANCE'), await app.someone('ROLE_ADMIN')]
  const { uniqueId } = await propose(member)
  const decide = (change: object) => app.as(chief).call(topicApi.update, { uniqueId, ...change })
  const draft = await published(await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] }), { status: 'DRAFT' })
  await expect(decide({ state: 'DECLINED' })).rejects.toMatchObject({
    data: { reason: 'Say why it is declined: members read it' },
  })
  await expect(decide({ state: 'PUBLISHED' })).rejects.toMatchObject({
    data: { content: 'Choose the article that was published' },
  })
  await expect(decide({ state: 'PUBLISHED', content: draft.uniqueId })).rejects.toMatchObject({
    data: { content: 'Choose content that is published' },
  })
  await expect(decide({ state: 'PLANNED', plannedFor: '2031-04-01', reason: 'It is in our guide' })).rejects.toMatchObject({
    data: { reason: 'Only a declined topic has a reason' },
  })
  await expect(decide({ plannedFor: '2031-04-01' })).rejects.toMatchObject({
    data: { plannedFor: 'Only a planned topic has a day' },
  })
  expect(await decide({ state: 'DECLINED', reason: 'It is in our guide' })).toMatchObject({ reason: 'It is in our guide' })
  expect(await decide({ state: 'PROPOSED' })).toMatchObject({ reason: null, state: 'PROPOSED' })
})

test('a member’s pending proposals are limited, and a decision frees one', async () => {
  const [member, chief] = [await app.someone('ROLE_ADVANCE'), await app.someone('ROLE_TENANT_ADMIN')]
  const all = []
  for (let i = 0; i < MAX_PROPOSED; i++) all.push(await propose(member, { title: `Topic ${i}` }))
  await expect(propose(member)).rejects.toMatchObject({ status: 409 })
  await app.as(chief).call(topicApi.update, { uniqueId: all[0]!.uniqueId, state: 'PLANNED' })
  expect(await propose(member)).toMatchObject({ votes: 1 })
})

test('the votes of a user who leaves no longer count on open topics', async () => {
  const [member, voter, chief] = [
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_TENANT_ADMIN'),
  ]
  const { uniqueId } = await propose(member)
  await vote(voter, uniqueId)
  await app.as(chief).call(adminApi.remove, { uniqueId: voter.uniqueId })
  expect(await app.as(chief).call(topicApi.get, { uniqueId })).toMatchObject({ votes: 1 })
})

test('lists are sorted by votes and filtered by status, without another tenant’s topics', async () => {
  const tenantId = (await app.tenant('Readers')).uniqueId
  const [member, voter] = [await app.someone('ROLE_ADVANCE', { tenantId }), await app.someone('ROLE_PRO', { tenantId })]
  await propose(member, { title: 'One' })
  const two = await propose(member, { title: 'Two' })
  await vote(voter, two.uniqueId)
  const titles = async (who: TestUser, query: object = {}) =>
    (await app.as(who).call(topicApi.list, { size: 10, ...query })).map(({ title, isVoted }) => [title, isVoted])
  expect(await titles(voter, { sort: '-votes' })).toEqual([
    ['Two', true],
    ['One', false],
  ])
  expect(await titles(member, { sort: 'votes', state: 'PROPOSED' })).toEqual([
    ['One', true],
    ['Two', true],
  ])
  expect(await titles(voter, { state: 'DECLINED' })).toEqual([])
  expect(await titles(voter, { q: 'two' })).toEqual([['Two', true]])
  const stranger = await app.someone('ROLE_PRO')
  expect(await titles(stranger, { title: 'Two' })).toEqual([])
  await expect(vote(stranger, two.uniqueId)).rejects.toMatchObject({ status: 404 })
})

test('a switched-off knowledge centre has no topics, and the search finds none', async () => {
  const [member, chief] = [await app.someone('ROLE_ADVANCE'), await app.someone('ROLE_SUPER_ADMIN')]
  const { uniqueId } = await propose(member, { title: 'Quarantine of timber' })
  const decide = (value: string | null) => app.as(chief).call(tenantConfigurationApi.update, { key: 'CONTENT_ENABLED', value })
  const found = async () => JSON.stringify(await app.as(member).call(searchApi.search, { q: 'quarantine' })).includes(uniqueId)
  expect(await found()).toBe(true)
  await decide('false')
  expect(await found()).toBe(false)
  await expect(app.as(member).call(topicApi.get, { uniqueId })).rejects.toMatchObject({ status: 403 })
  await decide(null)
  expect(await found()).toBe(true)
})

test('a voter whose plan no longer has topics is told of the outcome without a link, which would be refused', async () => {
  const [member, voter, chief] = [
    await app.someone('ROLE_ADVANCE'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN'),
  ]
  const { uniqueId } = await propose(member)
  await vote(voter, uniqueId)
  await app.asOwner(`update user_account set role = 'ROLE_BASIC' where id = $1`, [voter.uniqueId])
  await app.as(chief).call(topicApi.update, { uniqueId, state: 'DECLINED', reason: 'We wrote about it last year.' })
  const pathsOf = (who: TestUser) => app.asOwner(`select path from notification where user_id = $1`, [who.uniqueId])
  expect(await pathsOf(voter)).toEqual([{ path: null }])
  expect(await pathsOf(member)).toEqual([{ path: `topic/show/${uniqueId}` }])
})
