import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, SUPER_ADMIN } from '../roles.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** The staff side. Who reads what is published follows from `opens` (plan/plan.ts). */
// oxfmt-ignore
export const contentPolicy = policy({
  see:     [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']],
  create:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']],
  update:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  remove:  [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  restore: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, own, 'XG_ADMIN']],
  approve: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN']],
})
