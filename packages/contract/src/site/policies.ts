import { all, own, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, ADVANCE_UP, LEVEL3, PAID, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** The staff side. `canOpen` (plan.ts) decides who reads published content. */
// oxfmt-ignore
export const contentPolicy = policy({
  see:     [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']],
  create:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']],
  update:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  remove:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  restore: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  approve: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN']],
  export:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN', 'EXPORT_DATA']],
})

// oxfmt-ignore
const xgAdminRules = [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']] as const

/** Leads are created only by visitors' requests: no user creates or changes one. `convert` turns one into a company and a contact. */
// oxfmt-ignore
export const leadPolicy = policy({
  see: xgAdminRules, create: [], update: [], remove: xgAdminRules, restore: xgAdminRules, convert: xgAdminRules,
  export: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN', 'EXPORT_DATA']],
})

/** The questions of the self-assessment. */
// oxfmt-ignore
export const assessmentQuestionPolicy = policy({
  see:     [[ADMINS, all]],
  create:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  update:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  remove:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  restore: [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
})

/** The answers to the self-assessment: like leads, no user creates them. */
export const assessmentPolicy = policy({ see: xgAdminRules, create: [], update: [], remove: xgAdminRules, restore: xgAdminRules })

export const analyticsPolicy = policy({ see: [[TENANT_ADMINS, all]] })

/** Questions that are assigned to the actor. */
const assignedToMe = (actor: Actor) => ({ assignedUser: actor.uniqueId })

/** The roles that answer questions, and can be assigned one. */
export const ANSWERING_ROLES = [...ADMINS, ...LEVEL3] as const

/** A member of a smaller plan can still read the answered questions. A question counts in its month: it cannot be withdrawn. */
// oxfmt-ignore
export const questionPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, assignedToMe], [PAID, own]],
  create:  [[ADVANCE_UP, all]],
  update:  [[ADMINS, all], [LEVEL3, assignedToMe]],
  remove:  [],
  restore: [],
})

/** Members of a plan that votes see the proposals of others, without their names. */
// oxfmt-ignore
export const topicPolicy = policy({
  see:     [[ADMINS, all], [ADVANCE_UP, all]],
  create:  [[ADVANCE_UP, all]],
  vote:    [[ADVANCE_UP, all]],
  update:  [[ADMINS, all]],
  remove:  [],
  restore: [],
})

/** Calls that the actor hosts. */
const hostedByMe = (actor: Actor) => ({ hostId: actor.uniqueId })

/** The roles that offer hours in which members can book. */
export const HOST_ROLES = [...ADMINS, ...LEVEL3] as const

/** A call that was booked before a change to a smaller plan still takes place, and can be cancelled (decision 049). */
// oxfmt-ignore
export const webCallPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, hostedByMe], [PAID, own]],
  create:  [[ADVANCE_UP, all]],
  update:  [[ADVANCE_UP, own]],
  cancel:  [[ADMINS, all], [LEVEL3, hostedByMe], [PAID, own]],
  link:    [[HOST_ROLES, hostedByMe]],
  hours:   [[HOST_ROLES, all]],
  remove:  [],
  restore: [],
})
