/** Every role that the API accepts, highest rank first. The spelling is the API's. */
export const roles = [
  'ROLE_SUPER_ADMIN',
  'ROLE_TENANT_ADMIN',
  'ROLE_ADMIN',
  'ROLE_LEVEL3',
  'ROLE_LEVEL2',
  'ROLE_LEVEL1',
  'ROLE_BUISNESS',
  'ROLE_PRO',
  'ROLE_ADVANCE',
  'ROLE_BASIC',
  'ROLE_STARTER',
  'ROLE_FREE',
] as const
export type Role = (typeof roles)[number]

export const SUPER_ADMIN = ['ROLE_SUPER_ADMIN'] as const
export const ADMIN = ['ROLE_ADMIN'] as const
export const TENANT_ADMINS = ['ROLE_SUPER_ADMIN', 'ROLE_TENANT_ADMIN'] as const
export const ADMINS = [...TENANT_ADMINS, ...ADMIN] as const
export const LEVEL3 = ['ROLE_LEVEL3'] as const
export const LEVELS_1_2 = ['ROLE_LEVEL1', 'ROLE_LEVEL2'] as const
export const LEVELS = [...LEVEL3, ...LEVELS_1_2] as const
export const STAFF = [...ADMINS, ...LEVELS] as const
/** Members by plan, from the named plan upwards. */
export const ADVANCE_UP = ['ROLE_ADVANCE', 'ROLE_PRO', 'ROLE_BUISNESS'] as const
export const BASIC_UP = ['ROLE_BASIC', ...ADVANCE_UP] as const
export const PAID = ['ROLE_STARTER', ...BASIC_UP] as const
export const MEMBERS = ['ROLE_FREE', ...PAID] as const
/** The roles that have reviews of their own. */
export const REVIEWED_ROLES = [...ADMINS, ...BASIC_UP] as const

/** The user who makes a call. A visitor is an actor without roles, so every rule rejects them. */
export interface Actor {
  uniqueId: string
  tenantId: string
  /** The partition whose records the actor works with: the tenant's id for staff, the user's own id for members. */
  partitionId: string
  emailAddress: string
  fullName: string
  roles: readonly Role[]
  permissions: readonly string[]
  /** Only for level 3: ISO codes on the server, names in the browser, each as its records spell them. */
  allowedCountries: readonly string[]
}

const hasRoleOf = (actor: Pick<Actor, 'roles'>, group: readonly Role[]) => actor.roles.some((role) => group.includes(role))

export const isStaff = (actor: Pick<Actor, 'roles'>) => hasRoleOf(actor, STAFF)
export const isMember = (actor: Pick<Actor, 'roles'>) => hasRoleOf(actor, MEMBERS)
