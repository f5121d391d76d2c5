import { ADMIN, LEVEL3, type Role } from '../roles.ts'

/** The roles for which a permission changes something: others may do the same without it, or may not do it at all. `permissions.test.ts` derives it from the policies. */
const permissionRoles: Readonly<Record<string, readonly Role[]>> = {
  EXPORT_DATA: [...ADMIN, ...LEVEL3],
  MANAGE_QUESTIONS: ADMIN,
  MASS_UPLOAD: LEVEL3,
  RESTORE_TRASH: ADMIN,
  VIEW_AUDIT: ADMIN,
  XG_ADMIN: ['ROLE_TENANT_ADMIN', ...ADMIN],
}

/** Whether a permission changes what users of a role may do. */
export const hasEffect = (key: string, role: Role) => permissionRoles[key]?.includes(role) ?? false
