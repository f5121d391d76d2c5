// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSending } from './sending.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sender = (results: { isReached: boolean; failed: string[] }[]) => {
  const sentAt: number[] = []
  const start = Date.now()
  const send = async () => {
    sentAt.push((Date.now() - start) / MINUTE)
    return results.shift() ?? { isReached: true, failed: [] }
  }
  return { send, sentAt }
}
const failed = { isReached: true, failed: ['a'] }

test('sends again every half minute, and less and less often while the server has errors', async () => {
  const { send, sentAt } = sender([failed, failed, failed])
  const { stop } = keepSending(send)
  await vi.advanceTimersByTimeAsync(8.2 * MINUTE)
  stop()
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(sentAt).toEqual([0, 1, 3, 7, 7.5, 8])
})

test('after many errors it still tries every 16 minutes', async () => {
  const { send, sentAt } = sender(Array.from({ length: 8 }, () => failed))
  const { stop } = keepSending(send)
  await vi.advanceTimersByTimeAsync(64 * MINUTE)
  stop()
  expect(sentAt).toEqual([0, 1, 3, 7, 15, 31, 47, 63])
})

test('sends at once when the user asks for it, although the server had errors, and when the connection is back', async () => {
  const { send, sentAt } = sender([failed])
  const { sendNow, stop } = keepSending(send)
  await vi.advanceTimersByTimeAsync(100)
  await sendNow()
  expect(sentAt).toHaveLength(2)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sentAt).toHaveLength(3)
  stop()
  dispatchEvent(new Event('online'))
  expect(sentAt).toHaveLength(3)
})

test('what is saved while something is being sent is sent afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const { sendNow, stop } = keepSending(async () => {
    if (++calls === 1) await promise
    return { isReached: true, failed: [] }
  })
  const [next, another] = [sendNow(), sendNow()]
  expect(calls).toBe(1)
  resolve()
  await Promise.all([next, another])
  expect(calls).toBe(2)
  stop()
})
