import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, LEVEL3, TENANT_ADMINS } from '../roles.ts'

/** Whose reports are counted. Of countries each record is counted under the policy of its own entity. */
// oxfmt-ignore
export const dashboardPolicy = policy({
  reportsKpi: [[ADMINS, all], [LEVEL3, own], [BASIC_UP, own]],
  countries:  [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  exportKpi:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, own]],
})
