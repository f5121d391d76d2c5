import type { Files } from '@tradewind/byte-store/files'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { type Rules, self } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { userStates } from '@tradewind/contract/platform/user.contract'
import { PAID, STAFF } from '@tradewind/contract/roles'
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { listTable } from '#kit/database/rows'
import { notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { remakeLogo } from '#kit/picture'
import { audit } from '#kit/record/audit'
import { history } from '#kit/record/crud'
import { allow, filtersOf, rowFilter } from '#kit/record/entity'
import { keepLogo } from '#platform/document.queries'
import { linkTokens } from '#platform/schema/identity.table'
import { fullNameOf, userEntity, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { columnsOf, type Form, newForm } from './fields.ts'
import { addressIsFree, findUser, keysOfUser, type Known, roomFor, seenUsers, unlessTaken, type User } from './user.queries.ts'

/** What this feature needs of the application. */
export interface CreateContext {
  tenants: Tenants
  settings: TenantSettings
  files: Files
  jobs: Jobs
  /** Mails a link to choose the first password. Earlier ones end. */
  invite: (tx: WriteContext['tx'], tenantId: string, userId: string) => Promise<void>
  /** Ends every session and link of a user. */
  endAccess: (tx: WriteContext['tx'], tenantId: string, userId: string) => Promise<void>
  /** Reassigns what a deleted user leaves behind in the records of the tenant. */
  onUserDeleted: (tx: WriteContext['tx'], userId: string) => Promise<void>
}

export const isMainAccount = async ({ tenants }: Pick<CreateContext, 'tenants'>, tenantId: string) =>
  (await tenants.byId(tenantId))?.isMain ?? false

type Fields = Partial<Form> & Pick<Form, 'firstName' | 'lastName' | 'emailAddress' | 'adminRole'>
type Given = { [Field in keyof Fields]: Fields[Field] | (undefined extends Fields[Field] ? null | undefined : never) } & {
  file?: Uploaded | undefined
}

const insert = async (form: Form, { tx, actor }: WriteContext) => {
  const fields = columnsOf(form)
  const row = { ...fields, ...userEntity.computedColumns(fields), createdBy: actor.uniqueId }
  const [made] = await tx.insert(users).values(row).returning().catch(unlessTaken())
  return made!
}

interface New {
  form: Form
  logo: { name: string; png: Buffer } | undefined
}

const make = async (needs: CreateContext, { form, logo }: New, context: WriteContext) => {
  const { tx, scope } = context
  await addressIsFree(tx, form.emailAddress, scope)
  await roomFor(tx, scope.tenantId, (await needs.settings.of(scope.tenantId)).MAX_USERS)
  const made = await insert(form, context)
  await needs.invite(tx, scope.tenantId, made.uniqueId)
  await audit(context, { action: 'CREATED', kind: 'user', recordId: made.uniqueId, title: fullNameOf(made) })
  if (made.userCompanyName) await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: made.uniqueId })
  if (!logo) return shownUser(needs, context, made)
  const brandLogoUID = await keepLogo(needs.files, context, logo.name, logo.png)
  await tx.update(users).set({ brandLogoUID }).where(eq(users.uniqueId, made.uniqueId))
  return shownUser(needs, context, { ...made, brandLogoUID })
}

/** Creates a user, and invites them. */
export const create = (needs: CreateContext) =>
  // A manual transaction, so that no transaction waits while the picture is re-encoded.
  manualTransaction(async ({ file, ...given }: Given, asking: ManualContext) => {
    const form = newForm(given, asking, await isMainAccount(needs, asking.scope.tenantId))
    const logo = file && { name: file.filename, png: (await remakeLogo(file.path)).png }
    return asking.once((context) => make(needs, { form, logo }, context))
  })

interface Needs {
  tenants: Tenants
}
type State = (typeof userStates)[number]

interface Account {
  uniqueId: string
  permissionList: string[]
  /** The first password may still be chosen by a mailed link. */
  isInvited: boolean
}

/** Permissions and invitations of these users, in one query. */
const accountsOf = async (context: Known, rows: readonly User[]) => {
  if (rows.length === 0) return new Map<string, Account>()
  const good = and(eq(linkTokens.purpose, 'SET_PASSWORD'), isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, sql`now()`))
  const link = sql`select from ${linkTokens} where ${eq(linkTokens.userId, users.uniqueId)} and ${good}`
  const those = inArray(
    users.uniqueId,
    rows.map(({ uniqueId }) => uniqueId),
  )
  const { rows: accounts } = await readerOf(context).execute<Account & Record<string, unknown>>(
    sql`select ${users.uniqueId} as "uniqueId", ${keysOfUser} as "permissionList", exists(${link}) as "isInvited" from ${users} where ${those}`,
  )
  return new Map(accounts.map((account) => [account.uniqueId, account]))
}

const stateOf = ({ deactivatedAt, passwordHash }: User, isInvited: boolean): State => {
  if (deactivatedAt) return 'DEACTIVATED'
  if (passwordHash) return 'ACTIVE'
  return isInvited ? 'INVITED' : 'INVITATION_EXPIRED'
}

/** Users in the form of the contract. */
const shownUsers = async ({ tenants }: Needs, context: Known, rows: readonly User[]) => {
  const [tenant, accounts] = await Promise.all([tenants.byId(context.scope.tenantId), accountsOf(context, rows)])
  return rows.map(({ passwordHash, ...user }) => {
    const { permissionList, isInvited } = accounts.get(user.uniqueId) ?? { permissionList: [], isInvited: false }
    return {
      ...user,
      fullName: fullNameOf(user),
      username: user.emailAddress,
      role: [user.role],
      adminRole: user.role,
      tenant: tenant?.fullName ?? '',
      state: stateOf({ ...user, passwordHash }, isInvited),
      permissionList,
    }
  })
}

export const shownUser = async (needs: Needs, context: Known, user: User) => (await shownUsers(needs, context, [user]))[0]!

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** A page of the users within the rules' reach, or all of them if no page was requested, mapped by `show`. */
const list = async <To>(
  asked: Asked & { sort: string },
  context: ReadContext,
  { rules, filters = [], show }: { rules: Rules; filters?: SQL[]; show: (rows: User[]) => Promise<To[]> },
) => {
  const reach = rowFilter(userEntity, rules, context.actor)
  return listTable(userEntity, asked, context, [reach, ...filtersOf(userEntity, { ...asked }), ...filters], show)
}

/** Which users one may pick: staff pick staff, and members only themselves. */
const pickable: Rules = [
  [STAFF, { role: STAFF }],
  [PAID, self],
]
const asOption = ({ uniqueId, emailAddress, ...named }: User) => ({ uniqueId, emailAddress, fullName: fullNameOf(named) })

/** Lists, the picker, one user and their history. */
export const reading = (needs: Needs) => ({
  list: ({ sort = '-dateCreated', ...asked }: Asked, context: ReadContext) =>
    list({ ...asked, sort }, context, { rules: seenUsers(context), show: (rows) => shownUsers(needs, context, rows) }),

  options: async ({ sort = 'fullName', uniqueId, ...asked }: Asked & { uniqueId?: string | undefined }, context: ReadContext) => {
    const open = { rules: pickable, filters: [isNull(users.deactivatedAt)], show: async (rows: User[]) => rows.map(asOption) }
    if (!uniqueId) return list({ ...asked, sort }, context, open)
    const filters = [...open.filters, eq(users.uniqueId, uniqueId)]
    const found = await list({ page: 0, size: 1, sort }, context, { ...open, filters })
    if ('rows' in found && found.rows.length === 0) throw notFound(say('User not found'))
    return found
  },

  get: async ({ uniqueId }: { uniqueId: string }, context: ReadContext) =>
    shownUser(needs, context, await findUser(uniqueId, context)),

  history: history(async (uniqueId, context) => allow(context.actor, userPolicy.update, await findUser(uniqueId, context))),
})
