import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { roles } from '../../test/roles.ts'
import { job, openJobs, worker } from './jobs.ts'

const work = async () => {}

test('the queue of an earlier version gets the heartbeat, the retries and the handler of lost jobs of this version', async () => {
  const { owner, asOwner, drop } = await freshDatabase()
  onTestFinished(drop)
  const jobs = await openJobs(owner, pino({ enabled: false }), roles)
  onTestFinished(() => jobs.stop())
  await jobs.declare([worker(job({ name: 'test.old', retries: 1, expires: 60 }), work)])
  await jobs.declare([worker(job({ name: 'test.old', retries: 8, expires: 3600, heartbeat: 20 }), work, work)])
  const [queue] = await asOwner(
    `select retry_limit, expire_seconds, heartbeat_seconds, dead_letter from pgboss.queue where name = 'test.old'`,
  )
  expect(queue).toEqual({ retry_limit: 8, expire_seconds: 3600, heartbeat_seconds: 20, dead_letter: 'test.old.lost' })
})
