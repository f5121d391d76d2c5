import { all, own, type Policy, policy, type Rules, self } from '../kit/policy.ts'
import {
  type Actor,
  ADMIN,
  ADMINS,
  BASIC_UP,
  LEVEL3,
  LEVELS,
  MEMBERS,
  PAID,
  type Role,
  roles,
  STAFF,
  SUPER_ADMIN,
  TENANT_ADMINS,
} from '../roles.ts'

const ranks: Partial<Record<Role, number>> = { ROLE_SUPER_ADMIN: 5, ROLE_TENANT_ADMIN: 4, ROLE_ADMIN: 3 }

/** Super admin 5, tenant admin 4, admin 3, levels 2, members 1. */
const rankOf = (role: Role) => ranks[role] ?? ((LEVELS as readonly Role[]).includes(role) ? 2 : 1)

type WithRoles = Pick<Actor, 'roles'>

/** The roles below this actor's own. Super admins count as below each other. */
const rolesBelow = ({ roles: actorRoles }: WithRoles): readonly Role[] =>
  roles.filter((role) => actorRoles.some((mine) => rankOf(mine) > rankOf(role) || (mine === role && role === 'ROLE_SUPER_ADMIN')))

const isMemberRole = (role: Role) => (MEMBERS as readonly Role[]).includes(role)

/** The roles that this actor may give to a new user of the tenant: members are created only in the main account. */
export const rolesForNewUser = (
  actor: WithRoles,
  { isMain, isInOtherTenant = false }: { isMain: boolean; isInOtherTenant?: boolean },
) => rolesBelow(actor).filter((role) => (isInOtherTenant ? role === 'ROLE_TENANT_ADMIN' : isMain || !isMemberRole(role)))

/** The roles that this actor may give to a user of this role: staff remain staff, and members remain members. */
export const assignableRoles = (actor: WithRoles, from: Role) =>
  rolesBelow(actor).filter((role) => isMemberRole(role) === isMemberRole(from))

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

/** The roles for which a permission changes something: others may do the same without it, or may not do it at all. `permissions.test.ts` derives it from the policies. */
const permissionRoles: Readonly<Record<string, readonly Role[]>> = {
  EXPORT_DATA: [...ADMIN, ...LEVEL3],
  MANAGE_QUESTIONS: ADMIN,
  MASS_UPLOAD: LEVEL3,
  RESTORE_TRASH: ADMIN,
  VIEW_AUDIT: ADMIN,
  XG_ADMIN: ['ROLE_TENANT_ADMIN', ...ADMIN],
}

/** Whether a permission changes what users of a role may do. */
export const hasEffect = (key: string, role: Role) => permissionRoles[key]?.includes(role) ?? false
