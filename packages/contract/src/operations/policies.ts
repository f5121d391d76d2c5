import { drivePolicy } from '../drive/drive.policy.ts'
import { all, own, policy, type Rules } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, LEVEL3, LEVELS, PAID, STAFF, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

/**
 * Who meets files of records at all. Which record they reach is that record's own rule: its files are seen by who may see it, and
 * attached by who may update it.
 */
// oxfmt-ignore
export const attachmentPolicy = policy({
  see:    [[ADMINS, all], [LEVEL3, all], [['ROLE_LEVEL2'], all], [BASIC_UP, all]],
  attach: [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  /** Who may have a drive: an owner ends what they once attached, whatever they may do by now. */
  detach: [[STAFF, all], [PAID, all]],
})

/** Who sees and undoes changes of many records. Each record is checked by its own policy besides. */
// oxfmt-ignore
export const bulkPolicy = policy({
  see:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  undo: [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
})

// oxfmt-ignore
export const bulkUploadPolicy = policy({
  see:    [[SUPER_ADMIN, all]],
  create: [[SUPER_ADMIN, all]],
  remove: [[SUPER_ADMIN, all]],
})

// oxfmt-ignore
export const operatorPolicy = policy({
  see:    [[SUPER_ADMIN, all]],
  update: [[SUPER_ADMIN, all]],
  remove: [[SUPER_ADMIN, all]],
})

// oxfmt-ignore
const ofRecords: Rules = [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]]

/** Who has a trash at all: of records, or of the files of a drive. Which records are in it is each record's own `restore` rule. */
export const trashPolicy = policy({
  see: [...ofRecords, ...drivePolicy.keep],
  restore: ofRecords,
})
