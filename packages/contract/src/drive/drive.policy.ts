import { policy } from '../kit/policy.ts'
import { type Actor, MEMBERS, PAID, STAFF } from '../roles.ts'

/** Files that the actor owns. No administrator reads those of somebody else. */
const owned = (actor: Actor) => ({ ownerId: actor.uniqueId })
/** Shared with the actor, directly or through an ancestor folder. */
const shared = (actor: Actor) => ({ sharedWithUser: actor.uniqueId })

// oxfmt-ignore
export const drivePolicy = policy({
  keep:   [[STAFF, owned], [PAID, owned]],
  see:    [[STAFF, owned], [PAID, owned], [STAFF, shared], [MEMBERS, shared]],
  shared: [[STAFF, shared], [MEMBERS, shared]],
})
