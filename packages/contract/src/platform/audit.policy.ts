import { all, own, type Policy, policy, type Rules } from '../kit/policy.ts'
import { ADMIN, MEMBERS, TENANT_ADMINS } from '../roles.ts'

/** Administrators see the staff partition and administration, members what they did themselves. */
// oxfmt-ignore
export const auditPolicy = policy({
  see:    [[TENANT_ADMINS, all], [ADMIN, all, 'VIEW_AUDIT'], [MEMBERS, own]],
  export: [[TENANT_ADMINS, all], [MEMBERS, own]],
})

/** Who may read what was done to one record: whoever may change it, and of those who may read the trail whoever may see such records. */
export const historyOf = ({ see, update }: Pick<Policy, 'see' | 'update'>): Rules => [
  ...update,
  ...auditPolicy.see.map(
    ([group, reach, ...permission]) =>
      [group.filter((role) => see.some(([seers]) => seers.includes(role))), reach, ...permission] as const,
  ),
]
