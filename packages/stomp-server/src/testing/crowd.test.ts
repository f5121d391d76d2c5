import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer, type TestServer } from './server.ts'

const CROWD = 1_000

interface Counts {
  subscribed: number
  received: number
  different: number
  most: number
  closed: Record<string, number>
}

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

/** Starts the crowd in a separate process, and stores its latest counts. */
const gather = (tokens: string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crowd.ts'), server.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let counts: Partial<Counts> = {}
  createInterface(child.stdout).on('line', (line) => {
    counts = JSON.parse(line) as Counts
  })
  child.stdin.end(JSON.stringify(tokens))
  return { child, counts: () => counts }
}

test('each of 1,000 users receives their own messages from one process, and only ended sessions are disconnected', async () => {
  const users = Array.from({ length: CROWD }, (_, n) => `user-${n}`)
  const tokens = users.map((userId) => server.signIn(userId))
  const { child, counts } = gather(tokens)
  try {
    await expect.poll(counts).toMatchObject({ subscribed: CROWD })
    for (const userId of users) server.sockets.send({ tenantId: 'acme', userId }, { userId })
    await expect.poll(counts).toEqual({ subscribed: CROWD, received: CROWD, different: CROWD, most: 1, closed: {} })
    for (const token of tokens.slice(0, CROWD / 2)) server.people.delete(token)
    await server.sockets.recheck()
    await expect.poll(counts).toMatchObject({ received: CROWD, closed: { 4401: CROWD / 2 } })
    await expect.poll(() => server.sockets.count()).toBe(CROWD / 2)
    for (const userId of users) server.sockets.send({ tenantId: 'acme', userId }, { again: userId })
    await expect.poll(counts).toMatchObject({ received: CROWD * 1.5, different: CROWD * 1.5, closed: { 4401: CROWD / 2 } })
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
