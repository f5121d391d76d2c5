import { policy } from '../kit/policy.ts'
import { type Actor, MEMBERS, PAID, STAFF } from '../roles.ts'

/** Whose files they are. No administrator reads those of another. */
const owned = (actor: Actor) => ({ ownerId: actor.uniqueId })
/** Shared with the actor: by itself, or by a folder above it. */
const shared = (actor: Actor) => ({ sharedWithUser: actor.uniqueId })

// oxfmt-ignore
export const drivePolicy = policy({
  keep:   [[STAFF, owned], [PAID, owned]],
  see:    [[STAFF, owned], [PAID, owned], [STAFF, shared], [MEMBERS, shared]],
  shared: [[STAFF, shared], [MEMBERS, shared]],
})
