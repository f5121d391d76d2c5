import { all, policy } from '../kit/policy.ts'
import { type Actor, REVIEWED, SUPER_ADMIN } from '../roles.ts'

/** Whose trust score it is. No administrator asks, or reads answers, in the name of another. */
const owned = (actor: Actor) => ({ ownerId: actor.uniqueId })

// oxfmt-ignore
export const reviewPolicy = policy({
  keep:     [[REVIEWED, owned]],
  moderate: [[SUPER_ADMIN, all]],
})
