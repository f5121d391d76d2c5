import { all, own, policy } from '../../kit/policy.ts'
import { ADMIN, BASIC_UP, LEVEL3, TENANT_ADMINS } from '../../roles.ts'
import { companyPolicy } from '../company.policy.ts'
import { contactPolicy } from '../contact.policy.ts'
import type { ImportKind } from './fileImport.words.ts'

/** Whoever imports sees and undoes the own imports; the tenant's admins those of all staff. */
const ownOrStaff = [
  [TENANT_ADMINS, all],
  [ADMIN, own],
  [LEVEL3, own, 'MASS_UPLOAD'],
  [BASIC_UP, own],
] as const

export const fileImportPolicy = policy({
  see: ownOrStaff,
  create: [...companyPolicy.create, ...contactPolicy.upload],
  undo: ownOrStaff,
})

/** Who may import records of a kind. */
export const importRules = { company: companyPolicy.create, contact: contactPolicy.upload } as const satisfies Record<
  ImportKind,
  unknown
>
