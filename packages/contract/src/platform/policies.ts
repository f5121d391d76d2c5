import { all, own, type Policy, policy, type Rules, self } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, BASIC_UP, MEMBERS, PAID, roles, STAFF, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'
import { rolesBelow } from './rank.ts'

/** Users whose role is below the actor's. */
const rankedBelowMe = (actor: Actor) => ({ role: rolesBelow(actor) })
const describedRoles = [...STAFF, ...BASIC_UP] as const

// oxfmt-ignore
export const userPolicy = policy({
  see:     [[ADMINS, all], [roles, self]],
  list:    [[ADMINS, all]],
  pick:    [[STAFF, all], [PAID, self]],
  create:  [[TENANT_ADMINS, all]],
  update:  [[TENANT_ADMINS, rankedBelowMe], [roles, self]],
  /** What others decide for a user: role, partner, invitation, whether the account is open. */
  manage:  [[TENANT_ADMINS, rankedBelowMe]],
  remove:  [[TENANT_ADMINS, rankedBelowMe]],
  restore: [],
  /** The name and the logo under which the user appears. */
  brand:   [[TENANT_ADMINS, rankedBelowMe], [roles, self]],
  /** What the user's company does, on its public page. */
  describe: [[TENANT_ADMINS, rankedBelowMe], [describedRoles, self]],
})

const mine = (actor: Actor) => ({ userId: actor.uniqueId })

// oxfmt-ignore
export const permissionPolicy = policy({
  see:    [[TENANT_ADMINS, all]],
  create: [[SUPER_ADMIN, all]],
  update: [[SUPER_ADMIN, all]],
  remove: [[SUPER_ADMIN, all]],
})

// oxfmt-ignore
export const userPermissionPolicy = policy({
  see:    [[TENANT_ADMINS, all], [roles, mine]],
  assign: [[TENANT_ADMINS, all]],
  remove: [[TENANT_ADMINS, all]],
})

/** Content and leads: open to the super admin by role, and to tenant admins and admins by the permission. */
export const xgAdmins: Rules = [
  [SUPER_ADMIN, all],
  [ADMINS, all, 'XG_ADMIN'],
]

// oxfmt-ignore
export const tenantPolicy = policy({
  see:     [[SUPER_ADMIN, all]],
  create:  [[SUPER_ADMIN, all]],
  update:  [[SUPER_ADMIN, all]],
  remove:  [[SUPER_ADMIN, all]],
  restore: [[SUPER_ADMIN, all]],
})

// oxfmt-ignore
export const tenantSettingPolicy = policy({
  see:    [[ADMINS, all]],
  update: [[TENANT_ADMINS, all]],
})

// oxfmt-ignore
export const tenantConfigurationPolicy = policy({
  see:    [[SUPER_ADMIN, all]],
  update: [[SUPER_ADMIN, all]],
})

const editors = ['ROLE_TENANT_ADMIN', ...ADMIN] as const

// oxfmt-ignore
export const messagePolicy = policy({
  see:    [[editors, all]],
  create: [[editors, all]],
  update: [[editors, all]],
  remove: [[editors, all]],
})

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** Everyone reads published texts. There is one text of each kind and language: none is created or removed. */
// oxfmt-ignore
export const legalTextPolicy = policy({
  see: [[TENANT_ADMIN, all]], create: [], update: [[TENANT_ADMIN, all]], remove: [],
})

// oxfmt-ignore
export const letterPolicy = policy({
  see: [[SUPER_ADMIN, all]],
})

/** Administrators see the staff partition and administration, members only their own actions. */
// oxfmt-ignore
export const auditPolicy = policy({
  see:    [[TENANT_ADMINS, all], [ADMIN, all, 'VIEW_AUDIT'], [MEMBERS, own]],
  export: [[TENANT_ADMINS, all], [MEMBERS, own]],
})

/** Who may read the history of a record: users who may change it, and among those who may read the audit trail, users who may see such records. */
export const historyOf = ({ see, update }: Pick<Policy, 'see' | 'update'>): Rules => [
  ...update,
  ...auditPolicy.see.map(
    ([group, allowed, ...permission]) =>
      [group.filter((role) => see.some(([seers]) => seers.includes(role))), allowed, ...permission] as const,
  ),
]
