import { Client, type IMessage, type StompConfig } from '@stomp/stompjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSubscribed } from './testing/raw.ts'
import { startServer, type TestServer } from './testing/server.ts'

const NOTIFICATIONS = '/user/topic/notification'

let server: TestServer
let clients: Client[]
beforeEach(async () => {
  clients = []
  server = await startServer({ limits: { beatEvery: 20, silentBeats: 100 } })
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.deactivate()))
  await server.close()
})

/** A client as in the web: it subscribes whenever it connects. */
const openPage = async (token: string, config: Partial<StompConfig> = {}) => {
  const heard: { body: unknown; headers: Record<string, string> }[] = []
  const page = { heard, joined: 0, subscription: '', client: new Client() }
  const hear = ({ body, headers }: IMessage) => heard.push({ body: JSON.parse(body), headers })
  page.client.configure({
    brokerURL: server.url,
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 10,
    onConnect: () => {
      const subscribed = `subscribed-${page.joined}`
      page.client.watchForReceipt(subscribed, () => page.joined++)
      page.subscription = page.client.subscribe(NOTIFICATIONS, hear, { receipt: subscribed }).id
    },
    ...config,
  })
  clients.push(page.client)
  page.client.activate()
  await expect.poll(() => page.joined).toBe(1)
  return page
}
const bodies = ({ heard }: { heard: { body: unknown }[] }) => heard.map(({ body }) => body)

test('a message to a user reaches each of the user’s pages, as JSON, in order', async () => {
  const tabs = await Promise.all([openPage(server.signIn('ann')), openPage(server.signIn('ann'))])
  server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { subject: 'Grüße\0:\\n' })
  server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { subject: 'two' })
  for (const tab of tabs) {
    await expect.poll(() => bodies(tab)).toEqual([{ subject: 'Grüße\0:\\n' }, { subject: 'two' }])
    const [first, second] = tab.heard.map(({ headers }) => headers)
    const known = { subscription: tab.subscription, destination: NOTIFICATIONS, 'content-type': 'application/json' }
    expect(first).toMatchObject({ ...known, 'content-length': String(Buffer.byteLength('{"subject":"Grüße\\u0000:\\\\n"}')) })
    expect(first!['message-id']).not.toBe(second!['message-id'])
  }
})

test('a message reaches no other user, nor a user of the same name in another tenant', async () => {
  const [ann, bob, namesake] = await Promise.all([
    openPage(server.signIn('ann')),
    openPage(server.signIn('bob')),
    openPage(server.signIn('ann', 'globex')),
  ])
  for (const n of [1, 2, 3]) server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { n })
  server.sockets.send({ tenantId: 'acme', userId: 'nobody' }, { n: 4 })
  server.sockets.send({ tenantId: 'acme', userId: 'bob' }, { last: 'bob' })
  server.sockets.send({ tenantId: 'globex', userId: 'ann' }, { last: 'globex' })
  await expect.poll(() => bodies(bob)).toEqual([{ last: 'bob' }])
  await expect.poll(() => bodies(namesake)).toEqual([{ last: 'globex' }])
  await expect.poll(() => bodies(ann)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('unsubscribing returns a receipt, after which no message arrives; disconnecting returns one too', async () => {
  let goodbye = ''
  const page = await openPage(server.signIn('ann'), { onDisconnect: ({ headers }) => (goodbye = headers['receipt-id']!) })
  const ended = new Promise((done) => page.client.watchForReceipt('ended', done))
  page.client.unsubscribe(page.subscription, { receipt: 'ended' })
  await ended
  server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { n: 1 })
  const again = new Promise((done) => page.client.watchForReceipt('again', done))
  page.client.subscribe(NOTIFICATIONS, ({ body }) => page.heard.push({ body: JSON.parse(body), headers: {} }), {
    receipt: 'again',
  })
  await again
  server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { n: 2 })
  await expect.poll(() => bodies(page)).toEqual([{ n: 2 }])
  await page.client.deactivate()
  expect(goodbye).toMatch(/^close-/)
  await expect.poll(() => server.sockets.count()).toBe(0)
})

test('a page that wants heart-beats receives them', async () => {
  let beats = 0
  await openPage(server.signIn('ann'), { heartbeatIncoming: 10, heartbeatOutgoing: 10, onHeartbeatReceived: () => beats++ })
  await expect.poll(() => beats).toBeGreaterThan(3)
})

test('a page reconnects automatically after its connection broke, and receives messages again', async () => {
  const page = await openPage(server.signIn('ann'))
  for (const joined of [2, 3]) {
    server.cut()
    await expect.poll(() => page.joined).toBe(joined)
  }
  server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { n: 1 })
  await expect.poll(() => bodies(page)).toEqual([{ n: 1 }])
})

test('ending a session or changing its role closes only its own connections, with a reason', async () => {
  const tokens = {
    out: server.signIn('ann'),
    stays: server.signIn('ann'),
    promoted: server.signIn('bob'),
    other: server.signIn('cid'),
  }
  const [out, tab, stays, promoted, other] = await Promise.all(
    [tokens.out, tokens.out, tokens.stays, tokens.promoted, tokens.other].map((token) => openSubscribed(server.url, token)),
  )
  server.people.delete(tokens.out)
  const bob = server.people.get(tokens.promoted)!
  server.people.set(tokens.promoted, { ...bob, roles: ['ROLE_SUPER_ADMIN'] })
  await server.sockets.recheck()
  for (const gone of [out!, tab!]) {
    expect(await gone.closed).toEqual({ code: 4401, says: 'You are not signed in.' })
    expect(gone.frames.at(-1)).toMatchObject({ command: 'ERROR' })
  }
  expect(await promoted!.closed).toEqual({ code: 4401, says: 'Who you are has changed.' })
  expect(promoted!.frames.at(-1)!.headers.get('message')).toBe('Who you are has changed.')
  for (const [raw, userId] of [[stays!, 'ann'] as const, [other!, 'cid'] as const]) {
    server.sockets.send({ tenantId: 'acme', userId }, { n: 1 })
    await expect.poll(raw.bodies).toEqual(['{"n":1}'])
  }
  await expect.poll(() => server.sockets.count()).toBe(2)
})

test('a page reconnects automatically after its role changed', async () => {
  const token = server.signIn('ann')
  const page = await openPage(token)
  server.people.set(token, { ...server.people.get(token)!, roles: [] })
  await server.sockets.recheck({ tenantId: 'acme', userId: 'ann' })
  await expect.poll(() => page.joined).toBe(2)
})
