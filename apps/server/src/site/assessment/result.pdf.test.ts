import { languages } from '@tradewind/contract/kit/language'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type AssessmentHelpers, openAssessment } from '../../../test/assessment/assessing.ts'

let app: TestApp
let tenant: AssessmentHelpers
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  tenant = await openAssessment(app)
  await tenant.ask('A plan')
  await tenant.ask('Papers', 'SYSTEMS')
})
afterAll(() => app.close())

const pdf = ({ there }: AssessmentHelpers, token: string, lang?: string) =>
  app.as(undefined).send(assessmentApi.resultPdf, { token, ...(lang && { lang }) }, there())

/** The streams of a PDF, decompressed. */
const streamsOf = (bytes: Buffer) => {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, one]) => {
    try {
      return inflateSync(Buffer.from(one!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
}

/** The text of each glyph of a font, from the maps that PDF readers use to copy text. */
const meaningsIn = (streams: readonly string[]) =>
  streams
    .filter((one) => one.includes('beginbfrange'))
    .map((one) =>
      [...one.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)].flatMap(([, from, list]) =>
        [...list!.matchAll(/<([\da-f]+)>/gi)].map(([, code], at) => [
          Number.parseInt(from!, 16) + at,
          Buffer.from(code!, 'hex').swap16().toString('utf16le'),
        ]),
      ),
    )
    .map((pairs) => new Map(pairs as [number, string][]))

/** All characters in a PDF's fonts, and the number of its pages. */
const readPdf = (bytes: Buffer) => {
  const streams = streamsOf(bytes)
  const letters = new Set(meaningsIn(streams).flatMap((map) => [...map.values()]))
  return { pages: [...bytes.toString('latin1').matchAll(/\/Type \/Page\b/g)].length, letters }
}

test('the result PDF has two pages in each of the five languages, with the letters of each language', async () => {
  const { token } = await tenant.submit()
  const expected = { en: 'Y', de: 'ü', fr: 'é', es: 'ó', it: 'è' }
  for (const language of languages) {
    const { statusCode, headers, rawPayload } = await pdf(tenant, token, language)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="self-assessment-\d{4}-\d\d-\d\d\.pdf"/)
    expect(headers['cache-control']).toContain('no-store')
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const { pages, letters } = readPdf(rawPayload)
    expect([language, pages, letters.has(expected[language])]).toEqual([language, 2, true])
    expect(rawPayload.toString('latin1')).toContain(`/Lang (${language})`)
  }
}, 60_000)

test('the PDF defaults to the tenant’s language', async () => {
  const { token } = await tenant.submit()
  await app.as(tenant.chief).call(tenantSettingApi.update, { key: 'DEFAULT_LANGUAGE', value: 'it' })
  expect((await pdf(tenant, token)).rawPayload.toString('latin1')).toContain('/Lang (it)')
})

test('the PDF has the day of the tenant’s time zone', async () => {
  const { token, uniqueId } = await tenant.submit()
  await app.as(tenant.chief).call(tenantSettingApi.update, { key: 'TIME_ZONE', value: 'America/New_York' })
  await app.asOwner(`update assessment set created_at = '2026-03-02T01:30Z' where id = $1`, [uniqueId])
  expect((await pdf(tenant, token)).headers['content-disposition']).toContain('self-assessment-2026-03-01.pdf')
})

test('the PDF is available only through the same links as the result', async () => {
  const other = await openAssessment(app)
  await other.ask('A plan')
  const { token: foreign } = await other.submit()
  const { token, uniqueId, leadId } = await tenant.submit()
  for (const none of [foreign, uniqueId, leadId, `${token}x`, 'x']) {
    const { statusCode, json } = await pdf(tenant, none)
    expect([statusCode, json().message]).toEqual([404, 'Result not found'])
  }
  await app.asOwner(`update link_token set expires_at = now() where id = $1`, [uniqueId])
  expect((await pdf(tenant, token)).statusCode).toBe(404)
})

test('the PDF contains the tenant’s logo and nothing about the respondent', async () => {
  const { token } = await tenant.submit()
  const plain = (await pdf(tenant, token)).rawPayload
  expect(plain.toString('latin1')).not.toContain('/Subtype /Image')
  expect(plain.toString('latin1')).not.toMatch(/Canary|visitor\.example/)
  const png = await sharp({ create: { width: 120, height: 60, channels: 4, background: '#a2360bcc' } })
    .png()
    .toBuffer()
  const superAdmin = await app.someone('ROLE_SUPER_ADMIN')
  const there = { 'x-tenant': tenant.tenantId }
  await app.as(superAdmin).call(tenantConfigurationApi.uploadLogo, { file: new Blob([Uint8Array.from(png)]) }, there)
  expect((await pdf(tenant, token)).rawPayload.toString('latin1')).toContain('/Subtype /Image')
})

test('PDFs requested at the same time are all rendered, and do not block the event loop', async () => {
  const { token } = await tenant.submit()
  await pdf(tenant, token)
  let longest = 0
  let last = performance.now()
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const all = await Promise.all(Array.from({ length: 12 }, () => pdf(tenant, token)))
  clearInterval(beat)
  expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200))
  expect(longest).toBeLessThan(400)
})
