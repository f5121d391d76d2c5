import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRaw, openSignedIn, openSubscribed, type Raw } from './testing/raw.ts'
import { startServer, type TestServer } from './testing/server.ts'

const NOTIFICATIONS = '/user/topic/notification'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const expectRefused = async (raw: Raw, code: number, message?: string) => {
  const { code: found, says } = await raw.closed
  expect(found).toBe(code)
  const error = raw.frames.at(-1)!
  expect(error.command).toBe('ERROR')
  expect(error.headers.get('message')).toBe(says)
  if (message) expect(says).toBe(message)
}

describe('destinations', () => {
  const destinations = [
    '',
    '/',
    '/user',
    '/user/',
    '/user/topic',
    '/user/topic/',
    '/user/topic/*',
    '/user/topic/**',
    '/user/topic/>',
    '/user/topic/#',
    '/user/*/notification',
    '/user/**',
    '/**',
    '/*/topic/notification',
    '/topic/notification',
    '/queue/notification',
    'user/topic/notification',
    '//user/topic/notification',
    '/user//topic/notification',
    '/user/topic/notification/',
    '/user/topic/notification ',
    ' /user/topic/notification',
    '/User/topic/notification',
    '/user/topic/notifications',
    '/user/bob/topic/notification',
    '/user/../user/topic/notification',
    '/user/bob/../topic/notification',
    '/user/topic%2Fnotification',
    '/%75ser/topic/notification',
    '/user/topic/notification\0',
    '/user/topic/notification\n',
    '/user/topic/notification?user=bob',
    '/user/topic/notification,/topic/notification',
    '/user/topic/notification-userbob',
    '/temp-queue/notification',
    '/ｕser/topic/notification',
  ]

  test.each(destinations)('%j is rejected', async (destination) => {
    const raw = await openSignedIn(server.url, server.signIn('ann'))
    raw.say('SUBSCRIBE', { id: '1', destination })
    await expectRefused(raw, destination.includes('\0') ? 1002 : 1008)
  })

  test('a rejected client receives nothing from the destination it asked for', async () => {
    const [ann, bob] = [
      await openSignedIn(server.url, server.signIn('ann')),
      await openSubscribed(server.url, server.signIn('bob')),
    ]
    ann.say('SUBSCRIBE', { id: '1', destination: '/user/bob/topic/notification' })
    server.sockets.send({ tenantId: 'acme', userId: 'bob' }, { n: 1 })
    await expectRefused(ann, 1008, 'There is no such destination.')
    await expect.poll(bob.bodies).toEqual(['{"n":1}'])
    expect(ann.commands()).toEqual(['CONNECTED', 'ERROR'])
  })

  test('rejects a subscription with no id, a long id or one in use, with acknowledgements, or over the limit', async () => {
    const good = { destination: NOTIFICATIONS, id: 'x' }
    const bad = [
      { destination: NOTIFICATIONS },
      { ...good, id: 'x'.repeat(101) },
      { ...good, id: 'sub' },
      { ...good, ack: 'client' },
    ]
    for (const headers of bad) {
      const raw = await openSubscribed(server.url, server.signIn('ann'))
      raw.say('SUBSCRIBE', { receipt: 'r', ...headers })
      await expectRefused(raw, 1008)
      expect(raw.frames.at(-1)!.headers.get('receipt-id')).toBe('r')
    }
    const raw = await openSubscribed(server.url, server.signIn('ann'))
    for (const id of ['2', '3', '4', '5']) raw.say('SUBSCRIBE', { ...good, id, receipt: id })
    await expectRefused(raw, 1008)
    expect(raw.commands()).toEqual(['CONNECTED', 'RECEIPT', 'RECEIPT', 'RECEIPT', 'RECEIPT', 'ERROR'])
  })
})

describe('unexpected frames', () => {
  const asked = { id: '1', destination: NOTIFICATIONS, transaction: 't', 'message-id': '1' }
  const frames = [
    'SEND',
    'BEGIN',
    'COMMIT',
    'ABORT',
    'ACK',
    'NACK',
    'MESSAGE',
    'CONNECTED',
    'CONNECT',
    'STOMP',
    'HELLO',
    'constructor',
  ]

  test.each(frames)('%s is rejected after sign-in', async (command) => {
    const [raw, other] = [
      await openSubscribed(server.url, server.signIn('ann')),
      await openSubscribed(server.url, server.signIn('ann')),
    ]
    raw.say(command, { ...asked, 'accept-version': '1.2', passcode: server.signIn('bob') }, command === 'SEND' ? '{}' : '')
    await expectRefused(raw, 1002)
    server.sockets.send({ tenantId: 'acme', userId: 'ann' }, { n: 1 })
    await expect.poll(other.bodies).toEqual(['{"n":1}'])
  })

  test.each(['SUBSCRIBE', 'UNSUBSCRIBE', 'DISCONNECT', ...frames.filter((name) => !['CONNECT', 'STOMP'].includes(name))])(
    '%s is rejected before CONNECT',
    async (command) => {
      const raw = await openRaw(server.url)
      raw.say(command, asked)
      await expectRefused(raw, 1002)
    },
  )

  test('rejects frames while the sign-in is being looked up, and sends nothing after the error', async () => {
    const looked = Promise.withResolvers<undefined>()
    const slow = await startServer({ authenticate: () => looked.promise })
    for (const command of ['CONNECT', 'SUBSCRIBE']) {
      const raw = await openRaw(slow.url)
      raw.connect('token')
      raw.say(command, { ...asked, 'accept-version': '1.2', passcode: 'token' })
      await expectRefused(raw, 1002)
      expect(raw.commands()).toEqual(['ERROR'])
    }
    looked.resolve(undefined)
    await slow.close()
  })

  test('ignores the frames after a rejected one in the same message', async () => {
    const lookedUp: string[] = []
    const nosy = await startServer({ authenticate: async (token) => void lookedUp.push(token) })
    const raw = await openRaw(nosy.url)
    raw.socket.send('\n\nACK\nid:1\n\n\0\nCONNECT\naccept-version:1.2\npasscode:token\n\n\0')
    await expectRefused(raw, 1002)
    expect([raw.commands(), lookedUp]).toEqual([['ERROR'], []])
    await nosy.close()
  })
})

describe('signing in', () => {
  test('accepts several frames in one message, with line ends in between, and the token as passcode', async () => {
    const raw = await openRaw(server.url)
    raw.socket.send(`\n\r\nSTOMP\naccept-version:1.0,1.2\npasscode:${server.signIn('ann')}\n\n\0\n\n`)
    await expect.poll(raw.commands).toEqual(['CONNECTED'])
    expect(raw.frames[0]!.headers).toEqual(
      new Map([
        ['version', '1.2'],
        ['heart-beat', '10000,10000'],
      ]),
    )
    const subscribe = `SUBSCRIBE\nid:a\\cb\nreceipt:r\\\\\ndestination:${NOTIFICATIONS}\n\n\0`
    raw.socket.send(`${subscribe}\n\n\nDISCONNECT\nreceipt:end\n\n\0\n`)
    expect((await raw.closed).code).toBe(1000)
    expect(raw.frames.slice(1).map(({ headers }) => headers.get('receipt-id'))).toEqual(['r\\', 'end'])
  })

  test.each([
    ['an unknown token', { 'accept-version': '1.2', Authorization: 'Bearer nobody' }, 4401],
    ['no token', { 'accept-version': '1.2' }, 4401],
    ['another scheme', { 'accept-version': '1.2', Authorization: 'Basic token-acme-ann-0' }, 4401],
    ['an older version', { 'accept-version': '1.0,1.1', Authorization: 'Bearer token-acme-ann-0' }, 1002],
    ['no version', { Authorization: 'Bearer token-acme-ann-0' }, 1002],
  ])('%s is rejected', async (_name, headers, code) => {
    expect(server.signIn('ann')).toBe('token-acme-ann-0')
    const raw = await openRaw(server.url)
    raw.say('CONNECT', headers)
    await expectRefused(raw, code, code === 4401 ? 'You are not signed in.' : 'STOMP 1.2 alone is spoken here.')
    expect(raw.frames[0]!.headers.get('version')).toBe('1.2')
  })

  test('closes a connection that does not sign in, even if it sends heart-beats or its lookup never finishes', async () => {
    const hanging = await startServer({ authenticate: () => new Promise(() => {}), limits: { signInTimeout: 500 } })
    const [dumb, waiting] = [await openRaw(hanging.url), await openRaw(hanging.url)]
    dumb.socket.send('\n')
    waiting.connect('token')
    for (const raw of [dumb, waiting]) await expectRefused(raw, 4401, 'Nobody signed in.')
    await hanging.close()
  })

  test('a signed-in connection stays open after the sign-in timeout', async () => {
    const quick = await startServer({ limits: { signInTimeout: 1_000, beatEvery: 400 } })
    const raw = await openRaw(quick.url)
    raw.connect(quick.signIn('ann'))
    await expect.poll(raw.beats).toBeGreaterThan(2)
    await quick.close()
  })
})

test('logs the reasons for refusals, and nothing that was sent', async () => {
  const token = server.signIn('needle-user')
  const raw = await openRaw(server.url)
  raw.say('CONNECT', { 'accept-version': '1.2', Authorization: `Bearer ${token}x`, login: 'needle-login' })
  await raw.closed
  const other = await openSubscribed(server.url, token)
  server.sockets.send({ tenantId: 'acme', userId: 'needle-user' }, { subject: 'needle-subject' })
  other.say('SUBSCRIBE', { destination: '/needle-destination', id: 'needle-id' })
  await other.closed
  const third = await openRaw(server.url)
  third.socket.send('needle-frame')
  await third.closed
  await expect.poll(server.log).toContain('A frame breaks off.')
  expect(server.log()).toContain('There is no such destination.')
  expect(server.log()).not.toMatch(/needle|token-acme/)
})
