import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, LEVEL3, TENANT_ADMINS } from '../roles.ts'

/** Whose reports are counted. */
// oxfmt-ignore
export const dashboardPolicy = policy({
  reportsKpi: [[ADMINS, all], [LEVEL3, own], [BASIC_UP, own]],
  exportKpi:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, own]],
})
