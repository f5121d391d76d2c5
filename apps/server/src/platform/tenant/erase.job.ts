import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { type Database, nowhere, tenantScope } from '#kit/database/database'
import { type Jobs, job, type Routine, worker } from '#kit/jobs'
import { audits } from '#kit/record/trail/audit'
import { notifyNodes } from '#kit/notifyNodes'
import type { Files } from '@tradewind/byte-store/files'
import type { Mail } from '#services/mail/mail'
import { tenants } from '#platform/schema/tenant.table'
import { removeRows } from './rows.ts'

/** Removes all that a tenant had, which was deleted for good. */
export const eraseJob = job({ name: 'tenant.erase', retries: 10, expires: 900 })

interface Needs {
  db: Database
  maintenance: Database
  jobs: Jobs
  files: Files
  mail: Mail
}

const everywhere = tenantScope(nowhere)

/** Whoever did something to the tenant keeps that it was done, without what it was called and what stood in it. */
const forgetNames = async ({ db, maintenance }: Needs, tenantId: string) => {
  const all = await db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants)
  for (const { id } of all) {
    const told = and(eq(audits.partitionId, id), eq(audits.recordId, tenantId), eq(audits.kind, 'tenant'), ne(audits.title, ''))
    await maintenance.write(tenantScope(id), (tx) => tx.update(audits).set({ title: '', changes: {} }).where(told))
  }
}

/** Each step may be done again: broken off anywhere, it begins anew and ends the same. */
const erase = async (needs: Needs, tenantId: string) => {
  const { db, maintenance, jobs, files, mail } = needs
  const [tenant] = await db.as(everywhere).select().from(tenants).where(eq(tenants.uniqueId, tenantId))
  if (!tenant?.erasedAt) return
  await jobs.forget(tenantId, { but: eraseJob })
  await removeRows(maintenance, tenantId)
  await files.removeAll(tenantId)
  await mail.forget?.(tenantId)
  await forgetNames(needs, tenantId)
  await db.write(everywhere, async (tx) => {
    await tx.delete(tenants).where(eq(tenants.uniqueId, tenantId))
    await notifyNodes(tx, { topic: 'tenant', tenantId })
  })
}

export const eraseWorker = (needs: Needs) => worker(eraseJob, ({ tenantId }) => erase(needs, tenantId))

/** Erases what no job has: one whose tries were all in vain. */
export const eraseRoutine = (needs: Needs): Routine => ({
  name: 'tenant.erasing',
  cron: '47 * * * *',
  work: async () => {
    const isLeft = and(isNotNull(tenants.erasedAt), sql`${tenants.erasedAt} < now() - interval '1 hour'`)
    const left = await needs.db.as(everywhere).select({ id: tenants.uniqueId }).from(tenants).where(isLeft)
    for (const { id } of left) await erase(needs, id)
  },
})
