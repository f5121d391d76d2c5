import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, LEVEL3, PAID, TENANT_ADMINS } from '../roles.ts'

// oxfmt-ignore
export const meetingReportPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, own], [PAID, all]],
  create:  [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [PAID, all]],
})
