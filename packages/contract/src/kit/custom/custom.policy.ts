import { roles } from '../../roles.ts'
import { all, policy } from '../policy.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

/** Every signed-in user sees the fields that the tenant's records have; only the tenant's admin changes them. */
// oxfmt-ignore
export const customFieldPolicy = policy({
  see:    [[roles, all]],
  create: [[TENANT_ADMIN, all]],
  update: [[TENANT_ADMIN, all]],
  retire: [[TENANT_ADMIN, all]],
})
