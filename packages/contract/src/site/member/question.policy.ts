import { all, own, policy } from '../../kit/policy.ts'
import { type Actor, ADMINS, ADVANCE_UP, LEVEL3, PAID } from '../../roles.ts'

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
