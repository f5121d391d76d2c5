import { all, policy } from '../kit/policy.ts'
import { ADMIN } from '../roles.ts'

const editors = ['ROLE_TENANT_ADMIN', ...ADMIN] as const

// oxfmt-ignore
export const messagePolicy = policy({
  see:    [[editors, all]],
  create: [[editors, all]],
  update: [[editors, all]],
  remove: [[editors, all]],
})
