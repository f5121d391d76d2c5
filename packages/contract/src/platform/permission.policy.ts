import { all, policy, type Rules } from '../kit/policy.ts'
import { type Actor, ADMINS, roles, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

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

/** Content and leads: open to the super admin by role, to tenant admins and admins by the permission. */
export const xgAdmins: Rules = [
  [SUPER_ADMIN, all],
  [ADMINS, all, 'XG_ADMIN'],
]
