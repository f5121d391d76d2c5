import { all, policy } from '../kit/policy.ts'
import { SUPER_ADMIN } from '../roles.ts'

// oxfmt-ignore
export const letterPolicy = policy({
  see: [[SUPER_ADMIN, all]],
})
