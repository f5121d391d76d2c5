import { and, eq, sql } from 'drizzle-orm'
import { fillWithDemo } from './demo.ts'
import { letterJob } from './features/identity/identity.mail.ts'
import { tenants } from './features/tenant/tenant.table.ts'
import { userKind, users } from './features/user/user.table.ts'
import type { House } from './house.ts'
import { nowhere, tenantScope, type Tx } from './kit/database/database.ts'

const SEVEN_DAYS = 7 * 24 * 60

/** Fills an empty database once, whichever node is first: an evaluation with demo data, production with the main account alone. */
export const seed = async (house: House) => {
  const { db, env, files, links } = house
  await db.write(tenantScope(nowhere), async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tradewind seed'))`)
    const [any] = await tx.select({ id: tenants.uniqueId }).from(tenants).limit(1)
    if (any) return
    if (env.production) await tx.insert(tenants).values({ fullName: 'Tradewind', isMain: true })
    else await fillWithDemo(tx, env.demoPassword, files, links)
  })
  if (env.production && env.superAdminEmail) await inviteSuperAdmin(house, env.superAdminEmail)
}

/** The first super admin gets a link to set a password. Nobody else is made so. */
const inviteSuperAdmin = async ({ db, tenants: finder, links, jobs }: House, emailAddress: string) => {
  const { uniqueId: tenantId } = (await finder.main())!
  await db.write(tenantScope(tenantId), async (tx: Tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tradewind super admin'))`)
    const [there] = await tx
      .select({ id: users.uniqueId })
      .from(users)
      .where(and(eq(users.role, 'ROLE_SUPER_ADMIN'), sql`deleted_at is null`))
    if (there) return
    const person = { firstName: 'Super', lastName: 'Admin', emailAddress, role: 'ROLE_SUPER_ADMIN' } as const
    const [user] = await tx
      .insert(users)
      .values({ ...person, ...userKind.kept(person) })
      .returning()
    const { uniqueId: linkId } = await links.make(tx, tenantId, {
      purpose: 'SET_PASSWORD',
      userId: user!.uniqueId,
      minutes: SEVEN_DAYS,
    })
    await jobs.send(tx, letterJob, { tenantId, userId: user!.uniqueId, linkId, key: linkId })
  })
}
