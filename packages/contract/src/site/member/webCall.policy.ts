import { all, own, policy } from '../../kit/policy.ts'
import { type Actor, ADMINS, ADVANCE_UP, LEVEL3, PAID } from '../../roles.ts'

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
