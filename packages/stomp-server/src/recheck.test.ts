import { afterEach, expect, test } from 'vitest'
import type { Listener } from './listeners.ts'
import { openRaw, openSubscribed } from './testing/raw.ts'
import { startServer, type TestServer } from './testing/server.ts'

let server: TestServer
afterEach(() => server.close())

test('a recheck of a user or a tenant looks up only their sessions, each once', async () => {
  const asked: string[] = []
  server = await startServer({
    authenticate: async (token) => {
      asked.push(token)
      return server.people.get(token)
    },
  })
  const [ann, bob, eve] = [server.signIn('ann'), server.signIn('bob'), server.signIn('eve', 'globex')]
  await Promise.all([ann, ann, ann, bob, eve].map((token) => openSubscribed(server.url, token)))
  const askedBy = async (who?: { tenantId?: string; userId?: string }) => {
    asked.length = 0
    await server.sockets.recheck(who)
    return asked.toSorted()
  }
  expect(await askedBy({ tenantId: 'acme', userId: 'ann' })).toEqual([ann])
  expect(await askedBy({ tenantId: 'acme' })).toEqual([ann, bob])
  expect(await askedBy()).toEqual([ann, bob, eve])
  expect(await askedBy({ tenantId: 'globex', userId: 'ann' })).toEqual([])
  expect(server.sockets.count()).toBe(5)
})

test('a recheck looks up only a few sessions at the same time', async () => {
  let [asking, most] = [0, 0]
  server = await startServer({
    authenticate: async (token) => {
      most = Math.max(most, ++asking)
      await new Promise(setImmediate)
      asking--
      return server.people.get(token)
    },
  })
  for (let n = 0; n < 30; n++) await openSubscribed(server.url, server.signIn(`user-${n}`))
  await server.sockets.recheck()
  expect(most).toBe(8)
})

test('closes a connection whose session ends while its sign-in is being looked up', async () => {
  const looked = Promise.withResolvers<Listener | undefined>()
  let asked = 0
  server = await startServer({
    authenticate: (token) => (asked++ === 0 ? looked.promise : Promise.resolve(server.people.get(token))),
  })
  const token = server.signIn('ann')
  const raw = await openRaw(server.url)
  raw.connect(token)
  await expect.poll(() => asked).toBe(1)
  const before = server.people.get(token)!
  server.people.delete(token)
  await server.sockets.recheck({ tenantId: 'acme', userId: 'ann' })
  looked.resolve(before)
  expect(await raw.closed).toMatchObject({ code: 4401 })
})

test.each<Partial<Listener>>([
  { tenantId: 'globex' },
  { userId: 'bob' },
  { sessionId: 'other' },
  { roles: [] },
  { roles: ['B', 'C'] },
])('closes a connection whose session now has %j', async (change) => {
  server = await startServer()
  const token = server.signIn('ann')
  const before = { ...server.people.get(token)!, roles: ['A', 'B'] }
  server.people.set(token, before)
  const raw = await openSubscribed(server.url, token)
  server.people.set(token, { ...before, roles: ['B', 'A'] })
  await server.sockets.recheck()
  server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { kept: true })
  server.people.set(token, { ...before, ...change })
  await server.sockets.recheck()
  expect(await raw.closed).toEqual({ code: 4401, says: 'Who you are has changed.' })
  expect(raw.bodies()).toEqual(['{"kept":true}'])
})

test('does not keep a client that disconnects while it is being looked up', async () => {
  const looked = Promise.withResolvers<Listener | undefined>()
  let asked = 0
  server = await startServer({ authenticate: () => (asked++ === 0 ? looked.promise : Promise.resolve(undefined)) })
  const raw = await openRaw(server.url)
  raw.connect(server.signIn('ann'))
  await expect.poll(() => asked).toBe(1)
  raw.socket.close()
  await raw.closed
  looked.resolve(server.people.values().next().value)
  await looked.promise
  await new Promise(setImmediate)
  expect(server.sockets.count()).toBe(0)
})

test('drops a client even if it does not answer the close frame', async () => {
  server = await startServer()
  const token = server.signIn('ann')
  const deaf = await openSubscribed(server.url, token)
  deaf.socket.pause()
  server.people.delete(token)
  await server.sockets.recheck()
  await expect.poll(() => server.sockets.count()).toBe(0)
})

test('a failed session lookup closes the connection with “Please try again.”, and is logged without the token', async () => {
  let isDown = false
  server = await startServer({
    authenticate: async (token) => {
      if (isDown) throw new Error(`no database for ${token}`)
      return server.people.get(token)
    },
  })
  const token = server.signIn('ann')
  const [open, late] = [await openSubscribed(server.url, token), await openRaw(server.url)]
  isDown = true
  await server.sockets.recheck()
  late.connect(token)
  for (const raw of [open, late]) expect(await raw.closed).toEqual({ code: 1013, says: 'Please try again.' })
  expect(server.log()).toContain('a live connection could not be signed in')
  expect(server.log()).not.toContain(token)
})

test('shutdown closes every connection as going away, and new connections are rejected', async () => {
  server = await startServer()
  const [signedIn, stranger] = [await openSubscribed(server.url, server.signIn('ann')), await openRaw(server.url)]
  await server.sockets.close()
  for (const raw of [signedIn, stranger]) expect(await raw.closed).toMatchObject({ code: 1001 })
  await expect(openRaw(server.url)).rejects.toThrow('answered 503')
  expect(server.sockets.count()).toBe(0)
})
