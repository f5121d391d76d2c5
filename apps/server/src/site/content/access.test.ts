import { type Role, roles } from '@tradewind/contract/roles'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { contentCalls } from '../../../test/content/content.ts'

/** The access levels that each user may open, by their permissions; only writers see what is not yet published. */
const open: Record<Role | 'visitor' | 'XG tenant admin' | 'XG admin', readonly Kind[]> = {
  ROLE_SUPER_ADMIN: ['free', 'paid', 'training', 'unpublished'],
  ROLE_TENANT_ADMIN: ['free', 'paid', 'training'],
  ROLE_ADMIN: ['free', 'paid', 'training'],
  ROLE_LEVEL3: ['free', 'paid', 'training'],
  ROLE_LEVEL2: ['free', 'paid', 'training'],
  ROLE_LEVEL1: ['free'],
  ROLE_BUISNESS: ['free', 'paid', 'training'],
  ROLE_PRO: ['free', 'paid', 'training'],
  ROLE_ADVANCE: ['free', 'paid', 'training'],
  ROLE_BASIC: ['free', 'paid'],
  ROLE_STARTER: ['free', 'paid'],
  ROLE_FREE: ['free'],
  visitor: ['free'],
  'XG tenant admin': ['free', 'paid', 'training', 'unpublished'],
  'XG admin': ['free', 'paid', 'training', 'unpublished'],
}
type Name = keyof typeof open

/** The secret of each kind, in all content that is not free. */
const secrets = { free: 'quokka', paid: 'wombat', training: 'numbat', unpublished: 'bilby' }
type Kind = keyof typeof secrets
const kinds = Object.keys(secrets) as Kind[]
const types = ['TEXT', 'VIDEO'] as const

let app: TestApp
let content: ReturnType<typeof contentCalls>
const actors = new Map<Name, TestUser | undefined>([['visitor', undefined]])
const made = new Map<string, { uniqueId: string; slug: string }>()

const of = (kind: Kind) => ({
  title: `About ${kind}`,
  isPaidContent: kind === 'paid',
  ...(kind === 'unpublished' && { status: 'DRAFT' as const }),
  ...(kind === 'training' && { articleTypes: ['TRAINING_SESSION' as const] }),
})
/** Short, so that a teaser would contain all of it; and long, with the secret at its end. */
const text = (secret: string) => `<p>The ${secret} alone.</p>`
const speech = (secret: string) => `<p>${'Much is said before. '.repeat(60)} Then comes the ${secret}.</p>`
const link = (secret: string) => `https://www.youtube.com/watch?v=dQw4w9WgXcQ&about=${secret}`

beforeAll(async () => {
  app = await testApp()
  content = contentCalls(app)
  const permissions = ['XG_ADMIN']
  for (const role of roles) actors.set(role, await app.someone(role))
  actors.set('XG tenant admin', await app.someone('ROLE_TENANT_ADMIN', { permissions }))
  actors.set('XG admin', await app.someone('ROLE_ADMIN', { permissions }))
  const writer = actors.get('XG tenant admin')!
  for (const kind of kinds) {
    const secret = secrets[kind]
    const media = { contentType: 'VIDEO' as const, content: link(secret), seoText: speech(secret) }
    made.set(`TEXT ${kind}`, await content.write(writer, { ...of(kind), content: text(secret) }))
    made.set(`VIDEO ${kind}`, await content.write(writer, { ...of(kind), ...media }))
  }
})
afterAll(() => app.close())

const textOf = async (who: TestUser | undefined, call: Parameters<ReturnType<TestApp['as']>['send']>[0], input: object) => {
  const { statusCode, body } = await app.as(who).send(call, input)
  return { statusCode, isTold: (secret: string) => body.includes(secret) }
}

/** The replies that a user gets for one item from every endpoint. */
const ways: Record<string, (who: TestUser | undefined, id: string, kind: Kind) => ReturnType<typeof textOf>> = {
  list: (who) => textOf(who, contentApi.list, { bodies: true, size: 100 }),
  'list of all': (who) => textOf(who, contentApi.list, { status: 'ALL', size: 100 }),
  get: (who, id) => textOf(who, contentApi.get, { uniqueId: made.get(id)!.uniqueId }),
  slug: (who, id) => textOf(who, contentApi.slug, { slug: made.get(id)!.slug }),
  search: (who, _, kind) => textOf(who, contentApi.list, { q: secrets[kind], status: 'ALL' }),
}
/** Endpoints where writers also see unpublished content. */
const showsAll = ['list of all', 'get', 'slug', 'search']

const cases = Object.keys(open).flatMap((name) => kinds.map((kind) => [name as Name, kind] as const))

describe.each(Object.keys(ways))('by %s', (way) => {
  test.each(cases)('%s may open %s content, or receives nothing of its body', async (name, kind) => {
    const isOpen = open[name].includes(kind) && (kind !== 'unpublished' || showsAll.includes(way))
    for (const type of types) {
      const { statusCode, isTold } = await ways[way]!(actors.get(name), `${type} ${kind}`, kind)
      expect(isTold(secrets[kind])).toBe(isOpen)
      const isAsked = way === 'get' || way === 'slug'
      expect(statusCode).toBe(isAsked && kind === 'unpublished' && !isOpen ? 404 : 200)
    }
  })
})

test.each(kinds)('an actor who may not open %s content finds it by its title, but not by a word of its body', async (kind) => {
  for (const [name, who] of actors) {
    const found = async (q: string) => (await content.list(who, { q })).length
    const isOpen = open[name].includes(kind) && kind !== 'unpublished'
    const [byTitle, byWord, byPart] = [
      await found(`about ${kind}`),
      await found(secrets[kind]),
      await found(secrets[kind].slice(1)),
    ]
    expect([name, byTitle, byWord, byPart]).toEqual([name, kind === 'unpublished' ? 0 : 2, ...(isOpen ? [2, 2] : [0, 0])])
  }
})

test('no feed reveals anything of a body that is not free', async () => {
  for (const url of ['/rss.xml', '/sitemap.xml', '/robots.txt']) {
    const { body, statusCode } = await app.fastify.inject({ url })
    expect(statusCode).toBe(200)
    for (const kind of ['paid', 'training', 'unpublished'] as const) expect(body).not.toContain(secrets[kind])
  }
  expect((await app.fastify.inject({ url: '/rss.xml' })).body).toContain(secrets.free)
})

test('related content has no bodies, whoever the caller is', async () => {
  const { related } = await content.at(actors.get('ROLE_SUPER_ADMIN'), made.get('TEXT free')!.slug)
  expect(related).toHaveLength(3)
  for (const one of related) expect(one).toMatchObject({ content: null, seoText: null })
})

test('an outline has the title, the sub-categories, a teaser of at most a fifth, and says that it is not open', async () => {
  const { uniqueId } = made.get('TEXT training')!
  const outline = await content.read(actors.get('ROLE_BASIC'), uniqueId)
  expect(outline).toMatchObject({ isOpen: false, content: null, embed: null, articleTypes: ['TRAINING_SESSION'], picture: null })
  const short = await content.write(actors.get('XG tenant admin')!, { isPaidContent: true, content: '<p>All of it is here.</p>' })
  expect(short.excerpt).toBe('')
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`)
  const long = await content.write(actors.get('XG tenant admin')!, { isPaidContent: true, content: `<p>${words.join(' ')}</p>` })
  expect(long.excerpt).toMatch(/^word0 word1 .*word\d+…$/)
  expect(long.excerpt.length).toBeLessThanOrEqual(160)
})

test('a truncated excerpt ends in an ellipsis only, without a full stop before it', async () => {
  const body = `<p>${'A stand costs a month. '.repeat(40)}</p>`
  const { excerpt } = await content.write(actors.get('XG tenant admin')!, { isPaidContent: false, content: body })
  expect(excerpt).toMatch(/ \w+…$/)
})
