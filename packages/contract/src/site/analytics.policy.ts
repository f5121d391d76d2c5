import { all, policy } from '../kit/policy.ts'
import { TENANT_ADMINS } from '../roles.ts'

export const analyticsPolicy = policy({ see: [[TENANT_ADMINS, all]] })
