import { all, policy } from '../kit/policy.ts'
import { ADMINS, BASIC_UP, LEVEL3, PAID, STAFF } from '../roles.ts'

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
