// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepConnected } from './stomp.ts'

const sockets: FakeSocket[] = []

class FakeSocket extends EventTarget {
  readonly sent: string[] = []
  readonly url: string
  readonly protocols: string[]
  isClosed = false

  constructor(url: string, protocols: string[]) {
    super()
    this.url = url
    this.protocols = protocols
    sockets.push(this)
  }

  send(frame: string) {
    this.sent.push(frame)
  }

  close() {
    this.isClosed = true
  }

  open() {
    this.dispatchEvent(new Event('open'))
  }

  lose(code = 1006) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }

  receive(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  accept(heartbeat = '10000,10000') {
    this.open()
    this.receive(`CONNECTED\nversion:1.2\nheart-beat:${heartbeat}\n\n\0`)
    this.receive('RECEIPT\nreceipt-id:last\n\n\0')
  }
}

const latest = () => sockets.at(-1)!

let closeLast = () => {}
let age: number | undefined

const connect = () => {
  const heard = {
    onMessage: vi.fn<(destination: string, body: string) => void>(),
    onOpen: vi.fn<() => void>(),
    onLost: vi.fn<(code: number) => void>(),
  }
  const close = keepConnected({
    url: 'ws://here/ws',
    authorization: () => 'Bearer token',
    destinations: ['/topic/one', '/topic/two'],
    age: () => age,
    ...heard,
  })
  closeLast = close
  return { ...heard, close }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('WebSocket', FakeSocket)
  sockets.length = 0
})
afterEach(() => {
  closeLast()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('signs in with its first frame, subscribes, and is open when the last subscription is confirmed', () => {
  const { onOpen } = connect()
  const socket = latest()
  expect([socket.url, socket.protocols]).toEqual(['ws://here/ws', ['v12.stomp']])
  socket.open()
  expect(socket.sent).toEqual(['CONNECT\naccept-version:1.2\nheart-beat:10000,10000\nAuthorization:Bearer token\n\n\0'])
  socket.receive('CONNECTED\nversion:1.2\nheart-beat:10000,10000\n\n\0')
  expect(socket.sent.slice(1)).toEqual([
    'SUBSCRIBE\nid:/topic/one\ndestination:/topic/one\n\n\0',
    'SUBSCRIBE\nid:/topic/two\ndestination:/topic/two\nreceipt:last\n\n\0',
  ])
  expect(onOpen).not.toHaveBeenCalled()
  socket.receive('RECEIPT\nreceipt-id:last\n\n\0')
  expect(onOpen).toHaveBeenCalledOnce()
})

test('passes on messages with their destination, whatever is in their text', () => {
  const { onMessage } = connect()
  latest().accept()
  const body = JSON.stringify({ text: 'a:b\n\nc' })
  latest().receive(`MESSAGE\nsubscription:1\nmessage-id:1\ndestination:/topic/two\ncontent-length:18\n\n${body}\0`)
  expect(onMessage.mock.calls).toEqual([['/topic/two', body]])
})

test('sends heart-beats, and opens another connection when nothing was heard for two intervals', () => {
  const { onLost } = connect()
  const silent = latest()
  silent.accept()
  vi.advanceTimersByTime(20_000)
  expect(silent.sent.filter((frame) => frame === '\n')).toHaveLength(2)
  silent.receive('\n')
  vi.advanceTimersByTime(20_000)
  expect(onLost).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(onLost).toHaveBeenCalledOnce()
  expect(silent.isClosed).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(2)
})

test('neither sends nor expects heart-beats that the server declines', () => {
  const { onLost } = connect()
  latest().accept('0,0')
  vi.advanceTimersByTime(60_000)
  expect(latest().sent).not.toContain('\n')
  expect(onLost).not.toHaveBeenCalled()
})

test('connects again after a delay that doubles up to half a minute, and starts anew after a success', () => {
  const { onLost } = connect()
  const delays = Array.from({ length: 7 }, () => {
    latest().lose()
    const [count, lostAt] = [sockets.length, Date.now()]
    while (sockets.length === count) vi.advanceTimersByTime(500)
    return Date.now() - lostAt
  })
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(onLost).toHaveBeenCalledTimes(7)
  latest().accept()
  latest().lose(4401)
  expect(onLost).toHaveBeenLastCalledWith(4401)
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(9)
})

test('connects at once when the browser is online again, unless it is connected', () => {
  connect()
  latest().lose()
  dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  latest().accept()
  dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(2)
})

test('a connection that was closed by the page stays closed and is silent', () => {
  const { close, onLost, onMessage } = connect()
  const socket = latest()
  socket.accept()
  close()
  expect(socket.isClosed).toBe(true)
  socket.receive('MESSAGE\ndestination:/topic/one\n\n{}\0')
  socket.lose(1000)
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  expect([sockets.length, onLost.mock.calls, onMessage.mock.calls]).toEqual([1, [], []])
})

test('a page that shows what it read before says for how long', () => {
  age = 812.4
  connect()
  latest().accept()
  age = undefined
  expect(latest().sent.filter((frame) => frame.startsWith('SUBSCRIBE'))).toEqual([
    expect.stringContaining('\nage:813\n'),
    expect.stringContaining('\nage:813\n'),
  ])
  closeLast()
  connect()
  latest().accept()
  expect(latest().sent.join('')).not.toContain('age:')
})
