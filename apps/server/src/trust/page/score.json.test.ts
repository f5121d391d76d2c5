import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runAtTime as atMoment } from '../../../test/review/clock.ts'
import { reviewFixture, type ReviewOwner, sameStars } from '../../../test/review/reviews.ts'

let app: TestApp
let reviews: ReturnType<typeof reviewFixture>
let questions: string[]
beforeAll(async () => {
  app = await testApp()
  reviews = reviewFixture(app)
  questions = await reviews.questions(app.main.uniqueId, 'Manufacturers', 3)
})
afterAll(() => app.close())

const at = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ method: 'GET', url, headers })
const pathOf = ({ uniqueId }: Pick<TestUser, 'uniqueId'>) => `/company/${uniqueId}/score.json`
const status = async (of: Pick<TestUser, 'uniqueId'>, headers?: Record<string, string>) =>
  (await at(pathOf(of), headers)).statusCode

const answered = async (owner: ReviewOwner, stars: readonly number[], { moment, ...over }: { moment?: string } & object = {}) => {
  const { token } = await reviews.invite(owner, { days: 4000, ...over })
  const given = Object.fromEntries(questions.map((id, number) => [id, stars[number]!]))
  await (moment ? atMoment(moment, () => reviews.answer(owner, token, given)) : reviews.answer(owner, token, given))
}

/** Runs the script of the documentation against a reply. */
const recomputed = async (body: string) => {
  const server = createServer((_request, response) => response.end(body)).listen(0)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const script = resolve(import.meta.dirname, '../../../../../docs/recompute-score.mjs')
  const said = await new Promise<{ code: number; text: string }>((done) => {
    execFile(process.execPath, [script, url], (error, out, err) => done({ code: error ? 1 : 0, text: out + err }))
  })
  server.close()
  return said
}

test('the script of the documentation recomputes score and calculation chain, and detects changes', async () => {
  const owner = await reviews.owner({ isPublic: true })
  const days = ['2024-03-01T10:00:00Z', '2025-02-01T10:00:00Z', '2026-06-01T10:00:00Z']
  const first = { emailAddress: 'again@customer.example', contactId: randomUUID() }
  for (const [number, moment] of days.entries())
    await answered(owner, [5, 4.5, 3 - number / 2], { moment, ...(number === 0 && first) })
  await answered(owner, [1, 2.5, 4], first)
  await answered(owner, [4, 4, 4.5])
  const { statusCode, headers, body } = await at(pathOf(owner))
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
  const said = JSON.parse(body)
  expect(said.counts).toEqual({ sent: 5, answered: 5, counted: 4, earlier: 1, removed: 0 })
  expect(said.answers.map(({ counts }: { counts: boolean }) => counts)).toEqual([false, true, true, true, true])
  expect(said.last12Months.answers).toBe(3)
  expect(said.allTime.questions[0]).toMatchObject({ mean: 3.75, weight: expect.closeTo(1 / 3, 9), answers: 4 })
  const adds = said.allTime.questions.map((one: { adds: number }) => one.adds)
  expect(adds.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(said.score, 9)
  expect(body).not.toMatch(/Ada|Lovelace|customer\.example/)
  expect(await recomputed(body)).toEqual({ code: 0, text: `${said.score} of 5 from 4 answers: score and chain agree\n` })
  for (const forged of [
    { ...said, score: said.score + 0.01 },
    { ...said, answers: said.answers.toSpliced(2, 1) },
    { ...said, answers: said.answers.with(3, { ...said.answers[3], halfSteps: [10, 10, 10] }) },
  ])
    expect(await recomputed(JSON.stringify(forged))).toMatchObject({ code: 1 })
})

test('a new answer appears in the calculation immediately; an unchanged calculation is not sent again', async () => {
  const owner = await reviews.owner({ isPublic: true })
  expect((await at(pathOf(owner))).json()).toMatchObject({ score: 0, chain: { length: 0, head: null }, allTime: { score: null } })
  await answered(owner, [5, 5, 5])
  await expect.poll(async () => (await at(pathOf(owner))).json().chain.length).toBe(1)
  const { headers, body } = await at(pathOf(owner))
  expect(await recomputed(body)).toMatchObject({ code: 0 })
  const again = await at(pathOf(owner), { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await reviews.answer(owner, (await reviews.invite(owner)).token, sameStars(questions, 1))
  await expect.poll(async () => (await at(pathOf(owner), { 'if-none-match': String(headers['etag']) })).statusCode).toBe(200)
})

test('the JSON is compressed as the client accepts, with the same ETag', async () => {
  const owner = await reviews.owner({ isPublic: true })
  const plain = await at(pathOf(owner))
  const packed = await at(pathOf(owner), { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', etag: plain.headers['etag'] })
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  const again = await at(pathOf(owner), { 'accept-encoding': 'br' })
  expect(again.rawPayload).toEqual(packed.rawPayload)
})

test('there is no JSON where there is no page: hidden, of another tenant, unknown, or with reviews switched off', async () => {
  const owner = await reviews.owner({ isPublic: true })
  expect(await status(owner)).toBe(200)
  await app.as(owner).call(reviewSettingApi.save, { reviewsSearchEnabled: false })
  await expect.poll(() => status(owner)).toBe(404)
  expect(await status({ uniqueId: randomUUID() })).toBe(404)
  expect(await status({ uniqueId: 'x' })).toBe(404)
  const { uniqueId: tenantId } = await app.tenant('Calculations', { domainName: 'calculations.test' })
  await app.asOwner(`insert into tenant_domain (domain, tenant_id) values ('calculations.test', $1)`, [tenantId])
  const there = await reviews.owner({ tenantId, isPublic: true })
  expect([await status(there), await status(there, { host: 'calculations.test' })]).toEqual([404, 200])
  const chief = await app.someone('ROLE_SUPER_ADMIN')
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'REVIEWS_ENABLED', value: 'false' }, { 'x-tenant': tenantId })
  await expect.poll(() => status(there, { host: 'calculations.test' })).toBe(404)
  expect((await at(`${pathOf(there)}?lang=xx`)).statusCode).toBe(404)
})
