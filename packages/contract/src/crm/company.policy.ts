import { all, inMyCountries, own, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, BASIC_UP, LEVEL3, LEVELS_1_2, TENANT_ADMINS } from '../roles.ts'

/** Attached to a project that is shared with the actor. */
const inMyProjects = (actor: Actor) => ({ sharedWith: actor.uniqueId })

// oxfmt-ignore
export const companyPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [LEVELS_1_2, inMyProjects], [BASIC_UP, all]],
  create:  [[ADMINS, all], [BASIC_UP, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  compare: [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [BASIC_UP, all]],
  merge:   [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [BASIC_UP, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, inMyCountries, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, all]],
})

/** Whoever sees companies by projects alone sees an outline of each: its name, its country and where it is on the web. */
export const seesOutline = ({ roles }: Pick<Actor, 'roles'>) =>
  roles.some((role) => (LEVELS_1_2 as readonly string[]).includes(role))
