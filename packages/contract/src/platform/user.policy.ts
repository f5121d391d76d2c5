import { all, policy, self } from '../kit/policy.ts'
import { type Actor, ADMINS, BASIC_UP, PAID, roles, STAFF, TENANT_ADMINS } from '../roles.ts'
import { rolesBelow } from './rank.ts'

/** Users whose role is below the actor's. */
const below = (actor: Actor) => ({ role: rolesBelow(actor) })
const described = [...STAFF, ...BASIC_UP] as const

// oxfmt-ignore
export const userPolicy = policy({
  see:     [[ADMINS, all], [roles, self]],
  list:    [[ADMINS, all]],
  pick:    [[STAFF, all], [PAID, self]],
  create:  [[TENANT_ADMINS, all]],
  update:  [[TENANT_ADMINS, below], [roles, self]],
  /** What is another's to decide: role, partner, invitation, whether the account is open. */
  manage:  [[TENANT_ADMINS, below]],
  remove:  [[TENANT_ADMINS, below]],
  restore: [],
  /** The name and the logo that one appears under. */
  brand:   [[TENANT_ADMINS, below], [roles, self]],
  /** What one's company does, on its public page. */
  describe: [[TENANT_ADMINS, below], [described, self]],
})
