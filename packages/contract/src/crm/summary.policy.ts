import { all, own, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, LEVEL3, LEVELS, PAID, TENANT_ADMINS } from '../roles.ts'

/** Shared with the actor, or with a project that is. */
const sharedWithMe = (actor: Actor) => ({ sharedWith: actor.uniqueId })

// oxfmt-ignore
export const summaryPolicy = policy({
  see:     [[ADMINS, all], [LEVELS, sharedWithMe], [LEVELS, own], [PAID, all]],
  create:  [[ADMINS, all], [LEVEL3, all], [PAID, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
})
