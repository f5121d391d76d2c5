import { all, policy } from '../kit/policy.ts'
import { SUPER_ADMIN } from '../roles.ts'

// oxfmt-ignore
export const bulkUploadPolicy = policy({
  see:    [[SUPER_ADMIN, all]],
  create: [[SUPER_ADMIN, all]],
  remove: [[SUPER_ADMIN, all]],
})
