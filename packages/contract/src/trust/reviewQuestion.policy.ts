import { all, policy } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, TENANT_ADMINS } from '../roles.ts'

// oxfmt-ignore
export const reviewQuestionPolicy = policy({
  see:     [[ADMINS, all], [BASIC_UP, all]],
  create:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  update:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  remove:  [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
  restore: [[TENANT_ADMINS, all], [ADMIN, all, 'MANAGE_QUESTIONS']],
})
