import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { type ReviewQuestion, reviewQuestionApi } from '@tradewind/contract/trust/reviewQuestion.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { noteAnswered } from './survey.queries.ts'

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
const add = (headline: string, over: object = {}) =>
  app.as(chief).call(reviewQuestionApi.create, { reviewType: 'Manufacturers', headline, question: `${headline}?`, ...over })
const several = async (first: string, ...others: [string, ...string[]]) => {
  const made: [ReviewQuestion, ...ReviewQuestion[]] = [await add(first)]
  for (const headline of others) made.push(await add(headline))
  return made
}
const change = (uniqueId: string, over: object) => app.as(chief).call(reviewQuestionApi.update, { uniqueId, ...over })
const remove = (uniqueId: string) => app.as(chief).call(reviewQuestionApi.remove, { uniqueId })
const restore = (uniqueId: string) => app.as(chief).call(trashApi.restore, { kind: 'reviewQuestion', uniqueIds: [uniqueId] })
const answer = (...ids: string[]) => app.appContext.db.write(tenantScope(chief.tenantId), (tx) => noteAnswered(tx, ids))
const abroad = () => ({ 'x-tenant': chief.tenantId })
const asked = (over: { lang?: 'de' | 'fr' | 'en'; reviewType?: ReviewType } = {}) =>
  app.as(undefined).call(reviewQuestionApi.tenant, over, abroad())
const headlines = async (reviewType: ReviewType = 'Manufacturers') =>
  (await asked({ reviewType })).map(({ headline }) => headline)
const order = (...names: string[]) => names.map((name, at) => [name, at + 1])
const places = async (reviewType: ReviewType = 'Manufacturers') =>
  (await app.as(chief).call(reviewQuestionApi.list, { reviewType, retired: 'false', sort: 'position' })).map(
    ({ headline, position }) => [headline, position],
  )

test('GET /api/reviewQuestion/tenant returns the current questions to everybody, by type, in order and language', async () => {
  await begin()
  const translations = { de: { headline: 'Güte', question: 'Wie gut?' } }
  await add('Service', { reviewType: 'Distributors_Dealers' })
  const [first, second, gone] = await several('Quality', 'Delivery', 'Old')
  await change(first.uniqueId, { translations })
  await change(gone!.uniqueId, { retired: true })
  const all = await asked()
  expect(all.map(({ reviewType, headline }) => [reviewType, headline])).toEqual([
    ['Manufacturers', 'Quality'],
    ['Manufacturers', 'Delivery'],
    ['Distributors_Dealers', 'Service'],
  ])
  expect(await asked({ lang: 'de', reviewType: 'Manufacturers' })).toEqual([
    { uniqueId: first.uniqueId, reviewType: 'Manufacturers', headline: 'Güte', question: 'Wie gut?' },
    { uniqueId: second!.uniqueId, reviewType: 'Manufacturers', headline: 'Delivery', question: 'Delivery?' },
  ])
  for (const lang of ['fr', 'en'] as const)
    expect((await asked({ lang, reviewType: 'Manufacturers' }))[0]).toMatchObject({ headline: 'Quality' })
  expect(await app.as(undefined).call(reviewQuestionApi.tenant, {}, { 'x-tenant': app.other.uniqueId })).toEqual([])
})

test('questions can be created, read, listed and found: POST /api/reviewQuestion/, GET /api/reviewQuestion/{id}, GET /api/reviewQuestion/', async () => {
  await begin()
  const made = await add(' Quality ', { translations: { it: { headline: 'Qualità', question: 'Com’è?' } } })
  expect(made).toMatchObject({ headline: 'Quality', position: 1, answered: false, retired: false, createdBy: chief.uniqueId })
  expect(await app.as(chief).call(reviewQuestionApi.get, { uniqueId: made.uniqueId })).toEqual(made)
  expect(await app.as(chief).call(reviewQuestionApi.list, { q: 'qualit', page: 0 })).toEqual([made])
  const member = await app.someone('ROLE_PRO', { tenantId: chief.tenantId })
  expect(await app.as(member).call(reviewQuestionApi.list, { page: 0 })).toEqual([made])
  await expect(add('', { question: ' ' })).rejects.toMatchObject({
    status: 422,
    data: { headline: 'Headline is required', question: 'Question is required' },
  })
  const wrong = { translations: { de: { headline: '', question: 'Wie?' } } }
  await expect(add('Half', wrong)).rejects.toMatchObject({ data: { 'translations.de.headline': 'Headline is required' } })
})

test('an admin can manage questions only with the permission, and a member never can', async () => {
  await begin()
  const { tenantId } = chief
  const [{ uniqueId }] = await several('Quality', 'Delivery')
  for (const who of [await app.someone('ROLE_ADMIN', { tenantId }), await app.someone('ROLE_BUISNESS', { tenantId })]) {
    const { create, update, remove: removing } = reviewQuestionApi
    const made = { reviewType: 'Manufacturers', headline: 'Mine', question: 'Mine?' } as const
    await expect(app.as(who).call(create, made)).rejects.toMatchObject({ status: 403 })
    await expect(app.as(who).call(update, { uniqueId, headline: 'Mine' })).rejects.toMatchObject({ status: 403 })
    await expect(app.as(who).call(removing, { uniqueId })).rejects.toMatchObject({ status: 403 })
  }
  chief = await app.someone('ROLE_ADMIN', { tenantId, permissions: ['MANAGE_QUESTIONS'] })
  await add('By permission')
  await change(uniqueId, { headline: 'Changed' })
  await remove(uniqueId)
  expect(await headlines()).toEqual(['Delivery', 'By permission'])
})

test('places are dense from 1 in each type: a new question goes last or to its given place, and the others move', async () => {
  await begin()
  const [a, b] = await several('A', 'B', 'C', 'D')
  await add('Elsewhere', { reviewType: 'FranchiseBrands' })
  await add('First', { position: 1 })
  await add('Beyond', { position: 900 })
  expect(await places()).toEqual(order('First', 'A', 'B', 'C', 'D', 'Beyond'))
  expect(await change(a.uniqueId, { position: 4 })).toMatchObject({ position: 4 })
  expect(await places()).toEqual(order('First', 'B', 'C', 'A', 'D', 'Beyond'))
  expect(await change(a.uniqueId, { position: 1000 })).toMatchObject({ position: 6 })
  await change(b!.uniqueId, { position: 1 })
  expect(await places()).toEqual(order('B', 'First', 'C', 'D', 'Beyond', 'A'))
  await remove(b!.uniqueId)
  expect(await places()).toEqual(order('First', 'C', 'D', 'Beyond', 'A'))
  await change(a.uniqueId, { reviewType: 'FranchiseBrands' })
  expect([await places(), await places('FranchiseBrands')]).toEqual([order('First', 'C', 'D', 'Beyond'), order('Elsewhere', 'A')])
  await restore(b!.uniqueId)
  expect(await places()).toEqual(order('B', 'First', 'C', 'D', 'Beyond'))
})

test('questions moved by many at the same time still have places 1, 2, 3 and so on, each once', async () => {
  await begin()
  const made = await several('A', 'B', 'C', 'D', 'E', 'F')
  const trashed = [await add('G'), await add('H'), await add('I')]
  for (const { uniqueId } of trashed) await remove(uniqueId)
  const moves = made.flatMap(({ uniqueId }, at) => [
    change(uniqueId, { position: 6 - at }),
    change(uniqueId, { position: 1 }),
    add(`New ${at}`, { position: 2 }),
  ])
  await Promise.all(moves)
  await Promise.all(trashed.map(({ uniqueId }) => restore(uniqueId)))
  const stood = await places()
  expect(stood.map(([, position]) => position)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
  expect(new Set(stood.map(([headline]) => headline)).size).toBe(15)
})

test('an answered question keeps its text and type; only its translations can be corrected', async () => {
  await begin()
  const [{ uniqueId }] = await several('Quality', 'Delivery')
  await answer(uniqueId)
  const stays = 'This question has answers and can no longer be changed. Retire it and add a new one.'
  for (const [field, value] of Object.entries({ headline: 'Price', question: 'Cheap?', reviewType: 'FranchiseBrands' })) {
    await expect(change(uniqueId, { [field]: value })).rejects.toMatchObject({ status: 422, data: { [field]: stays } })
  }
  const translations = { fr: { headline: 'Qualité', question: 'Bonne ?' } }
  const corrected = await change(uniqueId, { headline: 'Quality', translations, position: 2 })
  expect(corrected).toMatchObject({ headline: 'Quality', answered: true, translations, position: 2 })
})

test('DELETE /api/reviewQuestion/{id} retires a question with answers, says so, and leaves its trace', async () => {
  await begin()
  const [{ uniqueId }, other] = await several('Quality', 'Delivery')
  await answer(uniqueId)
  const reply = (await app.as(chief).send(reviewQuestionApi.remove, { uniqueId })).json()
  expect(reply).toMatchObject({
    data: { uniqueId, retired: true },
    message: 'The question has answers, so it was retired, not deleted.',
  })
  expect(await remove(uniqueId)).toEqual({ uniqueId, retired: true })
  expect(await app.as(chief).call(reviewQuestionApi.get, { uniqueId })).toMatchObject({ retired: true, answered: true })
  const [entry, created, ...more] = await app.as(chief).call(reviewQuestionApi.history, { uniqueId })
  expect([entry!.action, created!.action, more]).toEqual(['CHANGED', 'CREATED', []])
  expect(entry!.changes).toEqual({ retiredAt: { before: null, after: expect.any(String) } })
  expect(await headlines()).toEqual(['Delivery'])
  await add('Price')
  const removed = (await app.as(chief).send(reviewQuestionApi.remove, { uniqueId: other!.uniqueId })).json()
  expect(removed).toMatchObject({ data: { retired: false }, message: 'Deleted Successfully!' })
})

test('a retired question has no place until PATCH /api/reviewQuestion/ reactivates it, last or at a given place', async () => {
  await begin()
  const [{ uniqueId }, second] = await several('A', 'B', 'C')
  expect(await change(uniqueId, { retired: true })).toMatchObject({ retired: true })
  expect(await places()).toEqual([['B', 1], ['C', 2]]) // oxfmt-ignore
  await expect(change(uniqueId, { position: 2 })).rejects.toMatchObject({
    status: 422,
    data: { position: 'A retired question has no place in the order. Bring it back first.' },
  })
  expect(await change(uniqueId, { retired: false })).toMatchObject({ retired: false, position: 3 })
  await change(second!.uniqueId, { retired: true })
  await change(second!.uniqueId, { retired: false, position: 1 })
  expect(await headlines()).toEqual(['B', 'C', 'A'])
})

test('a survey always has a question: the last one cannot be deleted, retired or given another type', async () => {
  await begin()
  const [{ uniqueId }, other] = await several('A', 'B')
  const { uniqueId: foreign } = await add('Elsewhere', { reviewType: 'FranchiseBrands' })
  const outcomes = await Promise.allSettled([remove(uniqueId), change(other!.uniqueId, { retired: true })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const last = { status: 409, message: expect.stringContaining('the last question') }
  await expect(remove(foreign)).rejects.toMatchObject(last)
  await expect(change(foreign, { retired: true })).rejects.toMatchObject(last)
  await expect(change(foreign, { reviewType: 'Manufacturers' })).rejects.toMatchObject(last)
  expect(await headlines('FranchiseBrands')).toEqual(['Elsewhere'])
  expect(await headlines()).toHaveLength(1)
})

test('with reviews switched off nobody can read or change the questions', async () => {
  await begin()
  const { uniqueId } = await add('A')
  const owner = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(owner).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: false }, abroad())
  const off = { status: 403, message: 'Reviews are switched off' }
  await expect(asked()).rejects.toMatchObject(off)
  await expect(change(uniqueId, { headline: 'B' })).rejects.toMatchObject(off)
})
