import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRaw } from './testing/raw.ts'
import { startServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

test('a page of a foreign origin gets 403; a page of our origin and a non-browser client are accepted', async () => {
  await expect(openRaw(server.url, { origin: 'https://evil.example' })).rejects.toThrow('answered 403')
  await expect(openRaw(server.url, { origin: 'null' })).rejects.toThrow('answered 403')
  for (const options of [{ origin: 'https://app.example' }, {}])
    expect((await openRaw(server.url, options)).commands()).toEqual([])
})

test('an origin can be checked asynchronously, and gets 403 when the check throws', async () => {
  const judges = [async () => true, async () => false, () => Promise.reject(new Error('no database'))]
  const outcomes = judges.map(async (isOriginAllowed) => {
    const slow = await startServer({ isOriginAllowed })
    const outcome = await openRaw(slow.url).then(
      () => 'let in',
      (error: Error) => error.message,
    )
    await slow.close()
    return outcome
  })
  expect(await Promise.all(outcomes)).toEqual(['let in', 'answered 403', 'answered 403'])
})

test('the origin check receives origin and host as the request names them', async () => {
  const asked: unknown[] = []
  const nosy = await startServer({ isOriginAllowed: (...names) => asked.push(names) > 0 })
  await openRaw(nosy.url, { origin: 'https://a.example', headers: { host: 'b.example' } })
  expect(asked).toEqual([['https://a.example', 'b.example']])
  await nosy.close()
})

test('a token in the URL is never read', async () => {
  const token = server.signIn('ann')
  await expect(openRaw(`${server.url}?access_token=${token}`)).rejects.toThrow('answered 400')
  expect(server.log()).not.toContain(token)
})

test('v12.stomp is chosen from a list of subprotocols, and none from a list without it', async () => {
  for (const protocols of [['v10.stomp', 'v11.stomp', 'v12.stomp'], ['v12.stomp']])
    expect((await openRaw(server.url, { protocols })).socket.protocol).toBe('v12.stomp')
  expect((await openRaw(server.url, { protocols: [] })).socket.protocol).toBe('')
  await expect(openRaw(server.url, { protocols: ['v10.stomp'] })).rejects.toThrow('no subprotocol')
})

test('does not accept compression', async () => {
  expect((await openRaw(server.url, { perMessageDeflate: true })).socket.extensions).toBe('')
})

test('an upgrade on another path is answered as a plain request, or left to another upgrade handler', async () => {
  const address = server.url.replace('ws:', 'http:')
  const ask = (path: string) =>
    new Promise<string>((answered, failed) => {
      const headers = { connection: 'upgrade', upgrade: 'h2c' }
      const asking = get(`${address}${path}`, { headers }, (response) => void text(response).then(answered))
      asking.on('upgrade', (_response, socket) => answered(`upgraded ${String(socket.destroy().destroyed)}`))
      asking.on('error', failed)
    })
  expect(await ask('/other')).toBe('a plain answer')
  server.server.on('upgrade', ({ url }, socket) => {
    if (url === '/ws/other') socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n')
  })
  expect(await ask('/other')).toBe('upgraded true')
  expect((await openRaw(server.url)).socket.protocol).toBe('v12.stomp')
})
