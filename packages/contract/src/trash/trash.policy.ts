import { all, own, policy } from '../kit/policy.ts'
import { ADMIN, LEVEL3, PAID, TENANT_ADMINS } from '../roles.ts'

/** Who has a trash at all. Which records stand in it is each record's own `restore` rule. */
// oxfmt-ignore
export const trashPolicy = policy({
  see: [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]],
})
