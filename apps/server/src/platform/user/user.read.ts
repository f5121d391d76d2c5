import type { Files } from '@tradewind/byte-store/files'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import { type Rules, self } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { User as ShownUser } from '@tradewind/contract/platform/user.contract'
import { PAID, STAFF } from '@tradewind/contract/roles'
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { listTable } from '#kit/database/rows'
import { notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { reencodeLogo } from '#kit/picture'
import { audit } from '#kit/record/audit'
import { compileConditionsOf } from '#kit/record/conditions'
import { historyAfterCheck } from '#kit/record/crud'
import { assertAllowed, filtersOf, rowFilter } from '#kit/record/entity'
import { storeLogo } from '#platform/document.queries'
import { fullNameOf, hasInvitation, userEntity, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { columnsOf, type Form, parseNewForm } from './fields.ts'
import {
  checkAddressFree,
  checkUserLimit,
  findUser,
  permissionKeysColumn,
  throwIfTaken,
  type User,
  type UserContext,
  visibleUserRules,
} from './user.queries.ts'

/** What this feature needs of the application. */
export interface UserNeeds {
  tenants: Tenants
  settings: TenantSettings
  files: Files
  jobs: Jobs
  /** Mails a link to choose the first password. Earlier ones end. */
  invite: (tx: WriteContext['tx'], tenantId: string, userId: string) => Promise<void>
  /** Ends every session and link of a user. */
  endAccess: (tx: WriteContext['tx'], tenantId: string, userId: string) => Promise<void>
  /** Counts what goes with a deleted user, by kind. */
  countWithUser: (tx: WriteContext['tx'], user: User) => Promise<{ kind: string; count: number }[]>
  /** Reassigns what a deleted user leaves behind in the records of the tenant. */
  onUserDeleted: (tx: WriteContext['tx'], userId: string) => Promise<void>
  /** Ends what a user cannot do any more after the account was closed or deleted, or its role was changed. */
  onAccessChanged: (context: WriteContext, userId: string) => Promise<void>
}

export const isMainAccount = async ({ tenants }: Pick<UserNeeds, 'tenants'>, tenantId: string) =>
  (await tenants.byId(tenantId))?.isMain ?? false

type Fields = Partial<Form> & Pick<Form, 'firstName' | 'lastName' | 'emailAddress' | 'adminRole'>
type Given = { [Field in keyof Fields]: Fields[Field] | (undefined extends Fields[Field] ? null | undefined : never) } & {
  file?: Uploaded | undefined
}

const insertUser = async (form: Form, { tx, actor }: WriteContext) => {
  const fields = columnsOf(form)
  const row = { ...fields, ...userEntity.computedColumns(fields), createdBy: actor.uniqueId }
  const [user] = await tx.insert(users).values(row).returning().catch(throwIfTaken())
  return user!
}

interface NewUser {
  form: Form
  logo: { name: string; png: Buffer } | undefined
}

const createUser = async (needs: UserNeeds, { form, logo }: NewUser, context: WriteContext) => {
  const { tx, scope } = context
  await checkAddressFree(tx, form.emailAddress, scope)
  await checkUserLimit(tx, scope.tenantId, (await needs.settings.of(scope.tenantId)).MAX_USERS)
  const user = await insertUser(form, context)
  await needs.invite(tx, scope.tenantId, user.uniqueId)
  await audit(context, { action: 'CREATED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user) })
  if (user.userCompanyName) await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: user.uniqueId })
  if (!logo) return toUser(needs, context, user)
  const brandLogoUID = await storeLogo(needs.files, context, logo.name, logo.png)
  await tx.update(users).set({ brandLogoUID }).where(eq(users.uniqueId, user.uniqueId))
  return toUser(needs, context, { ...user, brandLogoUID })
}

/** Creates a user, and invites them. */
export const create = (needs: UserNeeds) =>
  // A manual transaction, so that no transaction waits while the picture is re-encoded.
  manualTransaction(async ({ file, ...given }: Given, request: ManualContext) => {
    const form = parseNewForm(given, request, await isMainAccount(needs, request.scope.tenantId))
    const logo = file && { name: file.filename, png: (await reencodeLogo(file.path)).png }
    return request.writeOnce((context) => createUser(needs, { form, logo }, context))
  })

interface Needs {
  tenants: Tenants
}
type State = ShownUser['state']

interface Account {
  uniqueId: string
  permissionList: string[]
  /** The first password may still be chosen by a mailed link. */
  isInvited: boolean
}

/** Permissions and invitations of these users, in one query. */
const accountsOf = async (context: UserContext, rows: readonly User[]) => {
  if (rows.length === 0) return new Map<string, Account>()
  const those = inArray(
    users.uniqueId,
    rows.map(({ uniqueId }) => uniqueId),
  )
  const { rows: accounts } = await readerOf(context).execute<Account & Record<string, unknown>>(
    sql`select ${users.uniqueId} as "uniqueId", ${permissionKeysColumn} as "permissionList", ${hasInvitation} as "isInvited" from ${users} where ${those}`,
  )
  return new Map(accounts.map((account) => [account.uniqueId, account]))
}

const stateOf = ({ deactivatedAt, hasPassword }: Pick<User, 'deactivatedAt' | 'hasPassword'>, isInvited: boolean): State => {
  if (deactivatedAt) return 'DEACTIVATED'
  if (hasPassword) return 'ACTIVE'
  return isInvited ? 'INVITED' : 'INVITATION_EXPIRED'
}

/** Users in the form of the contract. */
const toUsers = async ({ tenants }: Needs, context: UserContext, rows: readonly User[]) => {
  const [tenant, accounts] = await Promise.all([tenants.byId(context.scope.tenantId), accountsOf(context, rows)])
  return rows.map(({ passwordHash: _secret, ...user }) => {
    const { permissionList, isInvited } = accounts.get(user.uniqueId) ?? { permissionList: [], isInvited: false }
    return {
      ...user,
      fullName: fullNameOf(user),
      username: user.emailAddress,
      role: [user.role],
      adminRole: user.role,
      tenant: tenant?.fullName ?? '',
      state: stateOf(user, isInvited),
      permissionList,
    }
  })
}

export const toUser = async (needs: Needs, context: UserContext, user: User) => (await toUsers(needs, context, [user]))[0]!

interface UserQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

/** A page of the users within the rules' reach, or all of them if no page was requested, mapped by `show`. */
const list = async <To>(
  query: UserQuery & { sort: string },
  context: ReadContext,
  { rules, filters = [], show }: { rules: Rules; filters?: SQL[]; show: (rows: User[]) => Promise<To[]> },
) => {
  const allowed = rowFilter(userEntity, rules, context.actor)
  const conditions = [...filtersOf(userEntity, { ...query }), ...compileConditionsOf(userEntity, { ...query }, context)]
  return listTable(userEntity, query, context, [allowed, ...conditions, ...filters], show)
}

/** Which users one may pick: staff pick staff, and members only themselves. */
const optionRules: Rules = [
  [STAFF, { role: STAFF }],
  [PAID, self],
]
const toOption = ({ uniqueId, emailAddress, ...named }: User) => ({ uniqueId, emailAddress, fullName: fullNameOf(named) })

/** Lists, the picker, one user and their history. */
export const readHandlers = (needs: Needs) => ({
  list: ({ sort = '-dateCreated', ...query }: UserQuery, context: ReadContext) =>
    list({ ...query, sort }, context, { rules: visibleUserRules(context), show: (rows) => toUsers(needs, context, rows) }),

  options: async (
    { sort = 'fullName', uniqueId, closed, ...query }: UserQuery & { uniqueId?: string | undefined; closed?: 'true' | undefined },
    context: ReadContext,
  ) => {
    const reach = { rules: optionRules, show: async (rows: User[]) => rows.map(toOption) }
    if (!uniqueId) return list({ ...query, sort }, context, { ...reach, filters: closed ? [] : [isNull(users.deactivatedAt)] })
    // It names the user of a filter, whose account may be closed by now.
    const found = await list({ page: 0, size: 1, sort }, context, { ...reach, filters: [eq(users.uniqueId, uniqueId)] })
    if ('rows' in found && found.rows.length === 0) throw notFound(say('User not found'))
    return found
  },

  get: async ({ uniqueId }: { uniqueId: string }, context: ReadContext) =>
    toUser(needs, context, await findUser(uniqueId, context)),

  history: historyAfterCheck(async (uniqueId, context) =>
    assertAllowed(context.actor, userPolicy.update, await findUser(uniqueId, context)),
  ),
})
