import { drivePolicy } from '../drive/drive.policy.ts'
import { all, own, policy, type Rules } from '../kit/policy.ts'
import { ADMIN, ADMINS, BASIC_UP, LEVEL3, LEVELS, PAID, STAFF, SUPER_ADMIN, TENANT_ADMINS } from '../roles.ts'

/**
 * Who may work with files of records at all. The record's own policy decides which records: its files are visible to everyone who may see it, and
 * attached by users who may update it.
 */
// oxfmt-ignore
export const attachmentPolicy = policy({
  see:    [[ADMINS, all], [LEVEL3, all], [['ROLE_LEVEL2'], all], [BASIC_UP, all]],
  attach: [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  /** Everyone who may have a drive: an owner may detach their own files, whatever else they may do by now. */
  detach: [[STAFF, all], [PAID, all]],
})

/** Who sees, cancels and undoes changes of many records. Each record is checked by its own policy as well. */
// oxfmt-ignore
export const bulkPolicy = policy({
  see:    [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  cancel: [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  undo:   [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
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
const recordTrashRules: Rules = [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]]

/** Who has a trash at all: of records, or of the files of a drive. The `restore` rule of each record decides which records are in it. */
export const trashPolicy = policy({
  see: [...recordTrashRules, ...drivePolicy.keep],
  restore: recordTrashRules,
})
