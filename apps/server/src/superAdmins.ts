import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AppContext } from './appContext.ts'
import { tenantScope, type Tx } from './kit/database/database.ts'
import { isAddressTaken, userByAddress } from './platform/identity/account.ts'
import { letterJob } from './platform/identity/identity.mail.ts'
import { endLinks } from './platform/identity/tokens.ts'
import { userEntity, users } from './platform/schema/user.table.ts'

const SEVEN_DAYS_MINUTES = 7 * 24 * 60
const ROLE = 'ROLE_SUPER_ADMIN'

/** Thrown when nobody is invited; the message is a sentence that says why. */
export class NotInvited extends Error {}

const isSuperAdmin = and(eq(users.role, ROLE), isNull(users.deletedAt))

const insertSuperAdmin = async (tx: Tx, emailAddress: string) => {
  const person = { firstName: 'Super', lastName: 'Admin', emailAddress, role: ROLE } as const
  const [user] = await tx
    .insert(users)
    .values({ ...person, ...userEntity.computedColumns(person) })
    .returning()
  return user!.uniqueId
}

/** Mails a link to set the password. Earlier links become invalid. */
const mailPasswordLink = async (
  tx: Tx,
  { links, jobs }: Pick<AppContext, 'links' | 'jobs'>,
  tenantId: string,
  userId: string,
) => {
  const { uniqueId: linkId } = await links.make(tx, tenantId, { purpose: 'SET_PASSWORD', userId, minutes: SEVEN_DAYS_MINUTES })
  await endLinks(tx, userId, ['SET_PASSWORD'], linkId)
  await jobs.send(tx, letterJob, { tenantId, userId, linkId, key: linkId })
}

/** Runs work in a transaction of the main account, one process at a time. */
const runInMainAccount = async <T>(
  { db, tenants }: Pick<AppContext, 'db' | 'tenants'>,
  work: (tx: Tx, tenantId: string) => Promise<T>,
) => {
  const main = await tenants.main()
  if (!main) throw new NotInvited('There is no main account yet: start Tradewind once before')
  return db.write(tenantScope(main.uniqueId), async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tradewind super admin'))`)
    return work(tx, main.uniqueId)
  })
}

/** Creates the first super admin and mails a link to set the password. Does nothing if there is one. */
export const inviteFirstSuperAdmin = (appContext: AppContext, emailAddress: string) =>
  runInMainAccount(appContext, async (tx, tenantId) => {
    const [there] = await tx.select({ id: users.uniqueId }).from(users).where(isSuperAdmin).limit(1)
    if (!there) await mailPasswordLink(tx, appContext, tenantId, await insertSuperAdmin(tx, emailAddress))
  })

/** Mails a link to set the password to a new super admin, or to one without a password. Throws NotInvited if the address has another account. */
export const invite = (appContext: AppContext, emailAddress: string) =>
  runInMainAccount(appContext, async (tx, tenantId) => {
    const user = await userByAddress(tx, emailAddress)
    if (user ? user.role !== ROLE : await isAddressTaken(tx, emailAddress))
      throw new NotInvited(`${emailAddress} has an account that is no super admin's, or that is closed`)
    if (user?.passwordHash)
      throw new NotInvited(`${emailAddress} has a password already: choose “Forgot Password” on the sign-in page`)
    await mailPasswordLink(tx, appContext, tenantId, user?.uniqueId ?? (await insertSuperAdmin(tx, emailAddress)))
  })

/** The advice to show if no super admin can sign in; undefined if one can. */
export const adviceToSignIn = async ({ db, tenants, env }: AppContext) => {
  const main = await tenants.main()
  const scope = tenantScope(main?.uniqueId)
  const isOpen = and(isSuperAdmin, isNull(users.deactivatedAt), isNotNull(users.passwordHash))
  const [able] = await db.as(scope).select({ id: users.uniqueId }).from(users).where(isOpen).limit(1)
  if (able) return undefined
  const [invited] = await db.as(scope).select({ address: users.emailAddress }).from(users).where(isSuperAdmin).limit(1)
  const again = `npm run admin -- invite ${invited?.address ?? env.superAdminEmail ?? 'someone@example.com'}`
  return invited
    ? `Nobody can sign in as super admin yet: ${invited.address} was written to, and has set no password. Another letter: ${again}`
    : `Nobody can sign in as super admin, and nobody is invited: set SUPER_ADMIN_EMAIL, or run ${again}`
}
