import { afterEach, expect, test } from 'vitest'
import { openRaw, openSignedIn } from './testing/raw.ts'
import { startServer, type TestServer } from './testing/server.ts'

let server: TestServer
afterEach(() => server.close())
const start = async (config: Parameters<typeof startServer>[0] = {}) => {
  server = await startServer({ limits: { unauthenticatedPerNetwork: 3 }, ...config })
  return server
}
const from = (address: string) => openRaw(server.url, { headers: { 'x-address': address } })
const fill = async (address: string) => [await from(address), await from(address), await from(address)] as const

test('limits connections without sign-in per address: one more gets 429, and other addresses have their own limit', async () => {
  await start()
  await fill('a')
  await expect(from('a')).rejects.toThrow('answered 429')
  await fill('b')
})

test('limits connections without sign-in per network, across its addresses, and per site to ten times as many', async () => {
  await start()
  for (const host of [1, 2, 3]) await from(`2001:db8:1:1::${host}`)
  await expect(from('2001:db8:1:1::4')).rejects.toThrow('answered 429')
  for (let network = 2; network <= 10; network++) for (const host of [1, 2, 3]) await from(`2001:db8:1:${network}::${host}`)
  await expect(from('2001:db8:1:ff::1')).rejects.toThrow('answered 429')
  await from('2001:db8:2:1::1')
})

test('a connection that closes or signs in makes room for another, only once', async () => {
  const { url, signIn } = await start()
  const [first, second] = await fill('a')
  first.socket.close()
  await first.closed
  await expect.poll(() => from('a').then(() => 'let in', String)).toBe('let in')
  second.connect(signIn('ann'))
  await expect.poll(second.commands).toEqual(['CONNECTED'])
  await from('a')
  second.socket.close()
  await second.closed
  await expect(from('a')).rejects.toThrow('answered 429')
  await openSignedIn(url, signIn('bob'), { headers: { 'x-address': 'b' } })
})

test('signed-in pages do not count towards the limit of their address', async () => {
  const { url, signIn, sockets } = await start()
  for (let n = 0; n < 10; n++) await openSignedIn(url, signIn('ann'), { headers: { 'x-address': 'a' } })
  expect(sockets.count()).toBe(10)
})

test('a connection counts while its origin is being checked, and not once it is rejected', async () => {
  const judged = Promise.withResolvers<boolean>()
  let judging = 0
  await start({ isOriginAllowed: () => (judging++ < 3 ? judged.promise : false) })
  const waiting = ['a', 'a', 'a'].map((address) => from(address).catch((error: Error) => error.message))
  await expect.poll(() => judging).toBe(3)
  await expect(from('a')).rejects.toThrow('answered 429')
  judged.resolve(false)
  expect(await Promise.all(waiting)).toEqual(['answered 403', 'answered 403', 'answered 403'])
  await expect.poll(() => from('a').catch((error: Error) => error.message)).toBe('answered 403')
})
