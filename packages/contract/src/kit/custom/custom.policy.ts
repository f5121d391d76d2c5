import { roles } from '../../roles.ts'
import { all, policy } from '../policy.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** Whoever is signed in sees what the tenant's records have; its admin alone decides on it. */
// oxfmt-ignore
export const customFieldPolicy = policy({
  see:    [[roles, all]],
  create: [[TENANT_ADMIN, all]],
  update: [[TENANT_ADMIN, all]],
  retire: [[TENANT_ADMIN, all]],
})
