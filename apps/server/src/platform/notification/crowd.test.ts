import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type Someone, type TestApp, testApp } from '../../../test/app.ts'

const CROWD = 1_000

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp()
  const { fastify } = await app.open()
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/ws`
})
afterAll(() => app.close())

/** A thousand open pages in a process of their own, and what it counts of them. */
const gather = (people: Someone[]) => {
  const program = fileURLToPath(import.meta.resolve('@tradewind/stomp-server/testing/crowd'))
  const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  let counts: object = {}
  createInterface(child.stdout).on('line', (line) => (counts = JSON.parse(line) as object))
  child.stdin.end(JSON.stringify(people.map(({ token }) => token)))
  return { child, counts: () => counts }
}

test('a thousand people with open pages each hear their own notification from another node, and nothing else', async () => {
  const people: Someone[] = []
  while (people.length < CROWD) people.push(...(await Promise.all(Array.from({ length: 50 }, () => app.someone('ROLE_PRO')))))
  const { child, counts } = gather(people)
  try {
    await expect.poll(counts).toMatchObject({ subscribed: CROWD })
    const notices = people.map(({ uniqueId }) => ({
      userId: uniqueId,
      subject: uniqueId,
      content: 'It is so.',
      byMail: false as const,
    }))
    const { uniqueId: tenantId } = app.main
    await app.appContext.db.write(tenantScope(tenantId), (tx) => app.appContext.notify(tx, tenantId, ...notices))
    await expect.poll(counts).toEqual({ subscribed: CROWD, received: CROWD, different: CROWD, most: 1, closed: {} })
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
