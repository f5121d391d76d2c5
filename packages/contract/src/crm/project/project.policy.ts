import { all, own, policy } from '../../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, LEVEL3, LEVELS, PAID, TENANT_ADMINS } from '../../roles.ts'

const sharedWithMe = (actor: Actor) => ({ sharedWith: actor.uniqueId })
/** In a project that the actor made. */
const ofMyProject = (actor: Actor) => ({ projectCreatedBy: actor.uniqueId })

// oxfmt-ignore
export const projectPolicy = policy({
  see:     [[ADMINS, all], [LEVELS, sharedWithMe], [PAID, all]],
  create:  [[ADMINS, all], [PAID, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  /** Adding companies to it. */
  attach:  [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, sharedWithMe], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
})

// oxfmt-ignore
export const projectCompanyPolicy = policy({
  see:     [[ADMINS, all], [LEVELS, sharedWithMe], [PAID, all]],
  create:  [[ADMINS, all], [PAID, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, ofMyProject], [ADMIN, sharedWithMe], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, ofMyProject], [ADMIN, sharedWithMe], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, ofMyProject], [ADMIN, all, 'RESTORE_TRASH'], [PAID, all]],
})
