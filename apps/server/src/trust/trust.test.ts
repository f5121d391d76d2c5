import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { trustApi } from '@tradewind/contract/trust/reviewPage.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_SUPER_ADMIN')
})
afterAll(() => app.close())

const columns: Record<string, string> = { isPartner: 'is_partner', reviewsSearchEnabled: 'reviews_search_enabled' }

/** A member with a brand name, as created by staff and by themselves. */
const company = async (name: string, flags: ('isPartner' | 'reviewsSearchEnabled')[], tenantId = app.main.uniqueId) => {
  const member = await app.someone('ROLE_PRO', { tenantId })
  if (name) await app.as(member).call(adminApi.updateBrandName, { uniqueId: member.uniqueId, userCompanyName: name })
  for (const flag of flags) await app.asOwner(`update user_account set ${columns[flag]} = true where id = $1`, [member.uniqueId])
  return member
}

const scored = ({ tenantId, uniqueId }: TestUser, answers: number, scoreSum: number) =>
  app.asOwner('insert into trust_score (tenant_id, owner_id, answers, score_sum) values ($1, $2, $3, $4)', [
    tenantId,
    uniqueId,
    answers,
    scoreSum,
  ])

const visit = async (list: 'xareview' | 'partners', asked: object = {}, headers = {}) => {
  const { statusCode, json, headers: got } = await app.as(undefined).send(trustApi[list], asked, headers)
  expect(statusCode).toBe(200)
  return {
    names: json<PartnerCard[]>().map(({ companyName }) => companyName),
    total: Number(got['x-total-count']),
    cards: json(),
  }
}
const isThere = async (name: string) => {
  const [{ names: found }, { names: partners }] = [await visit('xareview'), await visit('partners')]
  return { xareview: found.includes(name), partners: partners.includes(name) }
}

test('GET /api/review/partners lists partners, GET /api/review/xareview those who opted in to search, each with its score', async () => {
  const [maple, birch] = [await company('Maple', ['isPartner']), await company('Birch', ['reviewsSearchEnabled'])]
  await scored(maple, 3, 13)
  expect(await isThere('Maple')).toEqual({ xareview: false, partners: true })
  expect(await isThere('Birch')).toEqual({ xareview: true, partners: false })
  const card = {
    companyId: maple.uniqueId,
    companyName: 'Maple',
    country: null,
    brandLogoUID: null,
    isPartner: true,
    score: 13 / 3,
  }
  expect((await visit('partners', { companyName: 'maple' })).cards).toEqual([{ ...card, scoreBreakdown: { totalReviews: 3 } }])
  const unscored = { companyId: birch.uniqueId, isPartner: false, score: 0, scoreBreakdown: { totalReviews: 0 } }
  expect((await visit('xareview', { companyName: 'birch' })).cards).toMatchObject([unscored])
})

test('a company is found by any part of its name, ignoring case and accents, and by no other text of its owner', async () => {
  await company('Ångström & Söhne 100%', ['isPartner'])
  for (const part of ['ang', 'STRÖM', 'sohne', '& s', '0%']) {
    expect((await visit('partners', { companyName: part })).names).toEqual(['Ångström & Söhne 100%'])
    expect((await visit('partners', { q: part })).names).toEqual(['Ångström & Söhne 100%'])
  }
  for (const other of ['ann', 'example.test', '_', 'ang.*', '%%'])
    expect((await visit('partners', { companyName: other })).names).toEqual([])
})

test('pages hold nine companies by name, and can be sorted by score and number of reviews in both directions', async () => {
  const { uniqueId: tenantId } = await app.tenant('Many', { domainName: 'many.test' })
  const there = { 'x-tenant': tenantId }
  for (let at = 1; at <= 11; at++)
    await scored(await company(`${at % 2 ? 'é' : 'E'}${at + 10}`, ['isPartner'], tenantId), at, (12 - at) * at * 0.4)
  const ask = async (asked: object) => visit('partners', asked, there)
  const names = Array.from({ length: 11 }, (_, at) => `${at % 2 ? 'E' : 'é'}${at + 11}`)
  expect(await ask({ page: 0, size: 9 })).toMatchObject({ names: names.slice(0, 9), total: 11 })
  expect(await ask({ page: 1, size: 9 })).toMatchObject({ names: names.slice(9), total: 11 })
  expect(await ask({ page: 7, size: 9 })).toMatchObject({ names: [], total: 11 })
  expect(await ask({ sort: 'score' })).toMatchObject({ names: names.toReversed() })
  expect(await ask({ sort: '-score', size: 2 })).toMatchObject({ names: names.slice(0, 2) })
  expect(await ask({ sort: '-totalReviews', size: 2 })).toMatchObject({ names: ['é21', 'E20'], total: 11 })
  expect(await ask({ sort: '-companyName', size: 1 })).toMatchObject({ names: ['é21'] })
})

test('a company is unlisted immediately if opted out, deleted, closed, no longer a partner or nameless, and can return', async () => {
  const oak = await company('Oak', ['reviewsSearchEnabled', 'isPartner'])
  const both = { xareview: true, partners: true }
  const none = { xareview: false, partners: false }
  expect(await isThere('Oak')).toEqual(both)
  await app.as(oak).call(reviewSettingApi.save, { reviewsSearchEnabled: false })
  expect(await isThere('Oak')).toEqual({ xareview: false, partners: true })
  await app.as(oak).call(reviewSettingApi.save, { reviewsSearchEnabled: true })
  await app.as(chief).call(adminApi.update, { uniqueId: oak.uniqueId, isPartner: false })
  expect(await isThere('Oak')).toEqual({ xareview: true, partners: false })
  await app.as(chief).call(adminApi.update, { uniqueId: oak.uniqueId, isPartner: true })
  await app.as(chief).call(adminApi.setActive, { uniqueId: oak.uniqueId, isActive: false })
  expect(await isThere('Oak')).toEqual(none)
  await app.as(chief).call(adminApi.setActive, { uniqueId: oak.uniqueId, isActive: true })
  expect(await isThere('Oak')).toEqual(both)
  await app.as(chief).call(adminApi.remove, { uniqueId: oak.uniqueId })
  expect(await isThere('Oak')).toEqual(none)
  const { total } = await visit('partners')
  await company('', ['isPartner', 'reviewsSearchEnabled'])
  expect((await visit('partners')).total).toBe(total)
})

test('another tenant lists only its own companies, and has no list if it shows no partners', async () => {
  const { uniqueId: tenantId } = await app.tenant('Quiet', { domainName: 'quiet.test' })
  const there = { 'x-tenant': tenantId }
  expect((await visit('partners', {}, there)).total).toBe(0)
  await company('Quiet oak', ['isPartner', 'reviewsSearchEnabled'], tenantId)
  expect(await visit('partners', {}, there)).toMatchObject({ names: ['Quiet oak'] })
  expect(await isThere('Quiet oak')).toEqual({ xareview: false, partners: false })
  const quiet = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  await app.as(quiet).call(tenantSettingApi.update, { key: 'SHOW_PARTNERS', value: 'false' })
  for (const list of ['partners', 'xareview'] as const)
    expect(await visit(list, {}, there)).toMatchObject({ names: [], total: 0 })
})

test('with reviews switched off nobody can read the lists', async () => {
  const { uniqueId: tenantId } = await app.tenant('Off', { domainName: 'off.test' })
  const there = { 'x-tenant': tenantId }
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: 'false' }, there)
  for (const list of [trustApi.partners, trustApi.xareview, trustApi.countries])
    expect((await app.as(undefined).send(list, {}, there)).statusCode).toBe(403)
})

test('invalid parameters of a list are rejected', async () => {
  for (const wrong of [
    { page: -1 },
    { size: 501 },
    { sort: 'emailAddress' },
    { companyName: 'x'.repeat(201) },
    { partitionId: randomUUID() },
  ])
    expect((await app.as(undefined).send(trustApi.partners, wrong)).statusCode).toBe(422)
})

const ofIndustry = async (industry: string) => (await visit('partners', { companyName: 'Industry', industry })).names

test('filters companies by industry, which is the type of their survey', async () => {
  const [maker, brand] = [await company('Industry maker', ['isPartner']), await company('Industry brand', ['isPartner'])]
  await company('Industry unknown', ['isPartner'])
  await app.as(maker).call(reviewSettingApi.save, { reviewType: 'Manufacturers' })
  await app.as(brand).call(reviewSettingApi.save, { reviewType: 'FranchiseBrands' })
  expect(await ofIndustry('Manufacturers')).toEqual(['Industry maker'])
  expect(await ofIndustry('FranchiseBrands')).toEqual(['Industry brand'])
  expect(await ofIndustry('Distributors_Dealers')).toEqual([])
  expect((await app.as(undefined).send(trustApi.partners, { industry: 'Any' })).statusCode).toBe(422)
})

type Flags = Parameters<typeof company>[1]

/** A company of this country. */
const companyIn = async (userCompanyCountry: string, userCompanyName: string, flags: Flags, tenantId?: string) => {
  const member = await company('', flags, tenantId)
  const { uniqueId } = member
  await app.as(member).call(adminApi.updateBrandName, { uniqueId, userCompanyName, userCompanyCountry })
  return member
}

const abroad = (asked: object) => visit('partners', { companyName: 'Abroad', ...asked })

test('filters companies by country, combined with industry and name, and returns the country of each', async () => {
  const maker = await companyIn('Italy', 'Abroad maker', ['isPartner'])
  await companyIn('it', 'Abroad trader', ['isPartner'])
  await companyIn('FR', 'Abroad neighbour', ['isPartner'])
  await company('Abroad somewhere', ['isPartner'])
  await app.as(maker).call(reviewSettingApi.save, { reviewType: 'Manufacturers' })
  for (const country of ['IT', 'Italy', 'Italia'])
    expect((await abroad({ country })).cards).toMatchObject([
      { companyName: 'Abroad maker', country: 'Italy' },
      { companyName: 'Abroad trader', country: 'Italy' },
    ])
  expect(await abroad({ country: 'IT', page: 1, size: 1 })).toMatchObject({ names: ['Abroad trader'], total: 2 })
  expect((await abroad({ country: 'IT', industry: 'Manufacturers' })).names).toEqual(['Abroad maker'])
  expect((await abroad({ country: 'FR', industry: 'Manufacturers' })).names).toEqual([])
  expect((await abroad({ country: 'IT', companyName: 'trader' })).names).toEqual(['Abroad trader'])
  expect((await abroad({ country: '' })).names).toHaveLength(4)
  expect((await abroad({})).cards).toContainEqual(expect.objectContaining({ companyName: 'Abroad somewhere', country: null }))
  expect((await app.as(undefined).send(trustApi.partners, { country: 'Atlantis' })).statusCode).toBe(422)
})

test('the countries offered are exactly those of the companies listed there', async () => {
  const { uniqueId: tenantId } = await app.tenant('Wide', { domainName: 'wide.test' })
  const there = { 'x-tenant': tenantId }
  const offered = async () => (await app.as(undefined).send(trustApi.countries, {}, there)).json()
  expect(await offered()).toEqual([])
  const oak = await companyIn('IT', 'Wide oak', ['reviewsSearchEnabled'], tenantId)
  const closed = await companyIn('FR', 'Wide fir', ['reviewsSearchEnabled'], tenantId)
  await companyIn('IT', 'Wide elm', ['reviewsSearchEnabled', 'isPartner'], tenantId)
  await companyIn('DE', 'Wide hidden', [], tenantId)
  await companyIn('ES', 'Wide partner', ['isPartner'], tenantId)
  await company('Wide nowhere', ['reviewsSearchEnabled'], tenantId)
  await companyIn('PT', 'Another tenant’s', ['reviewsSearchEnabled'])
  expect(await offered()).toEqual(['France', 'Italy'])
  const staff = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  await app.as(staff).call(adminApi.setActive, { uniqueId: closed.uniqueId, isActive: false })
  expect(await offered()).toEqual(['Italy'])
  const moved = { uniqueId: oak.uniqueId, userCompanyName: 'Wide oak', userCompanyCountry: 'Malta' }
  await app.as(oak).call(adminApi.updateBrandName, moved)
  expect(await offered()).toEqual(['Italy', 'Malta'])
  await app.as(staff).call(tenantSettingApi.update, { key: 'SHOW_PARTNERS', value: 'false' })
  expect(await offered()).toEqual([])
})

test('without page and size all companies are returned', async () => {
  const names = Array.from({ length: 22 }, (_, at) => `Crowd ${at}`)
  for (const name of names) await company(name, ['reviewsSearchEnabled'])
  const { names: found, total } = await visit('xareview', { companyName: 'Crowd' })
  expect([found.length, total]).toEqual([22, 22])
  expect((await visit('xareview', { companyName: 'Crowd', page: 0 })).names).toHaveLength(20)
})
