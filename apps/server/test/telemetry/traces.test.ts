import { bucketServer } from '@tradewind/byte-store/testing/stores'
import { companyApi } from '@tradewind/contract/crm/company.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { documentApi } from '@tradewind/contract/platform/document.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../app.ts'
import { startMailServer } from '../smtp.ts'
import { startOtlpReceiver } from './receiver.ts'

const company = {
  legalName: 'Needle-in-body',
  country: 'IT',
  website: 'needle.example',
  companyTypeList: ['ASSOCIATION'],
} as const
const callerSpan = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparentOf = (flags: '00' | '01') => `00-${callerSpan.traceId}-${callerSpan.spanId}-${flags}`

/** An application that sends its traces to a receiver; `ended` closes it, so that all of them have been sent. */
const openTracedApp = async (settings: NodeJS.ProcessEnv = {}, { working = false } = {}) => {
  const receiver = await startOtlpReceiver()
  onTestFinished(receiver.close)
  const app = await testApp({ working, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`, ...settings } })
  return { app, receiver, ended: () => app.close() }
}

test('records a call, its statements, its job, the mail and the bucket, but nothing that users wrote', async () => {
  const [sink, bucket] = [await startMailServer(), await bucketServer()]
  onTestFinished(async () => {
    await sink.close()
    await bucket.stop()
  })
  const settings = {
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key, x-other=2',
    NODE_NAME: 'north-1',
    SMTP_URL: sink.url,
    FILES_URL: bucket.url,
  }
  const { app, receiver, ended } = await openTracedApp(settings, { working: true })
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const visitor = app.as(undefined)
  const answered = await app.as(admin).send(companyApi.create, company)
  const { uniqueId } = answered.json().data as { uniqueId: string }
  await app.as(admin).call(companyApi.get, { uniqueId })
  await app.as(admin).send(searchApi.search, { q: 'needle-in-query' })
  await app.as(admin).send(companyApi.list, { page: 0, legalName: 'needle-in-filter' }, { 'user-agent': 'needle-in-header' })
  await visitor.send(identityApi.login, { username: admin.emailAddress, password: 'needle-in-password' })
  await visitor.send(identityApi.forgotPassword, { email: admin.emailAddress })
  await visitor.send(companyApi.exportFile, { ticket: 'needle-in-path' })
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(picture)], 'Needle-in-name.png')
  const { brandLogoUID } = await app.as(admin).call(adminApi.uploadLogo, { uniqueId: admin.uniqueId, file })
  const shown = await app.as(undefined).send(documentApi.get, { uniqueId: brandLogoUID! })
  expect(shown.statusCode).toBe(200)
  await expect.poll(() => sink.received.length, { timeout: 20_000 }).toBe(1)
  await ended()

  const spans = receiver.spans()
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [created] = named(`POST ${companyApi.create.path}`)
  expect(created).toMatchObject({ kind: 2, traceId: expect.stringMatching(/^[\da-f]{32}$/) })
  expect(answered.headers['traceparent']).toBe(`00-${created!.traceId}-${created!.spanId}-01`)
  expect(created!.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])).toEqual(
    expect.arrayContaining([
      ['http.request.method', 'POST'],
      ['http.route', companyApi.create.path],
      ['http.response.status_code', 201],
      ['tradewind.request_id', answered.headers['x-request-id']],
    ]),
  )
  const within = spans.filter(({ parentSpanId }) => parentSpanId === created!.spanId).map(({ name }) => name)
  expect(within).toEqual(expect.arrayContaining(['begin', 'insert company', 'commit']))
  expect(named('GET /api/company/:uniqueId')).toHaveLength(1)

  const [asked] = named(`POST ${identityApi.forgotPassword.path}`)
  const [found] = named('job identity.forgotten')
  expect(found).toMatchObject({ kind: 5, links: [{ traceId: asked!.traceId }] })
  const [letter] = named('job identity.letter')
  expect(letter).toMatchObject({ links: [{ traceId: found!.traceId, spanId: found!.spanId }] })
  const [mail] = named('mail send')
  expect(mail).toMatchObject({ parentSpanId: letter!.spanId, traceId: letter!.traceId })
  const [uploaded] = named(`${adminApi.uploadLogo.method} ${adminApi.uploadLogo.path}`)
  const [read] = named(`GET ${documentApi.get.path}`)
  expect(named('files store')).toMatchObject([{ parentSpanId: uploaded!.spanId }])
  expect(named('files read')).toMatchObject([{ parentSpanId: read!.spanId }])

  expect(receiver.resources()[0]).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'tradewind' } },
      { key: 'service.instance.id', value: { stringValue: 'north-1' } },
    ]),
  )
  expect(receiver.heard[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-key': 'a key', 'x-other': '2' } })
  const written = [
    admin.emailAddress,
    admin.token,
    admin.tenantId,
    admin.uniqueId,
    uniqueId,
    sink.received[0]!.to[0]!,
    brandLogoUID!,
  ]
  for (const one of [...written, 'example.test', 'select "']) expect(receiver.text()).not.toContain(one)
  expect(receiver.text()).not.toMatch(/needle/i)
})

test('the caller decides whether a call is recorded; the sampling ratio decides for the rest', async () => {
  const { app, receiver, ended } = await openTracedApp({ OTEL_TRACES_SAMPLER_ARG: '0' })
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const list = (headers: Record<string, string>) => app.as(admin).send(companyApi.list, { page: 0 }, headers)
  const [yes, no, none] = [
    await list({ traceparent: traceparentOf('01') }),
    await list({ traceparent: traceparentOf('00') }),
    await list({}),
  ]
  for (const wrong of [
    '',
    'x',
    `ff${traceparentOf('01').slice(2)}`,
    `00-${'0'.repeat(32)}-${callerSpan.spanId}-01`,
    `${traceparentOf('01')}-x`,
  ])
    expect((await list({ traceparent: wrong })).headers['traceparent']).toBeUndefined()
  await ended()
  expect([no.headers['traceparent'], none.headers['traceparent']]).toEqual([undefined, undefined])
  const call = receiver.spans().find(({ name }) => name === 'GET /api/company/')!
  expect(call).toMatchObject({ traceId: callerSpan.traceId, parentSpanId: callerSpan.spanId })
  expect(yes.headers['traceparent']).toBe(`00-${callerSpan.traceId}-${call.spanId}-01`)
  expect(new Set(receiver.spans().map(({ traceId }) => traceId))).toEqual(new Set([callerSpan.traceId]))
})

test('a bug and a PostgreSQL error are recorded only by their type', async () => {
  const { app, receiver, ended } = await openTracedApp({ OTEL_TRACES_SAMPLER: 'always_on' })
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.asOwner('alter table company rename column website to page')
  const failed = await app.as(admin).send(companyApi.list, { page: 0, legalName: 'needle' })
  await app.asOwner('alter table company rename column page to website')
  await ended()
  expect(failed.statusCode).toBe(500)
  const broken = receiver.spans().filter(({ status }) => status.code === 2)
  expect(broken.map(({ name }) => name)).toContain('GET /api/company/')
  expect(broken.flatMap(({ attributes }) => attributes)).toContainEqual({ key: 'error.type', value: { stringValue: '42703' } })
  expect(receiver.text()).not.toMatch(/needle|does not exist/)
})

test('a receiver that is down or accepts nothing does not affect calls; the lost spans are counted', async () => {
  const receiver = await startOtlpReceiver()
  await receiver.close()
  const app = await testApp({
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'always_on' },
  })
  const admin = await app.someone('ROLE_TENANT_ADMIN')
  const answers = await Promise.all(Array.from({ length: 300 }, () => app.as(admin).send(companyApi.list, { page: 0 })))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const { counts } = app.appContext.telemetry.recorder!
  await expect.poll(() => counts.lost, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(counts.sent).toBe(0)
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(8_000)
}, 40_000)
