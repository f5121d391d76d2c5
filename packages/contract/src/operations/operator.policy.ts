import { all, policy } from '../kit/policy.ts'
import { SUPER_ADMIN } from '../roles.ts'

// oxfmt-ignore
export const operatorPolicy = policy({
  see:    [[SUPER_ADMIN, all]],
  update: [[SUPER_ADMIN, all]],
  remove: [[SUPER_ADMIN, all]],
})
