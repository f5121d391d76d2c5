import { all, policy } from '../../kit/policy.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** Everybody reads what is published. There is one text of each kind and language: none is created or removed. */
// oxfmt-ignore
export const legalTextPolicy = policy({
  see: [[TENANT_ADMIN, all]], create: [], update: [[TENANT_ADMIN, all]], remove: [],
})
