import { sql } from 'drizzle-orm'
import type { AppContext } from './appContext.ts'
import { fillWithDemo } from './demo.ts'
import { nowhere, tenantScope } from './kit/database/database.ts'
import { tenants } from './platform/schema/tenant.table.ts'
import { inviteFirst } from './superAdmins.ts'

/** Fills an empty database once, whichever node is first: an evaluation with demo data, production with the main account alone. */
export const seed = async (appContext: AppContext) => {
  const { db, env, files, links } = appContext
  await db.write(tenantScope(nowhere), async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tradewind seed'))`)
    const [any] = await tx.select({ id: tenants.uniqueId }).from(tenants).limit(1)
    if (any) return
    if (env.production) await tx.insert(tenants).values({ fullName: 'Tradewind', isMain: true })
    else await fillWithDemo(tx, env.demoPassword, files, links)
  })
  if (env.production && env.superAdminEmail) await inviteFirst(appContext, env.superAdminEmail)
}
