import { all, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

// oxfmt-ignore
const xg = [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']] as const

/** What the self-assessment asks. */
// oxfmt-ignore
export const assessmentQuestionPolicy = policy({
  see:     [[ADMINS, all]],
  create:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  update:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  remove:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  restore: [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
})

/** What was answered: as leads, it comes by itself. */
export const assessmentPolicy = policy({ see: xg, create: [], update: [], remove: xg, restore: xg })
