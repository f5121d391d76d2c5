import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PgBoss } from 'pg-boss'
import type { TestApp } from './app.ts'

/** Milliseconds in which a node must have started, also on a busy machine. */
const START_TIMEOUT = 60_000

/** Starts a node in a process of its own on the app's database. Where it ends by itself, its promises are rejected with what it printed. */
export const spawnNode = ({ owner, app }: Pick<TestApp, 'owner' | 'app'>, dataDir: string, settings: NodeJS.ProcessEnv = {}) => {
  const given = JSON.stringify({ owner, app, dataDir, settings })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'node.ts'), given], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const closed = once(child, 'close')
  const untilKilled = async () => {
    const [code, signal] = await closed
    if (!child.killed) throw new Error(`A node ended by itself (${code ?? signal}) and printed: ${printed || 'nothing'}`)
  }
  const exited = untilKilled()
  const firstLine = once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(START_TIMEOUT) })
  const port = Promise.race([firstLine, exited]).then((line) => {
    if (!line) throw new Error('The node was killed before it worked')
    return Number(line[0])
  })
  for (const promise of [exited, port]) promise.catch(() => {}) // not every test waits for both
  return {
    /** What it listens on, once it works: within a minute. */
    port,
    /** When it was killed. */
    exited,
    isKilled: () => child.killed,
    /** Kills it with SIGKILL, if it still runs, and returns when it has exited. */
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
export type NodeProcess = ReturnType<typeof spawnNode>

/** Does at once what running nodes do every twenty seconds with jobs of a queue whose node has sent no heartbeat for a minute: they are retried, now. */
export const retryJobsOfDeadNodes = async ({ owner, asOwner }: Pick<TestApp, 'owner' | 'asOwner'>, queue: string) => {
  await asOwner(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
  await asOwner('update pgboss.queue set monitor_claim_on = null, monitor_on = null') // a node may have looked just before
  const boss = new PgBoss({ ...(owner as object), schema: 'pgboss', supervise: false, schedule: false, migrate: false })
  await boss.start()
  await boss.supervise(queue)
  await boss.stop({ graceful: false })
  await asOwner(`update pgboss.job set start_after = now() where state = 'retry'`)
}
