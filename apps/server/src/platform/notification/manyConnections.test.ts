import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Role } from '@tradewind/contract/roles'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

/** `npm run load:live` opens ten thousand. */
const CROWD = Number(process.env['CROWD'] ?? 1_000)
/** Milliseconds within which the last page must get a message, in a run whose figures a person reviews. */
const AT_ONCE = 1_000
/** Milliseconds for the whole test. */
const PATIENCE = 60_000 + CROWD * 60

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp()
  const { fastify } = await app.open()
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/ws`
})
afterAll(() => app.close())

/** Open pages in a process of their own, and what it counts. */
const gather = (people: TestUser[], ...topic: string[]) => {
  const program = fileURLToPath(import.meta.resolve('@tradewind/stomp-server/testing/crowd'))
  const child = spawn(process.execPath, [program, url, ...topic], { stdio: ['pipe', 'pipe', 'inherit'] })
  let counts: { received?: number } = {}
  createInterface(child.stdout).on('line', (line) => (counts = JSON.parse(line) as typeof counts))
  child.stdin.end(JSON.stringify(people.map(({ token }) => token)))
  return { child, counts: () => counts }
}

const crowdOf = async (role: Role) => {
  const people: TestUser[] = []
  while (people.length < CROWD) people.push(...(await Promise.all(Array.from({ length: 50 }, () => app.someone(role)))))
  return people
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Memory that this process holds after garbage collection; socket buffers of the system are not included. */
const kilobytesHeld = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024
}

test(
  'a thousand people with open pages each get only their own notification from another node',
  async () => {
    const people = await crowdOf('ROLE_PRO')
    const { child, counts } = gather(people)
    try {
      await expect.poll(counts, { timeout: PATIENCE }).toMatchObject({ subscribed: CROWD })
      const notices = people.map(({ uniqueId }) => ({
        userId: uniqueId,
        subject: uniqueId,
        content: 'It is so.',
        byMail: false as const,
      }))
      const { uniqueId: tenantId } = app.main
      await app.appContext.db.write(tenantScope(tenantId), (tx) => app.appContext.notify(tx, tenantId, ...notices))
      await expect
        .poll(counts, { timeout: PATIENCE })
        .toEqual({ subscribed: CROWD, received: CROWD, different: CROWD, most: 1, closed: {} })
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  },
  2 * PATIENCE,
)

test(
  'news of a record reaches every open page of the staff once',
  async () => {
    const people = await crowdOf('ROLE_ADMIN')
    const before = kilobytesHeld()
    const { child, counts } = gather(people, 'record')
    try {
      const gathered = performance.now()
      await expect.poll(counts, { timeout: PATIENCE }).toMatchObject({ subscribed: CROWD })
      const joined = performance.now() - gathered
      const each = (kilobytesHeld() - before) / CROWD
      const took: number[] = []
      for (let time = 1; time <= 5; time++) {
        const began = performance.now()
        const legalName = `Crowd ${time}`
        const fields = {
          legalName,
          country: 'Italy',
          website: 'https://crowd.example',
          companyTypeList: ['ASSOCIATION' as const],
        }
        await app.as(people[0]).call(companyApi.create, fields)
        const answered = performance.now() - began
        await expect.poll(() => counts().received, { timeout: PATIENCE, interval: 5 }).toBe(time * CROWD)
        took.push(performance.now() - began)
        if (process.env['CROWD'])
          console.log(`${CROWD} pages: answered in ${Math.round(answered)} ms, heard by all in ${Math.round(took.at(-1)!)} ms`)
        await setTimeout(500)
      }
      expect(counts()).toMatchObject({ subscribed: CROWD, most: 5, closed: {} })
      if (process.env['CROWD'])
        console.log(`${CROWD} pages joined in ${Math.round(joined / 1000)} s, ${Math.round(each)} KB each`)
      expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(process.env['CROWD'] ? AT_ONCE : PATIENCE)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  },
  2 * PATIENCE,
)
