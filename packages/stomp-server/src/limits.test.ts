import { afterEach, expect, test, vi } from 'vitest'
import { createRateLimit, type Limits } from './limits.ts'
import { openRaw, openSignedIn, openSubscribed, type Raw } from './testing/raw.ts'
import { startServer, type TestServer } from './testing/server.ts'

const NOTIFICATIONS = '/user/topic/notification'

let server: TestServer | undefined
afterEach(async () => {
  vi.useRealTimers()
  await server?.close()
  server = undefined
})
const start = async (limits: Partial<Limits> = {}) => (server = await startServer({ limits }))

const expectTooFast = async (raw: Raw) => {
  expect(await raw.closed).toEqual({ code: 1008, says: 'This is too much at once.' })
  expect(raw.frames.at(-1)!.command).toBe('ERROR')
}

test('the rate limit applies to every minute, wherever it begins', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const isInPace = createRateLimit(3)
  const after = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    return isInPace()
  }
  expect([0, 30, 20].map(after)).toEqual([true, true, true])
  expect(after(9)).toBe(false)
  expect(after(1)).toBe(false)
  expect(after(60)).toBe(true)
})

test('accepts sixty frames a minute, and not one more; heart-beats are counted separately', async () => {
  const { url, signIn } = await start()
  const raw = await openSignedIn(url, signIn('ann'))
  for (let n = 2; n <= 60; n++) {
    raw.socket.send('\n')
    raw.say('UNSUBSCRIBE', { id: '1', receipt: String(n) })
  }
  await expect.poll(() => raw.frames).toHaveLength(60)
  raw.say('UNSUBSCRIBE', { id: '1', receipt: 'too much' })
  await expectTooFast(raw)
  expect(raw.commands().filter((command) => command === 'RECEIPT')).toHaveLength(59)
})

test('counts frames individually when many arrive in one message', async () => {
  const { url, signIn } = await start({ framesPerMinute: 5 })
  const raw = await openSignedIn(url, signIn('ann'))
  raw.socket.send('UNSUBSCRIBE\nid:1\nreceipt:1\n\n\0'.repeat(100))
  await expectTooFast(raw)
  expect(raw.commands()).toEqual(['CONNECTED', 'RECEIPT', 'RECEIPT', 'RECEIPT', 'RECEIPT', 'ERROR'])
})

test.each<[string, (raw: Raw) => void]>([
  ['heart-beats', ({ socket }) => socket.send('\n\n')],
  ['empty messages', ({ socket }) => socket.send('')],
  ['pings', ({ socket }) => socket.ping()],
  ['pongs', ({ socket }) => socket.pong()],
])('a flood of %s ends the connection', async (_name, drop) => {
  const { url } = await start({ beatsPerMinute: 10 })
  const raw = await openRaw(url)
  for (let n = 0; n < 10; n++) drop(raw)
  raw.say('CONNECT', { 'accept-version': '1.2', passcode: server!.signIn('ann') })
  await expect.poll(raw.commands).toEqual(['CONNECTED'])
  drop(raw)
  await expectTooFast(raw)
})

test('a flood is cut off at the frame limit, and another user’s frame sent after it is answered', async () => {
  const { url, signIn, sockets } = await start()
  const [flood, other] = [await openSubscribed(url, signIn('ann')), await openSubscribed(url, signIn('bob'))]
  for (let n = 0; n < 20_000; n++) flood.say('UNSUBSCRIBE', { id: 'sub', receipt: String(n) })
  other.say('UNSUBSCRIBE', { id: 'none', receipt: 'asked' })
  sockets.send({ tenantId: 'acme', userId: 'bob' }, { n: 1 })
  await expect.poll(other.commands).toEqual(expect.arrayContaining(['MESSAGE', 'RECEIPT', 'RECEIPT']))
  await flood.closed
  expect(flood.frames.length).toBeLessThanOrEqual(61)
  await expect.poll(() => sockets.count()).toBe(1)
})

test('a client that does not read is disconnected, and the others meanwhile receive everything in order', async () => {
  const { url, signIn, sockets } = await start()
  const [slow, other] = [await openSubscribed(url, signIn('ann')), await openSubscribed(url, signIn('bob'))]
  slow.socket.pause()
  const expected: string[] = []
  while (sockets.count() === 2 && expected.length < 1_000) {
    sockets.send({ tenantId: 'acme', userId: 'ann' }, { filling: 'x'.repeat(100_000) })
    sockets.send({ tenantId: 'acme', userId: 'bob' }, { n: expected.length })
    expected.push(`{"n":${expected.length}}`)
    await new Promise(setImmediate)
  }
  expect(sockets.count()).toBe(1)
  await expect.poll(other.bodies).toEqual(expected)
  slow.socket.resume()
  expect(await slow.closed).toMatchObject({ code: 1006 })
  expect(slow.bodies().length).toBeLessThan(expected.length)
})

test('rejects a connection over the user’s limit; other users have their own limit, and closing one makes room', async () => {
  const { url, signIn, sockets } = await start({ perUser: 2 })
  const open = () => openSubscribed(url, signIn('ann'))
  const [first, second] = [await open(), await open()]
  await expect(open()).rejects.toThrow('closed: You have too many connections open.')
  await openSubscribed(url, signIn('bob'))
  await openSubscribed(url, signIn('ann', 'globex'))
  first.say('DISCONNECT')
  await first.closed
  await expect.poll(() => sockets.count()).toBe(3)
  const third = await open()
  sockets.send({ tenantId: 'acme', userId: 'ann' }, { n: 1 })
  for (const raw of [second, third]) await expect.poll(raw.bodies).toEqual(['{"n":1}'])
})

test.each<[string, (raw: Raw) => void, number]>([
  ['a binary message', ({ socket }) => socket.send(Buffer.from('SEND\n\n\0')), 1003],
  ['a message of more than 16 KB', ({ socket }) => socket.send('\n'.repeat(16 * 1024 + 1)), 1009],
  ['many fragments', ({ socket }) => Array.from({ length: 20 }, () => socket.send('\n', { fin: false })), 1008],
  ['text that is not UTF-8', ({ socket }) => socket.send(Buffer.from([0xff]), { binary: false }), 1007],
  ['half a frame', ({ socket }) => socket.send('UNSUBSCRIBE\nid:1\n'), 1002],
])('%s ends the connection', async (_name, drop, code) => {
  const { url, signIn, sockets } = await start()
  const raw = await openSubscribed(url, signIn('ann'))
  drop(raw)
  expect(await raw.closed).toMatchObject({ code })
  await expect.poll(() => sockets.count()).toBe(0)
})

test('a silent connection is closed; one that sends heart-beats or answers pings stays open', async () => {
  const { url, signIn } = await start({ beatEvery: 150 })
  const beating = await openSubscribed(url, signIn('bob'), { autoPong: false })
  beating.socket.on('message', () => beating.socket.send('\n'))
  const answering = await openSubscribed(url, signIn('bob'))
  const silent = await openSubscribed(url, signIn('ann'), { autoPong: false })
  expect(await silent.closed).toEqual({ code: 1008, says: 'Nothing was heard for too long.' })
  const heard = beating.beats()
  await expect.poll(beating.beats).toBeGreaterThan(heard + 4)
  for (const raw of [beating, answering]) expect(raw.socket.readyState).toBe(raw.socket.OPEN)
})

test('sends heart-beats only to clients that want them', async () => {
  const { url, signIn } = await start({ beatEvery: 10, silentBeats: 1_000 })
  const [wanting, not] = [await openSignedIn(url, signIn('ann')), await openRaw(url)]
  not.say('CONNECT', { 'accept-version': '1.2', passcode: signIn('bob'), 'heart-beat': '0,0' })
  await expect.poll(wanting.beats).toBeGreaterThan(4)
  expect(not.beats()).toBe(0)
})

test('a connection can have two subscriptions, and each receives messages until it ends', async () => {
  const { url, signIn, sockets } = await start()
  const raw = await openSubscribed(url, signIn('ann'))
  raw.say('SUBSCRIBE', { id: 'two', destination: NOTIFICATIONS, receipt: 'r' })
  await expect.poll(() => raw.frames).toHaveLength(3)
  sockets.send({ tenantId: 'acme', userId: 'ann' }, {})
  await expect.poll(raw.bodies).toEqual(['{}', '{}'])
  expect(raw.frames.slice(3).map(({ headers }) => headers.get('subscription'))).toEqual(['sub', 'two'])
  raw.say('UNSUBSCRIBE', { id: 'sub' })
  raw.say('UNSUBSCRIBE', { id: 'unknown', receipt: 'r' })
  await expect.poll(() => raw.frames).toHaveLength(6)
  sockets.send({ tenantId: 'acme', userId: 'ann' }, {})
  await expect.poll(() => raw.frames.at(-1)!.headers.get('subscription')).toBe('two')
  expect(raw.frames).toHaveLength(7)
})
