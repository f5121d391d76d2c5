import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, LEVELS, PAID, TENANT_ADMINS } from '../roles.ts'

/** Who sees and undoes changes of many records. Each record is checked by its own policy besides. */
// oxfmt-ignore
export const bulkPolicy = policy({
  see:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  undo: [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
})
