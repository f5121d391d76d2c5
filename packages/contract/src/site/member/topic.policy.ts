import { all, policy } from '../../kit/policy.ts'
import { ADMINS, ADVANCE_UP } from '../../roles.ts'

/** Members of a plan that votes see what others have proposed, without their names. */
// oxfmt-ignore
export const topicPolicy = policy({
  see:     [[ADMINS, all], [ADVANCE_UP, all]],
  create:  [[ADVANCE_UP, all]],
  vote:    [[ADVANCE_UP, all]],
  update:  [[ADMINS, all]],
  remove:  [],
  restore: [],
})
