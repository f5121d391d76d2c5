import { Client } from '@stomp/stompjs'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { openRaw, openSubscribed } from '@tradewind/stomp-server/testing/raw'
import { eq } from 'drizzle-orm'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope, type Tx } from '#kit/database/database'
import { notifyNodes } from '#kit/notifyNodes'
import { tenantDomains, tenants } from '#platform/schema/tenant.table'
import { users } from '#platform/schema/user.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
/** Addresses of two nodes on one database. */
let first: string
let second: string
const listen = async ({ fastify }: Pick<TestApp, 'fastify'>) => {
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  return `ws://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/ws`
}
beforeAll(async () => {
  app = await testApp({ settings: { APP_URL: 'https://crm.example' } })
  first = await listen(app)
  second = await listen(await app.open())
})
afterAll(() => app.close())

const write = ({ tenantId }: Pick<TestUser, 'tenantId'>, work: (tx: Tx) => Promise<unknown>) =>
  app.appContext.db.write(tenantScope(tenantId), work)
const notify = (who: TestUser, subject: string, path?: string) =>
  write(who, (tx) =>
    app.appContext.notify(tx, who.tenantId, { userId: who.uniqueId, subject, content: 'It is so.', ...(path && { path }) }),
  )
const change = (who: TestUser, values: Partial<typeof users.$inferInsert>) =>
  write(who, async (tx) => {
    await tx.update(users).set(values).where(eq(users.uniqueId, who.uniqueId))
    await notifyNodes(tx, { topic: 'session', tenantId: who.tenantId, id: who.uniqueId })
  })
const subjects = (raw: { bodies: () => string[] }) =>
  raw.bodies().map((body) => (JSON.parse(body) as { subject: string }).subject)
const signedOut = { code: 4401, says: 'You are not signed in.' }

test('a notification written on one node reaches only the recipient’s page on the other, as in the list', async () => {
  const [ann, bob] = [await app.someone('ROLE_LEVEL2'), await app.someone('ROLE_LEVEL2')]
  const other = await openSubscribed(second, bob.token)
  const heard: unknown[] = []
  const client = new Client({ brokerURL: second, connectHeaders: { Authorization: `Bearer ${ann.token}` } })
  const ready = new Promise<void>((subscribed) => {
    client.onConnect = () => {
      client.watchForReceipt('ready', () => subscribed())
      client.subscribe('/user/topic/notification', ({ body }) => heard.push(JSON.parse(body)), { receipt: 'ready' })
    }
  })
  client.activate()
  await ready
  await notify(ann, 'To Ann', 'company/list')
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard).toEqual(await app.as(ann).call(notificationApi.list, { type: 'PUSH_WEB' }))
  expect(heard).toMatchObject([{ subject: 'To Ann', abbreviatedContentText: 'It is so.', path: 'company/list', readAt: null }])
  await notify(bob, 'To Bob')
  await expect.poll(() => subjects(other)).toEqual(['To Bob'])
  expect(heard).toHaveLength(1)
  await client.deactivate()
})

test('a message is in the recipient’s language, and a rolled-back one is not sent', async () => {
  const ann = await app.someone('ROLE_PRO')
  await change(ann, { language: 'de' })
  const page = await openSubscribed(first, ann.token)
  const undone = write(ann, async (tx) => {
    await app.appContext.notify(tx, ann.tenantId, { userId: ann.uniqueId, subject: 'Undone', content: 'It is so.' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await notify(ann, 'New company')
  await expect.poll(() => subjects(page)).toEqual(['Neues Unternehmen'])
})

const prefers = (language: string) => ({ headers: { 'accept-language': language } })

test('uses the chosen language first, else the one each browser prefers, else the tenant’s', async () => {
  const ann = await app.someone('ROLE_PRO')
  const pages = [
    await openSubscribed(first, ann.token, prefers('de-AT, en;q=0.5')),
    await openSubscribed(first, ann.token, prefers('fr')),
    await openSubscribed(second, ann.token, prefers('pl')),
    await openSubscribed(second, ann.token),
  ]
  const listed = async (language: string) => {
    const all = await app.as(ann).call(notificationApi.list, { type: 'PUSH_WEB' }, { 'accept-language': language })
    return all.map(({ subject }) => subject)
  }
  await notify(ann, 'New company')
  const heard = async () => pages.map((page) => subjects(page).join())
  await expect.poll(heard).toEqual(['Neues Unternehmen', 'Nouvelle entreprise', 'New company', 'New company'])
  expect([await listed('de-AT, en;q=0.5'), await listed('pl')]).toEqual([['Neues Unternehmen'], ['New company']])
  await app.as(ann).call(identityApi.saveChoices, { language: 'it' })
  expect(await listed('de')).toEqual(['Nuova azienda'])
})

test('several concurrent notifications arrive in their order', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const pages = [await openSubscribed(first, ann.token), await openSubscribed(second, ann.token)]
  const all = Array.from({ length: 30 }, (_, at) => ({ userId: ann.uniqueId, subject: `Number ${at}`, content: 'It is so.' }))
  await write(ann, (tx) => app.appContext.notify(tx, ann.tenantId, ...all))
  for (const page of pages) await expect.poll(() => subjects(page)).toEqual(all.map(({ subject }) => subject))
})

test('signing out closes only the pages of that session, on every node', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const other = await app.someone('ROLE_ADMIN')
  const [here, there, theirs] = [
    await openSubscribed(first, ann.token),
    await openSubscribed(second, ann.token),
    await openSubscribed(second, other.token),
  ]
  await app.as(ann).call(identityApi.logout, {})
  expect(await here.closed).toEqual(signedOut)
  expect(await there.closed).toEqual(signedOut)
  await notify(other, 'Still here')
  await expect.poll(() => subjects(theirs)).toEqual(['Still here'])
})

test('a change of role closes the page, and the same token can open it again', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const page = await openSubscribed(second, ann.token)
  await change(ann, { role: 'ROLE_LEVEL1' })
  expect(await page.closed).toEqual({ code: 4401, says: 'Who you are has changed.' })
  const again = await openSubscribed(second, ann.token)
  await notify(ann, 'As level 1')
  await expect.poll(() => subjects(again)).toEqual(['As level 1'])
})

test('closes and no longer admits a deactivated user and every user of a deleted tenant', async () => {
  const closed = await app.someone('ROLE_ADMIN')
  const tenant = await app.tenant('Gone')
  const theirs = await app.someone('ROLE_PRO', { tenantId: tenant.uniqueId })
  const pages = [await openSubscribed(second, closed.token), await openSubscribed(second, theirs.token)]
  await change(closed, { deactivatedAt: new Date().toISOString() })
  await write(theirs, async (tx) => {
    await tx.update(tenants).set({ deletedAt: new Date().toISOString() }).where(eq(tenants.uniqueId, tenant.uniqueId))
    await notifyNodes(tx, { topic: 'tenant', tenantId: tenant.uniqueId })
  })
  for (const page of pages) expect(await page.closed).toEqual(signedOut)
  for (const { token } of [closed, theirs]) {
    const late = await openRaw(second)
    late.connect(token)
    expect(await late.closed).toEqual(signedOut)
  }
})

test('catches up on changes missed while nodes could not hear each other', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const page = await openSubscribed(second, ann.token)
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [ann.uniqueId])
  await app.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  expect(await page.closed).toEqual(signedOut)
})

test('rejects an invalid token, and an open page does not count as use of the session', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  for (const token of ['x', `${ann.token}x`, ann.uniqueId]) {
    const raw = await openRaw(first)
    raw.connect(token)
    expect(await raw.closed).toEqual(signedOut)
  }
  const seen = `last_seen < now() - interval '5 minutes' as unseen from session where user_id = $1`
  await app.asOwner(`update session set last_seen = now() - interval '10 minutes' where user_id = $1`, [ann.uniqueId])
  const page = await openSubscribed(first, ann.token)
  await notify(ann, 'Heard')
  await expect.poll(() => subjects(page)).toEqual(['Heard'])
  expect(await app.asOwner(`select ${seen}`, [ann.uniqueId])).toEqual([{ unseen: true }])
})

test('only pages of our own hosts and of tenants’ domains may connect', async () => {
  await write({ tenantId: app.other.uniqueId }, (tx) =>
    tx.insert(tenantDomains).values({ domain: 'other.test', tenantId: app.other.uniqueId }),
  )
  const own = new URL(first).host
  for (const origin of [`http://${own}`, 'https://crm.example', 'https://other.test', 'https://other.test:8443'])
    (await openRaw(first, { origin })).socket.terminate()
  for (const origin of ['https://evil.example', 'null', 'https://crm.example.evil.example', 'http://127.0.0.1', ''])
    await expect(openRaw(first, { headers: { origin } })).rejects.toThrow('answered 403')
})

const from = (url: string, client: string) => openRaw(url, { headers: { 'x-forwarded-for': client } })

test('fifty connections per address may wait to sign in, the address taken only from our own proxies', async () => {
  const behind = await testApp({ settings: { TRUST_PROXY: '1' } })
  const own = await testApp()
  const [proxied, direct] = [await listen(behind), await listen(own)]
  for (let n = 0; n < 50; n++) await Promise.all([from(proxied, '203.0.113.7'), from(direct, `203.0.113.${n}`)])
  await expect(from(proxied, '203.0.113.7')).rejects.toThrow('answered 429')
  await expect(from(direct, '203.0.113.200')).rejects.toThrow('answered 429')
  await from(proxied, '203.0.113.8')
  await Promise.all([behind.close(), own.close()])
})

test('a node that stops closes its pages and does not wait for them', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const node = await app.open()
  const page = await openSubscribed(await listen(node), ann.token)
  await node.fastify.close()
  expect(await page.closed).toMatchObject({ code: 1001 })
})
