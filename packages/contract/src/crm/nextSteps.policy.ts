import { all, own, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, LEVEL3, LEVELS, PAID, STAFF, TENANT_ADMINS } from '../roles.ts'

/** Open tasks that the actor is to do, and those that they gave. */
const openToDo = (actor: Actor) => ({ nextStepsStatus: 'OPEN', assignedUser: actor.uniqueId })
const openGiven = (actor: Actor) => ({ nextStepsStatus: 'OPEN', createdBy: actor.uniqueId })
/** What the actor has closed: an Undo, for as long as `REOPEN_SECONDS` says. */
const closedByMe = (actor: Actor) => ({ nextStepsStatus: 'CLOSED', closedBy: actor.uniqueId })
/** Whatever its status: a second close is no fault. */
const toDo = (actor: Actor) => ({ assignedUser: actor.uniqueId })

// oxfmt-ignore
export const nextStepsPolicy = policy({
  see:        [[ADMINS, all], [LEVELS, openToDo], [LEVELS, openGiven], [PAID, all]],
  create:     [[STAFF, all], [PAID, all]],
  update:     [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  markClosed: [[ADMINS, all], [LEVELS, toDo], [LEVELS, own], [PAID, all]],
  reopen:     [[STAFF, closedByMe], [PAID, closedByMe]],
  remove:     [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  restore:    [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
})
