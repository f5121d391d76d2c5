import { all, policy } from '../../kit/policy.ts'
import { PAID, STAFF } from '../../roles.ts'

/** Who has a calendar, and addresses of their own that other programs read it by. Which entries it holds is said by the policy of each kind. */
// oxfmt-ignore
export const calendarPolicy = policy({
  see:  [[STAFF, all], [PAID, all]],
  feed: [[STAFF, all], [PAID, all]],
})
