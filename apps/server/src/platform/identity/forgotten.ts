import { and, count, eq, gt, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import { type ManualContext, manualTransaction } from '#kit/http/context'
import { type Jobs, job, worker } from '#kit/jobs'
import { linkTokens } from '#platform/schema/identity.table'
import { userByAddress } from './account.ts'
import { letterJob } from './identity.mail.ts'
import { byNetwork, countTry } from './throttle.queries.ts'
import { endLinks, type Links } from './tokens.ts'

interface Needs {
  db: Database
  jobs: Jobs
  links: Links
}

/** Looks for the address after the answer has gone: known or unknown, it takes the same time. */
const forgottenJob = job<{ tenantId: string; address: string; linkId: string }>({
  name: 'identity.forgotten',
  retries: 5,
  expires: 60,
})
const RESETS_PER_HOUR = 3

const resetsThisHour = async (tx: Tx, userId: string) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 2))`)
  const lastHour = gt(linkTokens.dateCreated, sql`now() - interval '1 hour'`)
  const resets = and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, 'RESET_PASSWORD'), lastHour)
  const [asked] = await tx.select({ times: count() }).from(linkTokens).where(resets)
  return asked!.times
}

/** Makes the link and has it mailed, at most three times an hour. Done again, it makes the same link. */
export const forgottenWorker = ({ db, jobs, links }: Needs) =>
  worker(forgottenJob, ({ tenantId, address, linkId }) =>
    db.write(tenantScope(tenantId), async (tx) => {
      const user = await userByAddress(tx, address)
      if (!user || (await resetsThisHour(tx, user.uniqueId)) >= RESETS_PER_HOUR) return
      await links.make(tx, tenantId, { uniqueId: linkId, purpose: 'RESET_PASSWORD', userId: user.uniqueId, minutes: 60 })
      await endLinks(tx, user.uniqueId, ['RESET_PASSWORD'], linkId)
      await jobs.send(tx, letterJob, { tenantId, userId: user.uniqueId, linkId, key: linkId })
    }),
  )

/** Too many is answered like any other: who asks is not told. */
const limited = (error: unknown) => {
  if (error instanceof Refusal && error.status === 429) return undefined
  throw error
}

export const forgottenHandlers = ({ db, jobs }: Needs) => ({
  forgotPassword: manualTransaction(async ({ email }: { email: string }, { scope, ip }: ManualContext) => {
    const within = await countTry(db, scope, ...byNetwork('forgotten', ip, 10, 60)).catch(limited)
    const forgotten = { tenantId: scope.tenantId, address: email, linkId: randomUUID() }
    if (within) await db.write(scope, (tx) => jobs.send(tx, forgottenJob, forgotten))
    return {}
  }),
})
