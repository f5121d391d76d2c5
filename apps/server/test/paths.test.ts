import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Method } from '@tradewind/contract/kit/endpoint'
import { can } from '@tradewind/contract/kit/policy'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountHealth } from '#operations/health'
import { mountMailbox } from '#operations/mailbox'
import { buildApp } from '../src/app.ts'
import { mountDocs } from '../src/operations/docs.ts'
import { type TestApp, testApp, type TestUser } from './app.ts'
import { allSamples } from './samples.ts'

let app: TestApp
let freeUser: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  freeUser = await app.someone('ROLE_FREE')
  admin = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const paths = allSamples.map(({ call }) => ({ call, path: call.path.replace(/:\w+/g, crypto.randomUUID()) }))
const request = (method: Method | 'HEAD', url: string, who?: TestUser) =>
  app.fastify.inject({ method, url, headers: who ? { authorization: `Bearer ${who.token}` } : {} })

/** Malformed spellings of the same path. */
const malformedPaths = (path: string) => [
  path.toUpperCase(),
  path.replace('/api', '/API'),
  `/${path}`,
  path.replaceAll('/', '//'),
  path.replace('/api/', '/api/./'),
  path.replace('/api/', '/api/x/../'),
  path.replace('/api/', '/api/%2e/'),
  path.replace('/api/', '/api/x/%2e%2e/'),
  path.replace('/api/', '/api%2f'),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api;x=1/'),
  path.replace('/api/', '/api\\'),
  `${path.replace(/\/$/, '')}//`,
  `${path.replace(/\/$/, '')};x=1`,
  `${path.replace(/\/$/, '')}.json`,
  `${path.replace(/\/$/, '')}%2f`,
  `${path.replace(/\/$/, '')}%00`,
  `${path.replace(/\/$/, '')}/%2e`,
  `http://evil.example${path}`,
]

test('no alternative spelling of a path gives more access than the path itself', async () => {
  const closed = paths.filter(({ call }) => call.access !== 'anyone')
  for (const { call, path } of closed) {
    for (const url of [path, ...malformedPaths(path)]) {
      const { statusCode } = await request(call.method, url)
      expect([call.method, url, [400, 401, 404, 422].includes(statusCode)]).toEqual([call.method, url, true])
      if (typeof call.access === 'string' || can(freeUser, call.access)) continue
      const refused = (await request(call.method, url, freeUser)).statusCode
      expect([call.method, url, [400, 403, 404, 422].includes(refused)]).toEqual([call.method, url, true])
    }
  }
})

test('a trailing slash never matters', async () => {
  for (const { call, path } of paths) {
    const bare = path.replace(/\/$/, '')
    const answers = [await request(call.method, bare), await request(call.method, `${bare}/`)]
    expect(answers[0]!.json()).toEqual(answers[1]!.json())
  }
  expect((await request('GET', '/api/company', admin)).json()).toEqual([])
  expect((await request('GET', '/api/company/', admin)).json()).toEqual([])
})

test('HEAD is GET without the body, with the same access rules', async () => {
  for (const { path } of paths.filter(({ call }) => call.method === 'GET')) {
    for (const who of [undefined, freeUser, admin]) {
      const [head, get] = [await request('HEAD', path, who), await request('GET', path, who)]
      expect([path, head.statusCode, head.body]).toEqual([path, get.statusCode, ''])
    }
  }
})

/** Every route, as `METHOD /path`. */
const parseRoutes = (fastify: FastifyInstance) => {
  const above: string[] = []
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│├└─ ]*)(\S+) \((.+)\)$/.exec(line) ?? []
      if (!part) return []
      above.length = Math.floor(indent!.length / 4) - 1
      above.push(part)
      return methods!.split(', ').map((method) => `${method} ${above.join('')}`)
    })
    .filter((route) => !route.startsWith('HEAD '))
    .toSorted()
}

test('only the contract, the feeds, the badges and the monitoring endpoints are mounted', async () => {
  const beside = [
    'GET /api/docs',
    'GET /api/openapi.json',
    'GET /badge/:file',
    'GET /calendar/:file',
    'GET /company/:uniqueId/score.json',
    'GET /config.json',
    'GET /dev/mailbox',
    'GET /healthz',
    'GET /metrics',
    'GET /readyz',
    'GET /robots.txt',
    'GET /rss.xml',
    'GET /sitemap.xml',
  ]
  const fastify = buildApp(app.appContext)
  mountHealth(fastify, { ...app.appContext, metricsToken: 'a token of the metrics', version: '1' })
  mountDocs(fastify, '1')
  mountMailbox(fastify, app.appContext.mail)
  await fastify.ready()
  const known = allSamples.map(({ call }) => `${call.method} ${call.path.replace(/\/$/, '')}`)
  expect(parseRoutes(fastify)).toEqual([...known, ...beside].toSorted())
  await fastify.close()
  expect(new Set(known).size).toBe(known.length)
  expect(known).toContain(`GET ${companyApi.get.path}`)
})
