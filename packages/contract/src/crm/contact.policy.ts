import { all, inMyCountries, own, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, LEVEL3, TENANT_ADMINS } from '../roles.ts'

// oxfmt-ignore
export const contactPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [BASIC_UP, all]],
  create:  [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  upload:  [[ADMINS, all], [LEVEL3, all, 'MASS_UPLOAD'], [BASIC_UP, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [BASIC_UP, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  compare: [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [BASIC_UP, all]],
  merge:   [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [BASIC_UP, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, inMyCountries, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, all]],
})
