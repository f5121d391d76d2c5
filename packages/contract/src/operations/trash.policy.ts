import { drivePolicy } from '../drive/drive.policy.ts'
import { all, own, policy, type Rules } from '../kit/policy.ts'
import { ADMIN, LEVEL3, PAID, TENANT_ADMINS } from '../roles.ts'

// oxfmt-ignore
const ofRecords: Rules = [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]]

/** Who has a trash at all: of records, or of the files of a drive. Which records are in it is each record's own `restore` rule. */
export const trashPolicy = policy({
  see: [...ofRecords, ...drivePolicy.keep],
  restore: ofRecords,
})
