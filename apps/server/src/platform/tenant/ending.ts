import { say } from '@tradewind/contract/kit/say'
import { eq, sql } from 'drizzle-orm'
import { tenantScope, within } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid } from '#kit/errors'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { audit } from '#kit/record/audit'
import { sessions } from '#platform/schema/identity.table'
import { tenants } from '#platform/schema/tenant.table'
import { eraseJob } from './erase.job.ts'
import { findTenant } from './tenant.list.ts'
import { holdTenants } from './tenant.queries.ts'

/** Refuses, on the field `password`, whoever does not give the own account's password. */
export type ProvePassword = (asking: ManualContext, given: { password: string }) => Promise<unknown>

interface Needs {
  jobs: Jobs
  provePassword: ProvePassword
}
interface ById {
  uniqueId: string
}

const DAY = 24 * 60 * 60 * 1000

/** Ends all sessions of a tenant, and has every node look at it anew: its sockets close, its pages are gone. */
const endSessionsOf = async ({ tx }: WriteContext, tenantId: string) => {
  await within(tx, tenantScope(tenantId), async () => {
    await tx.delete(sessions).where(eq(sessions.tenantId, tenantId))
  })
  await notifyNodes(tx, { topic: 'tenant', tenantId })
}

const mark = (
  tx: WriteContext['tx'],
  uniqueId: string,
  fields: Partial<Record<'deletedAt' | 'erasedAt', ReturnType<typeof nextUpdatedAt> | null>>,
) =>
  tx
    .update(tenants)
    .set({ ...fields, updatedAt: nextUpdatedAt(tenants.updatedAt) })
    .where(eq(tenants.uniqueId, uniqueId))

const remove = async ({ uniqueId }: ById, context: WriteContext) => {
  holdTenants(context.tx)
  const { isMain, deletedAt, fullName } = await findTenant(context.tx, uniqueId, true)
  if (isMain) throw conflict(say('The main account cannot be deleted'))
  if (uniqueId === context.actor.tenantId) throw conflict(say('You cannot delete your own tenant'))
  if (deletedAt) return { uniqueId }
  await mark(context.tx, uniqueId, { deletedAt: sql`now()` })
  await endSessionsOf(context, uniqueId)
  await audit(context, { action: 'DELETED', kind: 'tenant', recordId: uniqueId, title: fullName })
  return { uniqueId }
}

const restore = async ({ uniqueId }: ById, context: WriteContext) => {
  holdTenants(context.tx)
  const before = await findTenant(context.tx, uniqueId, true)
  if (!before.deletedAt) return before
  await mark(context.tx, uniqueId, { deletedAt: null })
  await notifyNodes(context.tx, { topic: 'tenant', tenantId: uniqueId })
  await audit(context, { action: 'RESTORED', kind: 'tenant', recordId: uniqueId, title: before.fullName })
  return findTenant(context.tx, uniqueId)
}

type Found = Awaited<ReturnType<typeof findTenant>>

const checkErasable = ({ isMain, deletedAt }: Found) => {
  if (isMain) throw conflict(say('The main account cannot be deleted'))
  if (!deletedAt || Date.now() - Date.parse(deletedAt) < DAY)
    throw conflict(say('A tenant can be deleted permanently 24 hours after it was deleted'))
}

/** From here on it is nowhere, and the job removes what it had. The trail does not keep its name. */
const erase = async (jobs: Jobs, uniqueId: string, context: WriteContext) => {
  holdTenants(context.tx)
  checkErasable(await findTenant(context.tx, uniqueId, true))
  await mark(context.tx, uniqueId, { erasedAt: sql`now()` })
  await endSessionsOf(context, uniqueId)
  await jobs.send(context.tx, eraseJob, { tenantId: uniqueId })
  const changes = { permanently: { before: false, after: true } }
  await audit(context, { action: 'DELETED', kind: 'tenant', recordId: uniqueId, changes })
  return { uniqueId }
}

/** The end of a tenant, for a while or for good. */
export const endingHandlers = ({ jobs, provePassword }: Needs) => ({
  remove,
  restore,
  deletePermanently: manualTransaction(
    async ({ uniqueId, fullName, password }: ById & { fullName: string; password: string }, asking: ManualContext) => {
      const tenant = await findTenant(asking.db, uniqueId)
      checkErasable(tenant)
      if (fullName !== tenant.fullName) throw invalid({ fullName: say('This is not the name of the tenant') })
      await provePassword(asking, { password })
      return asking.write((context) => erase(jobs, uniqueId, context))
    },
  ),
})
