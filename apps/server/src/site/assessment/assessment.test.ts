import { trashApi } from '@tradewind/contract/operations/trash.contract'
import {
  type AssessmentCategory,
  assessmentCategoryKey,
  assessmentCategoryNames,
} from '@tradewind/contract/site/assessment.constants'
import { assessmentApi, type AssessmentQuestion } from '@tradewind/contract/site/assessment.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { noteAnswered } from './assessment.queries.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A tenant admin of a tenant without questions. */
const begin = async () => {
  const { uniqueId: tenantId } = await app.tenant(`Tenant ${crypto.randomUUID()}`)
  chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
}
const api = assessmentApi
const add = (question: string, over: object = {}) =>
  app.as(chief).call(api.createQuestion, { category: 'LEADERSHIP', question, ...over })
const several = async (first: string, ...others: [string, ...string[]]) => {
  const made: [AssessmentQuestion, ...AssessmentQuestion[]] = [await add(first)]
  for (const question of others) made.push(await add(question))
  return made
}
const change = (uniqueId: string, over: object) => app.as(chief).call(api.updateQuestion, { uniqueId, ...over })
const remove = (uniqueId: string) => app.as(chief).call(api.removeQuestion, { uniqueId })
const restore = (uniqueId: string) => app.as(chief).call(trashApi.restore, { kind: 'auditQuestion', uniqueIds: [uniqueId] })
const answer = (...ids: string[]) => app.appContext.db.write(tenantScope(chief.tenantId), (tx) => noteAnswered(tx, ids))
const asked = (lang?: 'de' | 'fr' | 'en') =>
  app.as(undefined).call(api.tenant, lang ? { lang } : {}, { 'x-tenant': chief.tenantId })
const order = (...names: string[]) => names.map((name, at) => [name, at + 1])
const places = async (category: AssessmentCategory = 'LEADERSHIP') =>
  (await app.as(chief).call(api.listQuestions, { category, retired: 'false', sort: 'position' })).map(
    ({ question, position }) => [question, position],
  )

test('GET /api/auditQuestion/tenant returns the current questions to anyone, by category, in order and in their language', async () => {
  await begin()
  await add('Systems', { category: 'SYSTEMS' })
  const [first, second, gone] = await several('A plan', 'A budget', 'Old')
  await change(first.uniqueId, { translations: { de: { question: 'Ein Plan' } } })
  await change(gone!.uniqueId, { retired: true })
  expect((await asked()).map(({ category, question }) => [category, question])).toEqual([
    ['Leadership & Management Endorsement', 'A plan'],
    ['Leadership & Management Endorsement', 'A budget'],
    ['Systems & Processes', 'Systems'],
  ])
  expect((await asked('de')).slice(0, 2)).toEqual([
    { uniqueId: first.uniqueId, category: 'Leadership & Management Endorsement', question: 'Ein Plan' },
    { uniqueId: second!.uniqueId, category: 'Leadership & Management Endorsement', question: 'A budget' },
  ])
  for (const lang of ['fr', 'en'] as const) expect((await asked(lang))[0]).toMatchObject({ question: 'A plan' })
  expect(await app.as(undefined).call(api.tenant, {}, { 'x-tenant': app.other.uniqueId })).toEqual([])
})

test('a category has the name that the specification gives it; the key that the database stores is understood, too', async () => {
  await begin()
  const category = 'Planning - Opportunity Assessment'
  const made = await app.as(chief).call(api.createQuestion, { category, question: 'A market' })
  expect(made.category).toBe(category)
  expect(await add('A second one', { category: 'OPPORTUNITY' })).toMatchObject({ category, position: 2 })
  for (const sought of [category, 'OPPORTUNITY'] as const)
    expect((await app.as(chief).call(api.listQuestions, { category: sought })).map((one) => one.category)).toEqual([
      category,
      category,
    ])
  const [stored] = await app.asOwner('select category from audit_question where id = $1', [made.uniqueId])
  expect(stored).toEqual({ category: 'OPPORTUNITY' })
})

test('a question is created, read through either path, listed, searched and recorded in the history', async () => {
  await begin()
  const made = await add(' A plan ', { translations: { it: { question: 'Un piano' } } })
  expect(made).toMatchObject({ question: 'A plan', position: 1, answered: false, retired: false, createdBy: chief.uniqueId })
  for (const call of [api.getQuestion, api.get]) expect(await app.as(chief).call(call, { uniqueId: made.uniqueId })).toEqual(made)
  expect(await app.as(chief).call(api.listQuestions, { q: 'plan', page: 0 })).toEqual([made])
  expect(await app.as(chief).call(api.listQuestions, { category: 'SYSTEMS', page: 0 })).toEqual([])
  await change(made.uniqueId, { question: 'A better plan' })
  const [entry] = await app.as(chief).call(api.history, { uniqueId: made.uniqueId })
  expect(entry!.changes).toMatchObject({ question: { before: 'A plan', after: 'A better plan' } })
  await expect(add(' ')).rejects.toMatchObject({ status: 422, data: { question: 'Question is required' } })
  await expect(add('x', { category: 'LUCK' })).rejects.toMatchObject({ status: 422, data: { category: 'Choose a category' } })
  const wrong = { translations: { de: { question: '' } } }
  await expect(add('Half', wrong)).rejects.toMatchObject({ data: { 'translations.de.question': 'Question is required' } })
})

test('questions of another tenant are not found', async () => {
  await begin()
  const { uniqueId } = await add('Ours')
  const foreigner = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  for (const call of [api.get, api.getQuestion, api.removeQuestion])
    await expect(app.as(foreigner).call(call, { uniqueId })).rejects.toMatchObject({ status: 404 })
  await expect(app.as(foreigner).call(api.updateQuestion, { uniqueId, question: 'Mine' })).rejects.toMatchObject({
    status: 404,
  })
  expect(await app.as(foreigner).call(api.listQuestions, { page: 0 })).toEqual([])
})

test('an admin reads questions and manages them only with the permission; levels and members do neither', async () => {
  await begin()
  const { tenantId } = chief
  const [{ uniqueId }] = await several('A', 'B')
  const clerk = await app.someone('ROLE_ADMIN', { tenantId })
  expect(await app.as(clerk).call(api.get, { uniqueId })).toMatchObject({ question: 'A' })
  for (const role of ['ROLE_ADMIN', 'ROLE_LEVEL1', 'ROLE_BUISNESS'] as const) {
    const who = app.as(await app.someone(role, { tenantId }))
    const none = { status: 403 }
    await expect(who.call(api.createQuestion, { category: 'ASSETS', question: 'Mine' })).rejects.toMatchObject(none)
    await expect(who.call(api.updateQuestion, { uniqueId, question: 'Mine' })).rejects.toMatchObject(none)
    await expect(who.call(api.removeQuestion, { uniqueId })).rejects.toMatchObject(none)
  }
  for (const role of ['ROLE_LEVEL1', 'ROLE_BUISNESS'] as const) {
    const who = app.as(await app.someone(role, { tenantId }))
    await expect(who.call(api.listQuestions, { page: 0 })).rejects.toMatchObject({ status: 403 })
  }
  chief = await app.someone('ROLE_ADMIN', { tenantId, permissions: ['MANAGE_QUESTIONS'] })
  await add('C')
  await change(uniqueId, { question: 'Changed' })
  await remove(uniqueId)
  expect(await places()).toEqual(order('B', 'C'))
})

test('positions are contiguous from 1 in each category, and the other questions move', async () => {
  await begin()
  const [a, b] = await several('A', 'B', 'C')
  await add('Elsewhere', { category: 'SYSTEMS' })
  await add('First', { position: 1 })
  expect(await places()).toEqual(order('First', 'A', 'B', 'C'))
  await change(a.uniqueId, { position: 4 })
  expect(await places()).toEqual(order('First', 'B', 'C', 'A'))
  await change(a.uniqueId, { category: 'SYSTEMS' })
  expect([await places(), await places('SYSTEMS')]).toEqual([order('First', 'B', 'C'), order('Elsewhere', 'A')])
  await remove(b!.uniqueId)
  expect(await places()).toEqual(order('First', 'C'))
  await restore(b!.uniqueId)
  expect(await places()).toEqual(order('First', 'B', 'C'))
})

test('a question with answers cannot be reworded, and is retired instead of deleted', async () => {
  await begin()
  const [{ uniqueId }] = await several('A', 'B')
  await answer(uniqueId)
  const stays = 'This question has answers and can no longer be changed. Retire it and add a new one.'
  for (const [field, value] of Object.entries({ question: 'Other words', category: 'SYSTEMS' }))
    await expect(change(uniqueId, { [field]: value })).rejects.toMatchObject({ status: 422, data: { [field]: stays } })
  const translations = { fr: { question: 'A en français' } }
  expect(await change(uniqueId, { translations })).toMatchObject({ question: 'A', answered: true, translations })
  const { json } = await app.as(chief).send(api.removeQuestion, { uniqueId })
  expect(json()).toMatchObject({
    data: { uniqueId, retired: true },
    message: 'The question has answers, so it was retired, not deleted.',
  })
  expect(await app.as(chief).call(api.get, { uniqueId })).toMatchObject({ retired: true, answered: true })
  expect(await places()).toEqual(order('B'))
  expect(await change(uniqueId, { retired: false })).toMatchObject({ retired: false, position: 2 })
})

test('the last question of all cannot be removed, whatever its category; of two concurrent removals, one is rejected', async () => {
  await begin()
  const { uniqueId } = await add('A')
  const { uniqueId: other } = await add('Elsewhere', { category: 'SYSTEMS' })
  const outcomes = await Promise.allSettled([remove(uniqueId), change(other, { retired: true })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { uniqueId: last, category } = (await asked())[0]!
  const refused = { status: 409, message: expect.stringContaining('the last question') }
  await expect(remove(last)).rejects.toMatchObject(refused)
  await expect(change(last, { retired: true })).rejects.toMatchObject(refused)
  const moved = assessmentCategoryKey(category) === 'ASSETS' ? 'SYSTEMS' : 'ASSETS'
  expect(await change(last, { category: moved })).toMatchObject({ category: assessmentCategoryNames[moved], position: 1 })
})
