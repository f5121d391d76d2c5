import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, STAFF, TENANT_ADMINS } from '../roles.ts'

// oxfmt-ignore
export const eventPolicy = policy({
  see:     [[STAFF, all]],
  create:  [[ADMINS, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH']],
})
