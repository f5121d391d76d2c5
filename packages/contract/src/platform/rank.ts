import { type Actor, LEVELS, MEMBERS, type Role, roles } from '../roles.ts'

const ranks: Partial<Record<Role, number>> = { ROLE_SUPER_ADMIN: 5, ROLE_TENANT_ADMIN: 4, ROLE_ADMIN: 3 }

/** Super admin 5, tenant admin 4, admin 3, levels 2, members 1. */
const rankOf = (role: Role) => ranks[role] ?? ((LEVELS as readonly Role[]).includes(role) ? 2 : 1)

type WithRoles = Pick<Actor, 'roles'>

/** The roles below this actor's own. Super admins count as below each other. */
export const rolesBelow = ({ roles: actorRoles }: WithRoles): readonly Role[] =>
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
