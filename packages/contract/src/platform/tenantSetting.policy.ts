import { all, policy } from '../kit/policy.ts'
import { ADMINS, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

// oxfmt-ignore
export const tenantSettingPolicy = policy({
  see:    [[ADMINS, all]],
  update: [[TENANT_ADMINS, all]],
})

// oxfmt-ignore
export const tenantConfigurationPolicy = policy({
  see:    [[SUPER_ADMIN, all]],
  update: [[SUPER_ADMIN, all]],
})
