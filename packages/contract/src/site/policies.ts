import { all, own, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, ADVANCE_UP, LEVEL3, PAID, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** The staff side. Who reads what is published follows from `opens` (plan.ts). */
// oxfmt-ignore
export const contentPolicy = policy({
  see:     [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']],
  create:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']],
  update:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  remove:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  restore: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  approve: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN']],
})

// oxfmt-ignore
const xg = [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']] as const

/** Leads come by themselves: nobody creates or changes one. `convert` turns one into a company and a contact. */
// oxfmt-ignore
export const leadPolicy = policy({
  see: xg, create: [], update: [], remove: xg, restore: xg, convert: xg,
  export: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN', 'EXPORT_DATA']],
})

/** What the self-assessment asks. */
// oxfmt-ignore
export const assessmentQuestionPolicy = policy({
  see:     [[ADMINS, all]],
  create:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  update:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  remove:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  restore: [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
})

/** What was answered: as leads, it comes by itself. */
export const assessmentPolicy = policy({ see: xg, create: [], update: [], remove: xg, restore: xg })

export const analyticsPolicy = policy({ see: [[TENANT_ADMINS, all]] })

/** Questions that the actor is to answer. */
const toAnswer = (actor: Actor) => ({ assignedUser: actor.uniqueId })

/** Who answers, and can be given a question. */
export const ANSWERING = [...ADMINS, ...LEVEL3] as const

/** A member of a smaller plan still reads what was answered. A question counts in its month: nobody takes one back. */
// oxfmt-ignore
export const questionPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, toAnswer], [PAID, own]],
  create:  [[ADVANCE_UP, all]],
  update:  [[ADMINS, all], [LEVEL3, toAnswer]],
  remove:  [],
  restore: [],
})

/** Members of a plan that votes see what others have proposed, without their names. */
// oxfmt-ignore
export const topicPolicy = policy({
  see:     [[ADMINS, all], [ADVANCE_UP, all]],
  create:  [[ADVANCE_UP, all]],
  vote:    [[ADVANCE_UP, all]],
  update:  [[ADMINS, all]],
  remove:  [],
  restore: [],
})

/** Calls that the actor holds. */
const held = (actor: Actor) => ({ hostId: actor.uniqueId })

/** Who keeps hours in which members book. */
export const HOSTING = [...ADMINS, ...LEVEL3] as const

/** A call that was booked before the plan became smaller is still kept, and can be called off. */
// oxfmt-ignore
export const webCallPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, held], [PAID, own]],
  create:  [[ADVANCE_UP, all]],
  update:  [[ADVANCE_UP, own]],
  cancel:  [[ADMINS, all], [LEVEL3, held], [PAID, own]],
  link:    [[HOSTING, held]],
  hours:   [[HOSTING, all]],
  remove:  [],
  restore: [],
})
