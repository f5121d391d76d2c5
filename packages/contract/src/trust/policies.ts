import { all, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, BASIC_UP, REVIEWED_ROLES, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

/** The owner of a trust score. No administrator invites, or reads answers, in the name of somebody else. */
const ownedByMe = (actor: Actor) => ({ ownerId: actor.uniqueId })

// oxfmt-ignore
export const reviewPolicy = policy({
  keep:     [[REVIEWED_ROLES, ownedByMe]],
  export:   [[TENANT_ADMINS, ownedByMe], [ADMIN, ownedByMe, 'EXPORT_DATA'], [BASIC_UP, ownedByMe]],
  moderate: [[SUPER_ADMIN, all]],
  decide:   [[TENANT_ADMINS, all]],
})

// oxfmt-ignore
export const reviewQuestionPolicy = policy({
  see:     [[ADMINS, all], [BASIC_UP, all]],
  create:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  update:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  remove:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  restore: [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
})
