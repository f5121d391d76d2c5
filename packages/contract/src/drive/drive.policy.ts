import { policy } from '../kit/policy.ts'
import { type Actor, MEMBERS, PAID, STAFF } from '../roles.ts'

/** Files that the actor owns. No administrator reads those of somebody else. */
const ownedByMe = (actor: Actor) => ({ ownerId: actor.uniqueId })
/** Shared with the actor, directly or through an ancestor folder. */
const sharedWithMe = (actor: Actor) => ({ sharedWithUser: actor.uniqueId })

// oxfmt-ignore
export const drivePolicy = policy({
  keep:   [[STAFF, ownedByMe], [PAID, ownedByMe]],
  see:    [[STAFF, ownedByMe], [PAID, ownedByMe], [STAFF, sharedWithMe], [MEMBERS, sharedWithMe]],
  shared: [[STAFF, sharedWithMe], [MEMBERS, sharedWithMe]],
})
