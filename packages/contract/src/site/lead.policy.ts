import { all, policy } from '../kit/policy.ts'
import { ADMIN, SUPER_ADMIN } from '../roles.ts'

const TENANT_ADMIN = ['ROLE_TENANT_ADMIN'] as const

// oxfmt-ignore
const xg = [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN']] as const

/** Leads come by themselves: nobody creates or changes one. `convert` turns one into a company and a contact. */
// oxfmt-ignore
export const leadPolicy = policy({
  see: xg, create: [], update: [], remove: xg, restore: xg, convert: xg,
  export: [[SUPER_ADMIN, all], [TENANT_ADMIN, all, 'XG_ADMIN'], [ADMIN, all, 'XG_ADMIN', 'EXPORT_DATA']],
})
